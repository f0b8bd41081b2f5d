"""Several processes on one PostgreSQL database: a stage for them, and a campaign of kills."""
