"""Finished games: replays, reviews, statistics, and tables that branch off."""
