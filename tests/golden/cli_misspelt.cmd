myth chek duel; echo $?
myth run --sed 4 x.lua; echo $?
myth run --seed=x scenarios/first_duel.lua; echo $?
myth run --seed; echo $?
myth fmt --check=yes x; echo $?
myth check deul; echo $?
myth run scenarios/first_duel.lua --policy red=frist; echo $?
myth run scenarios/first_duel.lua --policy reed=first; echo $?
myth run scenarios/first_duel.lua --policy red; echo $?
myth run scenarios/first_duel.lua --ruling shaken_gard=drops; echo $?
myth run scenarios/first_duel.lua --ruling shaken_guard=drop; echo $?
myth run scenarios/first_duel.lua --ruling shaken_guard; echo $?
myth odds duel "Slingers at spear"; echo $?
myth odds duel --best loss; echo $?
myth odds duel --policy frist; echo $?
myth test duel "Locked shields save the men"; echo $?
myth test duel "Locked shields"; echo $?
myth odds duel "Slingers"; echo $?
myth doc langauge; echo $?
myth explain E9999; echo $?
myth why x.tape; echo $?
myth check; echo $?
