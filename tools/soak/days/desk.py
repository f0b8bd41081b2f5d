"""A recording publisher: it sends, replaces and deletes what `cogs.post` would, without drawing or writing anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from service.state.mail import DirectMessage, Reminder
from service.state.membership import EMPTY
from service.state.model import GOING, Table, TurnTimer, Vote
from service.state.notifications import AWAY, LAST, REMINDERS, WOKE
from service.state.turn_clocks import are_clocks_stopped
from service.store.publisher import TableChange
from service.tables import Tables

from .world import Agenda, SimulatedClock

SETTLE: Final = 2  # seconds that a table waits for chained moves
FRESH: Final = 55 * 60  # seconds during which a message is edited
HUSHED: Final = ("half", "late", LAST, "long", "nudge", WOKE)  # reminders stopped by *On it*
DIRECT: Final = 500_000_000  # first channel id of direct messages

Where = Literal["home", "direct"]


@dataclass(frozen=True, slots=True)
class SentPing:
    """A message notified a user: when (bot's clock), about which table, why."""

    at: int
    user: int
    table_id: int
    where: Where
    what: str  # reason of a post, or kind of a reminder or notification
    seq: int  # of a reminder: of its pending turn; otherwise the log's length when it became due
    share: float = 1.0  # of the message; one about several tables is divided among them


class RecordingOutbox:
    """Sends for all tables of a process; calls `told` for each message that notifies a user."""

    def __init__(
        self, agenda: Agenda, watch: SimulatedClock, told: Callable[[SentPing], None], refuses: Callable[[int], bool]
    ):
        self.agenda, self.watch, self.told, self.refuses = agenda, watch, told, refuses
        self.tables: Tables | None = None
        self.touched: set[int] = set()  # tables changed since the ledger last looked
        self.messages = 0
        self._due: dict[tuple[str, int], int] = {}
        self._votes: dict[int, Vote] = {}

    async def publish_change(self, change: TableChange) -> None:
        self.touched.add(change.table.id)
        if change.vote is not None:
            self._votes[change.table.id] = change.vote
        self._later("table", change.table.id, SETTLE)

    async def send_due_direct_messages(self, user_id: int) -> None:
        self._later("letters", user_id, 1)

    def forget(self) -> None:
        """The process ends with unsent messages."""
        self._due.clear()
        self._votes.clear()
        self.tables = None

    async def publish_unsent_after_restart(self) -> None:
        """At start: schedules everything unsent."""
        assert self.tables is not None
        for table_id in await self.tables.outbox.list_tables_with_unsent_posts():
            self._later("table", table_id, 0)
        for user_id in await self.tables.direct_messages.users_with_due_messages():
            self._later("letters", user_id, 0)

    def _later(self, what: str, number: int, seconds: int) -> None:
        at = self._due[what, number] = self.watch.true + seconds
        self.agenda.at(at, lambda: self._publish_until_done(what, number, at))

    async def _publish_until_done(self, what: str, number: int, at: int) -> None:
        if self._due.get((what, number)) != at:
            return  # rescheduled, or the process has ended
        del self._due[what, number]
        await (self._publish_messages(number) if what == "table" else self._letters(number))

    def _tell(self, user: int, table: int, where: Where, what: str, seq: int, share: float = 1.0) -> None:
        self.told(SentPing(self.watch.now(), user, table, where, what, seq, share))

    def _sent(self) -> int:
        self.messages += 1
        return self.messages

    # A table

    async def _publish_messages(self, table_id: int) -> None:
        assert self.tables is not None
        table = await self.tables.registry.load_table(table_id)
        await self._show_vote(table)
        await self._show_asks(table)
        if table.seq:
            await self._show(table)
            await self.tables.direct_messages.take_answered_messages(table)
            await self._settle(table)
        else:
            posts = await self.tables.outbox.list_unsent_posts(table_id)
            if posts:
                numbers = [post.number for post in posts]
                await self.tables.outbox.record_sent_posts(
                    table_id, numbers, self._sent(), table.home.channel_id, seq=0
                )

    async def _show_vote(self, table: Table) -> None:
        assert self.tables is not None
        vote = self._votes.pop(table.id, None) or self.tables.registry.open_vote_of(table.id)
        if vote is not None and vote.message_id is None:
            vote = await self.tables.votes.find_vote(vote.id) or vote
            if vote.status == "open":
                for user in vote.voters:
                    if user not in (*vote.yes, *vote.no) and self.tables.direct_messages.can_mention_user(
                        user, vote.opened_at
                    ):
                        self._tell(user, table.id, "home", "vote", vote.id)
                await self.tables.votes.record_vote_message(vote.id, self._sent(), table.home.channel_id)

    async def _show_asks(self, table: Table) -> None:
        assert self.tables is not None
        for ask in table.asks:
            if ask.shown == ask.status:
                continue
            if (
                ask.status == "open"
                and ask.user_id is not None
                and self.tables.direct_messages.can_mention_user(ask.user_id, ask.opened_at)
            ):
                self._tell(ask.user_id, table.id, "home", "ask", ask.number)
            await self.tables.seat_transfers.record_shown_offer(
                table.id, ask.number, ask.status, self._sent(), table.home.channel_id
            )

    async def _show(self, table: Table) -> None:
        assert self.tables is not None
        posts, live = await self.tables.outbox.list_unsent_posts(table.id), table.live
        young = live is not None and live.sent_at is not None and self.watch.now() - live.sent_at < FRESH
        if not posts and young:
            await self.tables.outbox.record_shown_entries(table.id, table.seq)
            return
        posts = posts or [await self.tables.outbox.add_post(table.id, "silent")]
        said = sorted(posts, key=lambda post: post.reason == "turn")  # among several reasons, the turn counts last
        called = {user: post for post in said for user in post.pings}
        for user, first in called.items():
            self._tell(user, table.id, "home", first.reason, first.seq)
        numbers = [post.number for post in posts]
        await self.tables.outbox.record_sent_posts(
            table.id, numbers, self._sent(), table.home.channel_id, seq=table.seq
        )

    async def _settle(self, table: Table) -> None:
        """Sends due reminders and deletes outdated ones."""
        assert self.tables is not None
        standing: dict[int, list[Reminder]] = {}
        for notice in await self.tables.reminders.list_reminders(table.id):
            stretch = table.pending_turn_of(notice.seat) if table.status in GOING else None
            seat = table.seats[notice.seat]
            over = stretch is None or stretch.seq != notice.seq or not seat.is_human
            if notice.what == EMPTY:
                over = (
                    over
                    or seat.is_present
                    or table.status != "active"
                    or stretch is None
                    or stretch.timer.start is None
                )
            else:
                over = over or seat.left_at is not None
            settled = stretch is not None and notice.what != EMPTY and self._settled(table, notice, stretch.timer)
            if over or settled:
                await self.tables.reminders.drop_reminder(notice)
            else:
                standing.setdefault(notice.seat, []).append(notice)
        for notices in standing.values():
            newest = notices[-1]
            if newest.sent_at is None:
                asked = [table.seats[newest.seat]] if newest.what != EMPTY else table.present_seats
                for user in [seat.notify_user_id or 0 for seat in asked]:
                    if self.tables.direct_messages.can_mention_user(user, newest.made_at, newest.what):
                        self._tell(user, table.id, "home", newest.what, newest.seq)
                await self.tables.reminders.record_sent_reminder(newest, self._sent(), table.home.channel_id)
            for notice in notices[:-1]:
                await self.tables.reminders.drop_reminder(notice)

    def _settled(self, table: Table, notice: Reminder, timer: TurnTimer) -> bool:
        """Whether a reminder is outdated."""
        if are_clocks_stopped(table) and notice.what not in (WOKE, AWAY):
            return True
        if notice.what in ("due", "daily"):
            return timer.due is None or timer.due > self.watch.now()
        if notice.what == "machine":
            return timer.act_at is None
        return timer.hushed and notice.what in HUSHED

    # One user

    async def _letters(self, user_id: int) -> None:
        assert self.tables is not None
        for letter in await self.tables.direct_messages.list_due_messages(user_id):
            if not letter.notifications:
                await self.tables.direct_messages.drop_message(letter)
            elif letter.how != "mention" and self.refuses(user_id):
                await self.tables.direct_messages.record_refused_messages(letter)
            else:
                await self._send(letter)

    async def _send(self, letter: DirectMessage) -> None:
        assert self.tables is not None
        where: Where = "home" if letter.how == "mention" else "direct"
        for call in letter.notifications:
            vote = self.tables.registry.open_vote_of(call.table_id) if call.what == "vote" else None
            seq = call.seq if vote is None else vote.id  # the vote's id, since several votes can follow the same entry
            self._tell(letter.user_id, call.table_id, where, call.what, seq, 1 / len(letter.notifications))
        await self.tables.direct_messages.record_sent_message(letter, self._sent(), DIRECT + letter.user_id)


def is_reminder(told: SentPing) -> bool:
    """Whether the message repeats an earlier one."""
    return told.what in REMINDERS
