"""The shards of a process: Discord distributes servers over shards by their ids."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """The shards `first` to `last` (inclusive) of `count`."""

    count: int = 1
    first: int = 0
    last: int = 0

    @property
    def shards(self) -> range:
        return range(self.first, self.last + 1)

    def shard_of(self, guild_id: int | None) -> int:
        """The shard of a server; direct messages (None) belong to shard 0."""
        return ((guild_id or 0) >> 22) % self.count

    def holds(self, guild_id: int | None) -> bool:
        """Whether a server belongs to these shards."""
        return self.first <= self.shard_of(guild_id) <= self.last

    @property
    def sql_values(self) -> tuple[int, ...]:
        """The parameters of `HELD_CONDITION`."""
        return astuple(self)

    @property
    def is_divided(self) -> bool:
        """Whether other processes hold shards too."""
        return len(self.shards) < self.count

    def sql_condition(self, column: str = "guild_id") -> str:
        """Additional SQL condition for servers of these shards; empty for all shards."""
        if not self.is_divided:
            return ""
        return f" AND (coalesce({column}, 0) >> 22) % {self.count} BETWEEN {self.first} AND {self.last}"

    def __str__(self) -> str:
        """The notation of the setting."""
        part = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{part}/{self.count}"


WHOLE: Final = Share()
HELD_CONDITION: Final = "(guild_id >> 22) % ? BETWEEN ? AND ?"  # SQL condition on a server of these shards
