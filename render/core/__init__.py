"""What the pictures of all games share: looks, letters, colours, chips, the palette, the cache of sprites."""
