"""Which newcomers have seen how many pickers of which game, kept while the bot runs."""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

REMEMBERED: Final = 20_000  # people and games; who was forgotten sees the tips once more


class TipsShown:
    """How often each person was shown a picker of each game."""

    def __init__(self) -> None:
        self._shown: FIFOCache[tuple[int, str], int] = FIFOCache(REMEMBERED)

    def count(self, user_id: int, kind: str) -> int:
        return self._shown.get((user_id, kind), 0)

    def shown(self, user_id: int, kind: str) -> None:
        self._shown[user_id, kind] = self.count(user_id, kind) + 1

    def forget(self, user_id: int) -> None:
        """Somebody wants tips from the first one on."""
        for key in [key for key in self._shown if key[0] == user_id]:
            del self._shown[key]
