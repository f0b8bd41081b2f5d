"""The context of one interaction: user, place, values and table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, Protocol

import discord

from cogs.act.gate import Gate
from cogs.act.table_numbers import extract_table_number
from cogs.games.app import App
from cogs.screen import Screen, ids
from cogs.screen.late_pictures import LatestAnswers
from cogs.screen.pages import parse_number
from cogs.screen.reader_language import language_for_user
from cogs.screen.reply import Reply
from service.errors import ServiceError
from service.state import readable_log, seat_control
from service.state.model import LogEntry, Person, Seat, Table, TableChannel
from service.time import user_hours

if TYPE_CHECKING:
    from cogs.act.in_flight import InFlight, Outcome
    from cogs.act.redelivery import LostAnswers
    from words import Voice


class InteractionApp(App, Protocol):
    """Parts of the client that the pipeline uses beyond `App`."""

    @property
    def lost_answers(self) -> LostAnswers:
        """Undelivered answers by user."""

    @property
    def gate(self) -> Gate:
        """Limits concurrency."""

    @property
    def in_flight(self) -> InFlight: ...

    @property
    def latest_answers(self) -> LatestAnswers:
        """The latest interaction of each private message."""

    async def my_move_screen(self, ctx: InteractionContext, table: Table) -> Screen:
        """The screen of «My move», shown when a picker is out of date."""


@dataclass(frozen=True, slots=True)
class ChosenUser:
    """A user named in a command or chosen in a user select."""

    person: Person
    is_bot: bool = False

    @classmethod
    def from_discord(cls, user: discord.User | discord.Member) -> ChosenUser:
        return cls(Person(user.id, user.display_name), user.bot)


@dataclass(slots=True)
class InteractionContext:
    app: InteractionApp
    interaction: discord.Interaction[Any]
    reply: Reply
    id: ids.CustomId | None = None  # custom id of a component or form; None for a command
    values: tuple[str, ...] = ()  # of a select
    form_values: Mapping[str, str] = field(default_factory=dict)  # of a form
    chosen_users: tuple[ChosenUser, ...] = ()  # of a user select
    undelivered_text: str = ""  # text of the user's last undelivered answer
    known_table: Table | None = None  # the table of this interaction, once known; for logs and follow-up buttons
    outcome: Outcome = "answered"

    def __post_init__(self) -> None:
        self.reply.find_language = lambda: self.language
        self.reply.on_late_pictures = lambda: self.app.run_in_background(
            self.reply.add_late_pictures(self._is_answer_shown_in), "put in a late picture"
        )

    @property
    def interaction_key(self) -> str:
        """Idempotency key: the service never applies an interaction twice."""
        return str(self.interaction.id)

    @property
    def verb(self) -> str:
        """The verb of the custom id; empty for a command."""
        return self.id.verb if self.id is not None else ""

    @property
    def argument(self) -> str:
        """The argument of the custom id; empty for a command."""
        return self.id.argument if self.id is not None else ""

    @property
    def argument_number(self) -> int:
        """The argument of the custom id as a number; 0 if it is none."""
        return parse_number(self.argument)

    @property
    def first_value(self) -> str:
        """The first selected value; empty without a selection."""
        return self.values[0] if self.values else ""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        return Person(self.user_id, self.interaction.user.display_name)

    @property
    def current_channel(self) -> TableChannel:
        return TableChannel(self.interaction.guild_id, self.interaction.channel_id or 0)

    @property
    def is_moderator(self) -> bool:
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_messages

    @property
    def language(self) -> str:
        """The language of private answers."""
        return language_for_user(
            self.app.tables, str(self.interaction.locale), self.user_id, self.known_table, self.interaction.guild_id
        )

    @property
    def table_here(self) -> Table | None:
        """The open table of this channel."""
        channel_id = self.interaction.channel_id
        return None if channel_id is None else self.app.tables.registry.table_in_channel(channel_id)

    @property
    def time_zone(self) -> tzinfo:
        return user_hours.user_zone(
            {user_hours.ZONE: self.app.tables.preferences.effective_setting(self.user_id, user_hours.ZONE)}
        )

    def voice(self, table: Table | None = None) -> Voice:
        return self.app.voice(table or self.known_table, self.language)

    async def find_table(self, game: str | None = None, *, finished: bool = False, loaded: bool = True) -> Table:
        """The table of the component, else `game`, else the table of the channel, else in a DM the only waiting one.

        `finished`: includes the channel's last finished table, also while its next game is in the lobby. `loaded`: with
        the state of the game.
        Raises `ServiceError` `unknown_table`, `no_table` or `many_tables`.
        """
        self.known_table = await self._find_table(game, finished)
        if loaded and self.known_table.status != "lobby":
            self.known_table = await self.app.tables.registry.load_table(self.known_table.id)
        return self.known_table

    async def _find_table(self, game: str | None, finished: bool) -> Table:
        tables = self.app.tables
        if self.id is not None and self.id.family != "v" and self.id.number:
            return tables.registry.get(self.id.number) or await self._load_table(self.id.number)
        if game:
            number = extract_table_number(game)
            matching = [
                t for t in (*tables.tables_by_urgency(self.user_id), *self._own_lessons()) if str(t.id) == number
            ]
            if matching:
                return matching[0]
            if number:
                tables.registry.damaged_tables.raise_if_set_aside(int(number))
            raise ServiceError("unknown_table")
        channel_id, table_here = self.interaction.channel_id, self.table_here
        if table_here is not None and not (finished and table_here.status == "lobby"):
            return table_here
        tables.registry.damaged_tables.raise_if_set_aside(channel_id=channel_id)
        if finished and channel_id is not None:
            last_finished = await tables.history.load_last_finished(channel_id)
            if last_finished is not None:
                return last_finished
        if table_here is not None:
            return table_here
        if self.interaction.guild_id is None:
            return self._find_table_in_dm()
        raise ServiceError("no_table")

    def _find_table_in_dm(self) -> Table:
        own_tables = self.app.tables.tables_by_urgency(self.user_id)
        waiting = [t for t in own_tables if any(t.seats[s].notify_user_id == self.user_id for s in t.seats_to_move)]
        lessons = self._own_lessons() if not waiting else []
        for candidates in (waiting, lessons, own_tables):
            if len(candidates) == 1:
                return candidates[0]
        if own_tables:
            names = [f"#{t.id} {self.app.game_name(t.kind, self.language)}" for t in own_tables]
            raise ServiceError("many_tables", list=names)
        raise ServiceError("no_table")

    def _own_lessons(self) -> list[Table]:
        return self.app.tables.registry.open_lessons_of(self.user_id)

    async def _load_table(self, number: int) -> Table:
        try:
            return await self.app.tables.registry.load_table(number)
        except (KeyError, LookupError):
            raise ServiceError("no_table") from None

    def require_seat(self, table: Table) -> Seat:
        """The seat the user decides for now. `ServiceError` for strangers, former players and former stand-ins."""
        return seat_control.require_seat_of(table, self.user_id)

    def _is_answer_shown_in(self, message_id: int) -> bool:
        """Whether the private message still shows the answer to this interaction."""
        return self.app.latest_answers.is_latest(message_id, self.interaction_key)

    async def is_answer_still_shown(self) -> bool:
        return self._is_answer_shown_in(await self.reply.fetch_message_id())

    async def load_readable_log(self, table: Table, after: int = 0) -> list[LogEntry]:
        """The log entries after `after` that the user may read now."""
        entries = await self.app.tables.history.read_entries(table.id, after)
        return readable_log.list_readable_entries(table, self.user_id, entries)

    def repost_table_if_deleted(self) -> None:
        """Post the table's message again if it was deleted."""
        message = self.interaction.message
        if self.known_table is not None:
            self.app.publisher.repost_if_deleted(self.known_table, message.id if message is not None else None)

    @property
    def button_log_length(self) -> int | None:
        return None if self.id is None else self.id.since


def selected_people(values: Sequence[str], resolved: Mapping[str, Any]) -> tuple[ChosenUser, ...]:
    """The users chosen in a user select, from Discord's `resolved` data."""
    users, members = resolved.get("users", {}), resolved.get("members", {})
    chosen = []
    for value in values:
        if (user := users.get(value)) is not None:
            name = members.get(value, {}).get("nick") or user.get("global_name") or user["username"]
            chosen.append(ChosenUser(Person(int(value), str(name)), bool(user.get("bot"))))
    return tuple(chosen)


def form_fields(components: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Custom id -> value of every input of a form, nested ones too."""
    fields: dict[str, str] = {}
    for part in components:
        if "custom_id" in part and "value" in part:
            fields[str(part["custom_id"])] = str(part["value"])
        fields |= form_fields(part.get("components", ()))
        if isinstance(part.get("component"), Mapping):
            fields |= form_fields((part["component"],))
    return fields
