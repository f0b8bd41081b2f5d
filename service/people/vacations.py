"""Vacations: a user's clocks stop at all their tables, and notifications wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from db.store import Transaction

from ..errors import Damaged, ServiceError
from ..seats.votes import Votes
from ..state import notifications, on_vacation, standing_answers, turn_clocks
from ..state.mail import Notification, Reminder
from ..state.model import PendingTurn, Table, TurnTimer, UpcomingAction
from ..state.seat_control import find_notified_seat, find_visible_seat
from ..store import cluster_messages, codec
from ..store.durable import durable
from ..store.person_clocks import Write, change_turn_timers, lock_open_tables_of
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time import user_hours, vacation
from ..time.typed import HOUR
from ..time.vacation import AUTO, VACATION, Vacation
from .vacation_cover import VacationMachines

SECONDS_LEFT_AFTERWARDS = HOUR  # seconds left for a move after an automatic vacation


@dataclass(frozen=True, slots=True)
class VacationOverview:
    """The current vacation, planned ones, and the seconds left by year."""

    current: Vacation | None
    planned: tuple[Vacation, ...]
    seconds_left_by_year: dict[int, int]


@dataclass(slots=True)
class _VacationNews:
    """Messages to a user whose time would have run out."""

    reminders: list[Reminder] = field(default_factory=list)
    notifications: list[Notification] = field(default_factory=list)


class Vacations:
    """Begins, changes and ends vacations, under the locks of the user and then of their tables."""

    def __init__(self, registry: TableRegistry, votes: Votes, cover: VacationMachines) -> None:
        self.registry = registry
        self.votes = votes
        self.vacation_machines = cover

    def vacation_overview(self, user_id: int) -> VacationOverview:
        """Vacations of a user, with the time left this year and in the years of planned ones."""
        settings, now = self.registry.settings.get(user_id, {}), self.registry.clock.now()
        zone, known = user_hours.user_zone(settings), vacation.decode_vacations(settings)
        last_seconds = [one.end - 1 for one in known if one.end > now]
        years = {vacation.calendar_year(at, zone) for at in (now, *last_seconds)}
        left = {year: vacation.vacation_seconds_left(known, year, zone) for year in sorted(years)}
        return VacationOverview(
            vacation.find_current_vacation(settings, now), vacation.list_future_vacations(settings, now), left
        )

    def vacation_ends_by_seat(self, table: Table) -> dict[int, int]:
        """Seat -> end of its user's vacation."""
        return on_vacation.seats_on_vacation(table, self.registry.settings, self.registry.clock.now())

    def tables_for_machines(self, user_id: int) -> tuple[list[Table], list[Table]]:
        """The tables where a machine plays for a user on vacation, and those where one could."""
        tables = [*self.registry.open_tables_of(user_id), *self.registry.remote_tables.last_read_tables_of(user_id)]
        return self.vacation_machines.tables_with_machine(
            user_id, tables
        ), self.vacation_machines.tables_without_machine(user_id, tables)

    @durable
    async def start_machines(self, user_id: int) -> None:
        """Start machines at all tables of a user until the vacation ends or the user is back. ServiceError
        `vacation_none`."""
        async with self.registry.lock_user(user_id):  # the vacation may be ending
            await self.vacation_machines.start_machines(user_id)
            before, now = cluster_messages.encode_settings(self._settings_of(user_id)), self.registry.clock.now()

            def ask_other_processes(t: Transaction) -> None:
                t.leave_work_for_others(user_id, cluster_messages.COVER, now, before)
                t.send_to_processes(f"settings {user_id}")

            if self.registry.share.is_divided:
                await self.registry.store.write(ask_other_processes)

    @durable
    async def begin_or_plan_vacation(self, user_id: int, begin: str | None, until: str) -> Vacation:
        """Begin or plan a vacation; without `begin` during one, change its end. Idempotent. ServiceError as of
        `time.vacation`."""
        async with self.registry.lock_user(user_id):
            settings, now = self.registry.settings.get(user_id, {}), self.registry.clock.now()
            zone, known = user_hours.user_zone(settings), vacation.decode_vacations(settings)
            prolonged = vacation.find_current_vacation(settings, now) if not (begin or "").strip() else None
            new = vacation.build_vacation(begin, until, now, zone)
            if prolonged is not None:
                new = Vacation(prolonged.begin, new.end)
            if new in known:
                return new
            planned = vacation.add_vacation([one for one in known if one != prolonged], new, now, zone)
            ends_sooner = prolonged is not None and new.end < prolonged.end
            changed = await self._write_vacations(user_id, planned, now, sooner=ends_sooner)
        await self._move_machine_ends(user_id)
        await self._publish_and_recount_votes(user_id, None if new.covers(now) else changed)
        return new

    @durable
    async def end_or_cancel_vacation(self, user_id: int, begin: int | None = None) -> Vacation:
        """End the current vacation, else cancel the next one, or the one that begins at `begin`. Returns what remains
        of it. ServiceError `vacation_none`."""
        async with self.registry.lock_user(user_id):
            settings, now = self.registry.settings.get(user_id, {}), self.registry.clock.now()
            known = vacation.decode_vacations(settings)
            ended = next((one for one in known if one.end > now and begin in (None, one.begin)), None)
            if ended is None:
                raise ServiceError("vacation_none")
            has_begun = ended.begin <= now
            rest = Vacation(ended.begin, min(max(ended.begin, now), ended.end))
            others = [one for one in known if one != ended]
            changed = await self._write_vacations(
                user_id, sorted([*others, rest] if has_begun else others), now, sooner=True
            )
        await self._move_machine_ends(user_id)
        await self._publish_and_recount_votes(user_id, None if has_begun else changed)
        return rest

    async def _write_vacations(
        self, user_id: int, planned: Sequence[Vacation], now: int, *, sooner: bool
    ) -> list[Table]:
        """Write the vacations with their consequences (`sooner`: one ends earlier). Returns the tables whose clocks
        changed."""
        before, after = self._settings_before_and_after(user_id, planned, now)
        write, wake_up_times = await self._plan_writes(user_id, before, after, now)
        former_hours, new_hours = user_hours.closed_hours(before), user_hours.closed_hours(after)

        def changed_timer(table: Table, turn: PendingTurn) -> TurnTimer:
            return turn_clocks.recompute_for_vacation(turn.timer, now, former_hours, new_hours)

        async with lock_open_tables_of(self.registry, user_id) as tables:
            changed = await change_turn_timers(self.registry, tables, user_id, changed_timer, write, sooner=sooner)
            self.registry.remember_settings(user_id, after)
        self._wake_scheduler_at(wake_up_times)
        return changed

    async def _move_machine_ends(self, user_id: int) -> None:
        """Move the end of machines that play until the end of a changed vacation. An interrupted run is finished by the
        next look."""
        if vacation.COVERED not in self._settings_of(user_id):
            return
        async with self.registry.lock_user(user_id):
            settings, now = self._settings_of(user_id), self.registry.clock.now()
            current = vacation.find_current_vacation(settings, now)
            for former_end in vacation.moved_vacation_ends(settings):
                await self.vacation_machines.move_machine_ends(
                    user_id, former_end, current.end if current is not None else None
                )
            after = {name: value for name, value in self._settings_of(user_id).items() if name != vacation.COVERED}
            next_begin = min((one.begin for one in vacation.list_future_vacations(after, now)), default=None)

            def write(t: Transaction) -> None:
                t.put_setting(user_id, vacation.COVERED, None)
                t.put_next_vacation(user_id, next_begin)
                t.send_to_processes(f"settings {user_id}")

            await self.registry.store.write(write)
            self.registry.remember_settings(user_id, after)

    def _settings_before_and_after(
        self, user_id: int, planned: Sequence[Vacation], now: int
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Settings of a user before and after a change of vacations."""
        before = dict(self.registry.settings.get(user_id, {}))
        after = {name: value for name, value in before.items() if name != VACATION}
        text = vacation.encode_vacations(vacation.drop_old_vacations(planned, now, user_hours.user_zone(before)))
        if text is not None:
            after[VACATION] = text
        former, current = vacation.find_current_vacation(before, now), vacation.find_current_vacation(after, now)
        if former is not None and current != former and self.vacation_machines.tables_with_machine(user_id):
            ends = {*vacation.moved_vacation_ends(before), former.end}
            after[vacation.COVERED] = " ".join(map(str, sorted(ends)))
        return before, after

    async def _plan_writes(
        self, user_id: int, before: Mapping[str, str], after: dict[str, str], now: int
    ) -> tuple[Write, list[int]]:
        """Writes of a change: vacations, the start of the next one, rescheduled notifications. Also the times to wake
        the scheduler."""
        rows = await self.registry.store.read(lambda t: t.ungathered_notifications(user_id))
        replanned = notifications.replan_notifications(map(codec.notification_from_row, rows), after, now)
        begins = [one.begin for one in vacation.list_future_vacations(after, now)]
        next_look = now if vacation.COVERED in after else min(begins, default=None)

        def write(t: Transaction) -> None:
            t.put_setting(user_id, VACATION, after.get(VACATION))
            t.put_setting(user_id, vacation.COVERED, after.get(vacation.COVERED))
            t.put_next_vacation(user_id, next_look)
            t.drop_notifications(rows)
            t.put_notifications(map(codec.notification_row, replanned))
            t.leave_work_for_others(user_id, cluster_messages.VACATION, now, cluster_messages.encode_settings(before))
            t.send_to_processes(f"settings {user_id}")

        return write, [*begins, *(notification.ready_at for notification in replanned)]

    def _wake_scheduler_at(self, instants: Sequence[int]) -> None:
        for at in instants:
            self.registry.wake_scheduler_by(at)

    async def _publish_and_recount_votes(self, user_id: int, tables: Sequence[Table] | None = None) -> None:
        """Publish tables of a user anew (`tables`, or all) and recount their votes."""
        for table in self.registry.open_tables_of(user_id) if tables is None else tables:
            current = self.registry.tables.get(table.id)
            if table.seq and current is not None:
                await self.registry.publish(TableChange(current, "vacation"))
                with suppress(Damaged):  # logged when it was set aside
                    await self.votes.recount_vote(table.id)

    # Changes by other processes

    async def publish_own_tables(self, user_id: int) -> None:
        """Publish tables of this process after a user went away or returned."""
        await self._publish_and_recount_votes(user_id)

    async def start_machine_at_table(self, user_id: int, table_id: int, before: Mapping[str, str], at: int) -> None:
        """Start a machine at a table of this process until the end of the vacation that these settings had at that
        time; nothing if the user is back. The caller holds the user's lock."""
        meant = vacation.find_current_vacation(before, at)
        current = vacation.find_current_vacation(self._settings_of(user_id), self.registry.clock.now())
        if meant is not None and current is not None and meant.begin == current.begin:
            await self.vacation_machines.start_machines(
                user_id, [table for table in self.registry.open_tables_of(user_id) if table.id == table_id]
            )

    async def follow_changed_vacation(self, user_id: int, before: Mapping[str, str]) -> None:
        """Move the end of machines after another process changed the vacation; `before`: former settings."""
        now = self.registry.clock.now()
        former = vacation.find_current_vacation(before, now)
        current = vacation.find_current_vacation(self._settings_of(user_id), now)
        if former is not None and current != former:
            async with self.registry.lock_user(user_id):
                await self.vacation_machines.move_machine_ends(
                    user_id, former.end, current.end if current is not None else None
                )

    @staticmethod
    def do_vacations_differ(before: Mapping[str, str], after: Mapping[str, str]) -> bool:
        """Whether the vacations differ."""
        return before.get(VACATION) != after.get(VACATION)

    # Actions of the clock

    async def begin_planned_vacation(self, user_id: int) -> None:
        """Begin a planned vacation, or finish moving the end of machines."""
        await self._move_machine_ends(user_id)
        async with self.registry.lock_user(user_id):
            coming = vacation.list_future_vacations(self._settings_of(user_id), self.registry.clock.now())

            def write(t: Transaction) -> None:
                t.put_next_vacation(user_id, min((one.begin for one in coming), default=None))
                t.send_to_processes(f"away {user_id}")

            await self.registry.store.write(write)
        await self._publish_and_recount_votes(user_id)

    async def next_planned_vacation(self) -> UpcomingAction | None:
        """The vacation that begins next."""
        at = await self.registry.store.read(lambda t: t.next_vacation_time())
        users = await self.registry.store.read(lambda t: t.users_with_due_vacation(at, 1)) if at is not None else []
        tables = self.registry.open_tables_of(users[0]) if users else []
        seat = find_visible_seat(tables[0], users[0]) if tables else None
        if at is None or seat is None:
            return None
        return UpcomingAction(at, "vacation", tables[0].id, seat.index)

    def find_automatic_leaver(self, table: Table, now: int) -> int | None:
        """The user whose vacation begins automatically because their time at the table has run out."""
        for turn in table.stretches:
            seat = table.seats[turn.seat]
            user = seat.notify_user_id if seat.is_human and self._would_save_seat(table, turn, now) else None
            if user is not None and self._possible_automatic_vacation(user, now) is not None:
                return user
        return None

    def _would_save_seat(self, table: Table, turn: PendingTurn, now: int) -> bool:
        """Whether an automatic vacation would save the seat: not if a stand-in plays there."""
        has_no_stand_in = table.seats[turn.seat].standin is None
        return has_no_stand_in and table.status == "active" and turn_clocks.time_is_up(turn.timer, now)

    def _possible_automatic_vacation(self, user_id: int, now: int) -> Vacation | None:
        settings = self._settings_of(user_id)
        if settings.get(AUTO) != standing_answers.ON or vacation.find_current_vacation(settings, now) is not None:
            return None
        return vacation.find_automatic_vacation(
            vacation.decode_vacations(settings), now, user_hours.user_zone(settings)
        )

    async def begin_automatic_vacation(self, user_id: int) -> None:
        """Begin an automatic vacation, and notify the user and their tables."""
        news = _VacationNews()
        async with self.registry.lock_user(user_id):
            now = self.registry.clock.now()
            new = self._possible_automatic_vacation(user_id, now)
            if new is None:
                return
            before, after = self._settings_before_and_after(
                user_id, [*vacation.decode_vacations(self._settings_of(user_id)), new], now
            )
            write_vacations, wake_up_times = await self._plan_writes(user_id, before, after, now)
            former_hours, new_hours = user_hours.closed_hours(before), user_hours.closed_hours(after)

            def changed_timer(table: Table, turn: PendingTurn) -> TurnTimer:
                if not self._would_save_seat(table, turn, now):
                    return turn_clocks.recompute_for_vacation(turn.timer, now, former_hours, new_hours)
                late = turn_clocks.effective_late_policy(table, table.seats[turn.seat])
                timer = turn_clocks.postpone_for_vacation(turn.timer, now, SECONDS_LEFT_AFTERWARDS, new_hours, late)
                reminder = Reminder(table.id, turn.seat, turn.seq, timer.step, notifications.AWAY, now)
                planned = notifications.plan_reminder_notifications(table, [reminder], {user_id: after})
                news.reminders += planned[0]
                news.notifications += planned[1]
                return timer

            def write(t: Transaction) -> None:
                write_vacations(t)
                t.put_reminders(map(codec.reminder_row, news.reminders))
                t.put_notifications(map(codec.notification_row, news.notifications))

            async with lock_open_tables_of(self.registry, user_id) as tables:
                turns = ((table, turn) for table in tables for turn in _pending_turns_of(table, user_id))
                if not any(self._would_save_seat(table, turn, now) for table, turn in turns):
                    return
                await change_turn_timers(self.registry, tables, user_id, changed_timer, write)
                self.registry.remember_settings(user_id, after)
        self._wake_scheduler_at([*wake_up_times, *(notification.ready_at for notification in news.notifications)])
        await self._publish_and_recount_votes(user_id)

    def _settings_of(self, user_id: int | None) -> dict[str, str]:
        return self.registry.settings.get(user_id or 0, {})


def _pending_turns_of(table: Table, user_id: int) -> list[PendingTurn]:
    seat = find_notified_seat(table, user_id)
    turn = table.pending_turn_of(seat.index) if seat is not None and seat.is_human else None
    return [turn] if turn is not None else []
