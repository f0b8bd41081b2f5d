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

import discord

from cogs.act import conditional_moves, errors, hooks, storage_errors
from cogs.act.gate import Gate
from cogs.act.in_flight import Outcome, UnderWay
from cogs.act.redelivery import Unsaid, lost
from cogs.act.table_numbers import numbered
from cogs.games.app import App
from cogs.screen import Screen, ids, late_pictures
from cogs.screen.late_pictures import Answering
from cogs.screen.reply import Reply
from cogs.screen.retry import Gone, Lost
from rules.core import RulesError
from service.errors import Played, ServiceError, Stale
from service.state import readable_log, seat_control
from service.state.model import Entry, Home, Person, Seat, Table

if TYPE_CHECKING:
    from words import Voice

log = logging.getLogger(__name__)

# How a press is acknowledged: by a new private answer (type 5), silently (type 6), or not at all because a form opens;
# `below`: by a new answer in direct messages, where the pressed one may stand far above the newest, else silently.
Defer = Literal["private", "update", "below", "form"]
Handler = Callable[["Act"], Awaitable[None]]
MARK: Final = "presses"  # the attribute by which a handler says what it answers


class Program(App, Protocol):
    """What the path of an interaction asks of the program beyond that."""

    @property
    def presses(self) -> Presses: ...

    @property
    def unsaid(self) -> Unsaid:
        """Answers that did not arrive."""

    @property
    def gate(self) -> Gate:
        """How much goes on at once."""

    @property
    def under_way(self) -> UnderWay: ...

    @property
    def answering(self) -> Answering:
        """Which act each private message answers."""

    async def present(self, act: Act, table: Table) -> Screen:
        """What «My move» shows: asked for when a picker turns out to be of an earlier state."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Somebody who was named in a command, or chosen in a list of people."""

    person: Person
    bot: bool = False

    @classmethod
    def of(cls, user: discord.User | discord.Member) -> Chosen:
        return cls(Person(user.id, user.display_name), user.bot)


