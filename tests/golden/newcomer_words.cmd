# What somebody writes on his first day, each alone behind a few declarations: the message says what to write.
head='ruleset duel { players red, blue }
kind model, models is piece
kind unit, units is group of model { pace length 1"..12" = 6"; talents set of talent; points number = 1 }
kind talent is feature of unit
talent feared
event shot(who: unit) { keep a = hit }
number hit of shot { start 3 }
'
try() {
    printf '%s\n%s\n' "$head" "$1" > $TMP/t.myth
    myth check $TMP/t.myth$2 2>&1 | grep -vE 'W060[12]|one file of several|^ +[56] \||: no mistakes|^ +\| +\^~+$|has mistakes'
}
try 'unit g { models { 1 m { base circle(32) } } }'
try 'unit f { models { 1 n { base circle(25mm) } } }; unit g { models { 1 m { base circle(32) } } }'
try 'unit g { pace 6 }'
try 'unit f { pace 5" }; unit g { pace 6 }'
try 'unit g { pace 6ft }'
try 'unit g { pace 6in }'
try 'unit g { pace 6m }'
try 'unit g { pace 13" }'
try 'unit g { pace 1mm }'
try 'no to sighted'
try '+1 to hit if 1 = 1 "x"'
try 'befor shot { cancel }'
try 'befor shot {
    cancel
}'
try 'event e { cancle }'
try 'remplace truth x = yes'
try 'variant grim of duel { remplace truth x = yes }'
try 'talent Sure-Footed "Sure-footed"'
try 'variant grim of duel { remove feared }'
try 'variant grim of duel { remove fearsome }'
try 'variant grim of dual { remove talent feared }' +grim
try 'unit g; force f { from g; at most 200 point }'
try 'state tired'
