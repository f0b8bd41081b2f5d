"""To end the game without a winner."""

from __future__ import annotations

from service.play.moves import Result
from service.state.model import Seat, StoredEvent, Table, Vote
from service.store.registry import Work

from .kind import HOUR, Asked, Kind


class End(Kind):
    """Statistics count nothing of a game that was given up."""

    what = "end"
    seconds = 72 * HOUR
    everybody = True
    final = True

    def asked(self, table: Table, seat: Seat, asked: Asked) -> Asked:
        return Asked()

    async def carried_out(self, table: Table, vote: Vote, act: str | None, work: Work) -> Result:
        pen = self.playing.pen(table, act)
        return await self.playing.end(table, table, pen, "abandoned", (), [StoredEvent("table.ended", {})], work)
