-- The board: areas and the borders between them, how far apart they are, which areas a line of sight crosses (of each area the
-- points nearer to its centre than to any other), terrain and what it hides. Reckons in whole numbers.

local board = {}

local elements = { forest = 2, ruins = 2, rock = 1 }
function board.ground(a)
    local g = a.f.printed or "open_ground"
    if g == "stairs" then return "slope" end
    if (g == "forest" or g == "ruins") and elements[g] <= (a.f.removed or 0) then return "open_ground" end
    return g
end

local aquatic = { swamp = true, water = true }
function board.wet(a) return aquatic[board.ground(a)] or false end
function board.ignores(u, ground)
    local t = u.f.type
    return t == "flying" or t == "fireproof" and ground == "lava" or t == "aquatic" and aquatic[ground] or false
end
-- The effects of this terrain hold for a unit that stands in an area.
function board.under(u, ground)
    return u.area ~= nil and board.ground(u.area) == ground and not board.ignores(u, ground)
end

function board.border(judge, a, b)
    for _, x in ipairs(judge.borders) do
        if x.f.a == a and x.f.b == b or x.f.a == b and x.f.b == a then return x end
    end
end

-- Borders to cross from one area to another; each counts one, whatever it is.
function board.steps(judge, from, to)
    local far, queue, at = { [from] = 0 }, { from }, 1
    while queue[at] do
        local here = queue[at]
        if here == to then return far[here] end
        for _, x in ipairs(judge.borders) do
            local there = x.f.a == here and x.f.b or x.f.b == here and x.f.a
            if there and not far[there] then
                far[there] = far[here] + 1
                queue[#queue + 1] = there
            end
        end
        at = at + 1
    end
end

function board.units_in(judge, a)
    local n = 0
    for _, u in ipairs(judge.units) do
        if u.area == a and not u.gone then n = n + 1 end
    end
    return n
end
function board.full(judge, a) return board.units_in(judge, a) >= a.f.capacity end

-- The stretch of the line between two centres that lies in an area: from n1/d1 to n2/d2 of the way; nil if it has no length.
function board.stretch(judge, from, to, a)
    local px, py = from.f.centre.x // 254, from.f.centre.y // 254
    local vx, vy = to.f.centre.x // 254 - px, to.f.centre.y // 254 - py
    local cx, cy = a.f.centre.x // 254, a.f.centre.y // 254
    local n1, d1, n2, d2 = 0, 1, 1, 1
    for _, o in ipairs(judge.areas) do
        if o ~= a then
            -- |P - c|² <= |P - o|², P = p + t v:  2 t v·(o - c) <= |o|² - |c|² - 2 p·(o - c)
            local ox, oy = o.f.centre.x // 254, o.f.centre.y // 254
            local k = 2 * (vx * (ox - cx) + vy * (oy - cy))
            local m = ox * ox + oy * oy - cx * cx - cy * cy - 2 * (px * (ox - cx) + py * (oy - cy))
            if k == 0 then
                if m < 0 then return nil end
            elseif k > 0 then
                if m * d2 < n2 * k then n2, d2 = m, k end
            else
                if -m * d1 > n1 * -k then n1, d1 = -m, -k end
            end
        end
    end
    if n1 * d2 < n2 * d1 then return n1, d1, n2, d2 end
end

local hides = { forest = true, ruins = true, rock = true, cliff = true, cage = true, wall = true }
function board.obstacle(judge, a) return hides[board.ground(a)] or board.units_in(judge, a) > 0 end

-- The first area between two others that hides one from the other.
function board.hidden_by(judge, from, to)
    for _, a in ipairs(judge.areas) do
        if a ~= from and a ~= to and board.obstacle(judge, a) and board.stretch(judge, from, to, a) then return a end
    end
end

-- The line from an area leaves it over highs, from behind their arrowhead.
function board.behind_highs(judge, from, to)
    if from == to then return false end
    local _, _, n, d = board.stretch(judge, from, to, from)
    for _, x in ipairs(judge.borders) do
        if n and x.f.sort == "highs" and x.f.a == from then
            local n1, d1 = board.stretch(judge, from, to, x.f.b)
            if n1 and n1 * d == n * d1 then return true end
        end
    end
    return false
end

return board