@dataclass(slots=True)
class Act:
    """One interaction on its way through the bot."""

    app: Program
    interaction: discord.Interaction[Any]
    reply: Reply
    id: ids.Id | None = None  # of the button, select or form; None for a command
    values: tuple[str, ...] = ()  # chosen in a select
    fields: Mapping[str, str] = field(default_factory=dict)  # filled into a form
    people: tuple[Chosen, ...] = ()  # chosen in a list of people
    unsaid: str = ""  # what the last answer to whoever acts would have said, had it arrived
    at: Table | None = None  # the table this act turned out to be about (for the log and the ways on)
    outcome: Outcome = "answered"

    def __post_init__(self) -> None:
        self.reply.speaks = lambda: self.language
        self.reply.belated = lambda: self.app.beside(self.reply.complete(self._still), "put in a late picture")

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
        return self.app.language_of(str(self.interaction.locale), self.user_id, self.at, self.interaction.guild_id)

    def voice(self, table: Table | None = None) -> Voice:
        return self.app.voice(table or self.at, self.language)

    async def table(self, game: str | None = None, *, finished: bool = False, loaded: bool = True) -> Table:
        """The table meant: of the button, else the one named, else that of the channel (`finished`: or its last one,
        also where the next has not begun), else in a DM the only one that waits. ServiceError says what is missing."""
        self.at = await self._table(game, finished)
        if loaded and self.at.status != "lobby":
            self.at = await self.app.tables.load(self.at.id)
        return self.at

    async def _table(self, game: str | None, finished: bool) -> Table:
        tables = self.app.tables
        if self.id is not None and self.id.family != "v" and self.id.number:
            return tables.get(self.id.number) or await self._stored(self.id.number)
        if game:
            number = numbered(game)
            mine = [t for t in (*tables.of_user(self.user_id), *self._lessons()) if str(t.id) == number]
            if mine:
                return mine[0]
            if number:
                tables.hall.apart.refuse(int(number))
            raise ServiceError("unknown_table")
        here = None if self.interaction.channel_id is None else tables.at(self.interaction.channel_id)
        if here is not None and not (finished and here.status == "lobby"):
            return here
        tables.hall.apart.refuse(channel_id=self.interaction.channel_id)
        if finished and self.interaction.channel_id is not None:
            last = await tables.history.last_finished(self.interaction.channel_id)
            if last is not None:
                return last
        if here is not None:
            return here
        if self.interaction.guild_id is None:
            return self._table_in_dm()
        raise ServiceError("no_table")

    def _table_in_dm(self) -> Table:
        mine = self.app.tables.of_user(self.user_id)
        waiting = [t for t in mine if any(t.seats[s].called == self.user_id for s in t.waiting)]
        lessons = self._lessons() if not waiting else []
        for found in (waiting, lessons, mine):
            if len(found) == 1:
                return found[0]
        if mine:
            names = [f"#{t.id} {self.app.game_name(t.kind, self.language)}" for t in mine]
            raise ServiceError("many_tables", list=names)
        raise ServiceError("no_table")

    def _lessons(self) -> list[Table]:
        return self.app.tables.hall.lessons_of(self.user_id)

    async def _stored(self, number: int) -> Table:
        try:
            return await self.app.tables.load(number)
        except (KeyError, LookupError):
            raise ServiceError("no_table") from None

    def seat(self, table: Table) -> Seat:
        """The seat that whoever acts decides for now, and may see; ServiceError for strangers and for those who have
        left, or stand in no more."""
        return seat_control.decides(table, self.user_id)

    def _still(self, message_id: int) -> bool:
        """Whether a message answers this act yet."""
        return self.app.answering.still(message_id, self.key)

    async def still(self) -> bool:
        """Whether the answer stands where it was shown."""
        return self._still(await self.reply.number())

    async def history(self, table: Table, after: int = 0) -> list[Entry]:
        """The log, or what came after that entry, as whoever acts may read it now."""
        return readable_log.readable(table, self.user_id, await self.app.tables.history.entries(table.id, after))

    def look_after(self) -> None:
        """Post the message of the table again if somebody deleted it."""
        message = self.interaction.message
        if self.at is not None:
            self.app.publisher.look_after(self.at, message.id if message is not None else None)

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
    chosen = tuple(data.get("values", ()))
    people = _people(chosen, data.get("resolved", {}))
    act = Act(app, interaction, reply, custom_id, chosen, _fields(data.get("components", ())), people)
    await run(act, unknown if found is None else found.run, defer)


async def unknown(act: Act) -> None:
    """An id of no family: of a version long gone, or forged."""
    raise ServiceError("stale")


async def run(act: Act, handler: Handler, defer: Defer) -> None:
    """Defer at once, call, and say in words whatever is raised."""
    with act.app.under_way(act):
        private = defer == "private" or (defer == "below" and act.reply.stays)
        if defer != "form" and not await _acknowledged(act, private=private):
            return
        async with act.app.gate.work(waits=defer != "form"):
            await _carried_out(act, handler)


async def _acknowledged(act: Act, *, private: bool) -> bool:
    try:
        async with act.app.gate.first():
            await act.reply.defer(private=private)
        if (replaced := act.reply.replaces) is not None:
            act.app.answering.take(replaced, act.key)
    except Exception as error:
        await refuse(act, error)
        return False
    return True


async def _carried_out(act: Act, handler: Handler) -> None:
    late_pictures.begin()
    try:
        await act.app.tables.seen(act.person)
        await hooks.came(act)
        act.unsaid = act.app.unsaid.take(act.user_id)
        if act.unsaid:
            act.reply.before = act.app.voice(None, act.language)("error.unsaid", text=act.unsaid)
        try:
            await handler(act)
        except ServiceError as error:
            if not await hooks.room_made(act, error):
                raise
            await handler(act)
        await act.reply.close()
        await _news(act)
        hooks.afterwards(act)
    except Exception as error:
        await refuse(act, error)
    pressed = act.interaction.message
    if pressed is None or not pressed.flags.ephemeral:  # typed, or an old button: the newest message may be gone
        act.look_after()
    if act.reply.before:  # there was nothing to say it above
        act.app.unsaid.keep(act.user_id, act.key, act.unsaid)


