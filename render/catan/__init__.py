"""Pictures of Catan, with and without Cities & Knights."""
