"""Finished games: results, time and luck measured, reviews, statistics."""
