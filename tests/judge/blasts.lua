-- Overhead shots and where they land, and what a Behemoth treads on.

local figures = require "figures"
local ground = require "ground"
local plane = require "plane"
local reader = require "reader"

local blasts = {}

local slack = 4

-- ---- One shot

local function there(m) return m.x and not m.gone and m.unit and not m.unit.gone end

-- Finds the models whose bases touch a disc or a straight line: surely, and perhaps.
local function touched(judge, sure, perhaps, far_of, reach)
    for _, m in ipairs(judge.models) do
        if there(m) then
            local gap = far_of(m) - m.radius - reach
            if gap < -slack then sure[m] = true end
            if gap < plane.touch + slack then perhaps[m] = true end
        end
    end
end

local function under_template(judge, frame, x, y)
    touched(judge, frame.sure, frame.perhaps, function(m) return plane.far(m.x, m.y, x, y) end, figures.template)
end

-- core:917, 863-885: it is laid so that it touches its target.
local function told_spot(judge, e)
    local shot = judge:top()
    if not shot or shot.event ~= "overhead_shot" or shot.spot then return end
    shot.spot = e.chosen
end

local function begins(_, e) e.frame.sure, e.frame.perhaps, e.frame.landed, e.frame.throws = {}, {}, {}, 0 end

local function thrown(judge, e)
    local shot = e.frame.above
    if not shot or shot.event ~= "overhead_shot" then return end
    shot.throws = shot.throws + 1
    shot.hit = e.kept.hits > 0
    if e.frame.roles.minis ~= 1 or shot.throws > 1 then
        judge:found("overhead.one_roll", "%s rolls more than once for a shot", e.frame.roles.shooter.thing)
    end
end

-- North is the far side as the shooter sees it; to the right of it is East (core:863-879).
local function facing(judge, owner)
    for _, z in ipairs(judge.zones) do
        if z.set.owner and z.set.owner.owner == owner then return z.set.outline.side == "south" and 1 or -1 end
    end
    return 1
end
local compass = { { 0, -1 }, { 1, 0 }, { 1, 0 }, { -1, 0 }, { -1, 0 }, { 0, 1 } }

local function scattered(judge, e)
    local shot, roll = e.frame.above, e.frame.rolls[1]
    if not shot or shot.event ~= "overhead_shot" then return end
    shot.scattered = true
    if shot.hit then judge:found("scatter.miss", "%s hit, and its shot goes astray", e.frame.roles.shooter.thing) end
    if not roll or roll.die ~= "d6" or roll.count ~= 1 then
        judge:found("scatter.die", "a shot goes astray by %s dice", roll and roll.count or "no")
        return
    end
    shot.astray = roll.faces[1]
end

-- Worked out as the shot is made known in its rolls, before anybody is struck.
local function lands(judge, shot)
    if shot.settled then return end
    shot.settled = true
    local spot = shot.spot
    if not spot then return end
    local target = shot.roles.target
    if (reader.gap({ models = { { x = spot.x, y = spot.y, radius = 0 } } }, target) or 0) > figures.template + slack then
        judge:found("overhead.spot", "a shot at %s is aimed beside it", target.thing)
    end
    if shot.hit then
        under_template(judge, shot, spot.x, spot.y)
        return
    end
    local way, look = compass[shot.astray], facing(judge, shot.roles.shooter.owner)
    if not way then return end
    local far = shot.astray * plane.inch * look
    local x, y = spot.x + way[1] * far, spot.y + way[2] * far
    touched(judge, shot.sure, shot.perhaps, function(m) return plane.to_leg(m.x, m.y, spot.x, spot.y, x, y) end, 0)
    if x >= 0 and y >= 0 and x <= judge.width and y <= judge.depth then under_template(judge, shot, x, y) end
end

