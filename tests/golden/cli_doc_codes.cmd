myth doc codes
