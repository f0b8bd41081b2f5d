"""Before the game: opening a table, sitting down, choosing the rules."""
