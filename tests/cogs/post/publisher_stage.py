"""A publisher between stored tables and a channel, with a movable clock and no Discord."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord

from cogs.post.message_layout import PublicMessage
from cogs.post.publisher import Publisher
from cogs.screen import Screen, discord_views
from cogs.screen.delays import Delays
from cogs.screen.live_screens import LiveScreens
from rules.core import Choices
from service.state.model import Post, Seat, Table, TableChannel, Vote
from service.store.clock import MovableClock
from service.store.publisher import TableChange
from words import Voice

ANN, BEN = 11, 22
CHANNEL = 5


def http_error(code: int, status: int = 403) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": code, "message": "no"})


class Channel:
    """A channel that notes what is sent, edited and deleted, and fails when it is told to."""

    def __init__(self, clock: MovableClock) -> None:
        self.clock = clock
        self.log: list[tuple[Any, ...]] = []
        self.fail: dict[str, list[BaseException]] = {"send": [], "edit": [], "delete": [], "fetch": []}
        self.nonces: dict[str, int] = {}
        self.sent_at: dict[int, int] = {}
        self.swallow = False

    def _may(self, what: str) -> None:
        if self.fail[what]:
            raise self.fail[what].pop(0)

    async def send(self, text: str, *, nonce: str, silent: bool, allowed_mentions: Any, **rest: Any) -> Any:
        self._may("send")
        users = sorted(user.id for user in allowed_mentions.users)
        assert allowed_mentions.everyone is False
        number = self.nonces.setdefault(nonce, 1000 + len(self.nonces))
        self.sent_at.setdefault(number, self.clock.now())
        self.log.append(("send", number, nonce, users, silent))
        if self.swallow:
            self.swallow = False
            raise ConnectionResetError
        return SimpleNamespace(id=number)

    def get_partial_message(self, number: int) -> Any:
        async def edit(**what: Any) -> None:
            self._may("edit")
            assert self.clock.now() - self.sent_at[number] < 3600, "an old message was edited"
            self.log.append(("strip" if "content" not in what else "edit", number))

        async def delete() -> None:
            self._may("delete")
            self.log.append(("delete", number))

        async def fetch() -> None:
            self._may("fetch")

        return SimpleNamespace(edit=edit, delete=delete, fetch=fetch)

    def take(self) -> list[tuple[Any, ...]]:
        taken, self.log = self.log, []
        return taken


def stored_table() -> Table:
    """A running game of Ann and Ben after four entries."""
    seats = (Seat(0, ANN, "Ann", "R"), Seat(1, BEN, "Ben", "B"))
    home = TableChannel(9, CHANNEL)
    return Table(
        1, "carcassonne", Choices(), home, "active", ANN, 2, seats, None, "en", False, True, "0a1b2c3d", 4, 0, 0
    )


class Books:
    """What the publisher asks of the service."""

    def __init__(self, clock: MovableClock) -> None:
        self.clock = clock
        self.table = stored_table()
        self.owed: list[Post] = []
        self.former: list[tuple[int, Post]] = []
        self.registry = SimpleNamespace(
            store=SimpleNamespace(is_sole_owner=True),
            load_table=lambda number: self.load_table(number),
            get=lambda number: self.table,
        )
        self.outbox = self
        self.digests = SimpleNamespace(list_outdated_digests=return_nothing)
        self.history = SimpleNamespace(read_entries=return_nothing)
        self.reminders = SimpleNamespace(list_reminders=return_nothing)
        self.direct_messages = SimpleNamespace(
            users_with_due_messages=return_nothing,
            take_answered_messages=return_nothing,
            retry_due_messages=return_nothing,
            can_mention_user=lambda user_id, at: True,
        )
        self.votes = SimpleNamespace(
            find_vote=self.find_vote, votes_to_show=self.votes_to_show, record_vote_message=self.record_vote_message
        )
        self.ballots: dict[int, Vote] = {}

    async def load_table(self, number: int) -> Table:
        return self.table

    async def list_unsent_posts(self, number: int) -> list[Post]:
        return list(self.owed)

    def owe(self, reason: str, *pings: int) -> None:
        self.table = replace(self.table, posts=self.table.posts + 1, seq=self.table.seq + 1)
        self.owed.append(Post(1, self.table.posts, self.table.seq, reason, pings))

    async def add_post(self, number: int, reason: str) -> Post:
        self.table = replace(self.table, posts=self.table.posts + 1)
        self.owed.append(Post(1, self.table.posts, self.table.seq, reason, ()))
        return self.owed[-1]

    async def record_sent_posts(self, number: int, numbers: list[int], message: int, channel: int, *, seq: int) -> None:
        last = next(post for post in self.owed if post.number == numbers[-1])
        self.owed = [post for post in self.owed if post.number not in numbers]
        now = self.clock.now()
        self.table = replace(
            self.table, live=replace(last, message_id=message, channel_id=channel, sent_at=now, shown_at=now, seq=seq)
        )

    async def record_shown_entries(self, number: int, seq: int) -> None:
        assert self.table.live is not None

    async def record_deleted_message(self, number: int) -> None:
        self.table = replace(self.table, live=None)

    @property
    def channels(self) -> Any:
        async def mark_unreachable(number: int, why: Any) -> None:
            self.table = replace(self.table, homeless=why)

        async def mark_reachable(number: int) -> None:
            self.table = replace(self.table, homeless="")

        return SimpleNamespace(mark_unreachable=mark_unreachable, mark_reachable=mark_reachable)

    async def list_tables_with_unsent_posts(self) -> list[int]:
        return [1] if self.owed else []

    async def list_superseded_messages(self) -> list[tuple[int, Post]]:
        return self.former

    async def find_vote(self, number: int) -> Vote | None:
        return self.ballots.get(number)

    async def votes_to_show(self, number: int) -> list[Vote]:
        return [v for v in self.ballots.values() if not v.told and (v.status != "open" or v.message_id is None)]

    async def record_vote_message(self, number: int, message: int, channel: int, status: str) -> None:
        told = status != "open"
        self.ballots[number] = replace(self.ballots[number], message_id=message, channel_id=channel, told=told)


async def return_nothing(*asked: Any) -> list[Any]:
    """What the service has of anything that these tests do not ask about."""
    return []


class Desk:
    """A publisher between books and a channel."""

    def __init__(self) -> None:
        self.clock = MovableClock()
        self.books = Books(self.clock)
        self.channel = Channel(self.clock)
        app: Any = SimpleNamespace(
            live_screens=LiveScreens(),
            run_in_background=lambda work, name: work.close(),
            clock=self.clock,
            tables=self.books,
            studio=discord_views.Studio(),
            get_guild=lambda guild_id: None,
            is_guild_list_complete=lambda guild_id: True,
            get_channel=lambda channel_id: None,
            get_partial_messageable=lambda channel_id, guild_id: self.channel,
            voice=lambda table, language: Voice(language, table.names),
            game_name=lambda kind, language: "Game",
        )
        self.publisher = Publisher(app, Delays(collect_moves=0.02, edit_gap=0.05))

        async def composed(table: Table, posts: list[Post], outbox: Any) -> PublicMessage:
            return PublicMessage(Screen("text"), tuple(dict.fromkeys(user for post in posts for user in post.pings)))

        self.publisher.composer.compose_table = composed

    async def change(self, what: Any = "moved", vote: Vote | None = None) -> list[tuple[Any, ...]]:
        await self.publisher.publish_change(TableChange(self.books.table, what, vote))
        await self.publisher.wait_until_idle()
        return self.channel.take()

    async def later(self, seconds: float) -> None:
        """Move the clock; what slept goes on, and is done."""
        self.clock.advance(seconds)
        for _ in range(50):  # turns of the loop
            await asyncio.sleep(0)
        await self.publisher.wait_until_idle()
