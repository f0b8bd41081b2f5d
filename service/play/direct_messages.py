"""Gathers due notifications into direct messages, which the publisher sends."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Final, cast

from db.rows import DirectMessageRow, format_numbers
from db.store import Transaction

from ..errors import ServiceError
from ..state import notifications
from ..state.mail import Delivery, DirectMessage, Notification, Reminder, SentMessage
from ..state.model import Table, UpcomingAction
from ..state.seat_control import find_notified_seat, unanswered_user_ids
from ..store import codec
from ..store.durable import durable
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time import user_hours, vacation
from ..time.hours import next_open_instant

log = logging.getLogger(__name__)

DIGEST_DAYS_KEPT: Final = 60  # the clock may be set back by fewer


@dataclass(slots=True)
class _DueNotifications:
    """Due notifications of a user, sorted by what becomes of them."""

    dropped: list[Notification] = field(default_factory=list)
    postponed: list[Notification] = field(default_factory=list)
    messages: list[tuple[Delivery, int | None, list[Notification]]] = field(default_factory=list)  # about one table
    reminders: list[tuple[Table, Reminder]] = field(default_factory=list)


class DirectMessages:
    """Gathers notifications. All work for a user runs under their lock."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def gather_notifications(self, user_id: int) -> None:
        """Turn due notifications of a user into direct messages, or into reminders in the table's channel."""
        async with self.registry.lock_user(user_id):
            now = self.registry.clock.now()
            rows = await self.registry.store.read(lambda t: t.ungathered_notifications(user_id))
            ready = [codec.notification_from_row(row) for row in rows if row.ready_at <= now]
            due = await self._sort_notifications(user_id, ready, now)
            is_message_due, postponed = await self.registry.store.write(
                lambda t: self._write_messages(user_id, due, now, t)
            )
        for notification in postponed:
            self.registry.wake_scheduler_by(notification.ready_at)
        for table in {table.id: table for table, _ in due.reminders if table.id in self.registry.tables}.values():
            await self.registry.publish(TableChange(table, "reminded"))
        if is_message_due:
            await self.registry.send_direct_messages(user_id)

    async def _sort_notifications(self, user_id: int, ready: Sequence[Notification], now: int) -> _DueNotifications:
        """Decide what becomes of each due notification."""
        settings, due = self.registry.settings.get(user_id, {}), _DueNotifications()
        for_digest: list[Notification] = []
        delayed: list[Notification] = []  # direct messages that had to wait
        for one in ready:
            opening = next_open_instant(notifications.do_not_disturb_spans(one.what, settings), now)
            table = await self._load_table(one)
            if (
                table is None
                or not notifications.is_still_relevant(one, table, self.registry.open_vote_of(one.table_id))
                or _is_about_former_vote(one, ready)
            ):
                due.dropped.append(one)
            elif one.how == "digest":
                for_digest.append(one)
            elif opening > now:  # closed hours began before it was gathered
                due.postponed.append(replace(one, ready_at=opening))
            elif one.how == "dm" and one.ready_at > one.made_at:
                delayed.append(one)
            elif one.how == "dm":
                due.messages.append(("dm", one.table_id, [one]))
            elif (reminder := _reminder_in_channel(one, table, now)) is not None:
                due.reminders.append((table, reminder))
                due.dropped.append(one)
            else:
                due.messages.append(("mention", one.table_id, [one]))
        is_back = any(_was_on_vacation(settings, one.made_at) for one in delayed)
        if is_back:  # one message for all waiting tables, also those just given back by a stand-in
            delayed += [one for how, _, told in due.messages if how == "dm" for one in told]
            due.messages[:] = [message for message in due.messages if message[0] != "dm"]
        if for_digest:
            due.messages.append(("digest", None, for_digest))
        if delayed:
            table_ids = {one.table_id for one in delayed}
            if is_back:
                tables = [
                    *self.registry.open_tables_of(user_id),
                    *await self.registry.remote_tables.read_tables_of(user_id),
                ]
                table_ids |= {t.id for t in tables if t.status == "active" and _is_user_to_move(t, user_id)}
            due.messages.append(("dm", table_ids.pop() if len(table_ids) == 1 else None, delayed))
        return due

    async def _load_table(self, notification: Notification) -> Table | None:
        """The table with its position; None if this version cannot read it."""
        try:
            return await self.registry.load_table(notification.table_id)
        except ServiceError:
            return None

    def _write_messages(
        self, user_id: int, due: _DueNotifications, now: int, t: Transaction
    ) -> tuple[bool, list[Notification]]:
        """Write what becomes of due notifications. Returns whether a message is due now, and the postponed ones."""
        settings = self.registry.settings.get(user_id, {})
        is_message_due, postponed = False, list(due.postponed)
        t.drop_notifications(map(codec.notification_row, due.dropped))
        t.put_reminders(codec.reminder_row(reminder) for _, reminder in due.reminders)
        for other in {table.id for table, _ in due.reminders if table.id not in self.registry.tables}:
            t.send_to_processes(f"notices {other}")
        for how, table_id, told in due.messages:
            # The day for which the digest was planned, though it may be after midnight.
            day = user_hours.local_day(settings, min(one.ready_at for one in told))
            forgotten = (day - timedelta(days=DIGEST_DAYS_KEPT)).isoformat()
            if how == "digest" and not t.record_digest(user_id, day.isoformat(), forgotten):
                at = user_hours.next_digest_at(settings, now)
                postponed += [replace(one, ready_at=at) for one in told]
                continue
            is_message_due = True
            number = t.add_direct_message(user_id, how, table_id, now)
            t.put_notifications(codec.notification_row(replace(one, letter=number)) for one in told)
        t.put_notifications(map(codec.notification_row, postponed))
        return is_message_due, postponed

    async def next_notification(self) -> UpcomingAction | None:
        """The next notification of any user."""
        row = await self.registry.store.read(lambda t: t.next_notification())
        table = self.registry.tables.get(row.game_id) if row is not None else None
        seat = find_notified_seat(table, row.user_id) if row is not None and table is not None else None
        return None if row is None or seat is None else UpcomingAction(row.ready_at, "call", row.game_id, seat.index)

    async def replan_future_notifications(self) -> None:
        """Reschedule notifications made before the clock was set back."""
        now = self.registry.clock.now()
        for user_id in await self.registry.store.read(lambda t: t.users_with_future_notifications(now)):
            async with self.registry.lock_user(user_id):
                rows = await self.registry.store.read(partial(Transaction.ungathered_notifications, user_id=user_id))
                waiting = [codec.notification_from_row(row) for row in rows if row.made_at > now]
                replanned = notifications.replan_notifications(waiting, self.registry.settings.get(user_id, {}), now)
                new_rows = list(map(codec.notification_row, replanned))
                await self.registry.store.write(partial(Transaction.put_notifications, rows=new_rows))

    # Sending

    def can_mention_user(self, user_id: int, at: int, what: str = "") -> bool:
        """Whether a post of that kind in the table's channel may mention a user at that time."""
        return notifications.can_be_mentioned(self.registry.settings.get(user_id, {}), at, what)

    async def list_due_messages(self, user_id: int) -> list[DirectMessage]:
        """Due messages of a user, oldest first, each with its notifications that are still relevant, perhaps none."""
        rows = await self.registry.store.read(lambda t: t.unsent_direct_messages(user_id))
        messages = []
        for row in rows:
            found = await self.registry.store.read(
                partial(Transaction.notifications_of_message, user_id=user_id, letter=row.number)
            )
            relevant = []
            for one in map(codec.notification_from_row, found):
                table = await self._load_table(one)
                if table is not None and notifications.is_still_relevant(
                    one, table, self.registry.open_vote_of(table.id)
                ):
                    relevant.append(one)
            messages.append(DirectMessage(user_id, row.number, cast("Delivery", row.how), row.game_id, tuple(relevant)))
        return messages

    @durable
    async def record_sent_message(
        self, message: DirectMessage, message_id: int, channel_id: int, listed: Sequence[int] = ()
    ) -> list[tuple[int, int]]:
        """Record a sent message; `listed`: tables it lists. Returns the replaced messages (channel, message), which are
        forgotten."""
        now = self.registry.clock.now()

        def write(t: Transaction) -> list[DirectMessageRow]:
            row = t.direct_message(message.user_id, message.number)
            if row is None:
                return []
            t.drop_notifications(t.notifications_of_message(message.user_id, message.number))
            row = replace(row, sent_at=now, message_id=message_id, channel_id=channel_id)
            row = replace(row, listed=format_numbers(tuple(listed)))
            t.save_direct_message(row)
            former = t.replaced_direct_messages(row) if row.how != "mention" else []
            for old in former:
                t.drop_direct_message(old.user_id, old.number)
            return former

        former = await self.registry.store.write(write)
        return [(row.channel_id, row.message_id) for row in former if row.channel_id and row.message_id]

    @durable
    async def take_answered_messages(self, table: Table) -> list[SentMessage]:
        """Sent messages about a table whose readers have moved or voted; each is returned once."""
        rows = await self.registry.store.read(lambda t: t.unsettled_direct_messages(table.id))
        vote = self.registry.open_votes.get(table.id)
        silent_voters = unanswered_user_ids(table, vote) if vote is not None else []
        moving_users = {row.user_id for row in rows if _is_user_to_move(table, row.user_id)}
        done = [
            row for row in rows if row.user_id not in silent_voters and (row.listed or row.user_id not in moving_users)
        ]
        if done:
            await self.registry.store.write(partial(_drop_pending_requests, done, moving_users))
        return [SentMessage(row.user_id, row.channel_id or 0, row.message_id or 0, row.sent_at or 0) for row in done]

    @durable
    async def drop_message(self, message: DirectMessage) -> None:
        """Drop a message: nothing in it is relevant, or it cannot be delivered."""
        await self.registry.store.write(lambda t: t.drop_direct_message(message.user_id, message.number))

    @durable
    async def merge_messages(self, former: DirectMessage, later: DirectMessage) -> None:
        """Merge an earlier message into a later one."""
        await self.registry.store.write(lambda t: t.merge_direct_messages(later.user_id, former.number, later.number))

    @durable
    async def record_refused_messages(self, message: DirectMessage) -> None:
        """The user accepts no direct messages: mention them from now on, and tell them at their next interaction."""
        user_id, now = message.user_id, self.registry.clock.now()
        async with self.registry.lock_user(user_id):
            before = self.registry.settings.get(user_id, {})
            after = {**before, notifications.CLOSED: notifications.UNSAID}
            rows = await self.registry.store.read(lambda t: t.ungathered_notifications(user_id))
            waiting = [*message.notifications, *map(codec.notification_from_row, rows)]
            unmentioned = notifications.select_unmentioned(waiting, before)
            replanned = notifications.replan_notifications(unmentioned, after, now)

            def write(t: Transaction) -> None:
                t.put_setting(user_id, notifications.CLOSED, notifications.UNSAID)
                t.send_to_processes(f"settings {user_id}")
                t.drop_direct_message(user_id, message.number)
                t.drop_notifications(rows)
                t.put_notifications(map(codec.notification_row, replanned))

            await self.registry.store.write(write)
            self.registry.settings[user_id] = after
        for notification in replanned:
            self.registry.wake_scheduler_by(notification.ready_at)

    async def should_tell_refusal_once(self, user_id: int) -> bool:
        """Whether to tell the user that their direct messages are closed; true once."""
        if self.registry.settings.get(user_id, {}).get(notifications.CLOSED) != notifications.UNSAID:
            return False
        async with self.registry.lock_user(user_id):
            settings = self.registry.settings.get(user_id, {})
            if settings.get(notifications.CLOSED) != notifications.UNSAID:
                return False

            def write(t: Transaction) -> None:
                t.put_setting(user_id, notifications.CLOSED, notifications.SAID)
                t.send_to_processes(f"settings {user_id}")

            await self.registry.store.write(write)
            self.registry.settings[user_id] = {**settings, notifications.CLOSED: notifications.SAID}
        return True

    async def users_with_due_messages(self) -> list[int]:
        """Users with due messages; empty if another process sends them."""
        return await self.registry.store.read(lambda t: t.users_with_unsent_messages())

    async def retry_due_messages(self) -> None:
        """Try again to send what failed."""
        for user_id in await self.users_with_due_messages():
            await self.registry.send_direct_messages(user_id)
        if not self.registry.share.holds(None):
            await self.registry.store.write(lambda t: t.send_to_processes("letters"))


