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
from ..state.seat_control import with_seat
from ..store import codec
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time import user_hours, vacation
from ..time.hours import compute_due_instant, next_open_instant

log = logging.getLogger(__name__)

DOWNTIME_SECONDS: Final = 15 * 60  # delay of the clock after which a late user gets extra time: nobody could play
GRACE_SECONDS: Final = turn_clocks.GRACE_SECONDS  # extra time
MAX_ACTIONS: Final = 1000  # upper bound of actions per run


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
        self.member_leaves = leaving
        self.seat_transfers = handing

    async def do_due_actions(self, table_id: int) -> None:
        """Do everything due at a table, each in its own transaction."""
        if table_id not in self.registry.tables:
            self.registry.damaged_tables.raise_if_set_aside(table_id)
            raise ServiceError("unknown_table", id=table_id)
        await self.member_leaves.look_up_due_members(table_id)
        if await self._is_row_due_but_not_memory(table_id):
            self.registry.unconfirmed_writes.mark_for_reload(table_id, tell=False)
        for _ in range(MAX_ACTIONS):
            changes: list[TableChange] | None = None
            leaver: int | None = None
            async with self.registry.lock_table(table_id):
                table, now = self.registry.tables.get(table_id), self.registry.clock.now()
                if table is not None:
                    leaver = self.vacations.find_automatic_leaver(table, now)
                    if leaver is None:
                        changes = await self._do_first_due_action(table, now)
            if leaver is not None:  # the vacation affects all tables of the user
                await self.vacations.begin_automatic_vacation(leaver)
                continue
            if changes is None:
                return
            for change in changes:
                await self.registry.publish(change)
        raise RuntimeError(f"table {table_id}: there is no end of what is due")

    def time_banks_by_seat(self, table: Table) -> dict[int, int]:
        """Seconds in the time banks of all persons at a table, by seat; empty without banks."""
        now, hours = self.registry.clock.now(), self.registry.closed_hours_of
        banks = {seat.index: turn_clocks.seat_bank_now(table, seat, now, hours(seat)) for seat in table.human_seats}
        return {seat: seconds for seat, seconds in banks.items() if seconds is not None}

    async def _do_first_due_action(self, light: Table, now: int) -> list[TableChange] | None:
        """Do the first due action; None: nothing is due."""
        if light.look_at is None or light.look_at > now:
            return None
        changes = await self.votes.close_vote_if_decided(light, now)
        if changes is None and light.is_available:
            changes = await self.seat_transfers.settle_first_due(light, now)
        if changes is not None:
            return changes
        if light.lesson is not None and light.is_available:
            return (await self.playing.abandon_game(await self.registry.load_under_lock(light.id), None))[1]
        if light.status != "active" or not light.is_available:
            await self._store_next_action_time(light)
            return None
        table = await self.registry.load_under_lock(light.id)
        for turn in table.stretches:
            seat, timer = table.seats[turn.seat], turn.timer
            if not seat.is_human:
                continue
            if timer.act_at is not None and timer.act_at <= now:
                return await self._act_for_late_seat(table, seat, turn, now)
            if timer.remind_at is not None and timer.remind_at <= now:
                return await self._remind(table, seat, turn, now)
        freeze_at, ask_at = due_dates.freeze_due_at(table), due_dates.continue_question_at(table)
        if freeze_at is not None and freeze_at <= now:
            return await self._freeze_table(table)
        if ask_at is not None and ask_at <= now:
            return await self._ask_after_idle_week(table, now)
        await self._store_next_action_time(table)
        return None

    async def _is_row_due_but_not_memory(self, table_id: int) -> bool:
        """Whether the row says that something is due but memory does not: the job would repeat for ever."""
        async with self.registry.lock_table(table_id):
            table, now = self.registry.tables.get(table_id), self.registry.clock.now()
            if table is None or (table.look_at is not None and table.look_at <= now):
                return False
            row = await self.registry.store.read(lambda t: t.game(table_id))
            return row is not None and row.look_at is not None and row.look_at <= now

    async def _store_next_action_time(self, table: Table) -> None:
        """Nothing is due any more: store the next time."""
        await self.registry.commit(table, table, PendingWrites())

    # Reminders

    async def _remind(self, table: Table, seat: Seat, turn: PendingTurn, now: int) -> list[TableChange]:
        """Send the newest due reminder in the channel, and to the owner behind a stand-in."""
        hours = self.registry.closed_hours_of(seat)
        timer = turn_clocks.skip_missed_reminders(turn.timer, now, hours)
        kind, wanted = turn_clocks.next_reminder_kind(timer), self._wanted_reminders(seat)
        settings = self.registry.settings.get(seat.notify_user_id or 0, {})
        is_digest_too_late = notifications.is_digest_after_last_reminder(settings, timer, now)
        if is_digest_too_late and not await self._was_mentioned_at_turn_start(table, seat, turn, settings):
            kind = notifications.LAST
        is_hushed = turn.timer.hushed and kind in ("half", "late", "long", notifications.LAST)
        ask_at = due_dates.continue_question_at(table)
        if kind == "long" and ask_at is not None and ask_at <= now:
            is_hushed = True  # the question whether to continue mentions everybody
        reminder = Reminder(table.id, seat.index, turn.seq, timer.step, kind, now)
        next_timer = turn_clocks.advance_reminder(timer, now, hours)
        if is_hushed:
            return await self._commit_timer(table, turn, next_timer)
        is_wanted = wanted == "all" or (wanted == "due" and kind in ("due", "daily"))
        to_owner = notifications.plan_owner_notification(table, seat, timer, reminder, self.registry.settings)
        return await self._commit_timer(table, turn, next_timer, [reminder] if is_wanted else [], to_owner)

    async def _was_mentioned_at_turn_start(
        self, table: Table, seat: Seat, turn: PendingTurn, settings: Mapping[str, str]
    ) -> bool:
        """Whether a user with a daily digest was mentioned at the start of the turn because no digest comes in time."""
        if not notifications.does_digest_miss_deadline(settings, turn.timer, turn.since):
            return False
        post_rows, reminder_rows = await self.registry.store.read(
            lambda t: (
                [
                    *t.posts_with_reason(table.id, notifications.TURN),
                    *t.posts_with_reason(table.id, notifications.START),
                ],
                t.reminders(table.id),
            )
        )
        woken = (seat.index, turn.seq, notifications.WOKE)
        if any((row.seat, row.seq, row.what) == woken for row in reminder_rows):
            return True
        posts = [codec.post_from_row(row) for row in post_rows if row.seq == seat.pinged_seq]
        return any(seat.notify_user_id in post.mentioned_user_ids for post in posts)

    def _wanted_reminders(self, seat: Seat) -> str:
        """Which reminders the user of a seat wants: `all`, `due` or `off`."""
        settings = self.registry.settings.get(seat.notify_user_id or 0, {})
        return settings.get(user_hours.REMINDERS, "all") if seat.is_present else "off"

    async def _commit_timer(
        self,
        table: Table,
        turn: PendingTurn,
        timer: TurnTimer,
        reminders: Sequence[Reminder] = (),
        to_owner: Sequence[Notification] = (),
    ) -> list[TableChange]:
        """Commit another timer of a turn, with reminders in the channel and notifications to the owner."""
        new = replace(table, stretches=tuple(replace(t, timer=timer) if t is turn else t for t in table.stretches))
        await self.registry.commit(table, new, PendingWrites(reminders=reminders, notifications=to_owner))
        return [TableChange(new, "reminded")] if reminders else []

    # Late

    async def _act_for_late_seat(self, table: Table, seat: Seat, turn: PendingTurn, now: int) -> list[TableChange]:
        """Apply the late policy, or grant extra time after a delay."""
        act_at = turn.timer.act_at
        assert act_at is not None, "something is to be done"
        if now - act_at > DOWNTIME_SECONDS and not self._has_had_extra_time(seat, turn.timer):
            reminder = Reminder(table.id, seat.index, turn.seq, turn.timer.step, "due", now)
            timer = turn_clocks.advance_reminder(turn.timer, now, self.registry.closed_hours_of(seat))
            later = compute_due_instant(now, GRACE_SECONDS, self.registry.closed_hours_of(seat))
            return await self._commit_timer(table, turn, replace(timer, act_at=later, graced=True), [reminder])
        if table.late == "machine":
            if turn_clocks.effective_late_policy(table, seat) != "machine":  # all others have left
                return await self._commit_timer(table, turn, replace(turn.timer, act_at=None))
            return (await self._let_machine_take_over(table, seat))[1]
        made = conditional_moves.first_conditional_answer(table, seat)
        if made is not None:  # the user's own conditional move, held back after an undo
            lines = [encode_move(made.move)]
            result = await self.playing.make_moves(
                table, seat.index, lines, act=None, by=seat.standin, tells=True, after=made.table
            )
            return result[1]
        if turn_clocks.is_deserted(table):
            return await self._ask_whether_to_continue(table, now)
        game = table.game
        assert game is not None, "it is active"
        if table.late == "fallback":
            move = game.default_move(table.state, seat.index)
        else:
            move = await machines.choose_in_background(table, replace(seat, machine=default_level()))
        assert move is not None, "the seat is waited for"
        return (await self.playing.make_moves(table, seat.index, [encode_move(move)], act=None, by=CLOCK))[1]

    def _has_had_extra_time(self, seat: Seat, timer: TurnTimer) -> bool:
        """Whether extra time was granted already, other than by an automatic vacation."""
        if timer.due is None:
            return timer.graced
        is_act_time_unchanged = timer.act_at == next_open_instant(self.registry.closed_hours_of(seat), timer.due)
        return timer.graced and not is_act_time_unchanged

    async def _let_machine_take_over(self, table: Table, seat: Seat) -> Result:
        """A machine takes the seat until its owner returns."""
        pen = self.playing.new_log_writer(table, None)
        pen.write("table", "machine", seat.index, [StoredEvent("table.machine_late", {"seat": seat.index})])
        new = with_seat(table, replace(seat, machine=default_level()))
        return await self.playing.commit_move(new, table, pen, PendingWrites())

    # Idle tables

    async def _ask_after_idle_week(self, table: Table, now: int) -> list[TableChange]:
        """Ask after a week without a move; vacations of the awaited users do not count."""
        back_at = 0  # end of the last vacation of an awaited user
        for seat in (table.seats[index] for index in table.seats_to_move):
            if seat.is_human:
                vacations = vacation.decode_vacations(self.registry.settings.get(seat.notify_user_id or 0, {}))
                back_at = max([back_at, *(one.end for one in vacations if one.begin <= now)])
        if back_at + due_dates.ASK_CONTINUE_AFTER <= now:
            return await self._ask_whether_to_continue(table, now)
        new = replace(table, moved_at=back_at)
        await self.registry.commit(table, new, PendingWrites())
        return []

    async def _ask_whether_to_continue(self, table: Table, now: int) -> list[TableChange]:
        """Mention everybody and ask whether the game goes on."""
        new, posts = with_continue_question_post(replace(table, asked_at=now))
        # Clocks stop while all are away.
        new = turn_clocks.update_turn_clocks(table, new, now, self.registry.closed_hours_of, acted=(), undo=False)
        await self.registry.commit(table, new, PendingWrites(posts=posts))
        return [TableChange(new, "asked")]

    async def _freeze_table(self, table: Table) -> list[TableChange]:
        """Freeze the table until somebody moves; announced once, without mentions."""
        pen = self.playing.new_log_writer(table, None)
        pen.write("table", "frozen", None, [StoredEvent("table.frozen", {})])
        new, posts = with_silent_post(replace(table, status="frozen"), FROZEN)
        return (await self.playing.commit_move(new, table, pen, PendingWrites(posts=posts)))[1]
