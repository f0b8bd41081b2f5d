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

    def shard_of(self, guild_id: int | None) -> int:
        """Of all shards that of a server. None: direct messages, which are of shard 0."""
        return ((guild_id or 0) >> 22) % self.count

    def holds(self, guild_id: int | None) -> bool:
        """Whether a server is of one of these."""
        return self.first <= self.shard_of(guild_id) <= self.last

    @property
    def values(self) -> tuple[int, ...]:
        """What `HELD` asks for."""
        return astuple(self)

    @property
    def divided(self) -> bool:
        """Whether others hold shards too."""
        return len(self.shards) < self.count

    def condition(self, column: str = "guild_id") -> str:
        """What a query adds to find rows of servers of these shards alone; nothing where that is all of them."""
        if not self.divided:
            return ""
        return f" AND (coalesce({column}, 0) >> 22) % {self.count} BETWEEN {self.first} AND {self.last}"

    def __str__(self) -> str:
        """As the setting has it."""
        part = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{part}/{self.count}"


WHOLE: Final = Share()
HELD: Final = "(guild_id >> 22) % ? BETWEEN ? AND ?"  # as a condition: the row is of a server of these shards
