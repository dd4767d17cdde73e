myth doc lua
