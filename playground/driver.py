"""People at their screens, from Python: the driver of end-to-end tests, benchmarks and demonstrations.

A person can only do what the screen in front of that person offers, and taps are counted as a finger makes them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import discord

from playground import connect
from playground.acts import Acts, Refused
from playground.faults import Faults
from playground.model import DM, PUBLIC_THREAD, THREADS, Channel, Interaction, Message, User
from playground.posts import remove
from playground.rest import Request
from playground.rest_interactions import CHOICES, DEFER, DEFER_UPDATE, FIRST_ANSWER, MODAL, SAY, UPDATE
from playground.schema import load
from playground.screen import Choice, Form, Shown
from playground.server import Hints, Server
from playground.storage import read
from playground.world import CHANNELS, PEOPLE, Violation, World

__all__ = ["Answer", "Box", "Choice", "Form", "NoAnswer", "Refused", "Shown", "find_schema"]

ROOT = Path(__file__).resolve().parent.parent


class NoAnswer(Exception):
    """The bot did not answer in three seconds; the person reads that the application did not respond."""


def find_schema() -> Path:
    """Where a copy of Discord's OpenAPI document lies if there is one: beside the checkout."""
    return ROOT.parent / "shared" / "data" / "discord_openapi.json"


class Answer:
    """What a person sees of an act: a message, an update, a form, or nothing. Live: follow-ups appear as they come."""

    def __init__(self, world: World, act: Interaction, pressed: Message | None) -> None:
        self.world = world
        self.act = act
        self._pressed = pressed
        self._edits = pressed.edits if pressed else 0
        self._seen = {n: m for n in act.made if (m := world.find_message(n))}

    def __repr__(self) -> str:
        return f"<answer: {self.kind} after {self.ack_ms:.0f} ms: {self.text[:200]!r}>"

    @property
    def kind(self) -> str:
        """message, update, modal, choices or nothing."""
        if self.act.modal is not None:
            return "modal"
        if self.act.choices is not None:
            return "choices"
        if self.messages:
            return "message"
        pressed = self._pressed
        if pressed is not None and (pressed.edits > self._edits or pressed.deleted):
            return "update"
        return "nothing"

    @property
    def ack_ms(self) -> float:
        """Milliseconds until the bot acknowledged the act."""
        return (self.act.answered_after or 0.0) * 1000

    @property
    def messages(self) -> list[Shown]:
        """The messages that this act brought, oldest first: the answer and its follow-ups, deleted ones left out."""
        found = [self.world.find_message(n) for n in self.act.made]
        return [Shown(self.world, m) for m in found if m is not None]

    @property
    def message(self) -> Shown:
        """The first message that came, or else the message that was changed."""
        if self.messages:
            return self.messages[0]
        if self._pressed is not None and not self._pressed.deleted:
            return Shown(self.world, self._pressed)
        raise LookupError(f"no message came: {self.kind}")

    @property
    def last(self) -> Shown:
        return self.messages[-1] if self.messages else self.message

    @property
    def private(self) -> bool:
        return self.message.private

    @property
    def text(self) -> str:
        """All text that came, of every message in order."""
        if self.act.modal is not None:
            return self.modal.title
        shown = self.messages
        if not shown and self.kind == "update" and self._pressed is not None and not self._pressed.deleted:
            shown = [Shown(self.world, self._pressed)]
        return "\n".join(m.text for m in shown)

    @property
    def modal(self) -> Form:
        if self.act.modal is None:
            raise LookupError(f"no form came: {self.kind}")
        return Form(self.act.modal)

    @property
    def choices(self) -> list[Choice]:
        return [Choice(str(c["name"]), c["value"]) for c in self.act.choices or []]


Who = User | str
Where = Channel | str


