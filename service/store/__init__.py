"""Tables in memory and in the database: the registry, its locks, and the one way to write."""
