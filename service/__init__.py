"""Running tables: the only writer of games. Knows no Discord and no game: of the rules it asks the protocol alone."""
