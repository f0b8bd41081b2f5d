"""Pending turns, mentions, and the posts that a table owes its channel."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from db.errors import Unsure
from db.store import Transaction

from ..state import membership, notifications
from ..state.model import PendingTurn, Post, Table
from ..state.notifications import ASKED, HANDED, HEARD, INVITE, TURN
from ..state.readable_log import without_undone
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry
from ..time import vacation

SLICE: Final = 500  # tables per step, so that other tasks run
LAST: Final = 10  # seconds before a stop in which old buttons may not have been removed
AGAIN_AFTER = 600  # seconds without a second mention after an undo
INVITED_AFTER = 1800  # seconds without a second mention for invitations in one turn
AWAY_AFTER = 600  # seconds without an action after which a user counts as away


def update_pending_turns(
    old: Table,
    new: Table,
    waiting: Collection[int],
    now: int,
    *,
    undo: bool = False,
    answered: Collection[int] = (),
    suspended: Collection[int] = (),
) -> tuple[Table, list[Post]]:
    """Update pending turns and mentions for a new position; `new` has log, seats and status already.

    A seat that is still to move keeps its turn, also after moves of its own. An `undo` mentions nobody. `answered`:
    seats whose standing answer follows; they are mentioned after it if still to move. `suspended`: seats with a
    postponed decision; their turn goes on later.
    """
    if not new.open:
        if new.lesson is not None and new.status == "abandoned":
            return replace(new, stretches=(), held=frozenset()), []  # lessons end without a post
        return _with_new_post(replace(new, stretches=(), held=frozenset()), "over", _players_to_mention(old), now, ())
    if not undo and all(seat in answered or not new.seats[seat].human for seat in waiting):
        told = old.held.union(stretch.seat for stretch in old.stretches if stretch.pinged)
        new = replace(new, held=frozenset(seat for seat in told.intersection(suspended) if new.seats[seat].human))
    else:
        new = replace(new, held=frozenset())
    stretches: list[PendingTurn] = []
    begun: list[int] = []
    for seat in sorted(waiting):
        before = new.pending_turn_of(seat)
        if before is None:
            goes_on = undo or seat in old.held
            silent = goes_on or not new.seats[seat].human or _just_pinged(new, seat, now)
            before = PendingTurn(seat, now, new.seq, pinged=silent)
        later = seat in answered and old.seq > 0  # the start mentions everybody
        if (
            not before.pinged and new.seats[seat].here and not later and new.status != "frozen"
        ):  # a frozen table mentions when it wakes
            begun.append(seat)
            before = replace(before, pinged=True)
        stretches.append(before)
    table = replace(new, stretches=tuple(stretches))
    if old.seq == 0:
        return _with_new_post(table, "start", _players_to_mention(new), now, begun)
    if begun:
        return _with_new_post(table, TURN, [user for seat in begun if (user := new.seats[seat].called)], now, begun)
    return table, []


def with_invitation_post(
    table: Table, seats: Collection[int], now: int, before: Sequence[Post]
) -> tuple[Table, list[Post]]:
    """Post for seats with a new invitation. `before`: earlier ones; no second mention within `INVITED_AFTER` in one
    turn."""
    begun = min((stretch.seq for stretch in table.stretches), default=0)
    told = {
        user
        for post in before
        if post.seq > begun and (post.sent_at is None or now - post.sent_at < INVITED_AFTER)
        for user in post.pings
    }
    pings = [s.called for s in table.present if s.index in seats and s.called is not None and s.called not in told]
    return _with_new_post(table, INVITE, pings, now, ()) if pings else (table, [])


def with_handover_post(table: Table, user_id: int) -> tuple[Table, list[Post]]:
    """Post to the former owner of a seat that the next entry hands over."""
    post = Post(table.id, table.posts + 1, table.seq + 1, HANDED, (user_id,))
    return replace(table, posts=post.number), [post]


async def last_presence_by_seat(registry: TableRegistry, table: Table) -> dict[int, int]:
    """Seat -> time of its user's last action."""
    found = await registry.store.read(lambda t: t.last_acts(table.id))
    for seat in table.humans:
        user = seat.called or 0
        found[seat.index] = max(
            found.get(seat.index, 0), registry.seen.get(user, ("", 0))[1], registry.here.get(user, 0)
        )
    return found


def answers_post_reason(number: int) -> str:
    """Post reason for answers to offer or question `number`; one post each."""
    return f"{HEARD} {number}"


