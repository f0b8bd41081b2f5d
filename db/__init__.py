"""Storage in SQLite or PostgreSQL: rows of games, seats and logs; knows no rules."""
