"""Drives a playground from Python, for end-to-end tests, benchmarks and demonstrations.

A simulated user can only use what their screen shows. Taps are counted as on a touch screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import discord

from playground import connect
from playground.answer import Answer, NoAnswer, Thinking
from playground.box_controls import Scene, Where, Who
from playground.model import Interaction, User
from playground.rest_interactions import CHOICES, DEFER, DEFER_UPDATE, FIRST_ANSWER, MODAL, SAY, UPDATE
from playground.schema import load_schema
from playground.screen import Choice, Form, Shown
from playground.server import Hints, OnDue, Server
from playground.storage import load_world
from playground.user_actions import Acts, Refused
from playground.world import CHANNELS, PEOPLE, World

__all__ = ["Answer", "Box", "Choice", "Form", "NoAnswer", "Refused", "Shown", "Thinking", "find_schema"]

ROOT = Path(__file__).resolve().parent.parent
LOOK_EVERY = 0.005  # seconds between two looks whether the bot is idle
LOOKS = 10  # after its time, before a bot that is idle is given up: it may just be about to hear of the act
LONGEST = 120.0  # seconds for which a patient box waits for a bot that works


def find_schema() -> Path:
    """Path of a copy of Discord's OpenAPI document beside the checkout; the file may be missing."""
    return ROOT.parent / "shared" / "data" / "discord_openapi.json"


