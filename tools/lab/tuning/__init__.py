"""Fitting weights of the machines to games: one module per game."""
