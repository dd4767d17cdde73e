myth doc language | head -n 1
myth doc lua | true
