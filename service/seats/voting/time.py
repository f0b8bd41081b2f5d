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
    seconds = 24 * HOUR

    def asked(self, table: Table, seat: Seat, asked: VoteRequest) -> VoteRequest:
        pace = str(parse_pace(asked.value or ""))
        if pace == table.pace:
            raise ServiceError("so_already")
        return VoteRequest(value=pace)

    async def carried_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        pen = self.playing.pen(table, act)
        pace = parse_pace(vote.value or "")
        pen.write("table", "pace", None, [StoredEvent("table.pace", {"pace": str(pace)})])
        new = turn_clocks.recompute_for_pace(table, pace, pen.now, self.registry.hours, self.playing.decided(table))
        return await self.playing.commit(new, table, pen, writes)


class LateVote(VoteKind):
    """The value is a `model.LatePolicy`."""

    what = "late"
    seconds = 24 * HOUR

    def asked(self, table: Table, seat: Seat, asked: VoteRequest) -> VoteRequest:
        late = parse_late_policy(asked.value or "")
        if late == table.late:
            raise ServiceError("so_already")
        return VoteRequest(value=late)

    async def carried_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        pen = self.playing.pen(table, act)
        late = parse_late_policy(vote.value or "")
        pen.write("table", "late", None, [StoredEvent("table.late", {"late": late})])
        new = turn_clocks.with_late_policy(table, late, pen.now, self.registry.hours)
        warned = [] if late == "ask" else turn_clocks.late_seats(table, pen.now)
        writes.notices = [
            Reminder(table.id, each.seat, each.seq, each.timer.step, "due", pen.now)
            for each in new.stretches
            if each.seat in warned
        ]
        return await self.playing.commit(new, table, pen, writes)
