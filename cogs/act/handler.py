"""The one path of every interaction: defer, who, where, call, answer; and what is said when it goes wrong.

Presses of buttons and selects and the windows of forms are recognised by their custom id (`cogs.screen.ids`) in
`on_interaction`, whatever message they stand on, however old, before or after a restart.
"""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import aiohttp
import discord

from cogs.act import around, errors, prepared
from cogs.app import App
from cogs.screen import Screen, ids
from cogs.screen.reply import Reply
from rules.core import RulesError
from service.errors import ServiceError
from service.model import Home, Person, Seat, Table

if TYPE_CHECKING:
    from words import Voice

log = logging.getLogger(__name__)

# How a press is acknowledged: by a new private answer (type 5), silently (type 6), or not at all because a form opens.
Defer = Literal["private", "update", "form"]
Handler = Callable[["Act"], Awaitable[None]]
MARK: Final = "presses"  # the attribute by which a handler says what it answers


class Program(App, Protocol):
    """What the path of an interaction asks of the program beyond that."""

    @property
    def presses(self) -> Presses: ...

    async def present(self, act: Act, table: Table) -> Screen:
        """What «My move» shows: asked for when a picker turns out to be of an earlier state."""


@dataclass(slots=True)
class Act:
    """One interaction on its way through the bot."""

    app: Program
    interaction: discord.Interaction[Any]
    reply: Reply
    id: ids.Id | None = None  # of the button, select or form; None for a command
    values: tuple[str, ...] = ()  # chosen in a select
    fields: Mapping[str, str] = field(default_factory=dict)  # filled into a form
    at: Table | None = None  # the table this act turned out to be about (for the log and the ways on)

    @property
    def key(self) -> str:
        """The act as the service knows it: a repeated one is not played twice."""
        return str(self.interaction.id)

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        return Person(self.user_id, self.interaction.user.display_name)

    @property
    def home(self) -> Home:
        return Home(self.interaction.guild_id, self.interaction.channel_id or 0)

    @property
    def moderator(self) -> bool:
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_messages

    @property
    def language(self) -> str:
        """Of the private answers."""
        return self.app.language_of(str(self.interaction.locale))

    def voice(self, table: Table | None = None) -> Voice:
        return self.app.voice(table or self.at, self.language)

    async def table(self, game: str | None = None, *, finished: bool = False, loaded: bool = True) -> Table:
        """The table meant: of the button, else the one named, else that of the channel (`finished`: or its last one),
        else in a DM the only one that waits. ServiceError says what is missing."""
        self.at = await self._table(game, finished)
        if loaded and self.at.status != "lobby":
            self.at = await self.app.tables.load(self.at.id)
        return self.at

    async def _table(self, game: str | None, finished: bool) -> Table:
        tables = self.app.tables
        if self.id is not None and self.id.family != "v" and self.id.number:
            return tables.get(self.id.number) or await self._stored(self.id.number)
        if game:
            number = game.strip().lstrip("#").split(" ")[0]
            mine = [t for t in tables.of_user(self.user_id) if str(t.id) == number]
            if mine:
                return mine[0]
            raise ServiceError("unknown_table")
        if self.interaction.channel_id is not None and (here := tables.at(self.interaction.channel_id)) is not None:
            return here
        if finished and self.interaction.channel_id is not None:
            last = await tables.last_finished(self.interaction.channel_id)
            if last is not None:
                return last
        if self.interaction.guild_id is None:
            return self._table_in_dm()
        raise ServiceError("no_table")

    def _table_in_dm(self) -> Table:
        mine = self.app.tables.of_user(self.user_id)
        waiting = [t for t in mine if any(t.seats[s].user_id == self.user_id for s in t.waiting)]
        for found in (waiting, mine):
            if len(found) == 1:
                return found[0]
        if mine:
            names = [f"#{t.id} {self.app.game_name(t.kind, self.language)}" for t in mine]
            raise ServiceError("many_tables", list=names)
        raise ServiceError("no_table")

    async def _stored(self, number: int) -> Table:
        try:
            return await self.app.tables.load(number)
        except (KeyError, LookupError):
            raise ServiceError("no_table") from None

    def seat(self, table: Table) -> Seat:
        """The seat of whoever acts; ServiceError for strangers and for those who have left."""
        seat = table.seat_of(self.user_id)
        if seat is None:
            raise ServiceError("not_seated")
        if seat.resigned:
            raise ServiceError("resigned")
        return seat

    @property
    def since(self) -> int | None:
        return None if self.id is None else self.id.since


@dataclass(frozen=True, slots=True)
class Press:
    """What answers a family of ids, or one verb of it."""

    family: str
    verb: str | None
    defer: Defer
    run: Handler


