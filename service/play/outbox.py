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

TABLES_PER_STEP: Final = 500  # other tasks run in between
LAST_SECONDS_BEFORE_STOP: Final = 10  # in which old buttons may not have been removed
SECOND_MENTION_SECONDS = 600  # without a second mention after an undo
SECOND_INVITATION_SECONDS = 1800  # without a second mention for invitations in one turn
AWAY_SECONDS = 600  # without an action, after which a user counts as away


def update_turns_and_mentions(
    old: Table,
    new: Table,
    waiting: Collection[int],
    now: int,
    *,
    undo: bool = False,
    answered: Collection[int] = (),
    suspended: Collection[int] = (),
) -> tuple[Table, list[Post]]:
    """The table with the pending turns of a new position, and the post that mentions the players to move, if any.

    `new` has log, seats and status already. A seat that is still to move keeps its turn, also after moves of its own.
    An `undo` mentions nobody. `answered`: seats whose standing answer follows; they are mentioned after it if still to
    move. `suspended`: seats with a postponed decision; their turn goes on later.
    """
    if not new.is_open:
        ended = replace(new, stretches=(), held=frozenset())
        if new.lesson is not None and new.status == "abandoned":
            return ended, []  # lessons end without a post
        return _with_new_post(ended, "over", _players_to_mention(old), now, seats=())
    held: frozenset[int] = frozenset()
    if not undo and all(seat in answered or not new.seats[seat].is_human for seat in waiting):
        mentioned = old.held.union(turn.seat for turn in old.stretches if turn.pinged)
        held = frozenset(seat for seat in mentioned.intersection(suspended) if new.seats[seat].is_human)
    turns: list[PendingTurn] = []
    newly_mentioned: list[int] = []
    for seat in sorted(waiting):
        turn = new.pending_turn_of(seat)
        if turn is None:
            does_go_on = undo or seat in old.held
            is_silent = does_go_on or not new.seats[seat].is_human or _was_just_mentioned(new, seat, now)
            turn = PendingTurn(seat, now, new.seq, pinged=is_silent)
        is_mentioned_later = new.status == "frozen" or (seat in answered and old.seq > 0)  # the start mentions all
        if not turn.pinged and new.seats[seat].is_present and not is_mentioned_later:
            newly_mentioned.append(seat)
            turn = replace(turn, pinged=True)
        turns.append(turn)
    table = replace(new, stretches=tuple(turns), held=held)
    if old.seq == 0:
        return _with_new_post(table, "start", _players_to_mention(new), now, newly_mentioned)
    if newly_mentioned:
        users = [user for seat in newly_mentioned if (user := new.seats[seat].notify_user_id)]
        return _with_new_post(table, TURN, users, now, newly_mentioned)
    return table, []


def with_invitation_post(
    table: Table, seats: Collection[int], now: int, before: Sequence[Post]
) -> tuple[Table, list[Post]]:
    """Post for seats with a new invitation. `before`: earlier ones; a turn mentions nobody again so soon."""
    turn_begin = min((turn.seq for turn in table.stretches), default=0)
    mentioned: set[int] = set()
    for post in before:
        if post.seq > turn_begin and (post.sent_at is None or now - post.sent_at < SECOND_INVITATION_SECONDS):
            mentioned.update(post.pings)
    invited = [seat.notify_user_id for seat in table.present_seats if seat.index in seats]
    users = [user for user in invited if user is not None and user not in mentioned]
    return _with_new_post(table, INVITE, users, now, seats=()) if users else (table, [])


def with_handover_post(table: Table, user_id: int) -> tuple[Table, list[Post]]:
    """Post to the former owner of a seat that the next entry hands over."""
    post = Post(table.id, table.posts + 1, table.seq + 1, HANDED, (user_id,))
    return replace(table, posts=post.number), [post]


async def last_presence_by_seat(registry: TableRegistry, table: Table) -> dict[int, int]:
    """Seat -> time of its user's last action."""
    last_by_seat = await registry.store.read(lambda t: t.last_acts(table.id))
    for seat in table.human_seats:
        user = seat.notify_user_id or 0
        _, seen_at = registry.names_and_times.get(user, ("", 0))
        last_by_seat[seat.index] = max(last_by_seat.get(seat.index, 0), seen_at, registry.last_act_at.get(user, 0))
    return last_by_seat


def answers_post_reason(number: int) -> str:
    """Post reason for answers to offer or question `number`; one post each."""
    return f"{HEARD} {number}"


