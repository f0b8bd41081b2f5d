"""Pictures of Catan."""
