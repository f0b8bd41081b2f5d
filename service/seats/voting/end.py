"""Vote: end the game without a winner."""

from __future__ import annotations

from service.play.moves import Result
from service.state.model import Seat, StoredEvent, Table, Vote
from service.store.log_writer import PendingWrites

from .kind import HOUR, VoteKind, VoteRequest


class EndVote(VoteKind):
    """Abandoned games do not count for statistics."""

    what = "end"
    open_seconds = 72 * HOUR
    is_unanimous = True
    is_irreversible = True

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        return VoteRequest()

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        writer = self.playing.new_log_writer(table, act)
        return await self.playing.end_game(
            table, table, writer, "abandoned", (), [StoredEvent("table.ended", {})], writes
        )
