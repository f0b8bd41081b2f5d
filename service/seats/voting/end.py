"""Vote: end the game without a winner."""

from __future__ import annotations

from service.play.moves import Result
from service.state.model import Seat, StoredEvent, Table, Vote
from service.store.log_writer import PendingWrites

from .kind import HOUR, VoteKind, VoteRequest


class EndVote(VoteKind):
    """Abandoned games do not count for statistics."""

    what = "end"
    seconds = 72 * HOUR
    everybody = True
    final = True

    def asked(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        return VoteRequest()

    async def carried_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        writer = self.playing.pen(table, act)
        return await self.playing.end(table, table, writer, "abandoned", (), [StoredEvent("table.ended", {})], writes)