async def _news(act: Act) -> None:
    """Below the answer, once: that direct messages do not reach whoever acts, and what they had prepared in vain. What
    fails here hurts no answer."""
    if act.reply.spoken and await act.app.tables.letters.said(act.user_id):
        with suppress(discord.HTTPException, Gone, Lost):
            await act.reply.more(Screen(act.app.voice(None, act.language)("error.dm_closed")))
    if act.reply.spoken and act.app.tables.programmes.news(act.user_id):
        with suppress(discord.HTTPException, Gone, Lost):
            await conditional_moves.tell(act)


async def refuse(act: Act, error: BaseException) -> None:
    """Answer an error privately. Whatever happens here, nothing is raised."""
    if act.app.under_way.left:  # what it met is that we have stopped
        log.info("stopped before an act was answered (%(kind)s)", {"kind": type(error).__name__})
        return
    with suppress(Exception):
        hooks.afterwards(act)
    try:
        if isinstance(error, (Gone, Lost)):
            await _unanswered(act, error)
            return
        act.outcome = "refused"
        if isinstance(error, (RulesError, ServiceError)):
            screen = await errors.explain(act, error)
        elif isinstance(error, discord.HTTPException) and error.code in errors.NO_RIGHT:
            screen = await errors.explain(act, errors.no_right(act, "send_messages"))
        elif (said := await storage_errors.said(act, error)) is not None:
            screen = errors.again(act, said)
        else:
            screen = report(act, error)
        await act.reply.show(screen)
        if isinstance(error, (Stale, Played)):
            act.look_after()
    except (Gone, Lost) as failed:
        await _unanswered(act, failed)
    except discord.HTTPException as failed:
        act.outcome = "lost"
        log.warning("a refusal could not be delivered (code %(code)d)", {"code": failed.code})
    except Exception as second:
        report(act, second)


async def _unanswered(act: Act, error: Gone | Lost) -> None:
    """Whoever acted was not answered. What they did is done, or was never begun: no error of ours."""
    act.outcome = "lost"
    if isinstance(error, Gone):
        log.info("an interaction is gone (code %(code)s)", {"code": error})
    else:
        log.warning("an answer did not arrive (%(why)s)", {"why": error})
    await lost(act, later=isinstance(error, Lost))


def report(act: Act, error: BaseException) -> Screen:
    """Something went wrong on our side: logged with game and sequence, never with what users wrote or hold."""
    code = secrets.token_hex(3)
    table = act.at
    act.outcome = "failed"
    log.error(
        "E60 %(number)s at table %(table)s, seq %(entry)s: %(kind)s at %(where)s",
        {
            "number": code,
            "table": table.id if table else None,
            "entry": table.seq if table else None,
            "kind": type(error).__name__,
            "where": whence(error),
        },
    )
    return errors.internal(act, code)


def whence(error: BaseException) -> str:
    """Through which lines of which files it came."""
    return "; ".join(f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__))


def _people(values: Sequence[str], resolved: Mapping[str, Any]) -> tuple[Chosen, ...]:
    """Whom the values of a list of people name, as Discord describes them beside."""
    users, members = resolved.get("users", {}), resolved.get("members", {})
    found = []
    for value in values:
        if (user := users.get(value)) is not None:
            name = members.get(value, {}).get("nick") or user.get("global_name") or user["username"]
            found.append(Chosen(Person(int(value), str(name)), bool(user.get("bot"))))
    return tuple(found)


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
