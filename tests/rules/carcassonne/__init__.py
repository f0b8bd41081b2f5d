"""Carcassonne."""
