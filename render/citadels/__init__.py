"""Pictures of Citadels: the table of all cities, the private hand, the choice of a character, the final score."""
