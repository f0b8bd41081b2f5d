"""Choices of users: personal settings on every server, standing answers at one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from db.store import Transaction

from ..errors import ServiceError
from ..state import notifications, personal_settings, standing_answers
from ..state.model import PendingTurn, Table, TurnTimer
from ..state.requirements import require_running
from ..state.seat_control import find_visible_seat, require_seat_of
from ..state.turn_clocks import recompute_for_hours
from ..store import cluster_messages, codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.person_clocks import change_turn_timers, lock_open_tables_of
from ..store.registry import TableRegistry
from ..time.user_hours import PING, QUIET, REST, ZONE, closed_hours


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """A standing answer of a user at a table."""

    key: str
    chosen: bool | None  # at this table; None: as in the settings
    setting: bool | None  # in the settings; None: there is no such setting
    by_hand: bool = False  # the user decides the next one themselves

    @property
    def is_given(self) -> bool:
        return self.chosen if self.chosen is not None else bool(self.setting)


class PersonalChoices:
    """Stores choices. `wake` is called with tables where an open question may be answered now."""

    def __init__(self, registry: TableRegistry, wake: Callable[[Table], None]) -> None:
        self.registry = registry
        self.start_automatic_moves = wake

    def effective_setting(self, user_id: int, name: str) -> str:
        """The effective value. KeyError for unknown settings."""
        default = personal_settings.list_settings()[name].default
        return self.registry.settings.get(user_id, {}).get(name, default)

    async def set_setting(self, user_id: int, name: str, value: str) -> None:
        """Change one setting."""
        await self.set_settings(user_id, {name: value})

    @durable
    async def set_settings(self, user_id: int, chosen: Mapping[str, str]) -> None:
        """Change settings, all or none. ServiceError `option_bad`; BadTime. Idempotent.

        Hours apply from now on, at all tables.
        """
        values = personal_settings.parse_chosen_settings(chosen, self.registry.clock.now())
        async with self.registry.lock_user(user_id):
            before = self.registry.settings.get(user_id, {})
            after = {name: value for name, value in {**before, **values}.items() if value is not None}
            if PING in values:
                after.pop(notifications.CLOSED, None)  # the user may have opened their direct messages
            if after != before:
                await self._write_settings(user_id, before, after)
        for table in self.registry.open_tables_of(user_id):
            self.start_automatic_moves(table)

    async def _write_settings(self, user_id: int, before: Mapping[str, str], after: dict[str, str]) -> None:
        """Write changed settings with their consequences, then update memory."""
        now = self.registry.clock.now()
        rows = await self.registry.store.read(lambda t: t.ungathered_notifications(user_id))
        replanned = notifications.replan_notifications(map(codec.notification_from_row, rows), after, now)
        have_hours_changed = any(before.get(name) != after.get(name) for name in (QUIET, REST, ZONE))

        def write(t: Transaction) -> None:
            for name in {*before, *after}:
                if before.get(name) != after.get(name):
                    t.put_setting(user_id, name, after.get(name))
            t.drop_notifications(rows)
            t.put_notifications(map(codec.notification_row, replanned))
            if have_hours_changed:
                t.leave_work_for_others(user_id, cluster_messages.HOURS, now, cluster_messages.encode_settings(before))
            t.send_to_processes(f"settings {user_id}")

        if have_hours_changed:
            former_hours, new_hours = closed_hours(before), closed_hours(after)

            def changed_timer(_: Table, turn: PendingTurn) -> TurnTimer:
                return recompute_for_hours(turn.timer, now, former_hours, new_hours)

            async with lock_open_tables_of(self.registry, user_id) as tables:
                await change_turn_timers(self.registry, tables, user_id, changed_timer, write)
        else:
            await self.registry.store.write(write)
        self.registry.remember_settings(user_id, after)
        for notification in replanned:
            self.registry.wake_scheduler_by(notification.ready_at)

    def possible_standing_answers(self, table: Table, user_id: int) -> list[StandingAnswer]:
        """The standing answers that a user may give; the position must be loaded."""
        if table.game is None or table.state is None:
            return []
        personal = personal_settings.list_settings()
        return [
            StandingAnswer(
                key,
                standing_answers.find_chosen_answer(table, user_id, key),
                self.effective_setting(user_id, key) == standing_answers.ON if key in personal else None,
                standing_answers.wants_to_decide_by_hand(table, user_id, key),
            )
            for key in table.game.standing_answer_keys(table.state)
        ]

    @durable
    async def set_standing_answer(self, table_id: int, user_id: int, key: str, given: bool | None) -> Table:
        """Give or refuse a standing answer at this table; None: as in the settings.

        ServiceError `not_seated`, `resigned`, `option_bad`. Idempotent.
        """
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            old = await self.registry.load_under_lock(table_id)
            require_running(old)
            require_seat_of(old, user_id)
            known = list(old.game.standing_answer_keys(old.state)) if old.game is not None else []
            if key not in known:
                raise ServiceError("option_bad", name="standing", value=key, reason="unknown", known=known)
            others = [row for row in old.standing if row[:2] != (user_id, key)]
            new = await self._commit_answers(old, others if given is None else [*others, (user_id, key, given)])
        self.start_automatic_moves(new)
        return new

    async def _commit_answers(self, old: Table, rows: list[tuple[int, str, bool]]) -> Table:
        """Write standing answers if they changed. The caller holds the lock."""
        new = replace(old, standing=tuple(sorted(rows)))
        if new.standing != old.standing:
            await self.registry.commit(old, new, PendingWrites())
        return new

    def possible_bid_limits(self, table: Table, user_id: int) -> dict[str, tuple[range, int | None]]:
        """Bids open to a user: the possible limits and the chosen one. The position must be loaded."""
        seat = find_visible_seat(table, user_id)
        if table.game is None or table.state is None or seat is None or not table.is_open:
            return {}
        own = standing_answers.list_bid_limits(table, user_id)
        return {
            name: (span, own.get(name))
            for name, span in table.game.possible_bid_limits(table.state, seat.index).items()
        }

    @durable
    async def set_bid_limit(self, table_id: int, user_id: int, name: str, most: int | None) -> Table:
        """Set a limit for automatic bids; None: the user bids themselves.

        ServiceError `not_seated`, `resigned`, `bids_over`. Kept secret from others. Idempotent.
        """
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            old = await self.registry.load_under_lock(table_id)
            require_running(old)
            require_seat_of(old, user_id)
            span, _ = self.possible_bid_limits(old, user_id).get(name, (range(0), None))
            if not span or (most is not None and most not in span):
                raise ServiceError("bids_over")
            prefix = name + standing_answers.UP_TO
            others = [row for row in old.standing if row[0] != user_id or not row[1].startswith(prefix)]
            new = await self._commit_answers(
                old, others if most is None else [*others, (user_id, f"{prefix}{most}", True)]
            )
        self.start_automatic_moves(new)
        return new

    @durable
    async def set_decide_by_hand(self, table_id: int, user_id: int, key: str, wanted: bool) -> Table:
        """Let the user decide the next such question themselves in spite of a standing answer, or cancel that.

        ServiceError `not_seated`, `resigned`, `not_coming`. Kept secret from others. Idempotent.
        """
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            old = await self.registry.load_under_lock(table_id)
            require_running(old)
            seat = require_seat_of(old, user_id).index
            if old.game is None or key not in old.game.upcoming_standing_answers(old.state, seat):
                raise ServiceError("not_coming")
            name = key + standing_answers.NEXT
            others = [row for row in old.standing if row[:2] != (user_id, name)]
            new = await self._commit_answers(old, [*others, (user_id, name, True)] if wanted else others)
        self.start_automatic_moves(new)
        return new
