"""Read-only views of a table: board, hand, log, points, help."""
