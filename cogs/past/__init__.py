"""What is looked back at: replays, statistics, and tables that begin in the middle of a game that is over."""
