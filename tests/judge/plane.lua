-- Distances between round bases, in the journal's units (2540 to the inch), as plain arithmetic.

local plane = { inch = 2540, touch = 2 }

local sqrt, max, min, abs = math.sqrt, math.max, math.min, math.abs

function plane.far(ax, ay, bx, by)
    local dx, dy = ax - bx, ay - by
    return sqrt(dx * dx + dy * dy)
end

-- From a point to a straight line between two points.
function plane.to_leg(px, py, ax, ay, bx, by)
    local dx, dy = bx - ax, by - ay
    local long = dx * dx + dy * dy
    local s = long > 0 and max(0, min(1, ((px - ax) * dx + (py - ay) * dy) / long)) or 0
    return plane.far(px, py, ax + s * dx, ay + s * dy)
end

-- From a point to a way: a list of places, each shifted by dx, dy.
function plane.to_way(px, py, way, dx, dy)
    local best = plane.far(px, py, way[1].x + dx, way[1].y + dy)
    for i = 2, #way do
        local a, b = way[i - 1], way[i]
        best = min(best, plane.to_leg(px, py, a.x + dx, a.y + dy, b.x + dx, b.y + dy))
    end
    return best
end

function plane.way_length(way)
    local sum = 0
    for i = 2, #way do sum = sum + plane.far(way[i - 1].x, way[i - 1].y, way[i].x, way[i].y) end
    return sum
end

-- Between the edges of two round bases.
function plane.gap(a, b)
    return plane.far(a.x, a.y, b.x, b.y) - a.radius - b.radius
end

-- How far a point lies from the four-sided figure between two discs, which is symmetric about the line of their
-- centres: its half has the corners (a1, 0), (a1, a2), (b1, b2), (b1, 0) along and aside of that line.
local function to_figure(along, aside, a1, a2, b1, b2)
    local function left_of(x1, y1, x2, y2) return (x2 - x1) * (aside - y1) - (y2 - y1) * (along - x1) end
    local inside = left_of(a1, 0, a1, a2) <= 0 and left_of(a1, a2, b1, b2) <= 0 and left_of(b1, b2, b1, 0) <= 0
    if inside then return 0 end
    return min(plane.to_leg(along, aside, a1, 0, a1, a2), plane.to_leg(along, aside, a1, a2, b1, b2),
        plane.to_leg(along, aside, b1, b2, b1, 0))
end

-- The sources do not say between which points of two bases one looks. Two figures: the lesser between the rims square to
-- the line of the centres, the greater between the outer tangents. What touches the first is in the way, what does not
-- even touch the second is not.
function plane.to_corridor(px, py, a, b)
    local d = plane.far(a.x, a.y, b.x, b.y)
    if d <= abs(a.radius - b.radius) then
        local far = plane.far(px, py, a.x, a.y) - max(a.radius, b.radius)
        return far, far
    end
    local ux, uy = (b.x - a.x) / d, (b.y - a.y) / d
    local along, aside = (px - a.x) * ux + (py - a.y) * uy, abs((px - a.x) * -uy + (py - a.y) * ux)
    local k = (a.radius - b.radius) / d
    local w = sqrt(1 - k * k)
    return to_figure(along, aside, 0, a.radius, d, b.radius),
        to_figure(along, aside, k * a.radius, w * a.radius, d + k * b.radius, w * b.radius)
end

return plane
