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

TAKEOVER_SECONDS: Final = 1.5  # seconds for the other process to take it; Discord allows three for the first answer
COMMAND, PRESS, COMPLETION, FORM = 2, 3, 4, 5  # interaction types
# Commands about a user instead of a table.
PERSONAL_COMMANDS: Final = frozenset({"list", "settings", "vacation", "privacy", "help", "new", "stats"})
TABLE_OPTION: Final = "game"  # the option that names a table
Data = Mapping[str, Any]


class InteractionForwarder:
    """Stores interactions for other processes, and takes those left for this one."""

    def __init__(self, app: InteractionApp, state: Any, dispatch_here: Callable[[Any], None]) -> None:
        """`state`: discord.py's connection state; `dispatch_here` dispatches an interaction in this process."""
        self.app = app
        self.state = state
        self.dispatch_here = dispatch_here

    async def forward_if_elsewhere(self, data: Data) -> bool:
        """Store an interaction for the process that it belongs to; False if that is this one."""
        table_id = await self._find_table_elsewhere(data)
        if table_id is None or self.app.in_flight.is_shutting_down:
            return False
        store, now, user = self.app.tables.registry.store, self.app.clock.now(), _sender_id(data)
        payload = json.dumps(data)
        put_errand = partial(Transaction.forward_interaction, game_id=table_id, user_id=user, now=now, payload=payload)
        try:
            number = await store.write(put_errand)
        except Unsure:  # it may be stored; handling it here too would run it twice
            return True
        self.app.run_in_background(self._refuse_if_untaken(number, data), "see whether an errand was taken")
        return True

    async def dispatch_stored(self, number: int) -> None:
        """Dispatch a stored interaction unless another process took it. Does nothing during shutdown."""
        if self.app.in_flight.is_shutting_down:
            return
        payload = await self._take_stored(number)
        if payload is not None:
            self.dispatch_here(json.loads(payload))

    async def _take_stored(self, number: int) -> str | None:
        return await self.app.tables.registry.store.write(lambda t: t.take_forwarded_interaction(number))

    async def _refuse_if_untaken(self, number: int, data: Data) -> None:
        await asyncio.sleep(TAKEOVER_SECONDS)
        if await self._take_stored(number) is None or data["type"] == COMPLETION:
            return
        payload: Any = data  # discord.py declares a type for it
        interaction: Any = discord.Interaction(data=payload, state=self.state)
        await pipeline.run(
            InteractionContext(self.app, interaction, Reply(interaction)), _refuse_while_starting, "private"
        )

    async def _find_table_elsewhere(self, data: Data) -> int | None:
        """The table of another process that the interaction is about, else None."""
        tables, user = self.app.tables, _sender_id(data)
        command_data: Data = data.get("data") or {}
        is_dm = data.get("guild_id") is None
        if data["type"] in (PRESS, FORM):
            table_id = await self._find_table_of_custom_id(str(command_data.get("custom_id", "")))
            if table_id == 0:
                await tables.registry.remote_tables.read_tables_of(user)
                return None
        elif data["type"] in (COMMAND, COMPLETION):
            names, options = _read_command(command_data)
            table_id = _table_id_from_text(options.get(TABLE_OPTION, ""))
            if table_id is None and (is_dm or TABLE_OPTION in options or names[-1] in PERSONAL_COMMANDS):
                await tables.registry.remote_tables.read_tables_of(user)
            if table_id is None and is_dm and names[-1] not in PERSONAL_COMMANDS:
                table_id = self._find_only_table(user)
        else:
            return None
        if table_id is None or table_id in tables.registry.tables:
            return None
        server = await tables.registry.store.read(lambda t: t.server_of(table_id))
        is_elsewhere = server is not None and not tables.registry.share.holds(server[0])
        return table_id if is_elsewhere else None

    async def _find_table_of_custom_id(self, custom_id: str) -> int | None:
        """The table of a custom id; 0: about no table; None: unknown id."""
        parsed = ids.parse_custom_id(custom_id)
        if parsed is None:
            return None
        if parsed.family != "v":
            return parsed.number
        vote = await self.app.tables.votes.find_vote(parsed.number)
        return None if vote is None else vote.table_id

    def _find_only_table(self, user: int) -> int | None:
        """In direct messages: the user's only waiting table, else their only table."""
        tables = self.app.tables
        own_tables = tables.tables_by_urgency(user)
        waiting = urgency.tables_waiting_for(own_tables, user)
        if not waiting and tables.registry.open_lessons_of(user):
            return None
        candidates = waiting or own_tables
        return candidates[0].id if len(candidates) == 1 else None


async def _refuse_while_starting(ctx: InteractionContext) -> None:
    raise ServiceError("part_starting")


def _sender_id(data: Data) -> int:
    member: Data = data.get("member") or {}
    return int((data.get("user") or member.get("user") or {}).get("id", 0))


def _read_command(command: Data) -> tuple[list[str], dict[str, str]]:
    """Names of command and subcommands, and its options."""
    names, values = [str(command.get("name", ""))], {}
    for option in _walk_options(command.get("options") or ()):
        if "value" in option:
            values[str(option["name"])] = str(option["value"])
        else:
            names.append(str(option["name"]))
    return names, values


def _walk_options(options: Sequence[Data]) -> Iterator[Data]:
    for option in options:
        yield option
        yield from _walk_options(option.get("options") or ())


def _table_id_from_text(text: str) -> int | None:
    digits = extract_table_number(text)
    return int(digits) if digits and len(digits) <= 18 else None
