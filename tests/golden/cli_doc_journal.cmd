myth doc journal
