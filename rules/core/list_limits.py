"""Limits for the length of a list of legal moves and the time to compute it."""

from __future__ import annotations

from typing import Final

MOST_LISTED_MOVES: Final = 500  # listed moves of a seat at a position
MOST_SECONDS_TO_LIST: Final = 0.02  # to compute them
