"""Pictures and alternative texts of Carcassonne."""
