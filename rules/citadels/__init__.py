"""Citadels."""
