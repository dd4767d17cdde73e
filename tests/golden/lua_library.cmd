cat > $TMP/s.lua <<'E'
-- Each line by the manual of Lua 5.4, or by `myth doc lua` where that differs.
local function same(got, want) if got ~= want then error(('%s, and not %s'):format(got, want), 2) end end
local function list(...)
    local t = { ... }
    for i = 1, select('#', ...) do t[i] = tostring(t[i]) end
    return table.concat(t, ' ')
end

same(list(next({ 7 })), '1 7') same(next({}), nil)
local far = setmetatable({}, { __index = setmetatable({}, { __index = { a = 1 } }) })
same(far.a, 1) same(far.b, nil)
local kept = {}
local front = setmetatable({}, { __newindex = setmetatable({}, { __newindex = kept }) })
front.a = 2 same(kept.a, 2) same(rawlen(front), 0)
local through = setmetatable({}, { __index = setmetatable({}, { __index = 5 }) })
same(list(pcall(function() return through.x end)):match('attempt to index a number value'), 'attempt to index a number value')
same(list(xpcall(error, function(e) return 'caught ' .. e end, 'it')), 'false caught it')
same(list(xpcall(math.max, print, 3, 4)), 'true 4')

local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error('no ' .. b, 0) end)
same(list(coroutine.resume(co, 1)), 'true 2') same(list(coroutine.resume(co, 3)), 'false no 3')
same(coroutine.close(co), true)
same(coroutine.wrap(function() return 9 end)(), 9)

same(('key = value'):gsub('(%w+) = (%w+)', '%2 = %1'), 'value = key')
same(('$x'):gsub('%$(%w+)', { x = 'Ann' }), 'Ann') same(('abc'):gsub('%w', function(c) return c:upper() end), 'ABC')
local found = {}
for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do found[#found + 1] = k .. v end
same(table.concat(found), 'a1b2')
same(('f(a(b)c)d'):match('%b()'), '(a(b)c)') same(('THE (quick) fox'):find('%f[%a]%a+%f[%A]'), 1)
same(('abcabc'):match('(abc)%1'), 'abc') same(('<a><b>'):match('<(.-)>'), 'a') same(('x_1!'):match('[%w_]+'), 'x_1')

same(list(table.unpack(table.move({ 1, 2, 3 }, 2, 3, 1))), '2 3 3') same(table.pack(1, nil, 3).n, 3)
same(table.remove({ 4, 5 }), 5)
local points = {}
for _, c in utf8.codes('aé') do points[#points + 1] = c end
same(list(table.unpack(points)), '97 233') same([[
two lines]], "two\032lines")

local three = myth.roll(3, 'd6')
same(#three, 3) same(three[1] >= 1 and three[1] <= 6, true)
local b = myth.battle { rules = 'duel', scenario = 'open_field', red = 'northerners', blue = 'northerners' }
same(list(pcall(function() b.red.x = 1 end)):match('a thing is not written like this'), 'a thing is not written like this')
b:play()
local hash, questions = b.hash, b.questions
b:undo(0) same(b.questions, 0)
b:play() same(list(b.hash, b.questions), list(hash, questions))
print('all as the manual says')
E
myth run $TMP/s.lua --policy red=random,blue=random --quiet | tail -n 1
myth check rules/duel --image | sed -n '1s/:.*//p'
