"""Finished games: results, measures, reviews, statistics."""
