"""Where open tables are played and who decides at them, to find them by."""

from __future__ import annotations

from ..state.model import Table
from ..state.seat_control import deciding_user_ids


class TableIndex:
    """Open tables by channel and by person."""

    def __init__(self) -> None:
        self._homes: dict[int, int] = {}
        self._seated: dict[int, set[int]] = {}

    def add(self, table: Table) -> None:
        if table.lesson is None or table.home.guild_id is not None:  # direct messages are no home of one table
            self._homes[table.home.channel_id] = table.id
        for user in deciding_user_ids(table):
            self._seated.setdefault(user, set()).add(table.id)

    def remove(self, table: Table) -> None:
        """Forget a table, as it was when it was added."""
        self._homes.pop(table.home.channel_id, None)
        for user in deciding_user_ids(table):
            self._seated.get(user, set()).discard(table.id)

    def at(self, channel_id: int) -> int | None:
        """The number of the table of a channel."""
        return self._homes.get(channel_id)

    def of(self, user_id: int) -> list[int]:
        """The numbers of the tables at which somebody decides, the oldest first."""
        return sorted(self._seated.get(user_id, ()))
