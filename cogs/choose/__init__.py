"""From the legal moves to one move, by buttons, lists or typing. Knows no Discord."""
