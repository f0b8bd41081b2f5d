"""Controls of a box for tests: find messages, wait, move time, set luck, cause faults and server events."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from playground import world_events
from playground.faults import Faults
from playground.messages import remove_message
from playground.model import DM, PUBLIC_THREAD, THREADS, Channel, Guild, Interaction, User
from playground.rest import Request
from playground.screen import Shown
from playground.server import Server
from playground.world import OldEdit, Violation

Who = User | str
Where = Channel | str


class Scene:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.world = server.world
        self.faults: Faults = server.faults
        self.tapped: Counter[str] = Counter()
        self.acknowledged: list[float] = []  # milliseconds until the first answer, one per interaction

    # Looking up

    def person(self, who: Who) -> User:
        return self.world.person(who) if isinstance(who, str) else who

    def add_person(self, name: str) -> User:
        return self.world.add_person(name)

    def add_channel(self, name: str) -> Channel:
        return self.world.add_channel(name)

    def channel(self, where: Where) -> Channel:
        return self.world.channel_named(where) if isinstance(where, str) else where

    def thread(self, parent: Where, name: str, by: Who | None = None) -> Channel:
        """Opens a public thread, owned by `by` or else by the server's owner."""
        above = self.channel(parent)
        kind = PUBLIC_THREAD
        thread = Channel(self.world.clock.new_id(), kind, name, above.guild_id, above.id)
        thread.owner_id = self.person(by).id if by is not None else self.world.guild.owner_id
        thread.active_at = thread.archive_stamp = self.world.now()
        self.world.channels[thread.id] = thread
        self.world.tell("channel", thread.id, thread)
        return thread

    def threads(self, parent: Where) -> list[Channel]:
        above = self.channel(parent)
        return [c for c in self.world.channels.values() if c.parent_id == above.id and c.kind in THREADS]

    def messages(self, where: Where, by: Who | None = None) -> list[Shown]:
        """The public messages in a channel, of one author if `by` is given, oldest first."""
        found = [Shown(self.world, m) for m in self.channel(where).messages.values()]
        return [m for m in found if by is None or m.message.author_id == self.person(by).id]

    def newest(self, where: Where, *, button: str | None = None, text: str | None = None) -> Shown | None:
        """The bot's newest message in a channel, of those with a `button` or a `text`; None if there is none."""
        for message in reversed(self.channel(where).messages.values()):
            if message.author_id != self.world.bot.id:
                continue
            shown = Shown(self.world, message)
            if (button is None or shown.has_button(button)) and (text is None or text in shown.text):
                return shown
        return None

    def private(self, who: Who, where: Where | None = None) -> list[Shown]:
        """The ephemeral messages a user sees, oldest first."""
        kept = self.world.private.get(self.person(who).id, ())
        place = self.channel(where).id if where is not None else None
        return [Shown(self.world, m) for m in kept if place in (None, m.channel_id)]

    def dms(self, who: Who) -> list[Shown]:
        user = self.person(who)
        rooms = [c for c in self.world.channels.values() if c.kind == DM and c.recipient_id == user.id]
        return [Shown(self.world, m) for c in rooms for m in c.messages.values()]

    def dm(self, who: Who) -> Channel:
        return self.world.dm(self.person(who).id)

    @property
    def violations(self) -> list[Violation]:
        return self.world.violations

    @property
    def old_edits(self) -> list[OldEdit]:
        """Edits of public messages more than an hour old, allowed or refused."""
        return self.world.old_edits

    @property
    def requests(self) -> list[Request]:
        return list(self.server.rest.log)

    # Waiting

    async def until(self, condition: Callable[[], Any], timeout: float = 20.0, what: str = "") -> Any:
        """Waits until `condition` holds and returns its value; checks it after each event of the world."""
        found = await self.world.until(condition, timeout)
        if not found:
            raise TimeoutError(f"not within {timeout} s: {what or condition}")
        return found

    async def quiet(self, seconds: float = 0.3, timeout: float = 20.0) -> None:
        """Waits until the bot has sent no request for `seconds`."""
        rest = self.server.rest
        end = time.monotonic() + timeout
        while rest.running or time.monotonic() - rest.last < seconds:
            if time.monotonic() > end:
                raise TimeoutError("the bot does not come to rest")
            await asyncio.sleep(0.02)

    async def new_message(
        self, where: Where, after: Shown | int | None = None, timeout: float = 20.0, **wanted: str
    ) -> Shown:
        """Waits for a bot message newer than `after`; `button=` and `text=` filter as in `newest`."""
        since = after.id if isinstance(after, Shown) else after or 0

        def found() -> Shown | None:
            shown = self.newest(where, **wanted)
            return shown if shown is not None and shown.id > since else None

        shown = await self.until(found, timeout, what=f"a new message in {self.channel(where).name} {wanted}")
        assert isinstance(shown, Shown)
        return shown

    # Time, luck and faults

    def advance(self, seconds: float) -> None:
        """Moves the world's clock forward."""
        self.world.clock.advance(seconds)

    async def luck(self, *numbers: int) -> None:
        """Sets the next random numbers; `LookupError` if the host program does not allow it."""
        if self.server.on_luck is None:
            raise LookupError("the host program offers no luck to set")
        result = self.server.on_luck(list(numbers))
        if isinstance(result, Awaitable):
            await result

    def deny(self, where: Where, *rights: str, who: Who | None = None) -> None:
        """Denies the bot (or `who`) permissions in a channel, by Discord's names, such as "send_messages"."""
        for right in rights:
            self.world.set_right(self._member(who), self.channel(where), right, False)

    def allow(self, where: Where, *rights: str, who: Who | None = None) -> None:
        for right in rights:
            self.world.set_right(self._member(who), self.channel(where), right, True)

    def _member(self, who: Who | None) -> int:
        return self.world.bot.id if who is None else self.person(who).id

    def delete_message(self, message: Shown) -> None:
        """Deletes a message as a moderator would."""
        remove_message(self.world, message.message)

    def delete_channel(self, where: Where) -> None:
        self.world.delete_channel(self.channel(where))

    def archive(self, where: Where, locked: bool = False) -> None:
        self.world.archive(self.channel(where), True, locked)

    def unarchive(self, where: Where) -> None:
        """Reopens and unlocks a thread as a moderator would."""
        self.world.archive(self.channel(where), False, False)

    def go(self, who: Who) -> None:
        """A user leaves the server."""
        world_events.leave_guild(self.world, self.person(who))

    def ban(self, who: Who) -> None:
        world_events.ban_user(self.world, self.person(who))

    def come(self, who: Who) -> None:
        """A user who left or was banned joins again."""
        world_events.join_guild(self.world, self.person(who))

    def kick_bot(self) -> None:
        world_events.leave_guild(self.world, self.world.bot)

    def invite_bot(self) -> None:
        world_events.join_guild(self.world, self.world.bot)

    def outage(self, out: bool = True) -> None:
        """Makes the server unavailable, as in an outage of Discord, or available again; nobody is removed."""
        world_events.set_outage(self.world, out)

    def second_server(self, name: str, people: list[str], channels: list[str]) -> Guild:
        """Creates another server with some of the people and invites the bot to it."""
        return world_events.create_guild(self.world, name, [self.person(each) for each in people], channels)

    def close_dms(self, who: Who, closed: bool = True) -> None:
        self.person(who).dms_open = not closed

    def expire_tokens(self) -> None:
        """Expires every interaction token given so far."""
        for act in self.world.interactions.values():
            act.expired = True

    def repeat(self, act: Interaction) -> None:
        """Sends an interaction to the bot a second time, as a resumed gateway session does."""
        self.world.tell("interaction", act.channel_id, act)

    def restart_client(self, who: Who) -> None:
        """A user restarts their client: their ephemeral messages are gone."""
        for shown in self.private(who):
            remove_message(self.world, shown.message)

    async def drop_gateway(self, resumable: bool = True, shard: int | None = None) -> None:
        """Cuts the bot's gateway connections, or those of one shard."""
        await self.server.gateway.drop(resumable, shard)
