"""Drawing shared by all games: looks, text, colours, chips, the palette, the sprite cache."""
