-- Permissions and `whenever` in Lua: red has no powder to aim with, but where none has fallen yet, and
-- what is shaken twice is steadied at once.
local rules = myth.rules("duel")
rules.rank("core")
rules.forbid("take_aim", function(e) if e.actor.owner.name == "red" then return "no powder" end end)
rules.rank("scenario")
rules.allow("take_aim", function(e) return #e.actor.models == 6 or nil end)
rules.whenever("unit", function(e) return e.it.shaken >= 1 end, function(e)
    e:set(e.it, "shaken", 0)
    e:say(e.it.name .. " is steadied")
end)
local battle = myth.battle { rules = rules, scenario = "open_field", red = "northerners", blue = "northerners" }
battle:play()