def on(family: str, verb: str | None = None, *, defer: Defer = "update") -> Callable[[Handler], Handler]:
    """Mark the handler of a family of ids, or of one verb of it. `Presses` finds it in its module."""
    assert family in ids.FAMILIES

    def mark(handler: Handler) -> Handler:
        marked = Press(family, verb, defer, handler)
        setattr(handler, MARK, (*getattr(handler, MARK, ()), marked))
        return handler

    return mark


class Presses:
    """What buttons, selects and windows do: the handlers that some modules have marked."""

    def __init__(self, modules: Iterable[ModuleType] = ()) -> None:
        self._known: dict[tuple[str, str | None], Press] = {}
        for module in modules:
            for value in vars(module).values():
                for press in getattr(value, MARK, ()):
                    self.add(press)

    def add(self, press: Press) -> None:
        known = self._known.setdefault((press.family, press.verb), press)
        assert known.run is press.run, f"two handlers for {press.family}:{press.verb}"

    def __iter__(self) -> Iterator[tuple[str, str | None]]:
        """Family and verb of whatever is answered; no verb: all of the family that have no answer of their own."""
        return iter(self._known)

    def find(self, custom_id: ids.Id | None) -> Press | None:
        if custom_id is None:
            return None
        return self._known.get((custom_id.family, custom_id.verb)) or self._known.get((custom_id.family, None))


async def pressed(app: Program, interaction: discord.Interaction[Any]) -> None:
    """A button, a select, or the window of a form."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = ids.read(str(data.get("custom_id", "")))
    found = app.presses.find(custom_id)
    defer: Defer = "update" if found is None else found.defer
    if defer == "form" and interaction.type is discord.InteractionType.modal_submit:
        defer = "update"  # the window itself comes back: it cannot be answered by another one
    reply = Reply(interaction)
    act = Act(app, interaction, reply, custom_id, tuple(data.get("values", ())), _fields(data.get("components", ())))
    await run(act, unknown if found is None else found.run, defer)


async def unknown(act: Act) -> None:
    """An id of no family: of a version long gone, or forged."""
    raise ServiceError("stale")


async def run(act: Act, handler: Handler, defer: Defer) -> None:
    """Defer at once, call, and say in words whatever is raised."""
    try:
        if defer != "form":
            await act.reply.defer(private=defer == "private")
        await act.app.tables.seen(act.person)
        await around.came(act)
        try:
            await handler(act)
        except ServiceError as error:
            if not await around.room_made(act, error):
                raise
            await handler(act)
        await act.reply.close()
        await _news(act)
        around.afterwards(act)
    except Exception as error:
        await refuse(act, error)


async def _news(act: Act) -> None:
    """Below the answer, once: that direct messages do not reach whoever acts, and what they had prepared in vain. What
    fails here hurts no answer."""
    if act.reply.spoken and await act.app.tables.dm_closed(act.user_id):
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await act.reply.more(Screen(act.app.voice(None, act.language)("error.dm_closed")))
    if act.reply.spoken and act.app.tables.programmes.news(act.user_id):
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await prepared.tell(act)


async def refuse(act: Act, error: BaseException) -> None:
    """Answer an error privately. Whatever happens here, nothing is raised."""
    with suppress(Exception):
        around.afterwards(act)
    try:
        if isinstance(error, (RulesError, ServiceError)):
            screen = await errors.explain(act, error)
        elif isinstance(error, discord.HTTPException) and error.code in errors.TOO_LATE:
            log.warning("an answer came too late (code %s)", error.code)
            return
        elif isinstance(error, discord.HTTPException) and error.code in errors.NO_RIGHT:
            screen = await errors.explain(act, errors.no_right(act, "send_messages"))
        else:
            screen = report(act, error)
        await act.reply.show(screen)
    except discord.HTTPException as failed:
        log.warning("a refusal could not be delivered (code %s)", failed.code)
    except Exception as second:
        report(act, second)


def report(act: Act, error: BaseException) -> Screen:
    """Something went wrong on our side: logged with game and sequence, never with what users wrote or hold."""
    code = secrets.token_hex(3)
    table = act.at
    where = "; ".join(f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__))
    log.error(
        "E60 %s at table %s, seq %s: %s at %s",
        code,
        table.id if table else None,
        table.seq if table else None,
        type(error).__name__,
        where,
    )
    return errors.internal(act, code)


def _fields(components: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Custom id -> value of every input of a form, however it is nested."""
    found: dict[str, str] = {}
    for part in components:
        if "custom_id" in part and "value" in part:
            found[str(part["custom_id"])] = str(part["value"])
        found |= _fields(part.get("components", ()))
        if isinstance(part.get("component"), Mapping):
            found |= _fields((part["component"],))
    return found