def with_answers_post(
    table: Table,
    seat: int,
    number: int,
    now: int,
    here: Mapping[int, int],
    before: Sequence[Post],
    seqs: Container[int],
) -> tuple[Table, list[Post]]:
    """Post to an absent user whose offer or question was answered; present users see the table post change. `here`:
    seat -> last action; `before`: earlier posts of that reason; `seqs`: effective entries."""
    person = table.seats[seat]
    away = now - here.get(seat, 0) >= AWAY_AFTER
    told = any(post.seq in seqs for post in before) or _just_pinged(table, seat, now)
    if not person.here or person.called is None or not away or told:
        return table, []
    return _with_new_post(table, answers_post_reason(number), [person.called], now, (seat,))


async def with_posts_for_answers(
    registry: TableRegistry, old: Table, new: Table, movers: Container[int | None], now: int
) -> tuple[Table, list[Post]]:
    """Posts to absent users whose offer or question was answered between two snapshots. `movers`: seats that acted."""
    game = new.game
    if game is None or not new.open or old.state is None:
        return new, []
    before = game.heard(old.state)
    news = {seat: said for seat, said in game.heard(new.state).items() if before.get(seat) != said}
    posts: list[Post] = []
    for seat, (number, _) in news.items():
        if seat not in movers:
            told = await registry.store.read(partial(_posts_with_reason, new.id, answers_post_reason(number)))
            counting = {entry.seq for entry in without_undone(registry.brief_log(new.id))}
            here = await last_presence_by_seat(registry, new)
            new, more = with_answers_post(new, seat, number, now, here, told, counting)
            posts += more
    return new, posts


def _posts_with_reason(table_id: int, reason: str, t: Transaction) -> list[Post]:
    return [codec.post_from_row(row) for row in t.posts_for(table_id, reason)]


def _just_pinged(table: Table, seat: int, now: int) -> bool:
    """Whether a mention would repeat one made shortly before an undo."""
    at = table.seats[seat].pinged_at
    return at is not None and table.undone_at is not None and table.undone_at >= at and now - at < AGAIN_AFTER


def forget_pings(table: Table, to: int, unsent: Collection[int]) -> Table:
    """Drop marks of mentions after an undo to before entry `to`, unless they belong to undone entries and were sent
    (`unsent`: users)."""
    seats = (
        s if (s.pinged_seq or 0) >= to and s.called not in unsent else replace(s, pinged_at=None, pinged_seq=None)
        for s in table.seats
    )
    return replace(table, seats=tuple(seats))


def with_continue_question_post(table: Table) -> tuple[Table, list[Post]]:
    """Post that asks everybody whether the game goes on."""
    return _with_new_post(table, notifications.ASKED, _players_to_mention(table), 0, ())


def with_silent_post(table: Table, reason: str) -> tuple[Table, list[Post]]:
    """Post without mentions that shows the next entry in a new message."""
    post = Post(table.id, table.posts + 1, table.seq + 1, reason, ())
    return replace(table, posts=post.number), [post]


def _players_to_mention(table: Table) -> list[int]:
    """Users who play: owners still on the server, also behind a machine, and stand-ins."""
    playing = [seat for seat in table.seats if not seat.resigned]
    owners = {seat.index: None if seat.left_at is not None else seat.user_id for seat in playing}
    return [user for seat in playing for user in (owners[seat.index], seat.standin) if user is not None]


def _with_new_post(
    table: Table, reason: str, pings: Sequence[int], now: int, seats: Collection[int]
) -> tuple[Table, list[Post]]:
    post = Post(table.id, table.posts + 1, table.seq, reason, () if table.lesson is not None else tuple(pings))
    pinged = tuple(replace(s, pinged_at=now, pinged_seq=table.seq) if s.index in seats else s for s in table.seats)
    return replace(table, posts=post.number, seats=pinged), [post]


