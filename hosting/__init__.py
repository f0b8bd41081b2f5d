"""For who hosts the bot: its log, its health, its figures. Nothing in them is secret, or about a person."""
