"""Forwards interactions between processes of a sharded bot.

All direct messages reach the process with shard 0, and commands may name tables of other servers. The receiving
process stores such an interaction for the owner of the table, which takes it once and answers by the interaction's
token. If nobody takes it in time, as during a restart, the receiving process answers with a refusal.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import discord

from cogs.act import pipeline
from cogs.act.context import InteractionApp, InteractionContext
from cogs.act.table_numbers import extract_table_number
from cogs.screen import ids
from cogs.screen.reply import Reply
from db.errors import Unsure
from db.store import Transaction
from service.errors import ServiceError
from service.state import urgency

TAKEN: Final = 1.5  # seconds for the other process to take it; Discord allows three for the first answer
COMMAND, PRESS, COMPLETION, FORM = 2, 3, 4, 5  # interaction types
# Commands about a user instead of a table.
PERSONAL: Final = frozenset({"list", "settings", "vacation", "privacy", "help", "new", "stats"})
GAME: Final = "game"  # the option that names a table
Data = Mapping[str, Any]


class InteractionForwarder:
    """Stores interactions for other processes, and takes those left for this one."""

    def __init__(self, app: InteractionApp, state: Any, here: Callable[[Any], None]) -> None:
        """`state`: discord.py's connection state; `here` dispatches an interaction in this process."""
        self.app = app
        self.state = state
        self.here = here

    async def sends(self, data: Data) -> bool:
        """Whether an interaction belongs to another process and is stored for it."""
        table_id = await self._theirs(data)
        if table_id is None or self.app.under_way.leaving:
            return False
        store, now, user = self.app.tables.registry.store, self.app.clock.now(), _sender_id(data)
        payload = json.dumps(data)
        left = partial(Transaction.put_errand, game_id=table_id, user_id=user, now=now, payload=payload)
        try:
            number = await store.write(left)
        except Unsure:  # it may be stored; handling it here too would run it twice
            return True
        self.app.beside(self._waited(number, data), "see whether an errand was taken")
        return True

    async def take(self, number: int) -> None:
        """Dispatch a stored interaction unless another process took it. Does nothing during shutdown."""
        if self.app.under_way.leaving:
            return
        payload = await self._taken(number)
        if payload is not None:
            self.here(json.loads(payload))

    async def _taken(self, number: int) -> str | None:
        return await self.app.tables.registry.store.write(lambda t: t.take_errand(number))

    async def _waited(self, number: int, data: Data) -> None:
        await asyncio.sleep(TAKEN)
        if await self._taken(number) is None or data["type"] == COMPLETION:
            return
        payload: Any = data  # discord.py declares a type for it
        interaction: Any = discord.Interaction(data=payload, state=self.state)
        await pipeline.run(
            InteractionContext(self.app, interaction, Reply(interaction)), _refuse_while_starting, "private"
        )

    async def _theirs(self, data: Data) -> int | None:
        """The table of another process that the interaction is about, else None."""
        tables, user = self.app.tables, _sender_id(data)
        inner: Data = data.get("data") or {}
        dm = data.get("guild_id") is None
        if data["type"] in (PRESS, FORM):
            number = await self._pressed(str(inner.get("custom_id", "")))
            if number == 0:
                await tables.registry.abroad.look(user)
                return None
        elif data["type"] in (COMMAND, COMPLETION):
            words, given = _read_command(inner)
            number = _table_id_from_text(given.get(GAME, ""))
            if number is None and (dm or GAME in given or words[-1] in PERSONAL):
                await tables.registry.abroad.look(user)
            if number is None and dm and words[-1] not in PERSONAL:
                number = self._only(user)
        else:
            return None
        if number is None or number in tables.registry.tables:
            return None
        found = await tables.registry.store.read(lambda t: t.server_of(number))
        return None if found is None or tables.registry.share.holds(found[0]) else number

    async def _pressed(self, custom_id: str) -> int | None:
        """The table of a custom id; 0: about no table; None: unknown id."""
        known = ids.parse_custom_id(custom_id)
        if known is None:
            return None
        if known.family != "v":
            return known.number
        vote = await self.app.tables.votes.get(known.number)
        return None if vote is None else vote.table_id

    def _only(self, user: int) -> int | None:
        """In direct messages: the user's only waiting table, else their only table."""
        tables = self.app.tables
        mine = tables.of_user(user)
        waiting = urgency.tables_waiting_for(mine, user)
        found = waiting or ([] if tables.registry.lessons_of(user) else mine)
        return found[0].id if len(found) == 1 else None


async def _refuse_while_starting(ctx: InteractionContext) -> None:
    raise ServiceError("part_starting")


def _sender_id(data: Data) -> int:
    member: Data = data.get("member") or {}
    return int((data.get("user") or member.get("user") or {}).get("id", 0))


def _read_command(command: Data) -> tuple[list[str], dict[str, str]]:
    """Names of command and subcommands, and its options."""
    words, given = [str(command.get("name", ""))], {}
    for option in _walk_options(command.get("options") or ()):
        if "value" in option:
            given[str(option["name"])] = str(option["value"])
        else:
            words.append(str(option["name"]))
    return words, given


def _walk_options(options: Sequence[Data]) -> Iterator[Data]:
    for option in options:
        yield option
        yield from _walk_options(option.get("options") or ())


def _table_id_from_text(text: str) -> int | None:
    word = extract_table_number(text)
    return int(word) if word and len(word) <= 18 else None
