"""Choosing one legal move by buttons, selects or typing. Independent of Discord."""
