"""Gathers due notifications into direct messages, which the publisher sends."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Final, cast

from db.rows import LetterRow, format_numbers
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

REMEMBERED: Final = 60  # days; upper bound for a clock set back


@dataclass(slots=True)
class _DueNotifications:
    """Due notifications of a user, sorted by what becomes of them."""

    gone: list[Notification] = field(default_factory=list)
    later: list[Notification] = field(default_factory=list)
    letters: list[tuple[Delivery, int | None, list[Notification]]] = field(default_factory=list)
    notices: list[tuple[Table, Reminder]] = field(default_factory=list)


class DirectMessages:
    """Gathers notifications. All work for a user runs under their lock."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def gather(self, user_id: int) -> None:
        """Turn due notifications of a user into direct messages, or into reminders in the table's channel."""
        async with self.registry.person(user_id):
            now = self.registry.clock.now()
            rows = await self.registry.store.read(lambda t: t.calls_to_come(user_id))
            pile = await self._sorted(
                user_id, [call for row in rows if (call := codec.notification_from_row(row)).ready_at <= now], now
            )
            owed, later = await self.registry.store.write(lambda t: self._write(user_id, pile, now, t))
        for call in later:
            self.registry.alarm(call.ready_at)
        for table in {table.id: table for table, _ in pile.notices if table.id in self.registry.tables}.values():
            await self.registry.publish(TableChange(table, "reminded"))
        if owed:
            await self.registry.send_letters(user_id)

    async def _sorted(self, user_id: int, ready: Sequence[Notification], now: int) -> _DueNotifications:
        settings, pile = self.registry.settings.get(user_id, {}), _DueNotifications()
        digest: list[Notification] = []
        waited: list[Notification] = []
        for call in ready:
            opening = next_open_instant(notifications.do_not_disturb_spans(call.what, settings), now)
            table = await self._table(call)
            if (
                table is None
                or not notifications.is_still_relevant(call, table, self.registry.vote_at(call.table_id))
                or _is_about_former_vote(call, ready)
            ):
                pile.gone.append(call)
            elif call.how == "digest":
                digest.append(call)
            elif opening > now:  # closed hours began before it was gathered
                pile.later.append(replace(call, ready_at=opening))
            elif call.how == "dm" and call.ready_at > call.made_at:
                waited.append(call)
            elif call.how == "dm":
                pile.letters.append(("dm", call.table_id, [call]))
            elif (seat := find_notified_seat(table, user_id)) is not None and notifications.is_about_pending_turn(
                call, table
            ):
                stretch = table.pending_turn_of(seat.index)
                assert stretch is not None, "it lasts"
                what = call.what if call.what in notifications.REMINDERS else notifications.WOKE
                notice = Reminder(table.id, seat.index, stretch.seq, stretch.timer.step, what, now)
                pile.notices.append((table, notice))
                pile.gone.append(call)
            else:
                pile.letters.append(("mention", call.table_id, [call]))
        back = any(_was_on_vacation(settings, call.made_at) for call in waited)
        if back:  # one message for all waiting tables, also those just given back by a stand-in
            waited += [call for how, _, told in pile.letters if how == "dm" for call in told]
            pile.letters[:] = [one for one in pile.letters if one[0] != "dm"]
        for how, joined in (("digest", digest), ("dm", waited)):
            if joined:
                tables = {call.table_id for call in joined}
                if back and how == "dm":
                    mine = [*self.registry.of_user(user_id), *await self.registry.abroad.look(user_id)]
                    tables |= {
                        table.id for table in mine if table.status == "active" and _is_user_to_move(table, user_id)
                    }
                one = tables.pop() if len(tables) == 1 and how == "dm" else None
                pile.letters.append(("digest" if how == "digest" else "dm", one, joined))
        return pile

    async def _table(self, call: Notification) -> Table | None:
        """The table with its position; None if this version cannot read it."""
        try:
            return await self.registry.load(call.table_id)
        except ServiceError:
            return None

    def _write(
        self, user_id: int, pile: _DueNotifications, now: int, t: Transaction
    ) -> tuple[bool, list[Notification]]:
        """Whether a message is due now, and the postponed notifications."""
        settings = self.registry.settings.get(user_id, {})
        owed, later = False, list(pile.later)
        t.drop_calls(map(codec.notification_row, pile.gone))
        t.put_notices(codec.reminder_row(notice) for _, notice in pile.notices)
        for other in {table.id for table, _ in pile.notices if table.id not in self.registry.tables}:
            t.tell(f"notices {other}")
        for how, table_id, told in pile.letters:
            meant = user_hours.local_day(
                settings, min(call.ready_at for call in told)
            )  # though it may be after midnight
            old = (meant - timedelta(days=REMEMBERED)).isoformat()
            if how == "digest" and not t.new_digest(user_id, meant.isoformat(), old):
                at = user_hours.next_digest_at(settings, now)
                later += [replace(call, ready_at=at) for call in told]
                continue
            owed = True
            number = t.new_letter(user_id, how, table_id, now)
            t.put_calls(codec.notification_row(replace(call, letter=number)) for call in told)
        t.put_calls(map(codec.notification_row, later))
        return owed, later

    async def next(self) -> UpcomingAction | None:
        """The next notification of any user."""
        row = await self.registry.store.read(lambda t: t.next_call_row())
        table = self.registry.tables.get(row.game_id) if row is not None else None
        seat = find_notified_seat(table, row.user_id) if row is not None and table is not None else None
        return None if row is None or seat is None else UpcomingAction(row.ready_at, "call", row.game_id, seat.index)

    async def recount(self) -> None:
        """Reschedule notifications made before the clock was set back."""
        now = self.registry.clock.now()
        for user_id in await self.registry.store.read(lambda t: t.calls_from_later(now)):
            async with self.registry.person(user_id):
                rows = await self.registry.store.read(partial(Transaction.calls_to_come, user_id=user_id))
                waiting = [codec.notification_from_row(row) for row in rows if row.made_at > now]
                moved = notifications.replan_notifications(waiting, self.registry.settings.get(user_id, {}), now)
                written = [codec.notification_row(call) for call in moved]
                await self.registry.store.write(partial(Transaction.put_calls, rows=written))

    # Sending

    def mentioned(self, user_id: int, at: int, what: str = "") -> bool:
        """Whether a post of that kind in the table's channel may mention a user at that time."""
        return notifications.can_be_mentioned(self.registry.settings.get(user_id, {}), at, what)

    async def owed(self, user_id: int) -> list[DirectMessage]:
        """Due messages of a user, oldest first, each with its notifications that are still relevant, perhaps none."""
        rows = await self.registry.store.read(lambda t: t.letters_owed(user_id))
        letters = []
        for row in rows:
            found = await self.registry.store.read(
                partial(Transaction.calls_of_letter, user_id=user_id, letter=row.number)
            )
            standing = []
            for call in map(codec.notification_from_row, found):
                table = await self._table(call)
                if table is not None and notifications.is_still_relevant(call, table, self.registry.vote_at(table.id)):
                    standing.append(call)
            letters.append(DirectMessage(user_id, row.number, cast("Delivery", row.how), row.game_id, tuple(standing)))
        return letters

    @durable
    async def sent(
        self, letter: DirectMessage, message_id: int, channel_id: int, listed: Sequence[int] = ()
    ) -> list[tuple[int, int]]:
        """Record a sent message; `listed`: tables it lists. Returns the replaced messages (channel, message), which are
        forgotten."""
        now = self.registry.clock.now()

        def write(t: Transaction) -> list[LetterRow]:
            row = t.letter(letter.user_id, letter.number)
            if row is None:
                return []
            t.drop_calls(t.calls_of_letter(letter.user_id, letter.number))
            row = replace(
                row, sent_at=now, message_id=message_id, channel_id=channel_id, listed=format_numbers(tuple(listed))
            )
            t.save_letter(row)
            former = t.former_letters(row) if row.how != "mention" else []
            for old in former:
                t.drop_letter(old.user_id, old.number)
            return former

        former = await self.registry.store.write(write)
        return [(row.channel_id, row.message_id) for row in former if row.channel_id and row.message_id]

    @durable
    async def done_with(self, table: Table) -> list[SentMessage]:
        """Sent messages about a table whose readers have moved or voted; each is returned once."""
        rows = await self.registry.store.read(lambda t: t.letters_at(table.id))
        vote = self.registry.votes.get(table.id)
        asked = unanswered_user_ids(table, vote) if vote is not None else []
        heard = [row for row in rows if row.user_id not in asked]
        done = [row for row in heard if row.listed or not _is_user_to_move(table, row.user_id)]
        if done:
            waits = {row.user_id for row in done if _is_user_to_move(table, row.user_id)}
            await self.registry.store.write(partial(_drop_pending_requests, done, waits))
        return [SentMessage(row.user_id, row.channel_id or 0, row.message_id or 0, row.sent_at or 0) for row in done]

    @durable
    async def drop(self, letter: DirectMessage) -> None:
        """Drop a message: nothing in it is relevant, or it cannot be delivered."""
        await self.registry.store.write(lambda t: t.drop_letter(letter.user_id, letter.number))

    @durable
    async def join(self, former: DirectMessage, letter: DirectMessage) -> None:
        """Merge an earlier message into a later one."""
        await self.registry.store.write(lambda t: t.join_letters(letter.user_id, former.number, letter.number))

    @durable
    async def refused(self, letter: DirectMessage) -> None:
        """The user accepts no direct messages: mention them from now on, and tell them at their next interaction."""
        user_id, now = letter.user_id, self.registry.clock.now()
        async with self.registry.person(user_id):
            before = self.registry.settings.get(user_id, {})
            mine = {**before, notifications.CLOSED: notifications.UNSAID}
            waiting = await self.registry.store.read(lambda t: t.calls_to_come(user_id))
            moved = notifications.replan_notifications(
                notifications.select_unmentioned([*letter.calls, *map(codec.notification_from_row, waiting)], before),
                mine,
                now,
            )

            def write(t: Transaction) -> None:
                t.put_setting(user_id, notifications.CLOSED, notifications.UNSAID)
                t.tell(f"settings {user_id}")
                t.drop_letter(user_id, letter.number)
                t.drop_calls(waiting)
                t.put_calls(map(codec.notification_row, moved))

            await self.registry.store.write(write)
            self.registry.settings[user_id] = mine
        for call in moved:
            self.registry.alarm(call.ready_at)

    async def said(self, user_id: int) -> bool:
        """Whether to tell the user that their direct messages are closed; true once."""
        if self.registry.settings.get(user_id, {}).get(notifications.CLOSED) != notifications.UNSAID:
            return False
        async with self.registry.person(user_id):
            mine = self.registry.settings.get(user_id, {})
            if mine.get(notifications.CLOSED) != notifications.UNSAID:
                return False

            def write(t: Transaction) -> None:
                t.put_setting(user_id, notifications.CLOSED, notifications.SAID)
                t.tell(f"settings {user_id}")

            await self.registry.store.write(write)
            self.registry.settings[user_id] = {**mine, notifications.CLOSED: notifications.SAID}
        return True

    async def addressees(self) -> list[int]:
        """Users with due messages; empty if another process sends them."""
        return await self.registry.store.read(lambda t: t.addressees())

    async def remind(self) -> None:
        """Try again to send what failed."""
        for user_id in await self.addressees():
            await self.registry.send_letters(user_id)
        if not self.registry.share.holds(None):
            await self.registry.store.write(lambda t: t.tell("letters"))


def _was_on_vacation(settings: Mapping[str, str], at: int) -> bool:
    """Whether the user was on vacation at that time."""
    return any(one.covers(at) for one in vacation.decode_vacations(settings))


def _is_about_former_vote(call: Notification, others: Sequence[Notification]) -> bool:
    """Whether the notification is about a vote that was replaced by a later one, also notified."""
    later = (
        (other.made_at, other.seq)
        for other in others
        if (other.table_id, other.what) == (call.table_id, notifications.VOTE)
    )
    return call.what == notifications.VOTE and max(later) > (call.made_at, call.seq)


def _is_user_to_move(table: Table, user_id: int) -> bool:
    seat = find_notified_seat(table, user_id)
    return seat is not None and seat.human and seat.index in table.waiting


def _drop_pending_requests(rows: Sequence[LetterRow], waits: Collection[int], t: Transaction) -> None:
    """Drop requests in these messages except those to readers who are still to move."""
    for row in rows:
        t.save_letter(replace(row, settled=int(row.user_id not in waits), listed=""))
