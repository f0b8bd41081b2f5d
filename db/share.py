"""Which servers of Discord somebody speaks of. Discord divides them into shards, by their numbers."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """The shards from `first` to `last` (this one too), of so many in all."""

    count: int = 1
    first: int = 0
    last: int = 0

    @property
    def shards(self) -> range:
        return range(self.first, self.last + 1)

    def holds(self, guild_id: int | None) -> bool:
        """Whether a server is of one of these shards. None: direct messages, which are of shard 0."""
        return ((guild_id or 0) >> 22) % self.count in self.shards

    @property
    def values(self) -> tuple[int, ...]:
        """What `HELD` asks for."""
        return astuple(self)


WHOLE: Final = Share()
HELD: Final = "(guild_id >> 22) % ? BETWEEN ? AND ?"  # as a condition: the row is of a server of these shards
