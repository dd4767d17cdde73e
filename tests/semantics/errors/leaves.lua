function wrong(n) return {} end
function thrown(n, e) return e:say("six") end
function for_ever(n) while true do n = n + 1 end end
function fails(n) error("no good") end
function writes(n) count = (count or 0) + 1; return count end
function circle(n, e) return e:value("circle", n) end