def _was_on_vacation(settings: Mapping[str, str], at: int) -> bool:
    """Whether the user was on vacation at that time."""
    return any(one.covers(at) for one in vacation.decode_vacations(settings))


def _is_about_former_vote(notification: Notification, others: Sequence[Notification]) -> bool:
    """Whether the notification is about a vote that was replaced by a later one, also notified."""
    if notification.what != notifications.VOTE:
        return False
    votes = [one for one in others if (one.table_id, one.what) == (notification.table_id, notifications.VOTE)]
    return max((one.made_at, one.seq) for one in votes) > (notification.made_at, notification.seq)


def _reminder_in_channel(notification: Notification, table: Table, now: int) -> Reminder | None:
    """The reminder in the table's channel in place of a notification about a current turn; else None."""
    seat = find_notified_seat(table, notification.user_id)
    if seat is None or not notifications.is_about_pending_turn(notification, table):
        return None
    turn = table.pending_turn_of(seat.index)
    assert turn is not None, "it lasts"
    what = notification.what if notification.what in notifications.REMINDERS else notifications.WOKE
    return Reminder(table.id, seat.index, turn.seq, turn.timer.step, what, now)


def _is_user_to_move(table: Table, user_id: int) -> bool:
    seat = find_notified_seat(table, user_id)
    return seat is not None and seat.is_human and seat.index in table.seats_to_move


def _drop_pending_requests(rows: Sequence[DirectMessageRow], moving_users: Collection[int], t: Transaction) -> None:
    """Drop requests in these messages except those to readers who are still to move."""
    for row in rows:
        t.save_direct_message(replace(row, settled=int(row.user_id not in moving_users), listed=""))
