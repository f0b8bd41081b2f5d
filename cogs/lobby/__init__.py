"""Before the game: new tables, seats, options, machines."""
