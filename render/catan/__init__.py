"""Pictures and alternative texts of Catan, with and without Cities & Knights."""