def with_answers_post(
    table: Table,
    seat: int,
    number: int,
    now: int,
    last_presence: Mapping[int, int],
    before: Sequence[Post],
    effective_seqs: Container[int],
) -> tuple[Table, list[Post]]:
    """Post to an absent user whose offer or question was answered; present users see the table post change.
    `last_presence`: by seat; `before`: earlier posts of that reason; `effective_seqs`: entries that are not undone."""
    asker = table.seats[seat]
    is_away = now - last_presence.get(seat, 0) >= AWAY_SECONDS
    is_told = any(post.seq in effective_seqs for post in before) or _was_just_mentioned(table, seat, now)
    if not asker.is_present or asker.notify_user_id is None or not is_away or is_told:
        return table, []
    return _with_new_post(table, answers_post_reason(number), [asker.notify_user_id], now, (seat,))


async def with_posts_for_answers(
    registry: TableRegistry, old: Table, new: Table, movers: Container[int | None], now: int
) -> tuple[Table, list[Post]]:
    """Posts to absent users whose offer or question was answered between two snapshots. `movers`: seats that acted."""
    game = new.game
    if game is None or not new.is_open or old.state is None:
        return new, []
    former_answers = game.questions_with_answer_state(old.state)
    posts: list[Post] = []
    for seat, answers in game.questions_with_answer_state(new.state).items():
        if seat not in movers and former_answers.get(seat) != answers:
            number, _ = answers
            before = await registry.store.read(partial(_posts_with_reason, new.id, answers_post_reason(number)))
            effective_seqs = {entry.seq for entry in without_undone(registry.brief_log(new.id))}
            last_presence = await last_presence_by_seat(registry, new)
            new, more = with_answers_post(new, seat, number, now, last_presence, before, effective_seqs)
            posts += more
    return new, posts


def _posts_with_reason(table_id: int, reason: str, t: Transaction) -> list[Post]:
    return [codec.post_from_row(row) for row in t.posts_with_reason(table_id, reason)]


def _was_just_mentioned(table: Table, seat: int, now: int) -> bool:
    """Whether a mention would repeat one made shortly before an undo."""
    mentioned_at, undone_at = table.seats[seat].pinged_at, table.undone_at
    if mentioned_at is None or undone_at is None:
        return False
    return undone_at >= mentioned_at and now - mentioned_at < SECOND_MENTION_SECONDS


def forget_mentions(table: Table, to: int, unsent: Collection[int]) -> Table:
    """Drop marks of mentions after an undo to before entry `to`, unless they belong to undone entries and were sent
    (`unsent`: users)."""
    seats = (
        s
        if (s.pinged_seq or 0) >= to and s.notify_user_id not in unsent
        else replace(s, pinged_at=None, pinged_seq=None)
        for s in table.seats
    )
    return replace(table, seats=tuple(seats))


def with_continue_question_post(table: Table) -> tuple[Table, list[Post]]:
    """Post that asks everybody whether the game goes on."""
    return _with_new_post(table, notifications.ASKED, _players_to_mention(table), now=0, seats=())


def with_silent_post(table: Table, reason: str) -> tuple[Table, list[Post]]:
    """Post without mentions that shows the next entry in a new message."""
    post = Post(table.id, table.posts + 1, table.seq + 1, reason, ())
    return replace(table, posts=post.number), [post]


def _players_to_mention(table: Table) -> list[int]:
    """Users who play: owners still on the server, also behind a machine, and stand-ins."""
    users = []
    for seat in table.seats:
        if not seat.resigned:
            owner = seat.user_id if seat.left_at is None else None
            users += [user for user in (owner, seat.standin) if user is not None]
    return users


def _with_new_post(
    table: Table, reason: str, users: Sequence[int], now: int, seats: Collection[int]
) -> tuple[Table, list[Post]]:
    """Post that mentions these users; `seats` remember that they were mentioned for their turn."""
    post = Post(table.id, table.posts + 1, table.seq, reason, () if table.lesson is not None else tuple(users))
    marked = tuple(replace(s, pinged_at=now, pinged_seq=table.seq) if s.index in seats else s for s in table.seats)
    return replace(table, posts=post.number, seats=marked), [post]


