"""Weights of the machines, found from games: a module for each game."""
