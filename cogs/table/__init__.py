"""Acts about the table: lists, votes, undo, resigning, personal settings."""
