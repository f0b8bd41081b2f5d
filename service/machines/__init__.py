"""Machine players: when they move, the searches of strong ones, hints."""
