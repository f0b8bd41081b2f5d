"""Looking at a table: board, hand, log, points, help. Changes nothing."""
