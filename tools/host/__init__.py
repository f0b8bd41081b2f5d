"""Programs for hosts: back up, move to another database, ask whether the bot is well, verify luck."""
