"""Vote: stop the clocks until somebody resumes them (`service/play/pauses.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from service.errors import ServiceError
from service.play.moves import Result
from service.state import table_rest
from service.state.model import LogEntry, Seat, StoredEvent, Table, Vote, VoteStatus
from service.state.seat_control import find_represented_seat
from service.store.log_writer import PendingWrites

from .kind import HOUR, VoteKind, VoteRequest


class PauseVote(VoteKind):
    """The proposer suffices if all others are late: a pause helps them, and anybody may end it."""

    what = "pause"
    open_seconds = 24 * HOUR
    is_proposer_enough = True

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        if table.paused_at is not None:
            raise ServiceError("pause_already", since=table.paused_at)
        return VoteRequest()

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        writer = self.playing.new_log_writer(table, act)
        proposer = find_represented_seat(table, vote.by)
        assert proposer is not None, "proposers have a seat"
        writer.write("table", "pause", None, [StoredEvent("table.paused", {"seat": proposer.index})])
        return await self.playing.commit_move(table_rest.pause_clocks(table, writer.now), table, writer, writes)

    def status_after_entries(self, vote: Vote, table: Table, entries: Sequence[LogEntry]) -> VoteStatus | None:
        """A moderator paused the table."""
        return "void" if table.paused_at is not None else None
