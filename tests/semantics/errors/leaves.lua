function wrong(n) return {} end
function thrown(n, e) return e:say("six") end
function for_ever(n) while true do n = n + 1 end end
function fails(n) error("no good") end
function writes(n) count = (count or 0) + 1; return count end
function circle(n, e) return e:value("circle", n) end
function one_man() return 7 end
function hole() return { 1, false, 3 } end
function odd() return { 1, "two" } end
