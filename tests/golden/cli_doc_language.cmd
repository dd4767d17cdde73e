myth doc language