class Outbox:
    """Due posts, for the publisher."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def unsent(self, table_id: int) -> list[Post]:
        """Unsent posts of a table, oldest first. They mention only users who are still to act and may be mentioned."""
        rows = await self.registry.store.read(lambda t: t.unsent(table_id))
        table = self.registry.tables.get(table_id)
        asked = notifications.users_concerned_by_reason(table) if table is not None else {}
        owed = [codec.post_from_row(row) for row in rows]
        posts = [replace(post, pings=post.mentioned, apart=()) for post in owed]
        posts = membership.drop_mentions_of_departed(table, posts) if table is not None else posts
        return [
            replace(post, pings=tuple(user for user in post.pings if user in asked.get(post.reason, ())))
            if post.reason.split(" ")[0] in (TURN, INVITE, HEARD, ASKED)
            else post
            for post in posts
        ]

    @durable
    async def new_post(self, table_id: int, reason: str) -> Post:
        """Add a post without mentions."""
        async with self.registry.lock(table_id):
            old = await self.registry.light(table_id)
            post = Post(table_id, old.posts + 1, old.seq, reason, ())
            await self.registry.commit(old, replace(old, posts=post.number), PendingWrites(posts=[post]))
        return post

    @durable
    async def posted(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, *, seq: int | None = None
    ) -> None:
        """Record posts sent as one message, now the live one, showing the log up to `seq`."""
        try:
            await self._posted(table_id, numbers, message_id, channel_id, seq)
        except Unsure:  # writing it twice is harmless
            await self._posted(table_id, numbers, message_id, channel_id, seq)

    async def _posted(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, seq: int | None
    ) -> None:
        async with self.registry.lock(table_id):
            old = await self.registry.light(table_id)
            rows = await self.registry.store.read(lambda t: [t.post(table_id, number) for number in numbers])
            sent = [codec.post_from_row(row) for row in rows if row is not None]
            if not sent:
                return
            now = self.registry.clock.now()
            newest = max(post.seq for post in sent) if seq is None else seq
            sent = [
                replace(post, message_id=message_id, channel_id=channel_id, sent_at=now, shown_at=now, seq=newest)
                for post in sorted(sent, key=lambda post: post.number)
            ]
            live = sent[-1] if old.live is None or old.live.number <= sent[-1].number else old.live
            await self.registry.commit(old, replace(old, live=live), PendingWrites(changed_posts=sent))

    @durable
    async def shown(self, table_id: int, seq: int) -> None:
        """The live message was edited and shows the log up to `seq`."""
        async with self.registry.lock(table_id):
            old = await self.registry.light(table_id)
            if old.live is not None:
                live = replace(old.live, seq=max(seq, old.live.seq), shown_at=self.registry.clock.now())
                await self.registry.commit(old, replace(old, live=live), PendingWrites(changed_posts=[live]))

    @durable
    async def gone(self, table_id: int) -> None:
        """The live message was deleted."""
        async with self.registry.lock(table_id):
            old = await self.registry.light(table_id)
            if old.live is not None:
                await self.registry.commit(old, replace(old, live=None), PendingWrites())

    async def superseded(self) -> list[tuple[int, Post]]:
        """At start: tables whose live message was sent just before the stop, with the message before it, which may
        still have buttons."""
        live = {table.id: table.live for table in self.registry.tables.values() if table.live is not None}
        last = max((post.sent_at or 0 for post in live.values()), default=0)
        sent = [(id_, post) for id_, post in live.items() if post.message_id and (post.sent_at or 0) >= last - LAST]

        def before(t: Transaction) -> list[tuple[int, Post]]:
            rows = ((id_, t.post_before(id_, post.number, post.message_id or 0)) for id_, post in sent)
            return [(id_, codec.post_from_row(row)) for id_, row in rows if row is not None]

        return await self.registry.store.read(before) if sent else []

    async def behind(self) -> list[int]:
        """Tables whose channel is not up to date: unsent posts, or an outdated live message."""
        owing, ended, asking = await self.registry.store.read(
            lambda t: (t.owing() | t.owing_votes(), t.unfinished_business(), t.asks_to_show())
        )
        late = []
        for number, table in enumerate(list(self.registry.tables.values())):
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            if not table.homeless and (table.id in owing or self._behind(table)):
                late.append(table.id)
        homeless = {table.id for table in self.registry.tables.values() if table.homeless}
        return sorted({*late, *ended, *(number for number in asking if number not in homeless)})

    def _behind(self, table: Table) -> bool:
        live = table.live
        if live is None or live.channel_id != table.home.channel_id:
            return True
        if table.status == "lobby":  # lobbies have no log, and times have seconds only
            return live.shown_at is None or table.updated_at >= live.shown_at
        return live.seq < table.seq or self._left_since(table, live.shown_at or 0)

    def _left_since(self, table: Table, shown_at: int) -> bool:
        """Whether a vacation began or ended after the message was last shown."""
        now = self.registry.clock.now()
        known = [
            one
            for seat in table.humans
            for one in vacation.decode_vacations(self.registry.settings.get(seat.called or 0, {}))
        ]
        return any(shown_at < at <= now for one in known for at in (one.begin, one.end))


def newly_invited(old: Table, new: Table) -> Collection[int]:
    """Seats with a new invitation."""
    game = new.game
    if game is None or not new.open:
        return ()
    before = game.invitations(old.state) if old.state is not None else {}
    return [seat for seat, task in game.invitations(new.state).items() if before.get(seat) != task]