class Box(Scene):
    """A playground with simulated users."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.acts: Acts = server.acts
        self.client: discord.Client | None = None
        # Ask each bot whether it says nothing more by itself, where its host can tell: silent waits end then.
        self.idle: list[Callable[[], bool]] = []
        # Nobody gives a bot up while it works, however slow the machine is: for clocks that stand still, on which
        # Discord's own limits never pass.
        self.patient = False
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
        on_due: OnDue | None = None,
        file: Path | None = None,
        port: int = 0,
    ) -> Self:
        """Opens a box on a free port. `schema`: whether requests are checked against the OpenAPI document, if found."""
        path = schema if isinstance(schema, Path) else find_schema()
        world = load_world(file) if file is not None and file.exists() else World.furnished(name, people, channels)
        server = Server(
            world,
            port,
            hints=hints,
            on_luck=on_luck,
            on_clock=on_clock,
            on_due=on_due,
            schema=load_schema(path) if schema else None,
            strict_rates=strict_rates,
        )
        await server.start()
        return cls(server)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        await self.stop(check=kind is None)

    async def stop(self, check: bool = True) -> None:
        """Closes everything; with `check`, raises `AssertionError` if the bot broke a limit of Discord."""
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
        """Logs a client in, in this event loop, and waits until it is ready."""
        connect.redirect(self.url)
        # The client waits this long for further servers before it is ready; here there is only one server.
        client._connection.guild_ready_timeout = 0.05
        self.client = client
        self._running = asyncio.create_task(client.start(self.token), name="bot")
        ready = asyncio.create_task(_wait_until_ready(client))
        done, _ = await asyncio.wait({ready, self._running}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if ready not in done:
            ready.cancel()
            if self._running in done:
                self._running.result()
            raise TimeoutError("the bot did not become ready")

    async def run_program(
        self, program: Callable[[str, str], Coroutine[Any, Any, None]], *, timeout: float = 20.0
    ) -> None:
        """Runs `program(url, token)` as a task and waits until its bot is connected."""
        connect.redirect(self.url)
        before = self.server.gateway.identified
        running = self._running = asyncio.create_task(program(self.url, self.token), name="program")
        gateway = self.server.gateway
        await self.world.until(lambda: gateway.identified > before or running.done(), timeout)
        if running.done():
            running.result()
        if gateway.identified == before:
            raise TimeoutError("the program's bot did not connect")

    async def leave(self) -> None:
        """Stops the client or the program of this event loop."""
        if self.client is not None:
            await self.client.close()
            self.client = None
        elif self._running is not None:
            self._running.cancel()
        if self._running is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
            self._running = None

    async def spawn(
        self, *argv: str, env: Mapping[str, str] | None = None, timeout: float = 30.0
    ) -> asyncio.subprocess.Process:
        """Runs a bot as a process, with PLAYGROUND_URL and DISCORD_TOKEN in its environment, until it is connected."""
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
        """Kills (SIGKILL) the process started by `spawn`."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._process = None

    async def connected(self, timeout: float = 20.0) -> None:
        await self.until(lambda: self.server.gateway.connected, timeout, what="a connected bot")

    # User actions

    def taps(self, who: Who) -> int:
        """The user's taps: a button counts 1, a select 2 (open, choose), a submitted form 1, a typed command 0."""
        return self.tapped[self.person(who).name]

    def reset_taps(self) -> None:
        self.tapped.clear()

    async def slash(self, who: Who, where: Where, path: str, /, **options: Any) -> Answer:
        """Types a command: `path` as in "/game seat invite"."""
        return await self.settled(self.acts.slash(self.person(who), self.channel(where), path, options))

    async def complete(
        self, who: Who, where: Where, path: str, option: str, typed: str = "", /, **options: Any
    ) -> list[Choice]:
        """The choices that autocompletion offers for `option`, with `options` already filled in."""
        act = self.acts.complete(self.person(who), self.channel(where), path, option, typed, options)
        return (await self.settled(act)).choices

    async def menu(self, who: Who, where: Where, name: str, target: Who | Shown) -> Answer:
        """Runs a context menu command on a user or a message."""
        thing = target.message if isinstance(target, Shown) else self.person(target)
        return await self.settled(self.acts.menu(self.person(who), self.channel(where), name, thing))

    async def press(self, who: Who, message: Shown | Answer, button: str) -> Answer:
        """Presses a button, given by its label or custom id."""
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
        """Chooses options of a select, given by value or label."""
        shown = message.message if isinstance(message, Answer) else message
        user = self.person(who)
        self._on_screen(user, shown)
        names = [str(v.id) if isinstance(v, User) else v for v in values]
        act = self.acts.select(user, shown.message, shown.select(which).custom_id, names)
        self.tapped[user.name] += 2
        return await self.settled(act)

    async def submit(self, who: Who, opened: Answer, values: Mapping[str, Any]) -> Answer:
        """Fills in the form opened by an answer (fields by label or custom id) and submits it."""
        user = self.person(who)
        if opened.act.user_id != user.id:
            raise Refused(f"the form is not on {user.name}'s screen")
        form = opened.modal
        act = self.acts.submit(opened.act, {form.named(name): value for name, value in values.items()})
        self.tapped[user.name] += 1
        return await self.settled(act)

    def say(self, who: Who, where: Where, text: str) -> Shown:
        """Writes an ordinary message."""
        return Shown(self.world, self.acts.say(self.person(who), self.channel(where), text))

    async def forge(self, who: Who, message: Shown, custom_id: str, values: Sequence[str] | None = None) -> Answer:
        """Sends a press that no screen offers: an old, foreign or invented custom id."""
        given = None if values is None else list(values)
        return await self.settled(self.acts.forge(self.person(who), message.message, custom_id, given))

    def _on_screen(self, user: User, shown: Shown) -> None:
        if shown.deleted:
            raise Refused("the message is deleted")
        if not self.world.sees_message(user.id, shown.message):
            raise Refused(f"{user.name} does not see this message")

    async def settled(self, act: Interaction, patience: float = 10.0) -> Answer:
        """Waits until the user sees the answer; raises `NoAnswer` after three seconds without acknowledgement."""
        pressed = self.world.find_message(act.message_id) if act.message_id is not None else None
        answer = Answer(self.world, act, pressed)
        edits = pressed.edits if pressed else 0
        await self._until(lambda: act.answer is not None, FIRST_ANSWER + 0.05, (act,))
        if act.answer is None:
            raise NoAnswer(f"no answer to {act.label()} within three seconds")
        self.acknowledged.append(answer.ack_ms)
        if act.answer in (SAY, UPDATE, CHOICES, MODAL):
            return answer
        if act.answer == DEFER:
            if not await self._until(lambda: not act.unfilled, patience, (act,)):
                raise Thinking(f"{act.label()}: still thinking after {patience} s")
        elif act.answer == DEFER_UPDATE:
            # Acknowledged silently: the visible result is a use of the token or an edit of the message.
            public = pressed is not None and pressed.only_for is None

            def seen() -> bool:
                changed = pressed is not None and (pressed.deleted or (public and pressed.edits > edits))
                return bool(act.used) or changed

            await self._until(seen, patience if not public else min(patience, 3.0), (act, pressed), silent=True)
        return answer

    async def _until(
        self, condition: Callable[[], bool], seconds: float, about: tuple[Any, ...], *, silent: bool = False
    ) -> bool:
        """Wait until a condition holds, so many seconds at most; a patient box as long as the bot works. `silent`: it
        may never hold, and the wait ends as soon as the bot is idle."""
        if not self.idle or not (silent or self.patient):
            return bool(await self.world.until(condition, seconds, about))
        loop = asyncio.get_running_loop()
        end, looks = loop.time() + seconds, 0

        def over() -> bool:
            nonlocal looks
            if condition():
                return True
            if (not silent and loop.time() < end) or not all(idle() for idle in self.idle):
                return False
            looks += 1
            return silent or looks > LOOKS

        longest = max(LONGEST, seconds) if self.patient else seconds
        await self.world.until(over, longest, about, often=LOOK_EVERY if silent else 10 * LOOK_EVERY)
        return condition()


async def _wait_until_ready(client: discord.Client) -> None:
    # wait_until_ready needs a client whose login has begun.
    while getattr(client, "_show_late_pictures", None) is discord.utils.MISSING:
        await asyncio.sleep(0.005)
    await client.wait_until_ready()
