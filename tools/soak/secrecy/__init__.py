"""Two games alike in everything public and different in everything hidden: what leaves the bot must be the same."""
