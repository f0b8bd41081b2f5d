"""Learning a game by playing it."""
