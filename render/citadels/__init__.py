"""Pictures and alternative texts of Citadels."""
