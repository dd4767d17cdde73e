myth doc limits
