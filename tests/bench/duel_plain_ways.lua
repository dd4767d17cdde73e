-- The geometry of the Duel written by hand in plain Lua 5.4, with the functions of
-- duel_plain_ways.h. A leg goes from (x, y) by (dx, dy); long2 is the square of its length. The
-- centres of a unit's bases are u.x[i], u.y[i] for i from 1 to u.count; u.wide is their diameter;
-- u.west, u.south, u.east, u.north are the box around the centres.

local sqrt, abs, min, max = math.sqrt, math.abs, math.min, math.max

local INCH <const> = 2540
local TABLE <const> = 36 * INCH
local TOUCH <const> = 2
local WAY_POINTS <const> = 10
-- A bound for 2 * (dx * ey - dy * ex), which is twice the distance of (ex, ey) from the line of a
-- leg times the leg's length. What lies beyond is surely not met; the square of the bound has room
-- in 64 bits.
local ACROSS <const> = 1 << 31

---- roots: exact up to 2^52 ----

local function root_down(n)
    return sqrt(n) // 1 | 0
end

local function root_up(n)
    local r = sqrt(n) // 1 | 0
    return r * r < n and r + 1 or r
end

local function length_up(dx, dy)
    return root_up(dx * dx + dy * dy)
end

-- Returns a / b, rounded toward 0. The divisor is above 0.
local function quotient(a, b)
    return a < 0 and -(-a // b) or a // b
end

-- Returns v * num / sqrt(den2), rounded toward 0. The squares may overflow 64 bits, but their
-- difference does not.
local function scaled(v, num, den2)
    local part = abs(v) * num
    local r = part / sqrt(den2) // 1 | 0
    while r * r * den2 - part * part > 0 do r = r - 1 end
    while (r + 1) * (r + 1) * den2 - part * part <= 0 do r = r + 1 end
    return v < 0 and -r or r
end

-- Returns the root of x * x + y * y, rounded up. The squares may overflow 64 bits; only the
-- difference that corrects the guess has room.
local function long_up(x, y)
    local fx, fy = x + 0.0, y + 0.0
    local r = sqrt(fx * fx + fy * fy) // 1 | 0
    local left = x * x + y * y
    while r * r - left < 0 do r = r + 1 end
    while (r - 1) * (r - 1) - left >= 0 do r = r - 1 end
    return r
end

-- Returns a number with the sign of x * v - y * u: by floating point, or exactly where that cannot
-- tell the sign.
local function turns(x, y, u, v)
    local guess = (x + 0.0) * v - (y + 0.0) * u
    if guess > 0x1p30 or guess < -0x1p30 then return guess end
    return x * v - y * u
end

---- distance ----

local function bases_box(u)
    local x, y = u.x, u.y
    local west, south = x[1], y[1]
    local east, north = west, south
    for i = 2, u.count do
        local a, b = x[i], y[i]
        if a < west then west = a elseif a > east then east = a end
        if b < south then south = b elseif b > north then north = b end
    end
    u.west, u.south, u.east, u.north = west, south, east, north
end

-- Returns the nearest pair of bases of u, moved by (dx, dy), and of v; of equals the first: the
-- vector between them, the square of its length, the pair.
local function nearest_pair(u, dx, dy, v)
    local ux, uy, vx, vy, others = u.x, u.y, v.x, v.y, v.count
    local best, bx, by, first, second = math.maxinteger, 0, 0, 1, 1
    for i = 1, u.count do
        local x, y = ux[i] + dx, uy[i] + dy
        for j = 1, others do
            local ex, ey = vx[j] - x, vy[j] - y
            local long2 = ex * ex + ey * ey
            if long2 < best then best, bx, by, first, second = long2, ex, ey, i, j end
        end
    end
    return bx, by, best, first, second
end

local function gap_of(long2, wide)
    local twice = root_up(4 * long2) - wide
    return twice <= 0 and 0 or (twice + 1) // 2
end

local function boxes_apart(u, v, most)
    local far = (u.wide + v.wide) // 2 + most
    return u.west - v.east > far or v.west - u.east > far or u.south - v.north > far or
        v.south - u.north > far
end

---- sight ----

local function line_near(x, y, dx, dy, long2, cx, cy, wide)
    local ex, ey = cx - x, cy - y
    local along = ex * dx + ey * dy
    if along > 0 then
        if along < long2 then
            local across = 2 * (dx * ey - dy * ex)
            if across > ACROSS or across < -ACROSS then return false end
            return across * across <= wide * wide * long2
        end
        ex, ey = ex - dx, ey - dy
    end
    return 4 * (ex * ex + ey * ey) <= wide * wide
end

local function rim_part(wide, d, root, long2)
    local top = wide * abs(d)
    local v, square = top // (2 * (root + 1)), top * top
    while 4 * (v + 1) * (v + 1) * long2 <= square do v = v + 1 end
    return d < 0 and -v or v
end

-- Puts into f two bases as they are seen from a to b: their centres, and from these their rim
-- points. Returns false if there is no gap between the bases.
local function facing_of(ax, ay, wide_a, bx, by, wide_b, f)
    local dx, dy, wide = bx - ax, by - ay, wide_a + wide_b
    local long2 = dx * dx + dy * dy
    if 4 * long2 <= wide * wide then return false end
    local root = root_down(long2)
    local x, y = rim_part(wide_a, dx, root, long2), rim_part(wide_a, dy, root, long2)
    f.ax, f.ay, f.bx, f.by, f.front_x, f.front_y = ax, ay, bx, by, x, y
    if wide_b ~= wide_a then
        x, y = rim_part(wide_b, dx, root, long2), rim_part(wide_b, dy, root, long2)
    end
    f.back_x, f.back_y = x, y
    return true
end

local function centre_line(f)
    return f.ax + f.front_x, f.ay + f.front_y, f.bx - f.back_x, f.by - f.back_y
end

local screen = { x = {}, y = {}, wide = {}, count = 0, last = 1 }

local function line_free(x, y, to_x, to_y)
    local dx, dy = to_x - x, to_y - y
    local long2 = dx * dx + dy * dy
    local s = screen
    local xs, ys, wides, last = s.x, s.y, s.wide, s.last
    if line_near(x, y, dx, dy, long2, xs[last], ys[last], wides[last] + 2) then return false end
    for i = 1, s.count do
        if i ~= last then
            local ex, ey, wide = xs[i] - x, ys[i] - y, wides[i] + 2
            local along, near = ex * dx + ey * dy, false
            if along > 0 and along < long2 then
                local across = 2 * (dx * ey - dy * ex)
                near = across <= ACROSS and across >= -ACROSS and
                    across * across <= wide * wide * long2
            else
                if along > 0 then ex, ey = ex - dx, ey - dy end
                near = 4 * (ex * ex + ey * ey) <= wide * wide
            end
            if near then
                s.last = i
                return false
            end
        end
    end
    return true
end

-- Returns the n-th of three points of a base's rim: straight ahead, left, right.
local function rim_nth(x, y, rx, ry, n)
    if n == 0 then return x + rx, y + ry end
    if n == 1 then return x - ry, y + rx end
    return x + ry, y - rx
end

local function disc_reaches(x, y, wide, at_x, at_y, at_wide)
    local dx, dy, within = x - at_x, y - at_y, wide + at_wide + 2
    return 4 * (dx * dx + dy * dy) <= within * within
end

-- Returns line i, from 0, of the nine lines between three rim points of each base.
local function line_nth(f, i)
    local x, y = rim_nth(f.ax, f.ay, f.front_x, f.front_y, i // 3)
    return x, y, rim_nth(f.bx, f.by, -f.back_x, -f.back_y, i % 3)
end

-- Whether one of eight lines is free: all nine but the centre line, which the caller has tried.
local function base_sees(f, wide_a, wide_b)
    if line_free(line_nth(f, 3 + 2)) then return true end
    -- A disc that blocks both side lines and lies clear of the bases blocks all lines.
    local k = screen.last
    local cx, cy, wide = screen.x[k], screen.y[k], screen.wide[k]
    local x, y, to_x, to_y = line_nth(f, 6 + 1)
    local dx, dy = to_x - x, to_y - y
    if line_near(x, y, dx, dy, dx * dx + dy * dy, cx, cy, wide + 2) and
        not disc_reaches(cx, cy, wide, f.ax, f.ay, wide_a) and
        not disc_reaches(cx, cy, wide, f.bx, f.by, wide_b) then
        return false
    end
    for i = 1, 8 do
        if i ~= 3 + 2 and line_free(line_nth(f, i)) then return true end
    end
    return false
end

local function screen_of(u, v, ground)
    local half_u, half_v = u.wide // 2, v.wide // 2
    local west = min(u.west - half_u, v.west - half_v)
    local south = min(u.south - half_u, v.south - half_v)
    local east = max(u.east + half_u, v.east + half_v)
    local north = max(u.north + half_u, v.north + half_v)
    local xs, ys, wides, count = ground.x, ground.y, ground.wide, 0
    for i = 1, ground.count do
        local x, y, half = xs[i], ys[i], wides[i] // 2 + 2
        if x - half <= east and x + half >= west and y - half <= north and y + half >= south then
            count = count + 1
            screen.x[count], screen.y[count], screen.wide[count] = x, y, wides[i]
        end
    end
    screen.count, screen.last = count, 1
end

local facings = {}
for i = 1, 36 do facings[i] = {} end

local function bases_see(u, v, ground)
    screen_of(u, v, ground)
    if screen.count == 0 then return true end
    local ux, uy, uw, vx, vy, vw, others = u.x, u.y, u.wide, v.x, v.y, v.wide, v.count
    local count = 0
    for i = 1, u.count do
        for j = 1, others do
            count = count + 1
            local f = facings[count]
            if not facing_of(ux[i], uy[i], uw, vx[j], vy[j], vw, f) then return true end
            if line_free(centre_line(f)) then return true end
        end
    end
    for n = 1, count do
        if base_sees(facings[n], uw, vw) then return true end
    end
    return false
end

---- what a leg meets: a leg goes from (x, y) by (dx, dy), long2 is its square ----

local function leg_meets(u, x, y, dx, dy, g)
    local long2, ux, uy, uw, count = dx * dx + dy * dy, u.x, u.y, u.wide, u.count
    local xs, ys, wides = g.x, g.y, g.wide
    local west, south = u.west + x + (dx < 0 and dx or 0), u.south + y + (dy < 0 and dy or 0)
    local east, north = u.east + x + (dx > 0 and dx or 0), u.north + y + (dy > 0 and dy or 0)
    for k = 1, g.count do
        local wide, cx, cy = uw + wides[k], xs[k], ys[k]
        local half = wide // 2
        if cx - half <= east and cx + half >= west and
            cy - half <= north and cy + half >= south then
            local wide2 = wide * wide
            cx, cy = cx - x, cy - y
            for i = 1, count do
                local ex, ey = cx - ux[i], cy - uy[i]
                local along = ex * dx + ey * dy
                if along > 0 and along < long2 then
                    local across = 2 * (dx * ey - dy * ex)
                    if across <= ACROSS and across >= -ACROSS and
                        across * across < wide2 * long2 then
                        return true
                    end
                else
                    if along > 0 then ex, ey = ex - dx, ey - dy end
                    if 4 * (ex * ex + ey * ey) < wide2 then return true end
                end
            end
        end
    end
    return false
end

local function on_table_at(u, x, y)
    local wide = u.wide
    return 2 * (u.west + x) >= wide and 2 * (u.south + y) >= wide and
        2 * (TABLE - u.east - x) >= wide and 2 * (TABLE - u.north - y) >= wide
end

-- Returns how far a leg goes before it enters a disc that it meets, as a part of long2.
local function enter_disc(dx, dy, long2, ex, ey, wide)
    local along, across = ex * dx + ey * dy, dx * ey - dy * ex
    local inside = wide * wide * long2 - 4 * across * across
    if inside <= 0 then return nil end
    local root = sqrt(inside) // 1 | 0
    while root * root < inside do root = root + 1 end
    while (root - 1) * (root - 1) >= inside do root = root - 1 end
    return (2 * along - root) // 2
end

-- Returns how far a leg goes before it enters a disc, as a part of long2, and whether it meets any.
local function stop_at_set(u, x, y, dx, dy, g, part)
    local long2, ux, uy, uw, count = dx * dx + dy * dy, u.x, u.y, u.wide, u.count
    local xs, ys, wides = g.x, g.y, g.wide
    local west, south = u.west + x + (dx < 0 and dx or 0), u.south + y + (dy < 0 and dy or 0)
    local east, north = u.east + x + (dx > 0 and dx or 0), u.north + y + (dy > 0 and dy or 0)
    local met = false
    for k = 1, g.count do
        local wide, cx, cy = uw + wides[k], xs[k], ys[k]
        local half = wide // 2
        if cx - half <= east and cx + half >= west and
            cy - half <= north and cy + half >= south then
            local wide2 = wide * wide
            cx, cy = cx - x, cy - y
            for i = 1, count do
                local ex, ey = cx - ux[i], cy - uy[i]
                local along, meets = ex * dx + ey * dy, false
                if along > 0 and along < long2 then
                    local across = 2 * (dx * ey - dy * ex)
                    meets = across <= ACROSS and across >= -ACROSS and
                        across * across < wide2 * long2
                else
                    local fx, fy = ex, ey
                    if along > 0 then fx, fy = ex - dx, ey - dy end
                    meets = 4 * (fx * fx + fy * fy) < wide2
                end
                if meets then
                    met = true
                    local enters = enter_disc(dx, dy, long2, ex, ey, wide)
                    if enters and enters < part then part = enters end
                end
            end
        end
    end
    return part, met
end

local function stop_at_edges(u, x, y, dx, dy, part)
    local long2, wide = dx * dx + dy * dy, u.wide
    if dx ~= 0 then
        local room = dx > 0 and TABLE - u.east - x or u.west + x
        part = min(part, (2 * room - wide) * long2 // (2 * abs(dx)))
    end
    if dy ~= 0 then
        local room = dy > 0 and TABLE - u.north - y or u.south + y
        part = min(part, (2 * room - wide) * long2 // (2 * abs(dy)))
    end
    return part
end

local function free_part(u, x, y, dx, dy, ground, goal)
    local long2, met, more = dx * dx + dy * dy, false, false
    local part = stop_at_edges(u, x, y, dx, dy, long2)
    part, met = stop_at_set(u, x, y, dx, dy, ground, part)
    if goal then part, more = stop_at_set(u, x, y, dx, dy, goal, part) end
    return (met or more) and part == long2 and part - 1 or part
end

-- Returns a * b // c, all 0 or more. The product may overflow 64 bits; only the remainder has room.
local function times_over(a, b, c)
    local q = (a + 0.0) * b / c // 1 | 0
    local left = a * b - q * c
    while left < 0 do q, left = q - 1, left + c end
    while left >= c do q, left = q + 1, left - c end
    return q
end

-- Returns the vector of a leg that is cut short where something is in its way.
local function cut_short(u, x, y, whole_x, whole_y, ground, goal)
    local whole = whole_x * whole_x + whole_y * whole_y
    local part, unit, dx, dy = whole, root_down(whole) + 1, whole_x, whole_y
    if not on_table_at(u, x, y) then return 0, 0 end
    for cuts = 0, 31 do
        local long2 = dx * dx + dy * dy
        if long2 == 0 then return 0, 0 end
        local free = free_part(u, x, y, dx, dy, ground, goal)
        if free == long2 then return dx, dy end
        local next = free < 0 and -1 or times_over(part, free, long2)
        local back = cuts == 0 and 0 or unit << (cuts < 4 and 0 or cuts - 4)
        part = min(next, part - back)
        if part <= 0 then return 0, 0 end
        dx, dy = quotient(whole_x * part, whole), quotient(whole_y * part, whole)
    end
    return 0, 0
end

---- ways as points of the first base ----

local function way_start(u, way)
    way.count, way.x[1], way.y[1] = 1, u.x[1], u.y[1]
end

local function way_add(way, dx, dy)
    if dx == 0 and dy == 0 then return end
    local n = way.count
    way.x[n + 1], way.y[n + 1], way.count = way.x[n] + dx, way.y[n] + dy, n + 1
end

local function way_length(way)
    local sum, x, y = 0, way.x, way.y
    for i = 2, way.count do sum = sum + length_up(x[i] - x[i - 1], y[i] - y[i - 1]) end
    return sum
end

local function shorten(dx, dy, length)
    local long2 = dx * dx + dy * dy
    if long2 <= length * length then return dx, dy end
    return scaled(dx, length, long2), scaled(dy, length, long2)
end

local function cut_at(way, left)
    local x, y = way.x, way.y
    for i = 2, way.count do
        local dx, dy = x[i] - x[i - 1], y[i] - y[i - 1]
        local leg = length_up(dx, dy)
        if leg > left then
            dx, dy = shorten(dx, dy, left)
            way.count = dx == 0 and dy == 0 and i - 1 or i
            x[i], y[i] = x[i - 1] + dx, y[i - 1] + dy
            return
        end
        left = left - leg
    end
end

local function cut_way(u, up_to, ground, way)
    local x, y = way.x, way.y
    cut_at(way, up_to)
    while way.count > 1 do
        local n = way.count
        local dx, dy = cut_short(u, x[n - 1] - u.x[1], y[n - 1] - u.y[1], x[n] - x[n - 1],
            y[n] - y[n - 1], ground, nil)
        way.count = n - 1
        way_add(way, dx, dy)
        if dx ~= 0 or dy ~= 0 then return end
    end
end

local function leg_from(u, v, length, ground)
    local dx, dy, long2 = nearest_pair(u, 0, 0, v)
    if long2 > 0 then dx, dy = scaled(-dx, length, long2), scaled(-dy, length, long2) end
    return cut_short(u, 0, 0, dx, dy, ground, nil)
end

---- round what is in the way ----

local function part_into(e, wide, den)
    local top = abs(e) * wide
    local on = abs(e) - root_up((top * top + den - 1) // den)
    return e < 0 and -on or on
end

-- Returns the leg from (x, y) by which the nearest pair of bases comes to touch.
local function leg_into(u, x, y, v)
    local ex, ey, long2 = nearest_pair(u, x, y, v)
    local wide = u.wide + v.wide
    if 4 * long2 <= (wide + 2 * TOUCH) * (wide + 2 * TOUCH) then return 0, 0 end
    return part_into(ex, wide, 4 * long2), part_into(ey, wide, 4 * long2)
end

local LEFT <const>, RIGHT <const>, CLEARANCE <const> = 1, -1, 4

local function turn_further(t, ex, ey, wide, side)
    local long2, tangent, ahead = ex * ex + ey * ey, 0, -(wide // 16)
    local tx, ty = t.x, t.y
    if t.any and tx * ex + ty * ey > 0 and 2 * side * (tx * ey - ty * ex) <= -wide * t.length then
        return -- all of the disc lies on the other side
    end
    if long2 == 0 then return end
    if 4 * long2 >= wide * wide then
        tangent = root_down(4 * long2 - wide * wide)
        ahead = tangent
    end
    local x, y = ex * ahead - side * ey * wide, ey * ahead + side * ex * wide
    if t.any and side * turns(tx, ty, x, y) <= 0 then return end
    t.any, t.x, t.y, t.times, t.den = true, x, y, 2 * tangent + wide, 8 * long2
    t.length = long_up(x, y)
end

-- Finds the furthest turns, to the left and to the right, round all that the leg would meet. `side`
-- is LEFT, RIGHT, or 0 for both. Returns false if the leg meets nothing.
local function turn_furthest(u, x, y, dx, dy, g, side, left, right)
    local long2, ux, uy, uw, count = dx * dx + dy * dy, u.x, u.y, u.wide, u.count
    local xs, ys, wides = g.x, g.y, g.wide
    local west, south = u.west + x + (dx < 0 and dx or 0), u.south + y + (dy < 0 and dy or 0)
    local east, north = u.east + x + (dx > 0 and dx or 0), u.north + y + (dy > 0 and dy or 0)
    local met = false
    left.any, right.any = false, false
    for k = 1, g.count do
        local wide, cx, cy = uw + wides[k], xs[k], ys[k]
        local half = wide // 2
        if cx - half <= east and cx + half >= west and
            cy - half <= north and cy + half >= south then
            local wide2 = wide * wide
            cx, cy = cx - x, cy - y
            for i = 1, count do
                local ex, ey = cx - ux[i], cy - uy[i]
                local along, meets = ex * dx + ey * dy, false
                if along > 0 and along < long2 then
                    local across = 2 * (dx * ey - dy * ex)
                    meets = across <= ACROSS and across >= -ACROSS and
                        across * across < wide2 * long2
                else
                    local fx, fy = ex, ey
                    if along > 0 then fx, fy = ex - dx, ey - dy end
                    meets = 4 * (fx * fx + fy * fy) < wide2
                end
                if meets then
                    met = true
                    local round = wide + 2 * CLEARANCE
                    if side ~= RIGHT then turn_further(left, ex, ey, round, LEFT) end
                    if side ~= LEFT then turn_further(right, ex, ey, round, RIGHT) end
                end
            end
        end
    end
    return met
end

local function turned(t)
    if not t.any then return 0, 0 end
    return quotient(t.x * t.times, t.den), quotient(t.y * t.times, t.den)
end

local round_left, round_right = { x = 0, y = 0 }, { x = 0, y = 0 }

-- Returns the first leg of a way round on one side; nothing if there is none.
local function leg_round(u, x, y, first, ground, side)
    local dx, dy = turned(first)
    for _ = 1, 31 do
        if not turn_furthest(u, x, y, dx, dy, ground, side, round_left, round_right) then
            if dx == 0 and dy == 0 or not on_table_at(u, x + dx, y + dy) then return nil end
            return dx, dy
        end
        dx, dy = turned(side == LEFT and round_left or round_right)
    end
    return nil
end

local find = { node = {}, count = 0 }
for i = 1, 49 do find.node[i] = {} end

local function add_node(f, from, x, y, length)
    local nodes = f.node
    for i = 1, f.count do
        local n = nodes[i]
        if n.x == x and n.y == y and n.length <= length then return end
    end
    f.count = f.count + 1
    local n = nodes[f.count]
    local dx, dy = leg_into(f.u, x, y, f.v)
    n.x, n.y, n.dx, n.dy, n.length = x, y, dx, dy, length
    n.guess = length + length_up(dx, dy)
    n.from, n.legs, n.open = from, from and from.legs + 1 or 0, true
end

local function best_node(f)
    local best
    for i = 1, f.count do
        local n = f.node[i]
        if n.open and (not best or n.guess < best.guess) then best = n end
    end
    return best
end

local function expand(f, n, left, right)
    if n.legs + 2 >= WAY_POINTS then return end
    for side = LEFT, RIGHT, RIGHT - LEFT do
        local x, y = n.x, n.y
        local dx, dy = leg_round(f.u, x, y, side == LEFT and left or right, f.ground, side)
        if dx then
            if leg_meets(f.u, x, y, dx, dy, f.goal) then
                dx, dy = cut_short(f.u, x, y, dx, dy, f.ground, f.goal)
            end
            if dx ~= 0 or dy ~= 0 then
                add_node(f, n, x + dx, y + dy, n.length + length_up(dx, dy))
            end
        end
    end
end

local function write_from(n, way)
    if not n.from then return end
    write_from(n.from, way)
    way_add(way, n.x - n.from.x, n.y - n.from.y)
end

local function straighten(f, way)
    local u, x, y, i = f.u, way.x, way.y, 2
    while i < way.count do
        local from_x, from_y = x[i - 1] - u.x[1], y[i - 1] - u.y[1]
        local dx, dy = x[i + 1] - x[i - 1], y[i + 1] - y[i - 1]
        if leg_meets(u, from_x, from_y, dx, dy, f.ground) or
            leg_meets(u, from_x, from_y, dx, dy, f.goal) then
            i = i + 1
        else
            way.count = way.count - 1
            for k = i, way.count do x[k], y[k] = x[k + 1], y[k + 1] end
            i = i > 2 and i - 1 or 2
        end
    end
end

local turn_left, turn_right = { x = 0, y = 0 }, { x = 0, y = 0 }

-- Finds the way of u into contact with v, however long. Returns false if none is found. `goal` are
-- v's bases.
local function whole_way(u, v, ground, goal, way)
    local f = find
    f.u, f.v, f.ground, f.goal, f.count = u, v, ground, goal, 0
    add_node(f, nil, 0, 0, 0)
    for _ = 1, 24 do
        local n = best_node(f)
        if not n then return false end
        n.open = false
        if turn_furthest(u, n.x, n.y, n.dx, n.dy, ground, 0, turn_left, turn_right) then
            expand(f, n, turn_left, turn_right)
        elseif on_table_at(u, n.x + n.dx, n.y + n.dy) then
            way_start(u, way)
            write_from(n, way)
            way_add(way, n.dx, n.dy)
            straighten(f, way)
            return true
        end
    end
    return false
end

local function way_into(u, v, up_to, ground, goal, way)
    local dx, dy = leg_into(u, 0, 0, v)
    way_start(u, way)
    if dx == 0 and dy == 0 then return end
    if whole_way(u, v, ground, goal, way) then
        if way_length(way) <= up_to then return end
    else
        way_start(u, way)
        way_add(way, dx, dy)
    end
    cut_way(u, up_to, ground, way)
end

return {
    nearest_pair = nearest_pair,
    gap_of = gap_of,
    boxes_apart = boxes_apart,
    bases_box = bases_box,
    line_near = line_near,
    facing_of = facing_of,
    centre_line = centre_line,
    bases_see = bases_see,
    leg_meets = leg_meets,
    on_table_at = on_table_at,
    way_length = way_length,
    leg_from = leg_from,
    whole_way = whole_way,
    way_into = way_into,
}
