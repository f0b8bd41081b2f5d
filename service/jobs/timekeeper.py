"""Actions of the clock at a table: reminders, late policy, closing of votes, idle tables."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.core import encode_move

from ..errors import ServiceError
from ..machines import machines
from ..people.vacations import Vacations
from ..play.moves import Playing, Result
from ..play.outbox import with_continue_question_post, with_silent_post
from ..seats.member_leaves import MemberLeaves
from ..seats.seat_transfers import SeatTransfers
from ..seats.votes import Votes
from ..state import conditional_moves, due_dates, notifications, turn_clocks
from ..state.machine_levels import default_level
from ..state.mail import Notification, Reminder
from ..state.model import CLOCK, PendingTurn, Seat, StoredEvent, Table, TurnTimer
from ..state.notifications import FROZEN
from ..store import codec
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time import user_hours, vacation
from ..time.hours import compute_due_instant, next_open_instant

log = logging.getLogger(__name__)

GRACE_AFTER: Final = 15 * 60  # seconds of delay after which a late user gets extra time, as nobody could have played
GRACE: Final = turn_clocks.GRACE  # seconds of extra time
STEPS: Final = 1000  # upper bound of actions per run


class Timekeeper:
    """Looks at one table at a time, and decides from its current state."""

    def __init__(
        self,
        registry: TableRegistry,
        playing: Playing,
        votes: Votes,
        vacations: Vacations,
        leaving: MemberLeaves,
        handing: SeatTransfers,
    ) -> None:
        self.registry = registry
        self.playing = playing
        self.votes = votes
        self.vacations = vacations
        self.leaving = leaving
        self.handing = handing

    async def look(self, table_id: int) -> None:
        """Do everything due at a table, each in its own transaction."""
        if table_id not in self.registry.tables:
            self.registry.apart.refuse(table_id)
            raise ServiceError("unknown_table", id=table_id)
        await self.leaving.look(table_id)
        if await self._stale(table_id):
            self.registry.doubts.add(table_id, tell=False)
        for _ in range(STEPS):
            async with self.registry.lock(table_id):
                table, now = self.registry.tables.get(table_id), self.registry.clock.now()
                leaver = self.vacations.leaver(table, now) if table is not None else None
                changes = await self._next(table, now) if table is not None and leaver is None else None
            if leaver is not None:  # affects all tables of the user
                await self.vacations.leave(leaver)
                continue
            if changes is None:
                return
            for change in changes:
                await self.registry.publish(change)
        raise RuntimeError(f"table {table_id}: there is no end of what is due")

    def banks(self, table: Table) -> dict[int, int]:
        """Seconds in the time banks of all persons at a table, by seat; empty without banks."""
        now, hours = self.registry.clock.now(), self.registry.hours
        found = {seat.index: turn_clocks.seat_bank_now(table, seat, now, hours(seat)) for seat in table.humans}
        return {seat: left for seat, left in found.items() if left is not None}

    async def _next(self, light: Table, now: int) -> list[TableChange] | None:
        """Do the first due action; None: nothing is due."""
        if light.look_at is None or light.look_at > now:
            return None
        closed = await self.votes.decided_by_time(light, now)
        if closed is not None:
            return closed
        handed = await self.handing.due(light, now) if light.available else None
        if handed is not None:
            return handed
        if light.lesson is not None and light.available:
            return (await self.playing.ended(await self.registry.loaded(light.id), None))[1]
        if light.status != "active" or not light.available:
            await self._nothing(light)
            return None
        table = await self.registry.loaded(light.id)
        for stretch in table.stretches:
            seat, timer = table.seats[stretch.seat], stretch.timer
            if not seat.human:
                continue
            if timer.act_at is not None and timer.act_at <= now:
                return await self._act_for(table, seat, stretch, now)
            if timer.remind_at is not None and timer.remind_at <= now:
                return await self._remind(table, seat, stretch, now)
        frozen, dead = due_dates.freeze_due_at(table), due_dates.continue_question_at(table)
        if frozen is not None and frozen <= now:
            return await self._freeze(table)
        if dead is not None and dead <= now:
            return await self._left_alone(table, now)
        await self._nothing(table)
        return None

    async def _stale(self, table_id: int) -> bool:
        """Whether the row says that something is due but memory does not: the job would repeat for ever."""
        async with self.registry.lock(table_id):
            table, now = self.registry.tables.get(table_id), self.registry.clock.now()
            if table is None or (table.look_at is not None and table.look_at <= now):
                return False
            row = await self.registry.store.read(lambda t: t.game(table_id))
            return row is not None and row.look_at is not None and row.look_at <= now

    async def _nothing(self, table: Table) -> None:
        """Nothing is due any more: store the next time."""
        await self.registry.commit(table, table, PendingWrites())

    # Reminders

    async def _remind(self, table: Table, seat: Seat, stretch: PendingTurn, now: int) -> list[TableChange]:
        coming = turn_clocks.skip_missed_reminders(stretch.timer, now, self.registry.hours(seat))
        what, wanted = turn_clocks.next_reminder_kind(coming), self._wants(seat)
        mine = self.registry.settings.get(seat.called or 0, {})
        if notifications.is_digest_after_last_reminder(mine, coming, now) and not await self._rang(
            table, seat, stretch, mine
        ):
            what = notifications.LAST
        hushed = stretch.timer.hushed and what in ("half", "late", "long", notifications.LAST)
        notices, dead = [], due_dates.continue_question_at(table)
        if what == "long" and dead is not None and dead <= now:
            hushed = True  # the post mentions everybody
        notice = Reminder(table.id, seat.index, stretch.seq, coming.step, what, now)
        if not hushed and (wanted == "all" or (wanted == "due" and what in ("due", "daily"))):
            notices = [notice]
        owned = (
            [] if hushed else notifications.plan_owner_notification(table, seat, coming, notice, self.registry.settings)
        )
        timer = turn_clocks.advance_reminder(coming, now, self.registry.hours(seat))
        return await self._with_timer(table, stretch, timer, notices, owned)

    async def _rang(self, table: Table, seat: Seat, stretch: PendingTurn, mine: Mapping[str, str]) -> bool:
        """Whether a user with a daily digest was mentioned at the start of the turn because no digest comes in time."""
        if not notifications.does_digest_miss_deadline(mine, stretch.timer, stretch.since):
            return False
        rows = await self.registry.store.read(
            lambda t: [*t.posts_for(table.id, notifications.TURN), *t.posts_for(table.id, notifications.START)]
        )
        posts = [codec.post_from_row(row) for row in rows if row.seq == seat.pinged_seq]
        told = await self.registry.store.read(lambda t: t.notices(table.id))
        woke = any((row.seat, row.seq, row.what) == (seat.index, stretch.seq, notifications.WOKE) for row in told)
        return woke or any(seat.called in post.mentioned for post in posts)

    def _wants(self, seat: Seat) -> str:
        mine = self.registry.settings.get(seat.called or 0, {})
        return mine.get(user_hours.REMINDERS, "all") if seat.here else "off"

    async def _with_timer(
        self,
        table: Table,
        stretch: PendingTurn,
        timer: TurnTimer,
        notices: Sequence[Reminder] = (),
        owned: Sequence[Notification] = (),
    ) -> list[TableChange]:
        new = replace(table, stretches=tuple(replace(s, timer=timer) if s is stretch else s for s in table.stretches))
        await self.registry.commit(table, new, PendingWrites(notices=notices, calls=owned))
        return [TableChange(new, "reminded")] if notices else []

    # Late

    async def _act_for(self, table: Table, seat: Seat, stretch: PendingTurn, now: int) -> list[TableChange]:
        """Apply the late policy, or grant extra time after a delay."""
        at = stretch.timer.act_at
        assert at is not None, "something is to be done"
        if now - at > GRACE_AFTER and not self._graced(seat, stretch.timer):
            notice = Reminder(table.id, seat.index, stretch.seq, stretch.timer.step, "due", now)
            timer = turn_clocks.advance_reminder(stretch.timer, now, self.registry.hours(seat))
            later = compute_due_instant(now, GRACE, self.registry.hours(seat))
            return await self._with_timer(table, stretch, replace(timer, act_at=later, graced=True), [notice])
        if (
            table.late == "machine" and turn_clocks.effective_late_policy(table, seat) != "machine"
        ):  # all others have left
            return await self._with_timer(table, stretch, replace(stretch.timer, act_at=None))
        if table.late == "machine":
            return (await self._machine(table, seat))[1]
        made = conditional_moves.first_conditional_answer(table, seat)
        if made is not None:  # the user's own conditional move, held back after an undo
            line = [encode_move(made.move)]
            by = seat.standin
            return (await self.playing.moves(table, seat.index, line, None, by, tells=True, after=made.table))[1]
        if turn_clocks.is_deserted(table):
            return await self._ask_all(table, now)
        game = table.game
        assert game is not None, "it is active"
        if table.late == "fallback":
            move = game.fallback(table.state, seat.index)
        else:
            move = await machines.choose_in_background(table, replace(seat, machine=default_level()))
        assert move is not None, "the seat is waited for"
        return (await self.playing.moves(table, seat.index, [encode_move(move)], None, CLOCK))[1]

    def _graced(self, seat: Seat, timer: TurnTimer) -> bool:
        """Whether extra time was granted already, other than by an automatic vacation."""
        first = timer.due is not None and timer.act_at == next_open_instant(self.registry.hours(seat), timer.due)
        return timer.graced and not first

    async def _machine(self, table: Table, seat: Seat) -> Result:
        """A machine takes the seat until its owner returns."""
        pen = self.playing.pen(table, None)
        pen.write("table", "machine", seat.index, [StoredEvent("table.machine_late", {"seat": seat.index})])
        gone = replace(seat, machine=default_level())
        seats = tuple(gone if each.index == seat.index else each for each in table.seats)
        return await self.playing.commit(replace(table, seats=seats), table, pen, PendingWrites())

    # Nobody comes

    async def _left_alone(self, table: Table, now: int) -> list[TableChange]:
        """Ask after a week without a move; vacations of the awaited users do not count."""
        people = [table.seats[seat].called for seat in table.waiting if table.seats[seat].human]
        waited = [self.registry.settings.get(user or 0, {}) for user in people]
        back = max(
            (one.end for each in waited for one in vacation.decode_vacations(each) if one.begin <= now), default=0
        )
        if back + due_dates.ASK_CONTINUE_AFTER <= now:
            return await self._ask_all(table, now)
        new = replace(table, moved_at=back)
        await self.registry.commit(table, new, PendingWrites())
        return []

    async def _ask_all(self, table: Table, now: int) -> list[TableChange]:
        """Mention everybody and ask whether the game goes on."""
        new, posts = with_continue_question_post(replace(table, asked_at=now))
        new = turn_clocks.update_turn_clocks(
            table, new, now, self.registry.hours, (), undo=False
        )  # clocks stop while all are away
        await self.registry.commit(table, new, PendingWrites(posts=posts))
        return [TableChange(new, "asked")]

    async def _freeze(self, table: Table) -> list[TableChange]:
        """Freeze the table until somebody moves; announced once, without mentions."""
        pen = self.playing.pen(table, None)
        pen.write("table", "frozen", None, [StoredEvent("table.frozen", {})])
        new, posts = with_silent_post(replace(table, status="frozen"), FROZEN)
        return (await self.playing.commit(new, table, pen, PendingWrites(posts=posts)))[1]
