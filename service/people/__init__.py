"""A user across all tables: settings, vacations, personal data."""
