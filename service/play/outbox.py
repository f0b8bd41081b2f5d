"""Who is waited for, who is told, and which messages the table owes its home."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from typing import Final

from db.errors import Unsure
from db.store import Transaction

from ..state import membership, notifications
from ..state.model import PendingTurn, Post, Table
from ..state.notifications import ASKED, HANDED, HEARD, INVITE, TURN
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry
from ..time import vacation

SLICE: Final = 500  # tables that are looked at before others have their turn
LAST: Final = 10  # seconds before the end of play in which a message may not have been followed by what belongs to it
AGAIN_AFTER = 600  # seconds: after an undo nobody is pinged twice within
INVITED_AFTER = 1800  # seconds: within one turn nobody is pinged twice for being invited
AWAY_AFTER = 600  # seconds without an act of one's own


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
    """Let stretches and pings follow a position; `new` has its log, seats and status already.

    Whoever is still waited for goes on in their stretch, also after an act of their own. An `undo` pings nobody.
    `answered`: seats for which a standing answer is about to speak; who is still waited for after it is told then.
    `suspended`: seats whose decision was put off. Who comes back to it after nobody had to be waited for goes on.
    """
    if not new.open:
        if new.lesson is not None and new.status == "abandoned":
            return replace(new, stretches=(), held=frozenset()), []  # it ends quietly
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
        later = seat in answered and old.seq > 0  # the start tells everybody
        if not before.pinged and new.seats[seat].here and not later and new.status != "frozen":  # then when it wakes
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
    """The post that tells seats of an invitation new to them. `before`: former ones of the table; who was pinged for
    one of this turn a short while ago is not pinged again."""
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
    """The post that tells somebody what the next entry does: their seat is another's."""
    post = Post(table.id, table.posts + 1, table.seq + 1, HANDED, (user_id,))
    return replace(table, posts=post.number), [post]


async def last_presence_by_seat(registry: TableRegistry, table: Table) -> dict[int, int]:
    """Seat -> when its person was last here: moved at this table, or did anything at all."""
    found = await registry.store.read(lambda t: t.last_acts(table.id))
    for seat in table.humans:
        user = seat.called or 0
        found[seat.index] = max(
            found.get(seat.index, 0), registry.seen.get(user, ("", 0))[1], registry.here.get(user, 0)
        )
    return found


def answers_post_reason(number: int) -> str:
    """The reason of a post that tells somebody of answers to their question of that number: one for each question."""
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
    """The post that tells a seat of answers to its question, if it is a person who has been away: who is here sees the
    message change. `here`: seat -> when its person was last here; `before`: former posts of that reason; `seqs`:
    the entries of the log that count."""
    person = table.seats[seat]
    away = now - here.get(seat, 0) >= AWAY_AFTER
    told = any(post.seq in seqs for post in before) or _just_pinged(table, seat, now)
    if not person.here or person.called is None or not away or told:
        return table, []
    return _with_new_post(table, answers_post_reason(number), [person.called], now, (seat,))


def _just_pinged(table: Table, seat: int, now: int) -> bool:
    """Whether a ping would repeat, after an undo, what the person was told a moment ago."""
    at = table.seats[seat].pinged_at
    return at is not None and table.undone_at is not None and table.undone_at >= at and now - at < AGAIN_AFTER


def forget_pings(table: Table, to: int, unsent: Collection[int]) -> Table:
    """After an undo back to before entry `to`, only pings that told of undone entries stand for what comes again.

    Whose ping is still unsent (users) was told nothing.
    """
    seats = (
        s if (s.pinged_seq or 0) >= to and s.called not in unsent else replace(s, pinged_at=None, pinged_seq=None)
        for s in table.seats
    )
    return replace(table, seats=tuple(seats))


def with_continue_question_post(table: Table) -> tuple[Table, list[Post]]:
    """The post that asks everybody whether the game goes on."""
    return _with_new_post(table, notifications.ASKED, _players_to_mention(table), 0, ())


def with_silent_post(table: Table, reason: str) -> tuple[Table, list[Post]]:
    """A post that calls nobody: what the next entry tells is to be read in a new message."""
    post = Post(table.id, table.posts + 1, table.seq + 1, reason, ())
    return replace(table, posts=post.number), [post]


def _players_to_mention(table: Table) -> list[int]:
    """Everybody who plays, also where a machine does it for them until they are back, or a friend, who is told too; not
    who has left the server."""
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
    """What the publisher asks and reports."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def unsent(self, table_id: int) -> list[Post]:
        """The messages the table owes its home, the oldest first; they ping only who is still asked, and is to be
        mentioned."""
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
        """A further message that pings nobody."""
        async with self.registry.lock(table_id):
            old = await self.registry.light(table_id)
            post = Post(table_id, old.posts + 1, old.seq, reason, ())
            await self.registry.commit(old, replace(old, posts=post.number), PendingWrites(posts=[post]))
        return post

    @durable
    async def posted(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, *, seq: int | None = None
    ) -> None:
        """These posts were sent as one message, which is now the live one and shows the log up to `seq`."""
        try:
            await self._posted(table_id, numbers, message_id, channel_id, seq)
        except Unsure:  # whether it was written or not, written once more it is the same
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
        """The live message has vanished."""
        async with self.registry.lock(table_id):
            old = await self.registry.light(table_id)
            if old.live is not None:
                await self.registry.commit(old, replace(old, live=None), PendingWrites())

    async def superseded(self) -> list[tuple[int, Post]]:
        """At start: tables whose message was the newest of all when play ended here, with the message before it. Who
        ended then may not have come to taking its buttons away."""
        live = {table.id: table.live for table in self.registry.tables.values() if table.live is not None}
        last = max((post.sent_at or 0 for post in live.values()), default=0)
        sent = [(id_, post) for id_, post in live.items() if post.message_id and (post.sent_at or 0) >= last - LAST]

        def before(t: Transaction) -> list[tuple[int, Post]]:
            rows = ((id_, t.post_before(id_, post.number, post.message_id or 0)) for id_, post in sent)
            return [(id_, codec.post_from_row(row)) for id_, row in rows if row is not None]

        return await self.registry.store.read(before) if sent else []

    async def behind(self) -> list[int]:
        """Tables whose home does not show what has happened: unsent posts, or a live message behind the table."""
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
        if table.status == "lobby":  # a lobby has no log; within the same second nobody can tell which came first
            return live.shown_at is None or table.updated_at >= live.shown_at
        return live.seq < table.seq or self._left_since(table, live.shown_at or 0)

    def _left_since(self, table: Table, shown_at: int) -> bool:
        """Whether somebody went on vacation, or came back from it, after the message was last shown."""
        now = self.registry.clock.now()
        known = [
            one
            for seat in table.humans
            for one in vacation.decode_vacations(self.registry.settings.get(seat.called or 0, {}))
        ]
        return any(shown_at < at <= now for one in known for at in (one.begin, one.end))


def newly_invited(old: Table, new: Table) -> Collection[int]:
    """The seats to whom something is offered that was not offered to them before."""
    game = new.game
    if game is None or not new.open:
        return ()
    before = game.invitations(old.state) if old.state is not None else {}
    return [seat for seat, task in game.invitations(new.state).items() if before.get(seat) != task]