class Outbox:
    """Due posts, for the publisher."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def list_unsent_posts(self, table_id: int) -> list[Post]:
        """Unsent posts of a table, oldest first. They mention only users who are still to act and may be mentioned."""
        rows = await self.registry.store.read(lambda t: t.unsent_posts(table_id))
        table = self.registry.tables.get(table_id)
        posts = [replace(post, pings=post.mentioned_user_ids, apart=()) for post in map(codec.post_from_row, rows)]
        posts = membership.drop_mentions_of_departed(table, posts) if table is not None else posts
        concerned = notifications.users_concerned_by_reason(table) if table is not None else {}
        for at, post in enumerate(posts):
            if post.reason.split(" ")[0] in (TURN, INVITE, HEARD, ASKED):
                users = tuple(user for user in post.pings if user in concerned.get(post.reason, ()))
                posts[at] = replace(post, pings=users)
        return posts

    @durable
    async def add_post(self, table_id: int, reason: str) -> Post:
        """Add a post without mentions."""
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            post = Post(table_id, old.posts + 1, old.seq, reason, ())
            await self.registry.commit(old, replace(old, posts=post.number), PendingWrites(posts=[post]))
        return post

    @durable
    async def record_sent_posts(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, *, seq: int | None = None
    ) -> None:
        """Record posts sent as one message, now the live one, showing the log up to `seq`."""
        try:
            await self._record_sent_posts(table_id, numbers, message_id, channel_id, seq)
        except Unsure:  # writing it twice is harmless
            await self._record_sent_posts(table_id, numbers, message_id, channel_id, seq)

    async def _record_sent_posts(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, seq: int | None
    ) -> None:
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            rows = await self.registry.store.read(lambda t: [t.post(table_id, number) for number in numbers])
            posts = [codec.post_from_row(row) for row in rows if row is not None]
            if not posts:
                return
            now = self.registry.clock.now()
            shown_seq = max(post.seq for post in posts) if seq is None else seq
            sent = [
                replace(post, message_id=message_id, channel_id=channel_id, sent_at=now, shown_at=now, seq=shown_seq)
                for post in sorted(posts, key=lambda post: post.number)
            ]
            is_newest = old.live is None or old.live.number <= sent[-1].number
            new = replace(old, live=sent[-1]) if is_newest else old
            await self.registry.commit(old, new, PendingWrites(changed_posts=sent))

    @durable
    async def record_shown_entries(self, table_id: int, seq: int) -> None:
        """The live message was edited and shows the log up to `seq`."""
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            if old.live is not None:
                live = replace(old.live, seq=max(seq, old.live.seq), shown_at=self.registry.clock.now())
                await self.registry.commit(old, replace(old, live=live), PendingWrites(changed_posts=[live]))

    @durable
    async def record_deleted_message(self, table_id: int) -> None:
        """The live message was deleted."""
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            if old.live is not None:
                await self.registry.commit(old, replace(old, live=None), PendingWrites())

    async def list_superseded_messages(self) -> list[tuple[int, Post]]:
        """At start: tables whose live message was sent just before the stop, with the message before it, which may
        still have buttons."""
        live_posts = [table.live for table in self.registry.tables.values() if table.live is not None]
        since = max((post.sent_at or 0 for post in live_posts), default=0) - LAST_SECONDS_BEFORE_STOP
        late_posts = [post for post in live_posts if post.message_id and (post.sent_at or 0) >= since]

        def read_posts_before(t: Transaction) -> list[tuple[int, Post]]:
            rows = (t.post_before(post.table_id, post.number, post.message_id or 0) for post in late_posts)
            return [(row.game_id, codec.post_from_row(row)) for row in rows if row is not None]

        return await self.registry.store.read(read_posts_before) if late_posts else []

    async def list_tables_with_unsent_posts(self) -> list[int]:
        """Tables whose channel is not up to date: unsent posts, or an outdated live message."""
        with_unsent, ended, with_offers = await self.registry.store.read(
            lambda t: (
                t.games_with_unsent_posts() | t.games_with_votes_to_show(),
                t.list_ended_games_with_unsent_posts(),
                t.games_with_offers_to_show(),
            )
        )
        outdated = []
        for count, table in enumerate(list(self.registry.tables.values())):
            if count % TABLES_PER_STEP == TABLES_PER_STEP - 1:
                await asyncio.sleep(0)
            if not table.homeless and (table.id in with_unsent or self._is_message_outdated(table)):
                outdated.append(table.id)
        unreachable = {table.id for table in self.registry.tables.values() if table.homeless}
        return sorted({*outdated, *ended, *(table_id for table_id in with_offers if table_id not in unreachable)})

    def _is_message_outdated(self, table: Table) -> bool:
        """Whether the live message is missing, in another channel, or out of date."""
        live = table.live
        if live is None or live.channel_id != table.home.channel_id:
            return True
        if table.status == "lobby":  # lobbies have no log, and times have seconds only
            return live.shown_at is None or table.updated_at >= live.shown_at
        return live.seq < table.seq or self._has_vacation_changed_since(table, live.shown_at or 0)

    def _has_vacation_changed_since(self, table: Table, shown_at: int) -> bool:
        """Whether a vacation began or ended after the message was last shown."""
        now = self.registry.clock.now()
        for seat in table.human_seats:
            vacations = vacation.decode_vacations(self.registry.settings.get(seat.notify_user_id or 0, {}))
            if any(shown_at < at <= now for one in vacations for at in (one.begin, one.end)):
                return True
        return False


def newly_invited_seats(old: Table, new: Table) -> Collection[int]:
    """Seats with a new invitation."""
    game = new.game
    if game is None or not new.is_open:
        return ()
    before = game.invitations(old.state) if old.state is not None else {}
    return [seat for seat, task in game.invitations(new.state).items() if before.get(seat) != task]
