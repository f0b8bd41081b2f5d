"""Several bot processes on one PostgreSQL database: a stage for tests, and a campaign of kills."""
