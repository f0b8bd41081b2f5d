"""Play: lobby, moves, undo, history, due posts, direct messages."""
