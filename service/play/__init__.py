"""Playing: lobby, moves, undo, the log read back, messages that are due, direct messages."""
