"""Letters on their way: what is tried again, what falls back, what is taken away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.post import direct_messages as letters_module
from cogs.post.direct_messages import DirectMessageSender
from cogs.post.message_layout import PublicMessage
from cogs.screen import Screen
from service.state.mail import DirectMessage, Notification, SentMessage
from service.state.model import Post, Table
from service.store.clock import MovableClock
from tests.cogs.harness import table_of
from tests.cogs.post.publisher_stage import http_error
from words import Voice

ANN, DM = 100, 900


class Channel:
    """Direct messages of somebody, and every other channel."""

    def __init__(self, number: int) -> None:
        self.id = number
        self.sent: list[tuple[str, str]] = []
        self.rang: list[bool] = []
        self.deleted: list[int] = []
        self.errors: list[BaseException] = []

    async def send(self, text: str, *, nonce: str, **rest: Any) -> Any:
        known = [n for n, (_, other) in enumerate(self.sent) if other == nonce]
        if not known:
            self.sent.append((text, nonce))
            self.rang.append(not rest.get("silent"))
        if self.errors:
            raise self.errors.pop(0)
        return SimpleNamespace(id=self.id * 10 + (known[0] if known else len(self.sent) - 1))

    def get_partial_message(self, number: int) -> Any:
        async def delete() -> None:
            self.deleted.append(number)

        return SimpleNamespace(delete=delete)


class Books:
    """The service as letters see it."""

    direct_messages = property(lambda self: self)
    preferences = SimpleNamespace(effective_setting=lambda user_id, key: "")
    server_language = SimpleNamespace(language_of_server=lambda guild_id: "")

    def __init__(self) -> None:
        self.table = table_of("carcassonne", None, 2)
        self.registry = SimpleNamespace(
            store=SimpleNamespace(is_sole_owner=True),
            load_table=lambda number: self.load_table(number),
            get=lambda number: self.table,
            open_vote_of=lambda number: None,
        )
        self.unsent: list[DirectMessage] = []
        self.number = 0
        self.last: tuple[int, int] | None = None
        self.closed: list[int] = []
        self.dropped: list[int] = []
        self.joined: list[tuple[int, int]] = []

    def owe(self, what: str = "turn", table_id: int | None = 12) -> None:
        self.number += 1
        number = self.number
        call = Notification(ANN, 12, 40, what, "dm", 0, 0, number)
        self.unsent.append(DirectMessage(ANN, number, "dm", table_id, (call,)))

    async def list_due_messages(self, user_id: int) -> list[DirectMessage]:
        return list(self.unsent)

    async def load_table(self, number: int) -> Table:
        return self.table

    def tables_by_urgency(self, user_id: int) -> list[Table]:
        return []

    def _gone(self, letter: DirectMessage) -> None:
        self.unsent = [one for one in self.unsent if one.number != letter.number]

    async def record_sent_message(
        self, letter: DirectMessage, message: int, channel: int, listed: list[int]
    ) -> list[tuple[int, int]]:
        self._gone(letter)
        former, self.last = self.last, (channel, message)
        return [former] if former is not None else []

    async def record_refused_messages(self, letter: DirectMessage) -> None:
        self._gone(letter)
        self.closed.append(letter.number)

    async def drop_message(self, letter: DirectMessage) -> None:
        self._gone(letter)
        self.dropped.append(letter.number)

    async def merge_messages(self, former: DirectMessage, letter: DirectMessage) -> None:
        self._gone(former)
        self.joined.append((former.number, letter.number))

    async def take_answered_messages(self, table: Table) -> list[SentMessage]:
        return []


class Office:
    """Letters with what they need."""

    def __init__(self) -> None:
        self.books, self.channel, self.clock = Books(), Channel(DM), MovableClock()
        self.closed: BaseException | None = None
        self.poison: set[str] = set()
        app: Any = SimpleNamespace(
            tables=self.books,
            clock=self.clock,
            voice=lambda table, language="en": Voice(language, table.names if table else ()),
            game_name=lambda kind, language: "Carcassonne",
            get_partial_messageable=lambda number, guild_id=None: self.channel,
            create_dm=self._open,
        )
        self.letters = DirectMessageSender(app, self._compose)

    async def _open(self, user: Any) -> Channel:
        assert user.id == ANN
        if self.closed is not None:
            raise self.closed
        return self.channel

    async def _compose(self, table: Table, posts: list[Post], above: str, user_id: int) -> PublicMessage:
        if posts and posts[0].reason in self.poison:
            raise RuntimeError("it cannot be drawn")
        pings = tuple(user for post in posts for user in post.pings)  # as the message of a table: what it stands for
        return PublicMessage(Screen(f"table {table.id} {above}".strip()), pings)

    async def deliver(self) -> None:
        self.letters.schedule(ANN, 0)
        for _ in range(200):
            await asyncio.sleep(0.005)
            if not self.letters.running_tasks():
                return
        raise AssertionError("it is still at work")


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    made = Office()
    yield made
    await made.letters.close()


async def test_a_letter_takes_the_place_of_the_one_before(office: Office) -> None:
    office.books.owe()
    await office.deliver()
    office.books.owe()
    await office.deliver()
    assert [text for text, _ in office.channel.sent] == ["table 12", "table 12"]
    assert office.channel.deleted == [DM * 10]


@pytest.mark.parametrize("what", ["turn", "vote", "ask", "asked", "empty", "invite", "handed"])
async def test_whatever_a_letter_tells_it_rings(office: Office, what: str) -> None:
    office.books.owe(what)
    await office.deliver()
    assert office.channel.rang == [True]


async def test_an_owner_reads_who_stands_in_and_that_they_may_move(office: Office) -> None:
    seats = tuple(replace(seat, standin=200) if seat.user_id == ANN else seat for seat in office.books.table.seats)
    office.books.table = replace(office.books.table, seats=seats, guests=((200, "Dora"),))
    office.books.owe("owner late")
    await office.deliver()
    ((text, _),) = office.channel.sent
    assert f"<@{ANN}>, Carcassonne #12 waits for your seat" in text
    assert "stands in for you; you may move too." in text
    assert office.channel.rang == [True]


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), OSError()])
async def test_a_lost_answer_makes_no_second_letter(office: Office, error: BaseException) -> None:
    office.channel.errors = [error]
    office.books.owe()
    await office.deliver()
    assert len(office.channel.sent) == 1
    assert office.books.unsent == []


async def test_what_could_not_be_sent_is_tried_again_under_the_same_nonce(office: Office) -> None:
    office.channel.errors = [http_error(0, 503)]
    office.books.owe()
    await office.deliver()
    assert len(office.books.unsent) == 1
    office.clock.advance(letters_module.RETRY_SECONDS[0] + 1)
    for _ in range(200):
        await asyncio.sleep(0.005)
        if not office.books.unsent:
            break
    assert office.books.unsent == []
    assert len(office.channel.sent) == 1


@pytest.mark.parametrize("code", [50007, 10013])
async def test_closed_direct_messages_are_reported(office: Office, code: int) -> None:
    office.closed = http_error(code)
    office.books.owe()
    await office.deliver()
    assert office.books.closed == [1]
    office.closed, office.channel.errors = None, [http_error(50007)]
    office.books.owe()
    await office.deliver()
    assert len(office.books.closed) == 2


async def test_a_letter_that_cannot_be_made_stands_in_no_other_way(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.poison = {"turn"}
    office.books.owe("turn")
    office.books.owe("invite", None)
    await office.deliver()
    assert [letter.number for letter in office.books.unsent] == [1]
    assert "could not be sent" in caplog.text


async def test_of_what_nothing_stands_nothing_is_sent(office: Office) -> None:
    office.books.owe()
    office.books.unsent = [replace(office.books.unsent[0], notifications=())]
    await office.deliver()
    assert office.books.dropped == [1]
    assert office.channel.sent == []


async def test_several_tables_are_one_letter_with_a_line_each(office: Office) -> None:
    office.books.owe("over", None)
    await office.deliver()
    ((text, _),) = office.channel.sent
    assert "[Carcassonne #12](https://discord.com/channels/1/2) is over" in text


async def test_two_letters_about_a_table_are_one(office: Office) -> None:
    office.books.owe("start")
    office.books.owe("turn")
    await office.deliver()
    assert office.books.joined == [(1, 2)]
    assert office.books.unsent == []
    assert len(office.channel.sent) == 1


async def test_what_may_stand_there_already_is_sent_as_it_was(office: Office) -> None:
    office.books.owe("start")
    office.books.owe("turn")
    office.letters.schedule(ANN, 0, before=True)  # as after a restart
    await office.deliver()
    assert office.books.joined == []
    assert len(office.channel.sent) == 2
    assert office.channel.deleted == [DM * 10]


async def test_a_game_in_which_machines_move_first_calls_when_they_have_moved(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    moving = True
    monkeypatch.setattr(letters_module, "find_machine_to_move", lambda table: object() if moving else None)
    office.books.owe("start")
    office.letters.schedule(ANN, 0)
    await asyncio.sleep(0.05)
    assert office.channel.sent == []
    office.books.owe("turn")
    office.letters.schedule(ANN, 0)
    moving = False
    office.clock.advance(letters_module.MACHINE_CHECK_SECONDS)
    await office.deliver()
    assert len(office.channel.sent) == 1
    assert office.books.unsent == []


async def test_a_machine_that_takes_long_holds_nobody_up(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters_module, "find_machine_to_move", lambda table: object())
    monkeypatch.setattr(letters_module, "MACHINE_CHECK_SECONDS", 0)
    office.books.owe("start")
    await office.deliver()
    assert len(office.channel.sent) == 1
