"""Tables in memory and in the database: registry, locks, commits, row mapping."""
