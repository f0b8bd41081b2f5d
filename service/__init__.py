"""Running tables: the only writer of games. Knows no Discord and no rules."""
