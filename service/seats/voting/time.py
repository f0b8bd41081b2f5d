"""Votes: pace and late policy of a running game."""

from __future__ import annotations

from service.errors import ServiceError
from service.play.lobby import parse_late_policy
from service.play.moves import Result
from service.state import turn_clocks
from service.state.mail import Reminder
from service.state.model import Seat, StoredEvent, Table, Vote
from service.store.log_writer import PendingWrites
from service.time.pace import parse_pace

from .kind import HOUR, VoteKind, VoteRequest


class PaceVote(VoteKind):
    """The value is a `service.time.pace.Pace` as text."""

    what = "pace"
    open_seconds = 24 * HOUR

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        pace = str(parse_pace(proposal.value or ""))
        if pace == table.pace:
            raise ServiceError("so_already")
        return VoteRequest(value=pace)

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        writer = self.playing.new_log_writer(table, act)
        pace = parse_pace(vote.value or "")
        writer.write("table", "pace", None, [StoredEvent("table.pace", {"pace": str(pace)})])
        new = turn_clocks.recompute_for_pace(
            table, pace, writer.now, self.registry.closed_hours_of, self.playing.seats_with_decisions(table)
        )
        return await self.playing.commit_move(new, table, writer, writes)


class LateVote(VoteKind):
    """The value is a `model.LatePolicy`."""

    what = "late"
    open_seconds = 24 * HOUR

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        late = parse_late_policy(proposal.value or "")
        if late == table.late:
            raise ServiceError("so_already")
        return VoteRequest(value=late)

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        writer = self.playing.new_log_writer(table, act)
        late = parse_late_policy(vote.value or "")
        writer.write("table", "late", None, [StoredEvent("table.late", {"late": late})])
        new = turn_clocks.with_late_policy(table, late, writer.now, self.registry.closed_hours_of)
        warned = () if late == "ask" else turn_clocks.late_seats(table, writer.now)
        writes.reminders = [
            Reminder(table.id, turn.seat, turn.seq, turn.timer.step, "due", writer.now)
            for turn in new.stretches
            if turn.seat in warned
        ]
        return await self.playing.commit_move(new, table, writer, writes)