class Box:
    """Discord in a box, with the people who sit in front of it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.world = server.world
        self.acts: Acts = server.acts
        self.faults: Faults = server.faults
        self.tapped: Counter[str] = Counter()
        self.acknowledged: list[float] = []  # milliseconds of every answered act
        self.client: discord.Client | None = None
        self._running: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    @classmethod
    async def start(
        cls,
        *,
        people: Iterable[str] = PEOPLE,
        channels: Iterable[str] = CHANNELS,
        name: str = "Longtable",
        schema: bool | Path = True,
        strict_rates: bool = False,
        hints: Hints | None = None,
        on_luck: Callable[[list[int]], object] | None = None,
        on_clock: Callable[[float], object] | None = None,
        file: Path | None = None,
        port: int = 0,
    ) -> Self:
        """Open a box on a free port. `schema`: whether requests are checked against the OpenAPI document, if found."""
        path = schema if isinstance(schema, Path) else find_schema()
        world = read(file) if file is not None and file.exists() else World.furnished(name, people, channels)
        server = Server(
            world,
            port,
            hints=hints,
            on_luck=on_luck,
            on_clock=on_clock,
            schema=load(path) if schema else None,
            strict_rates=strict_rates,
        )
        await server.start()
        return cls(server)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        await self.stop(check=kind is None)

    async def stop(self, check: bool = True) -> None:
        """Close everything; with `check`, complain of every request that broke a limit."""
        await self.leave()
        await self.kill()
        await self.server.stop()
        if check:
            self.demand_clean()

    def demand_clean(self) -> None:
        if self.violations:
            lines = "\n".join(str(v) for v in self.violations)
            raise AssertionError(f"requests that Discord would refuse:\n{lines}")

    # The bot

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def token(self) -> str:
        return self.world.token

    async def run(self, client: discord.Client, *, timeout: float = 20.0) -> None:
        """Log a client in, in this loop, and wait until it is ready."""
        connect.redirect(self.url)
        # The client waits this long for further servers before it calls itself ready; here there is but one.
        client._connection.guild_ready_timeout = 0.05
        self.client = client
        self._running = asyncio.create_task(client.start(self.token), name="bot")
        ready = asyncio.create_task(_ready(client))
        done, _ = await asyncio.wait({ready, self._running}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if ready not in done:
            ready.cancel()
            if self._running in done:
                self._running.result()
            raise TimeoutError("the bot did not become ready")

    async def leave(self) -> None:
        """Stop the client that runs in this loop."""
        if self.client is not None:
            await self.client.close()
            self.client = None
        if self._running is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
            self._running = None

    async def spawn(
        self, *argv: str, env: Mapping[str, str] | None = None, timeout: float = 30.0
    ) -> asyncio.subprocess.Process:
        """Run a bot as a process of its own and wait until it is connected. Its environment gets PLAYGROUND_URL and
        DISCORD_TOKEN."""
        whole = {**os.environ, "PLAYGROUND_URL": self.url, "DISCORD_TOKEN": self.token, **(env or {})}
        before = self.server.gateway.identified
        self._process = await asyncio.create_subprocess_exec(*argv, env=whole)
        process = self._process
        gateway = self.server.gateway
        found = await self.world.until(lambda: gateway.identified > before or process.returncode is not None, timeout)
        if not found or process.returncode is not None:
            raise TimeoutError(f"the bot did not connect (exit status {process.returncode})")
        return process

    async def kill(self) -> None:
        """kill -9 for the process started by `spawn`."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._process = None

    async def connected(self, timeout: float = 20.0) -> None:
        await self.until(lambda: self.server.gateway.connected, timeout, what="a connected bot")

    # Looking around

    def person(self, who: Who) -> User:
        return self.world.person(who) if isinstance(who, str) else who

    def add_person(self, name: str) -> User:
        return self.world.add_person(name)

    def add_channel(self, name: str) -> Channel:
        return self.world.add_channel(name)

    def channel(self, where: Where) -> Channel:
        return self.world.channel_named(where) if isinstance(where, str) else where

    def thread(self, parent: Where, name: str, by: Who | None = None) -> Channel:
        """A public thread that a person has opened (somebody else's unless `by` names one)."""
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
        """Everybody's messages in a channel, oldest first."""
        found = [Shown(self.world, m) for m in self.channel(where).messages.values()]
        return [m for m in found if by is None or m.message.author_id == self.person(by).id]

    def newest(self, where: Where, *, button: str | None = None, text: str | None = None) -> Shown | None:
        """The newest message of the bot in a channel, of those with a certain button or text."""
        for message in reversed(self.channel(where).messages.values()):
            if message.author_id != self.world.bot.id:
                continue
            shown = Shown(self.world, message)
            if (button is None or shown.has_button(button)) and (text is None or text in shown.text):
                return shown
        return None

    def private(self, who: Who, where: Where | None = None) -> list[Shown]:
        """The ephemeral messages on somebody's screen, oldest first."""
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
    def requests(self) -> list[Request]:
        return list(self.server.rest.log)

    # Acts

    def taps(self, who: Who) -> int:
        """How often somebody has touched the screen: a button one, a select two (open it, choose), a form's sending
        one. Typed commands are no taps."""
        return self.tapped[self.person(who).name]

    def reset_taps(self) -> None:
        self.tapped.clear()

    async def slash(self, who: Who, where: Where, path: str, /, **options: Any) -> Answer:
        """Type a command: `path` as in "/game seat invite"."""
        return await self.settled(self.acts.slash(self.person(who), self.channel(where), path, options))

    async def complete(
        self, who: Who, where: Where, path: str, option: str, typed: str = "", /, **options: Any
    ) -> list[Choice]:
        """What completion offers for one option with others filled in."""
        act = self.acts.complete(self.person(who), self.channel(where), path, option, typed, options)
        return (await self.settled(act)).choices

    async def menu(self, who: Who, where: Where, name: str, target: Who | Shown) -> Answer:
        """Choose a command from the menu of a person or a message."""
        thing = target.message if isinstance(target, Shown) else self.person(target)
        return await self.settled(self.acts.menu(self.person(who), self.channel(where), name, thing))

    async def press(self, who: Who, message: Shown | Answer, button: str) -> Answer:
        """Press a button, named by what is written on it or by its custom id."""
        shown = message.message if isinstance(message, Answer) else message
        user = self.person(who)
        self._on_screen(user, shown)
        found = shown.button(button)
        if found.url:
            raise Refused(f'"{found.label}" is a link to {found.url}')
        act = self.acts.press(user, shown.message, found.custom_id)
        self.tapped[user.name] += 1
        return await self.settled(act)

    async def select(
        self, who: Who, message: Shown | Answer, *values: str | User, which: str | int | None = None
    ) -> Answer:
        """Choose options of a select, by value or by what is written on them."""
        shown = message.message if isinstance(message, Answer) else message
        user = self.person(who)
        self._on_screen(user, shown)
        names = [str(v.id) if isinstance(v, User) else v for v in values]
        act = self.acts.select(user, shown.message, shown.select(which).custom_id, names)
        self.tapped[user.name] += 2
        return await self.settled(act)

    async def submit(self, who: Who, opened: Answer, values: Mapping[str, Any]) -> Answer:
        """Fill in the form that an answer opened, its fields by label or custom id, and send it."""
        user = self.person(who)
        if opened.act.user_id != user.id:
            raise Refused(f"the form is not on {user.name}'s screen")
        form = opened.modal
        act = self.acts.submit(opened.act, {form.named(name): value for name, value in values.items()})
        self.tapped[user.name] += 1
        return await self.settled(act)

    def say(self, who: Who, where: Where, text: str) -> Shown:
        """Write an ordinary message."""
        return Shown(self.world, self.acts.say(self.person(who), self.channel(where), text))

    async def forge(
        self, who: Who, message: Shown, custom_id: str, values: Sequence[str] | None = None
    ) -> Answer:
        """Send what no screen offers: a press of a custom id that may be old, foreign or made up."""
        given = None if values is None else list(values)
        return await self.settled(self.acts.forge(self.person(who), message.message, custom_id, given))

    def _on_screen(self, user: User, shown: Shown) -> None:
        if shown.deleted:
            raise Refused("the message is deleted")
        if not self.world.sees_message(user.id, shown.message):
            raise Refused(f"{user.name} does not see this message")

    async def settled(self, act: Interaction, patience: float = 10.0) -> Answer:
        """Wait until the person sees what came of an act."""
        pressed = self.world.find_message(act.message_id) if act.message_id is not None else None
        answer = Answer(self.world, act, pressed)
        edits = pressed.edits if pressed else 0
        await self.world.until(lambda: act.answer is not None, FIRST_ANSWER + 0.05)
        if act.answer is None:
            raise NoAnswer(f"no answer to {act.label()} within three seconds")
        self.acknowledged.append(answer.ack_ms)
        if act.answer in (SAY, UPDATE, CHOICES, MODAL):
            return answer
        if act.answer == DEFER:
            if not await self.world.until(lambda: not act.unfilled, patience):
                raise NoAnswer(f"{act.label()}: still thinking after {patience} s")
        elif act.answer == DEFER_UPDATE:
            # Acknowledged silently: what the person sees next is a use of the token or a change of the message.
            public = pressed is not None and pressed.only_for is None
            await self.world.until(
                lambda: act.used or (pressed is not None and (pressed.deleted or (public and pressed.edits > edits))),
                patience if not public else min(patience, 3.0),
            )
        return answer

    # Waiting

    async def until(self, condition: Callable[[], Any], timeout: float = 5.0, what: str = "") -> Any:
        """Wait until a condition holds; it is looked at whenever something happens."""
        found = await self.world.until(condition, timeout)
        if not found:
            raise TimeoutError(f"not within {timeout} s: {what or condition}")
        return found

    async def quiet(self, seconds: float = 0.3, timeout: float = 20.0) -> None:
        """Wait until the bot has sent nothing for a while."""
        rest = self.server.rest
        end = time.monotonic() + timeout
        while rest.running or time.monotonic() - rest.last < seconds:
            if time.monotonic() > end:
                raise TimeoutError("the bot does not come to rest")
            await asyncio.sleep(0.02)

    async def new_message(
        self, where: Where, after: Shown | int | None = None, timeout: float = 10.0, **wanted: str
    ) -> Shown:
        """Wait for a message of the bot newer than `after` (as `newest`, with `button=` or `text=`)."""
        since = after.id if isinstance(after, Shown) else after or 0

        def found() -> Shown | None:
            shown = self.newest(where, **wanted)
            return shown if shown is not None and shown.id > since else None

        shown = await self.until(found, timeout, what=f"a new message in {self.channel(where).name} {wanted}")
        assert isinstance(shown, Shown)
        return shown

    # Time, luck and misfortune

    def advance(self, seconds: float) -> None:
        """Move the clock forward, for everybody."""
        self.world.clock.advance(seconds)

    async def luck(self, *numbers: int) -> None:
        """Set the numbers to be drawn next, if the host program lets one."""
        if self.server.on_luck is None:
            raise LookupError("the host program offers no luck to set")
        result = self.server.on_luck(list(numbers))
        if isinstance(result, Awaitable):
            await result

    def deny(self, where: Where, *rights: str, who: Who | None = None) -> None:
        """Take rights from the bot (or from a person) in a channel, by Discord's names: "send_messages"."""
        for right in rights:
            self.world.set_right(self._member(who), self.channel(where), right, False)

    def allow(self, where: Where, *rights: str, who: Who | None = None) -> None:
        for right in rights:
            self.world.set_right(self._member(who), self.channel(where), right, True)

    def _member(self, who: Who | None) -> int:
        return self.world.bot.id if who is None else self.person(who).id

    def delete_message(self, message: Shown) -> None:
        """As a moderator would."""
        remove(self.world, message.message)

    def delete_channel(self, where: Where) -> None:
        self.world.delete_channel(self.channel(where))

    def archive(self, where: Where, locked: bool = False) -> None:
        self.world.archive(self.channel(where), True, locked)

    def close_dms(self, who: Who, closed: bool = True) -> None:
        self.person(who).dms_open = not closed

    def expire_tokens(self) -> None:
        """Every token given so far is dead, as if its time had passed."""
        for act in self.world.interactions.values():
            act.expired = True

    def restart_client(self, who: Who) -> None:
        """Somebody restarts Discord: the ephemeral messages on that screen are gone."""
        for shown in self.private(who):
            remove(self.world, shown.message)

    async def drop_gateway(self, resumable: bool = True) -> None:
        await self.server.gateway.drop(resumable)


async def _ready(client: discord.Client) -> None:
    # wait_until_ready wants a client that has begun to log in.
    while getattr(client, "_ready", None) is discord.utils.MISSING:
        await asyncio.sleep(0.005)
    await client.wait_until_ready()
