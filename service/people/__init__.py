"""One person at all their tables: settings, vacations, personal data."""
