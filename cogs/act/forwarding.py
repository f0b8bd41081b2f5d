"""Interactions that come to one process and are about a table of another one: they are left for it as they came.

Direct messages come to who holds shard 0, whatever table they are about, and a table can be named on any server. The
other process takes what was left, once, and answers by the interaction's own token, as if it had come to it. Where
nobody takes it, because that process is just being started again, whoever it came to says so.
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

TAKEN: Final = 1.5  # seconds in which the other process takes it; Discord waits three for a first answer
COMMAND, PRESS, COMPLETION, FORM = 2, 3, 4, 5  # types of interactions
# Commands that are about somebody, not about a table.
PERSONAL: Final = frozenset({"list", "settings", "vacation", "privacy", "help", "new", "stats"})
GAME: Final = "game"  # the option that names a table
Data = Mapping[str, Any]


class InteractionForwarder:
    """Sends on what is for others, and takes what others have sent."""

    def __init__(self, app: InteractionApp, state: Any, here: Callable[[Any], None]) -> None:
        """`state`: discord.py's, which interactions are made with; `here`: who carries out what is for this process."""
        self.app = app
        self.state = state
        self.here = here

    async def sends(self, data: Data) -> bool:
        """Whether an interaction is for another process, and was left for it."""
        table_id = await self._theirs(data)
        if table_id is None or self.app.under_way.leaving:
            return False
        store, now, user = self.app.tables.registry.store, self.app.clock.now(), _sender_id(data)
        payload = json.dumps(data)
        left = partial(Transaction.put_errand, game_id=table_id, user_id=user, now=now, payload=payload)
        try:
            number = await store.write(left)
        except Unsure:  # it may have been left, and would be done twice; who presses again is told what became of it
            return True
        self.app.beside(self._waited(number, data), "see whether an errand was taken")
        return True

    async def take(self, number: int) -> None:
        """Carry out what was left for us, if nobody has. Whoever leaves takes nothing more."""
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
        payload: Any = data  # as Discord sent it, which discord.py has a type for
        interaction: Any = discord.Interaction(data=payload, state=self.state)
        await pipeline.run(
            InteractionContext(self.app, interaction, Reply(interaction)), _refuse_while_starting, "private"
        )

    # Whose it is

    async def _theirs(self, data: Data) -> int | None:
        """The table of another process that it is about; None: it is about none."""
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
        """The table of a press; 0: it is about none."""
        known = ids.parse_custom_id(custom_id)
        if known is None:
            return None
        if known.family != "v":
            return known.number
        vote = await self.app.tables.votes.get(known.number)
        return None if vote is None else vote.table_id

    def _only(self, user: int) -> int | None:
        """In direct messages the only table of somebody that waits for them, else the only one that they have."""
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
    """The words of a command, and its options."""
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
