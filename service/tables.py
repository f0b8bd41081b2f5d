"""The running games: what everybody outside the service calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self

from db.store import Store
from rules.core import Choices
from rules.core.record import Record

from .clock import Clock
from .model import Entry, Home, Outcome, Person, Post, Table, Vote, What
from .publish import Publisher


class Tables:
    """The only writer of games; one lock per game. Values it returns are snapshots."""

    luck: list[int]

    @classmethod
    async def create(cls, store: Store, clock: Clock, publisher: Publisher) -> Self:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    def at(self, channel_id: int) -> Table | None:
        raise NotImplementedError

    def get(self, table_id: int) -> Table | None:
        raise NotImplementedError

    def of_user(self, user_id: int) -> list[Table]:
        raise NotImplementedError

    def lobbies(self, guild_id: int | None) -> list[Table]:
        raise NotImplementedError

    async def load(self, table_id: int) -> Table:
        raise NotImplementedError

    async def last_finished(self, channel_id: int) -> Table | None:
        raise NotImplementedError

    async def history(self, table_id: int) -> list[Entry]:
        raise NotImplementedError

    async def effective(self, table_id: int) -> list[Entry]:
        raise NotImplementedError

    async def record(self, table_id: int) -> Record:
        raise NotImplementedError

    async def open(
        self, kind: str, choices: Choices, max_seats: int | None, home: Home, host: Person, *, thread: bool = False,
        language: str = "en", tidy: bool | None = None, act: str | None = None,
    ) -> Table:
        raise NotImplementedError

    async def join(self, table_id: int, person: Person, colour: str | None = None) -> Table:
        raise NotImplementedError

    async def leave(self, table_id: int, user_id: int) -> Table:
        raise NotImplementedError

    async def add_machine(self, table_id: int, by: int, level: str = "easy", *, moderator: bool = False) -> Table:
        raise NotImplementedError

    async def kick(self, table_id: int, by: int, seat_index: int, *, moderator: bool = False) -> Table:
        raise NotImplementedError

    async def set_order(
        self, table_id: int, by: int, colours: Sequence[str] | Literal["random"], *, moderator: bool = False
    ) -> Table:
        raise NotImplementedError

    async def set_choices(self, table_id: int, by: int, choices: Choices, *, moderator: bool = False) -> Table:
        raise NotImplementedError

    async def set_seats(self, table_id: int, by: int, n: int, *, moderator: bool = False) -> Table:
        raise NotImplementedError

    async def start(self, table_id: int, by: int, *, moderator: bool = False, act: str | None = None) -> Table:
        raise NotImplementedError

    async def play(
        self, table_id: int, user_id: int, lines: Sequence[str], *, since: int | None = None, act: str | None = None
    ) -> Outcome:
        raise NotImplementedError

    async def fresh(self, table_id: int, user_id: int, since: int) -> Table:
        """The table with its state; Stale if the seat or an undo entered the log after `since` (no move is judged)."""
        raise NotImplementedError

    async def undo(self, table_id: int, user_id: int, *, act: str | None = None) -> Outcome:
        raise NotImplementedError

    async def resign(self, table_id: int, user_id: int, *, act: str | None = None) -> Outcome:
        raise NotImplementedError

    async def propose(
        self, table_id: int, user_id: int, what: What, to: int | None = None, reason: str | None = None, *,
        act: str | None = None,
    ) -> Vote:
        raise NotImplementedError

    async def answer(self, vote_id: int, user_id: int, yes: bool, *, act: str | None = None) -> Vote:
        raise NotImplementedError

    def vote_open_at(self, table_id: int) -> Vote | None:
        raise NotImplementedError

    async def get_vote(self, vote_id: int) -> Vote | None:
        raise NotImplementedError

    async def rematch(self, table_id: int, person: Person, *, act: str | None = None) -> tuple[Table, bool]:
        raise NotImplementedError

    async def seen(self, person: Person) -> None:
        raise NotImplementedError

    async def set_home(self, table_id: int, home: Home) -> Table:
        raise NotImplementedError

    async def quiet(self, table_id: int) -> None:
        raise NotImplementedError

    async def unsent(self, table_id: int) -> list[Post]:
        raise NotImplementedError

    async def new_post(self, table_id: int, reason: str) -> Post:
        raise NotImplementedError

    async def posted(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, *, seq: int | None = None
    ) -> None:
        raise NotImplementedError

    async def shown(self, table_id: int, seq: int) -> None:
        raise NotImplementedError

    async def gone(self, table_id: int) -> None:
        raise NotImplementedError

    async def behind(self) -> list[int]:
        raise NotImplementedError

    async def vote_posted(self, vote_id: int, message_id: int, channel_id: int) -> None:
        raise NotImplementedError

    async def mark_homeless(self, table_id: int, flag: bool) -> None:
        raise NotImplementedError
