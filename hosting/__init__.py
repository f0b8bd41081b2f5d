"""Operation of the bot: log, health, metrics. None of it contains secrets or personal data."""
