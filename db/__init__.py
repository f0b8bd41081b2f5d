"""Storage: one SQLite file. Speaks of games, seats and log rows; knows no rules."""
