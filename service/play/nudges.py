"""Reminders on request: hush one's own, remind others, let a machine move for late players."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from ..errors import ServiceError
from ..state import turn_clocks
from ..state.mail import Reminder
from ..state.model import PendingTurn, Seat, Table, TurnTimer
from ..state.requirements import require_running
from ..state.seat_control import require_seat_of
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time import user_hours
from ..time.hours import compute_due_instant
from .moves import Playing

NUDGE_AFTER: Final = 6 * 3600  # seconds between two requested reminders of a seat
Changed = Callable[[Table], Coroutine[Any, Any, tuple[Table, list[TableChange]]]]


class Presence:
    """Changes of pending turns; each under the table's lock."""

    def __init__(self, registry: TableRegistry, playing: Playing) -> None:
        self.registry = registry
        self.playing = playing

    @durable
    async def on_it(self, table_id: int, user_id: int) -> Table:
        """Send no reminders before the turn is due. ServiceError `nothing_asked`."""

        async def work(table: Table) -> tuple[Table, list[TableChange]]:
            stretch = _require_pending_turn(table, require_seat_of(table, user_id))
            return await self._with(table, stretch, replace(stretch.timer, hushed=True), [])

        return await self._do(table_id, work)

    @durable
    async def remind(self, table_id: int, user_id: int, seat: int | None = None) -> Table:
        """Remind a seat, or all to move, now. ServiceError `clocks_stand`, `remind_none`, `remind_soon` (name, since,
        again)."""

        async def work(table: Table) -> tuple[Table, list[TableChange]]:
            by, now = require_seat_of(table, user_id), self.registry.clock.now()
            if turn_clocks.are_clocks_stopped(table):
                raise ServiceError("clocks_stand")
            waited = [s for s in table.stretches if table.seats[s.seat].human and s.seat != by.index]
            chosen = [s for s in waited if seat in (None, s.seat)]
            if not chosen:
                raise ServiceError("remind_none")
            left = [table.seats[s.seat].name for s in chosen if not table.seats[s.seat].here]
            chosen = [s for s in chosen if table.seats[s.seat].here]
            if not chosen:
                raise ServiceError("remind_left", name=left[0])
            ready = [s for s in chosen if s.timer.nudged_at is None or now - s.timer.nudged_at >= NUDGE_AFTER]
            if not ready:
                last = max(s.timer.nudged_at or 0 for s in chosen)
                name = table.seats[chosen[0].seat].name
                raise ServiceError("remind_soon", name=name, since=last, again=last + NUDGE_AFTER)
            notices = [Reminder(table.id, s.seat, s.seq, s.timer.step, "nudge", now) for s in ready]
            nudged = {s.seat for s in ready}
            stretches = tuple(
                replace(s, timer=replace(s.timer, nudged_at=now, hushed=False)) if s.seat in nudged else s
                for s in table.stretches
            )
            new = replace(table, stretches=stretches)
            await self.registry.commit(table, new, PendingWrites(notices=notices))
            return new, [TableChange(new, "reminded")]

        return await self._do(table_id, work)

    @durable
    async def let_move(self, table_id: int, user_id: int, seat: int) -> Table:
        """Let a machine move for a late player after an hour. Idempotent.

        ServiceError `not_late`.
        """

        async def work(table: Table) -> tuple[Table, list[TableChange]]:
            by, now = require_seat_of(table, user_id), self.registry.clock.now()
            stretch = table.pending_turn_of(seat)
            if stretch is None or by.index == seat or not turn_clocks.is_late(stretch.timer, now):
                raise ServiceError("not_late")
            if stretch.timer.act_at is not None:
                return table, []
            notice = Reminder(table.id, seat, stretch.seq, stretch.timer.step, "machine", now)
            usual = user_hours.closed_hours_but_vacations(self.registry.settings.get(table.seats[seat].called or 0, {}))
            at = compute_due_instant(
                now, turn_clocks.PRESSED, usual
            )  # an hour of open time; vacations do not count for late players
            return await self._with(table, stretch, turn_clocks.with_requested_action(stretch.timer, at), [notice])

        return await self._do(table_id, work)

    async def _with(
        self, table: Table, stretch: PendingTurn, timer: TurnTimer, notices: list[Reminder]
    ) -> tuple[Table, list[TableChange]]:
        new = replace(table, stretches=tuple(replace(s, timer=timer) if s is stretch else s for s in table.stretches))
        await self.registry.commit(table, new, PendingWrites(notices=notices))
        return new, [TableChange(new, "reminded")]

    async def _do(self, table_id: int, work: Changed) -> Table:
        async with self.registry.lock(table_id):
            self.registry.open_table(table_id)
            table = await self.registry.loaded(table_id)
            require_running(table)
            new, changes = await work(table)
        for change in changes:
            await self.registry.publish(change)
        return new


def _require_pending_turn(table: Table, seat: Seat) -> PendingTurn:
    stretch = table.pending_turn_of(seat.index)
    if stretch is None:
        raise ServiceError("nothing_asked")
    return stretch
