"""Machine players: their turns, searches of strong ones, hints."""
