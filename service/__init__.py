"""Use cases of running tables, and the only writer of games. Independent of Discord; calls games by the rules protocol
alone."""
