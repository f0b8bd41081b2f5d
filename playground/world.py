"""The simulated Discord in memory: users, servers, channels, messages and permissions.

Each change is sent to the listeners (gateway, web page, driver) as an `Event`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from playground import permissions
from playground.clock import Clock
from playground.errors import Problem
from playground.model import (
    DM,
    PRIVATE_THREAD,
    TEXT,
    Channel,
    Command,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

log = logging.getLogger(__name__)

# Fixed ids, so that a database kept beside the playground refers to the same users and channels after a restart.
APPLICATION_ID = 1_100_000_000_000_000_001
GUILD_ID = 1_100_000_000_000_000_002
FIRST_PERSON_ID = 1_100_000_000_000_000_101
FIRST_CHANNEL_ID = 1_100_000_000_000_000_201

PEOPLE = ("Ann", "Ben", "Cid", "Dan")
CHANNELS = ("table", "lounge")
EPHEMERAL_KEPT = 120  # per user; older ones vanish, as on a restart of the client
FILES_KEPT = 48 * 2**20  # bytes of pictures kept of deleted and edited messages


class Event(NamedTuple):
    """A change of the world.

    `what`: message, edit, delete, channel, channel_edit, channel_delete, member, guild, guild_gone, interaction,
    answer, commands, typing or clock.
    """

    what: str
    channel_id: int
    thing: Any = None


class Violation(NamedTuple):
    """A request that Discord would refuse or that broke a limit."""

    route: str
    problem: Problem

    def __str__(self) -> str:
        return f"{self.route}: {self.problem.where}: {self.problem.words} ({self.problem.code})"


class OldEdit(NamedTuple):
    """An edit of a public message more than an hour old."""

    route: str
    message_id: int
    age: float


class World:
    def __init__(self, name: str = "Longtable", server: str = "Longtable playground") -> None:
        self.clock = Clock()
        self.clock.on_move.append(self._time_passed)
        self.name = name
        self.token = secrets.token_urlsafe(36)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.private: dict[int, deque[Message]] = {}
        self.alive: dict[int, Message] = {}  # every existing message, ephemeral ones included
        self.commands: dict[int, Command] = {}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        self.violations: list[Violation] = []
        self.old_edits: list[OldEdit] = []
        self.recent_old_edits: dict[int, list[float]] = {}
        self.privileged = 0  # privileged intents granted to the application
        self.shards = 1  # recommended number of shards
        self.most_guilds = 2500  # per shard; a bot with more must use more shards
        self.at_once = 1  # shards that may log in at the same time (`max_concurrency`)
        self.login_gap = 0.0  # seconds between logins of one rate limit key; Discord requires 5, tests none
        self.logins_left = 1000  # today
        self.listeners: list[Callable[[Event], object]] = []
        self.watched: dict[int, list[Callable[[Event], object]]] = {}  # listeners of one object's events, by its id
        self.grave: deque[Message] = deque()
        self._grave_bytes = 0
        self.bot = User(APPLICATION_ID, name, bot=True)
        self.users[self.bot.id] = self.bot
        self.guild = Guild(GUILD_ID, server, owner_id=FIRST_PERSON_ID - 1)
        self.guilds[GUILD_ID] = self.guild
        self.guild.roles[GUILD_ID] = Role(GUILD_ID, "@everyone", permissions.MEMBERS)
        self.guild.members[self.bot.id] = Member(self.bot.id)
        # The owner is not a player, because an owner's permissions cannot be denied.
        self.users[self.guild.owner_id] = User(self.guild.owner_id, "Warden")
        self.guild.members[self.guild.owner_id] = Member(self.guild.owner_id)

    @classmethod
    def furnished(
        cls, name: str = "Longtable", people: Iterable[str] = PEOPLE, channels: Iterable[str] = CHANNELS
    ) -> World:
        """A world with a few users and channels."""
        world = cls(name, f"{name} playground")
        for person in people:
            world.add_person(person)
        for channel in channels:
            world.add_channel(channel)
        return world

    # Events

    def tell(self, what: str, channel_id: int = 0, thing: Any = None) -> None:
        event = Event(what, channel_id, thing)
        for listener in [*self.listeners, *self.watched.get(id(thing), ())]:
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed on %(event)s", {"event": what})

    def violated(self, route: str, problems: Iterable[Problem]) -> None:
        for problem in problems:
            violation = Violation(route, problem)
            self.violations.append(violation)
            log.error("refused by the limits: %s", violation)

    # Creating

    def add_person(self, name: str) -> User:
        if any(user.name == name for user in self.users.values()):
            raise ValueError(f"{name} is there already")
        number = FIRST_PERSON_ID
        while number in self.users:
            number += 1
        user = self.users[number] = User(number, name)
        self.guild.members[number] = Member(number)
        self.tell("member", 0, user)
        return user

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        number = FIRST_CHANNEL_ID
        while number in self.channels:
            number += 1
        channel = Channel(number, TEXT, name, (guild or self.guild).id, position=number - FIRST_CHANNEL_ID)
        self.channels[number] = channel
        self.tell("channel", number, channel)
        return channel

    def dm(self, user_id: int) -> Channel:
        """The channel of direct messages between the bot and a user."""
        for channel in self.channels.values():
            if channel.kind == DM and channel.recipient_id == user_id:
                return channel
        channel = Channel(self.clock.new_id(), DM, "", recipient_id=user_id)
        self.channels[channel.id] = channel
        self.tell("channel", channel.id, channel)
        return channel

    def delete_channel(self, channel: Channel, *, told: bool = True) -> None:
        """Deletes a channel and its threads; the threads are deleted without events of their own."""
        for child in [c for c in self.channels.values() if c.parent_id == channel.id and c.thread]:
            self.delete_channel(child, told=False)
        channel.deleted = True
        del self.channels[channel.id]
        gone = list(channel.messages.values())
        for messages in self.private.values():
            for message in [m for m in messages if m.channel_id == channel.id]:
                messages.remove(message)
                gone.append(message)
        for message in gone:
            message.deleted = True
            self.alive.pop(message.id, None)
        if told:
            self.tell("channel_delete", channel.id, channel)

    # Looking up

    def now(self) -> float:
        return self.clock.now()

    def person(self, name: str) -> User:
        for user in self.users.values():
            if user.name.casefold() == name.casefold() and not user.bot:
                return user
        raise KeyError(f"nobody here is called {name}")

    def channel_named(self, name: str) -> Channel:
        for channel in self.channels.values():
            if channel.name == name.lstrip("#"):
                return channel
        raise KeyError(f"no channel is called {name}")

    def message(self, channel_id: int, message_id: int) -> Message | None:
        channel = self.channels.get(channel_id)
        return channel.messages.get(message_id) if channel else None

    def find_message(self, message_id: int) -> Message | None:
        """Any existing message, ephemeral ones included."""
        return self.alive.get(message_id)

    def commands_for(self, guild_id: int | None) -> list[Command]:
        return [c for c in self.commands.values() if c.guild_id is None or c.guild_id == guild_id]

    # Permissions

    def rights(self, user_id: int, channel: Channel) -> int:
        """The permission bits of a user in a channel; a thread has those of its parent."""
        if channel.dm:
            return permissions.ALL if user_id in (channel.recipient_id, self.bot.id) else 0
        guild = self.guilds[channel.guild_id or 0]
        member = guild.members.get(user_id)
        if member is None:
            return 0
        if user_id == guild.owner_id:
            return permissions.ALL
        base = guild.roles[guild.id].permissions
        for role_id in member.roles:
            base |= guild.roles[role_id].permissions
        if base & permissions.ADMINISTRATOR:
            return permissions.ALL
        place = channel
        if channel.thread and channel.parent_id is not None:
            place = self.channels[channel.parent_id]
        return permissions.apply_overwrites(base, self._layers(place, guild.id, member))

    def _layers(self, place: Channel, everyone: int, member: Member) -> Iterable[tuple[int, int]]:
        overwrites = place.overwrites
        if everyone in overwrites:
            yield overwrites[everyone].deny, overwrites[everyone].allow
        roles = [overwrites[role_id] for role_id in member.roles if role_id in overwrites]
        deny = allow = 0
        for overwrite in roles:
            deny |= overwrite.deny
            allow |= overwrite.allow
        yield deny, allow
        if member.user_id in overwrites:
            yield overwrites[member.user_id].deny, overwrites[member.user_id].allow

    def shared(self, user_id: int) -> bool:
        """Whether the user is on a server with the bot."""
        return any({user_id, self.bot.id} <= set(guild.members) for guild in self.guilds.values())

    def sees(self, user_id: int, channel: Channel) -> bool:
        if channel.kind == PRIVATE_THREAD and user_id not in channel.members and user_id != channel.owner_id:
            return bool(self.rights(user_id, channel) & permissions.combine_permissions("manage_threads"))
        return bool(self.rights(user_id, channel) & permissions.VIEW)

    def sees_message(self, user_id: int, message: Message) -> bool:
        if message.only_for is not None:
            return message.only_for == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.sees(user_id, channel)

    def set_right(self, user_id: int, channel: Channel, name: str, allowed: bool | None) -> None:
        """Allows (True), denies (False) or resets (None) one permission of a member in a channel."""
        place = channel
        if channel.thread and channel.parent_id is not None:
            place = self.channels[channel.parent_id]
        overwrite = place.overwrites.setdefault(user_id, Overwrite(user_id, member=True))
        bit = permissions.BITS[name]
        overwrite.allow &= ~bit
        overwrite.deny &= ~bit
        if allowed is True:
            overwrite.allow |= bit
        elif allowed is False:
            overwrite.deny |= bit
        self.tell("channel_edit", place.id, place)

    # Time

    def _time_passed(self, seconds: float) -> None:
        """Archives threads whose time of inactivity has passed."""
        now = self.now()
        for channel in list(self.channels.values()):
            if channel.thread and not channel.archived and now - channel.active_at >= channel.auto_archive * 60:
                self.archive(channel)
        self.tell("clock", 0, seconds)

    def archive(self, thread: Channel, archived: bool = True, locked: bool | None = None) -> None:
        thread.archived = archived
        if locked is not None:
            thread.locked = locked
        thread.archive_stamp = self.now()
        if not archived:
            thread.active_at = self.now()
        self.tell("channel_edit", thread.id, thread)

    def bury(self, message: Message) -> None:
        """Keeps a deleted message for a while; drops the pictures of the oldest beyond `FILES_KEPT`."""
        self.grave.append(message)
        self._grave_bytes += sum(len(a.data) for a in message.attachments)
        while self._grave_bytes > FILES_KEPT or len(self.grave) > 2000:
            old = self.grave.popleft()
            for attachment in old.attachments:
                self._grave_bytes -= len(attachment.data)
                attachment.data = b""

    def user_json(self, user: User) -> Json:
        return {
            "id": str(user.id),
            "username": user.name.lower() if not user.bot else user.name,
            "global_name": None if user.bot else user.name,
            "discriminator": "0",
            "avatar": None,
            "bot": user.bot,
            "public_flags": 0,
            "flags": 0,
        }

    async def until(
        self,
        condition: Callable[[], Any],
        timeout: float,
        about: tuple[Any, ...] = (),
        often: float | None = None,
    ) -> Any:
        """Waits until `condition` holds; returns its value, or its last value at the timeout.

        `about`: the objects the condition depends on, if known, so that thousands of waiters need not check each event.
        `often`: seconds between two checks while nothing happens.
        """
        wake = asyncio.Event()
        if often is None:
            often = 1.0 if about else 0.05

        def listener(_: Event) -> None:
            wake.set()

        watched = [self.watched.setdefault(id(thing), []) for thing in about if thing is not None]
        for place in watched or [self.listeners]:
            place.append(listener)
        try:
            loop = asyncio.get_running_loop()
            end = loop.time() + timeout
            while True:
                found = condition()
                left = end - loop.time()
                if found or left <= 0:
                    return found
                wake.clear()
                # Most conditions become true with an event; a few depend on state outside of the world.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(left, often)):  # `wait_for` of 3.11 may swallow a cancellation
                        await wake.wait()
        finally:
            for place in watched or [self.listeners]:
                place.remove(listener)
            for thing in about:
                if not self.watched.get(id(thing), True):
                    del self.watched[id(thing)]
