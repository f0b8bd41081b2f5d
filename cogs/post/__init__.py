"""Public messages: the table, the lobby, votes, and who puts them into the channel."""
