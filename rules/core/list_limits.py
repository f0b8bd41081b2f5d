"""How long a list of moves may be, wherever it is read: on the event loop, by a machine, in a test."""

from __future__ import annotations

from typing import Final

MOST: Final = 500  # moves that a seat has listed at a position
SECONDS: Final = 0.02  # in which they are found
