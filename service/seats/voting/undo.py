"""Vote: undo more than a player may alone."""

from __future__ import annotations

from collections.abc import Sequence

from service.errors import ServiceError
from service.play.moves import Result
from service.state.model import LogEntry, Seat, Table, Vote, VoteStatus
from service.state.readable_log import without_undone
from service.store.log_writer import PendingWrites

from .kind import HOUR, VoteKind, VoteRequest


class UndoVote(VoteKind):
    """`to` is the entry to go back to; by default the proposer's last act."""

    what = "undo"
    open_seconds = 48 * HOUR
    is_unanimous = True

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        moves = [entry for entry in without_undone(self.registry.brief_log(table.id)) if entry.kind == "move"]
        if proposal.to is None:
            own_moves = [entry for entry in moves if entry.seat == seat.index]
            if not own_moves:
                raise ServiceError("undo_none")
            return VoteRequest(next(entry.seq for entry in moves if entry.first == own_moves[-1].first))
        if not any(entry.seq >= proposal.to for entry in moves) or proposal.to < 2:
            raise ServiceError("undo_none")
        return VoteRequest(proposal.to)

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        assert vote.to is not None, "an undo vote names an entry"
        return await self.playing.undo_to_entry(table, vote.to, seat=None, act=act, writes=writes)

    def status_after_entries(self, vote: Vote, table: Table, entries: Sequence[LogEntry]) -> VoteStatus | None:
        """A move or another undo closes the vote."""
        return "declined" if any(entry.kind in ("move", "undo") for entry in entries) else None
