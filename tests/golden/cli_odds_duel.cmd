myth odds duel
myth odds duel "Slingers at spears" --json
