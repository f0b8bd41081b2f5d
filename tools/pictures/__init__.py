"""Pictures and replays of the documents, and the palettes of the games."""
