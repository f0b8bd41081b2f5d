"""Pictures and films of the documents, and the palettes of the games."""
