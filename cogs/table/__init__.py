"""Commands and buttons about a table: lists, votes, undo, resigning, personal settings."""
