"""The Merchant."""

from __future__ import annotations

from typing import Final

from ..plays import CharacterPlay
from ..reading import Reading


class Merchant(CharacterPlay):
    gold = 1

    def want(self, r: Reading, seat: int) -> float:
        return 1.2


PLAY: Final = Merchant()
