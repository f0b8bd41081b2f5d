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

NUDGE_AFTER_SECONDS: Final = 6 * 3600  # between two requested reminders of a seat
ChangeTable = Callable[[Table], Coroutine[Any, Any, tuple[Table, list[TableChange]]]]


class Nudges:
    """Changes of pending turns; each under the table's lock."""

    def __init__(self, registry: TableRegistry, playing: Playing) -> None:
        self.registry = registry
        self.playing = playing

    @durable
    async def hush_reminders(self, table_id: int, user_id: int) -> Table:
        """Send no reminders before the turn is due. ServiceError `nothing_asked`."""

        async def work(table: Table) -> tuple[Table, list[TableChange]]:
            turn = _require_pending_turn(table, require_seat_of(table, user_id))
            return await self._commit_timer(table, turn, replace(turn.timer, hushed=True), reminders=[])

        return await self._change_running_table(table_id, work)

    @durable
    async def remind_seats(self, table_id: int, user_id: int, seat: int | None = None) -> Table:
        """Remind a seat, or all to move, now. ServiceError `clocks_stand`, `remind_none`, `remind_soon` (name, since,
        again)."""

        async def work(table: Table) -> tuple[Table, list[TableChange]]:
            by, now = require_seat_of(table, user_id), self.registry.clock.now()
            if turn_clocks.are_clocks_stopped(table):
                raise ServiceError("clocks_stand")
            others = [t for t in table.stretches if table.seats[t.seat].is_human and t.seat != by.index]
            chosen = [turn for turn in others if seat in (None, turn.seat)]
            if not chosen:
                raise ServiceError("remind_none")
            present = [turn for turn in chosen if table.seats[turn.seat].is_present]
            if not present:
                raise ServiceError("remind_left", name=table.seats[chosen[0].seat].name)
            soon = now - NUDGE_AFTER_SECONDS
            ready = [turn for turn in present if turn.timer.nudged_at is None or turn.timer.nudged_at <= soon]
            if not ready:
                last = max(turn.timer.nudged_at or 0 for turn in present)
                name = table.seats[present[0].seat].name
                raise ServiceError("remind_soon", name=name, since=last, again=last + NUDGE_AFTER_SECONDS)
            reminders = [Reminder(table.id, turn.seat, turn.seq, turn.timer.step, "nudge", now) for turn in ready]
            turns = tuple(
                replace(turn, timer=replace(turn.timer, nudged_at=now, hushed=False)) if turn in ready else turn
                for turn in table.stretches
            )
            new = replace(table, stretches=turns)
            await self.registry.commit(table, new, PendingWrites(reminders=reminders))
            return new, [TableChange(new, "reminded")]

        return await self._change_running_table(table_id, work)

    @durable
    async def let_machine_move(self, table_id: int, user_id: int, seat: int) -> Table:
        """Let a machine move for a late player after an hour. Idempotent.

        ServiceError `not_late`.
        """

        async def work(table: Table) -> tuple[Table, list[TableChange]]:
            by, now = require_seat_of(table, user_id), self.registry.clock.now()
            turn = table.pending_turn_of(seat)
            if turn is None or by.index == seat or not turn_clocks.is_late(turn.timer, now):
                raise ServiceError("not_late")
            if turn.timer.act_at is not None:
                return table, []
            settings = self.registry.settings.get(table.seats[seat].notify_user_id or 0, {})
            hours = user_hours.closed_hours_but_vacations(settings)  # vacations do not protect late players
            act_at = compute_due_instant(now, turn_clocks.REQUESTED_MOVE_SECONDS, hours)
            reminder = Reminder(table.id, seat, turn.seq, turn.timer.step, "machine", now)
            return await self._commit_timer(
                table, turn, turn_clocks.with_requested_action(turn.timer, act_at), [reminder]
            )

        return await self._change_running_table(table_id, work)

    async def _commit_timer(
        self, table: Table, turn: PendingTurn, timer: TurnTimer, reminders: list[Reminder]
    ) -> tuple[Table, list[TableChange]]:
        """Commit another timer of a turn, with reminders."""
        new = replace(table, stretches=tuple(replace(t, timer=timer) if t is turn else t for t in table.stretches))
        await self.registry.commit(table, new, PendingWrites(reminders=reminders))
        return new, [TableChange(new, "reminded")]

    async def _change_running_table(self, table_id: int, work: ChangeTable) -> Table:
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            new, changes = await work(table)
        for change in changes:
            await self.registry.publish(change)
        return new


def _require_pending_turn(table: Table, seat: Seat) -> PendingTurn:
    turn = table.pending_turn_of(seat.index)
    if turn is None:
        raise ServiceError("nothing_asked")
    return turn