local function one_lands(judge, e)
    local shot, r = e.frame.above, e.roles
    if not shot or shot.event ~= "overhead_shot" then return end
    lands(judge, shot)
    if shot.landed[r.who] then judge:found("template.units", "a shot lands on %s twice", r.who.thing) end
    shot.landed[r.who] = true
    local on = {}
    for _, m in ipairs(r.touched) do
        on[m] = true
        if not shot.perhaps[m] then judge:found("template.touch", "%s is struck and not touched", m.thing) end
    end
    for _, m in ipairs(r.who.models) do
        if shot.sure[m] and not on[m] then judge:found("template.touch", "%s is touched and not struck", m.thing) end
    end
    if r.hits ~= #r.touched then
        judge:found("template.hits", "%d models of %s are touched, and %d hits", #r.touched, r.who.thing, r.hits)
    end
end

local function shot_ends(judge, e)
    local shot = e.frame
    if e.status ~= "done" then return end
    lands(judge, shot)
    if shot.throws == 0 then judge:found("overhead.one_roll", "%s throws without a roll", shot.roles.shooter.thing) end
    if not shot.hit and not shot.scattered then
        judge:found("scatter.miss", "%s misses, and its shot does not go astray", shot.roles.shooter.thing)
    end
    for m in pairs(shot.sure) do
        if there(m) and not shot.landed[m.unit] then
            judge:found("template.units", "%s is touched, and nothing lands on %s", m.thing, m.unit.thing)
        end
    end
end

-- ---- Behemoths

-- Those that were trod on are told before the move that treads on them.
local function trample_begins(judge, e)
    local who, beast = e.roles.who, e.roles.beast
    beast.trod = beast.trod or {}
    if beast.trod[who] then judge:found("trample.once", "%s is trod on twice in a move", who.thing) end
    local stood = {}
    for i, m in ipairs(who.models) do stood[i] = { x = m.x, y = m.y, radius = m.radius, thing = m.thing } end
    beast.trod[who] = stood
    e.frame.had = who.set.markers or 0
end

local function trample_ends(judge, e)
    local who, roll, n = e.frame.roles.who, e.frame.rolls[1], 1
    local die = reader.is(who, "monster") and "d3" or not reader.is(who, "behemoth") and "d6" or nil
    if roll then n = roll.faces[1] end
    if (roll and roll.die or nil) ~= die or roll and roll.count ~= 1 then
        judge:found("trample.hits", "%s is trod on by %s", who.thing, roll and roll.die or "no die")
    elseif e.kept.hits ~= n or e.frame.saved ~= n and not who.gone then
        judge:found("trample.hits", "%s suffers %d hits and saves %d, and %d were rolled", who.thing, e.kept.hits,
            e.frame.saved or 0, n)
    end
    if not who.gone and (who.set.markers or 0) ~= e.frame.had then
        judge:found("trample.marker", "%s gains a marker for being trod on", who.thing)
    end
end

local function beast_moves(judge, e)
    local beast, path = e.roles.thing, e.roles.path
    if beast.kind ~= "unit" or not reader.is(beast, "behemoth") or #beast.models == 0 or not path then return end
    local trod = beast.trod or {}
    beast.trod = nil
    local own = beast.models[1]
    for _, v in ipairs(judge.units) do
        local sure, perhaps = false, false
        local friend = v ~= beast and v.owner == beast.owner and not v.has["Flying"] and not ground.flies(beast)
        for _, m in ipairs(friend and (trod[v] or not v.gone and v.models) or {}) do
            if m.x and #path > 0 then
                local gap = plane.to_way(m.x, m.y, path, own.x - path[1].x, own.y - path[1].y) - own.radius - m.radius
                -- To brush past is not to go through; whom it touches as it sets out it may go through as well.
                sure = sure or gap < -slack
                perhaps = perhaps or gap < slack
            end
        end
        if sure and not trod[v] then judge:found("trample.who", "%s goes over %s, which suffers no hits", beast.thing, v.thing) end
        if trod[v] and not perhaps then judge:found("trample.who", "%s is trod on from afar", v.thing) end
    end
end

function blasts.install(judge)
    judge:on("choice", nil, told_spot)
    judge:on("begin", "overhead_shot", begins)
    judge:on("end", "aimed_shots", thrown)
    judge:on("end", "scatter", scattered)
    judge:on("begin", "shot_lands", one_lands)
    judge:on("end", "overhead_shot", shot_ends)
    judge:on("begin", "trample", trample_begins)
    judge:on("end", "trample", trample_ends)
    judge:on("begin", "move", beast_moves)
end

return blasts
