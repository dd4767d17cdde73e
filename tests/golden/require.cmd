# Scripts share Lua: files beside them, each run once, behind the same fence; errors with file and line; a tape knows them.
mkdir -p $TMP/s/lib $TMP/out
cp -r rules $TMP
cd $TMP
cat > s/two.lua <<'E'
local tactics = require "tactics"
local again = require("tactics")
print(tactics == again, tactics.name, require 'lib.deep', shared, ...)
local battle = myth.battle { rules = "duel", scenario = "open_field", red = "northerners", blue = "northerners",
    policies = { red = tactics.first } }
print(battle:play())
E
cat > s/tactics.lua <<'E'
local name = ...
shared = "one table of globals"
print("reading " .. name, require("lib.deep"))
local function first(q)
    if q.kind == "pick" then return 1 end
    for i = 1, q.count do if q:candidate(i) then return i end end
end
return { name = name, first = first }
E
echo 'return 40 + 2' > s/lib/deep.lua
echo == a run, its tape
myth run s/two.lua --quiet --tape two.tape 2>&1 | head -7
myth replay two.tape --verify; echo "code $?"
myth bulk s/two.lua --battles 4 --jobs 2 2>&1 | head -2
sed -i 's/42/43/;s/+ 2/+ 3/' s/lib/deep.lua
myth replay two.tape --verify 2>&1 | sed 's/[0-9a-f]\{16\}/HASH/g'
cp -r s elsewhere
(cd / && myth run $TMP/elsewhere/two.lua --quiet 2>&1 | head -1)
echo == mistakes, with their places
try() { # TEXT OF one.lua, TEXT OF b.lua
    echo "-- $1 | $2"
    printf '%s\n' "$1" > s/one.lua
    printf '%s\n' "$2" > s/b.lua
    myth run s/one.lua 2>&1 | cut -c1-300
}
try 'require "nothing"' ''
try 'print("one"); require "b"' 'local x = 1
x()'
try 'require "b"' 'local x = = 1'
try 'require "b"' 'error("mine")'
try 'require "b".go()' 'return { go = function() local q = nil; q.x = 1 end }'
try 'require "b"' 'require "one"'
try 'require "b"' 'require "b"'
try 'print(pcall(require, "b")); require "b"' 'error("first")'
try 'print(require "b"); error(setmetatable({}, { __tostring = function() return "odd" end }))' ''
try 'local n = "b"; require(n)' ''
try 'require("../tactics")' ''
try 'require "..tactics"' ''
try 'require "/etc/passwd"' ''
try 'require "b.lua"' ''
try 'require(7)' ''
try 'require()' ''
try 'print(package, require "b" and io, os, loadfile, dofile)' ''
try 'print(pcall(require, "nothing"))' ''
try 'require "b"' 'while true do end' | sed 's/(.*//'
echo == nothing of another folder, no C
echo 'print("out of the folder")' > out/a.lua
ln -s ../out/a.lua s/c.lua
ln -s ../out s/linked
printf '\177ELF' > s/d.so
try 'require "c"' ''
try 'require "linked.a"' ''
try 'require "d"' ''
printf 'return "a\000b"' > s/e.lua
try 'require "e"' '' 
mkdir s/f.lua
try 'require "f"' ''
echo == what is read is not written over
printf 'require "b"\n' > s/one.lua
echo 'print(1)' > s/b.lua
myth run s/one.lua --tape s/b.lua; echo "code $?"
cat s/b.lua
echo == not in a rule
try 'local r = myth.rules("duel") r.before("volley", function(e) require "b" end)
local battle = myth.battle { rules = r, scenario = "open_field", red = "northerners", blue = "northerners" } battle:play()' 'return 1'
