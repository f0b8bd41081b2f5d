"""Simulated people of a campaign: they play sensibly, look around, and press again if no answer comes."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, replace
from typing import Final

from cogs.screen import ids
from playground.driver import Answer, Box, NoAnswer, Refused
from playground.model import Channel, Interaction, User
from playground.screen import Shown
from rules.core import encode_move
from service.machines import machines
from service.state.model import Table

from .book import DONE, DatabaseReader, Intent, IntentLog, answer_text
from .process import BotProcess

NAMES: Final = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
PATIENCE: Final = 4.0  # seconds to look at "thinking…" before pressing again
TAPS: Final = 7  # taps while wandering through screens
AGAIN: Final = 3  # presses for one decision, at most
HASTE: Final = 0.15  # share of double presses
LEADS_ON: Final = ("p:", "c:", "q:")  # prefixes of custom ids of a picker's buttons
LOOKS: Final = ("/game board", "/game hand", "/game list", "/game log", "/game hint")
SEATS: Final = {"carcassonne": (2, 3), "catan": (3, 4), "citadels": (2, 4)}
MACHINES: Final = 0.1  # share of machines among the seats
LOOKING: Final = 0.15  # share of acts that are not moves
REVIEWS: Final = 0.3  # share of finished games that are reviewed
BRANCHES: Final = 0.4  # share of finished games that are followed by a branch
LATEST: Final = 12  # entries before the end at which a branch begins, at most
OPENED: Final = "The table is open"  # text shown for an opened branch


@dataclass(slots=True)
class GameRoom:
    """A channel or thread in which games are played one after another."""

    name: str
    kind: str
    channel: Channel
    threaded: bool = False
    table: int | None = None  # the current or last one
    moves: int = 0  # number of deleted channels so far

    @classmethod
    def made(cls, box: Box, name: str, kind: str, threaded: bool) -> GameRoom:
        parent = box.add_channel(name)
        return cls(name, kind, box.thread(parent, f"{name} thread") if threaded else parent, threaded)

    def move(self, box: Box) -> None:
        """Moves to a new channel after the old one was deleted."""
        self.moves += 1
        name = f"{self.name}-{self.moves}"
        self.channel = box.thread(self.name, name) if self.threaded else box.add_channel(name)


class People:
    """All simulated people."""

    def __init__(self, process: BotProcess, disk: DatabaseReader, book: IntentLog, luck: random.Random) -> None:
        self.process, self.disk, self.book, self.luck = process, disk, book, luck
        self.box = process.box

    # One interaction

    async def read(self, act: Interaction, intent: Intent | None = None) -> Answer | None:
        """Waits for the answer of an interaction; None if its user sees none."""
        self.book.took(act, intent)
        try:
            answer = await self.box.settled(act, PATIENCE)
        except NoAnswer:
            self.book.counts["not answered in time"] += 1
            self.book.hear(Answer(self.box.world, act, None), intent)
            return None
        self.book.hear(answer, intent)
        return answer

    async def typed(
        self, who: User, where: Channel, path: str, intent: Intent | None = None, /, **options: object
    ) -> Answer | None:
        """Types a command; None if it cannot be typed or no answer came."""
        try:
            act = self.box.acts.slash(who, where, path, options)
        except Refused:
            return None
        return await self.read(act, intent)

    async def pressed(self, who: User, shown: Shown, custom_id: str, intent: Intent | None = None) -> Answer | None:
        """Presses a button that is or was on a message."""
        if shown.deleted or shown.channel_id not in self.box.world.channels:
            return None
        return await self.read(self.box.acts.forge(who, shown.message, custom_id, None), intent)

    # Playing

    def turn(self, table: Table) -> tuple[int, str] | None:
        """A random pending seat of a person, with a sensible move; None if there is none."""
        assert table.game is not None
        waiting = [n for n in sorted(table.game.waiting(table.state)) if table.seats[n].is_human]
        if not waiting:
            return None
        seat = table.seats[self.luck.choice(waiting)]
        move = machines.choose_machine_move(table, replace(seat, machine="normal"))
        return None if move is None else (seat.index, encode_move(move))

    async def move(self, table: Table, room: GameRoom) -> None:
        """A person with a pending turn moves, in a random way."""
        found = self.turn(table)
        if found is None:
            await asyncio.sleep(0.3)  # a machine is thinking
            return
        index, line = found
        who = self.box.world.users[table.seats[index].user_id or 0]
        intent = self.book.intent(table.id, table.seq, line)
        way = self.luck.random()
        button = ids.commit_custom_id(table.id, table.seq, line)
        shown = self.box.newest(room.channel, button="My move")
        if way < 0.35 or button is None or shown is None:
            await self.typed(who, room.channel, "/game move", intent, line=line)
        elif way < 0.5:
            await self._wander(who, table, shown, intent)
        else:
            await self._press(who, shown, button, intent)

    async def _press(self, who: User, shown: Shown, button: str, intent: Intent) -> None:
        """Presses the last button of a picker, on a private or public screen, sometimes twice at once."""
        screen = shown
        if self.luck.random() < 0.5:
            opened = await self.pressed(who, shown, ids.table_custom_id(intent.table, "move"))
            screen = opened.last if opened is not None and opened.messages else shown
        for _ in range(AGAIN):
            fingers = 2 if self.luck.random() < HASTE else 1
            self.book.counts["pressed twice at once"] += fingers - 1
            answers = await asyncio.gather(*(self.pressed(who, screen, button, intent) for _ in range(fingers)))
            if any(answer is not None and answer.kind != "nothing" for answer in answers):
                return
            self.book.counts["pressed again"] += 1
            screen = shown if screen.deleted else screen

    async def _wander(self, who: User, table: Table, shown: Shown, intent: Intent) -> None:
        """Presses random buttons from screen to screen until a move is made."""
        intent.line = "by the screens"
        screen = shown
        answer = await self.pressed(who, screen, ids.table_custom_id(table.id, "move"))
        for _ in range(TAPS):
            if answer is None or answer.kind not in ("message", "update"):
                return
            if not answer.messages and screen.deleted:  # its message was replaced or deleted meanwhile
                return
            screen = answer.last
            buttons = [b.custom_id for b in screen.buttons if b.custom_id[:2] in LEADS_ON and not b.disabled]
            if not buttons:
                return
            button = self.luck.choice(buttons)
            commits = button[:2] != "p:"
            if commits and (read := ids.parse_custom_id(button)) is not None:
                intent.meant = read.since or intent.since, read.text
            answer = await self.pressed(who, screen, button, intent if commits else None)
            if commits and answer is not None and DONE in answer_text(answer):
                self.book.counts["played by the screens"] += 1
                return

    # Visits

    async def visit(self, room: GameRoom, *, more: bool) -> bool:
        """One act in a room; returns whether there was any to do. `more`: follow finished games by others."""
        here = self.disk.at(room.channel.id)
        if here is not None:
            room.table = here.id
        table = here or (self.disk.table(room.table) if room.table is not None else None)
        if table is None or not table.is_open:
            if more and table is not None and table.status == "over" and self.luck.random() < REVIEWS:
                await self.review(table, room)
            if more and table is not None and table.status == "over" and self.luck.random() < BRANCHES:
                await self.branch(table, room)
            elif more:
                await self.new_game(room, None)
            return more
        if table.status == "lobby":
            await self.new_game(room, here)
        elif here is None:
            await self._follow(table, room)
        elif self.luck.random() < LOOKING:
            await self.look(table, room)
        else:
            await self.move(table, room)
        return True

    async def _follow(self, table: Table, room: GameRoom) -> None:
        """A table's channel is gone: its people play on elsewhere, and the host moves it there."""
        found = self.turn(table)
        if not table.homeless and found is not None:
            who = self.box.world.users[table.seats[found[0]].user_id or 0]
            intent = self.book.intent(table.id, table.seq, found[1])
            await self.typed(who, room.channel, "/game move", intent, line=found[1], game=str(table.id))
        host = self.box.world.users[table.host]
        await self.typed(host, room.channel, "/game options", name="home", value="here")

    # Other acts

    async def look(self, table: Table, room: GameRoom) -> None:
        """A person looks at something, undoes, presses an old button or autocompletes."""
        user = self.luck.choice([seat.user_id for seat in table.seats if seat.user_id is not None])
        who = self.box.world.users[user]
        what = self.luck.random()
        shown = self.box.newest(room.channel, button="My move")
        if what < 0.25:
            await self.typed(who, room.channel, self.luck.choice(LOOKS))
        elif what < 0.4:
            intent = self.book.intent(table.id, table.seq, "undo")
            await self.typed(who, room.channel, "/game undo", intent)
        elif what < 0.55 and shown is not None:
            await self.pressed(who, shown, ids.commit_custom_id(table.id, max(1, table.seq - 3), "place N50 0") or "")
        elif what < 0.63 and shown is not None:
            await self.pressed(who, shown, ids.table_custom_id(table.id, "board"))
        elif what < 0.7 and shown is not None:
            await self.pressed(
                who, shown, ids.action_custom_id(table.id, max(1, table.seq - self.luck.choice((0, 3))), "hint")
            )
        elif what < 0.85:
            try:
                act = self.box.acts.complete(who, room.channel, "/game move", "line", "", {})
            except Refused:
                return
            await self.read(act)
        elif shown is not None:
            await self.pressed(who, shown, ids.table_custom_id(table.id, "catchup"))

    # Before and after a game

    async def review(self, table: Table, room: GameRoom) -> None:
        """A person asks for the review of a finished game, by button or number."""
        who = self.box.person(self.luck.choice(NAMES))
        shown = self.box.newest(room.channel, button="Review")
        self.book.counts["reviews asked for"] += 1
        if shown is not None:
            await self.pressed(who, shown, ids.table_custom_id(table.id, "review"))
        else:
            await self.typed(who, room.channel, "/game past review", game=str(table.id))

    async def branch(self, table: Table, room: GameRoom) -> None:
        """A person starts a branch of a finished game: the room's last one, or by number."""
        who = self.box.person(self.luck.choice(NAMES))
        point = table.id, max(1, table.seq - self.luck.randint(1, LATEST))
        mine = table.seat_of(who.id) is not None
        named = {"game": str(table.id)} if mine or self.luck.random() < 0.5 else {}
        self.book.branched[point] += 1
        answer = await self.typed(who, room.channel, "/game past branch", at=str(point[1]), where="here", **named)
        if answer is not None and OPENED in answer_text(answer):
            self.book.opened[point] += 1

    async def new_game(self, room: GameRoom, table: Table | None) -> None:
        """One step towards a new game: open it, join, start."""
        users = [self.box.person(name) for name in NAMES]
        if table is None:
            least, most = SEATS[room.kind]
            who = self.luck.choice(users)
            await self.typed(who, room.channel, f"/{room.kind} new", seats=self.luck.randint(least, most))
            return
        host = self.box.world.users[table.host]
        shown = self.box.newest(room.channel, button="Join")
        if len(table.seats) >= table.max_seats:
            if shown is None or await self.pressed(host, shown, ids.lobby_custom_id(table.id, "start")) is None:
                await self.typed(host, room.channel, "/game start")
        elif self.luck.random() < MACHINES and len(table.human_seats) > 1:
            await self.typed(host, room.channel, "/game seat machine")
        else:
            sitting = {seat.user_id for seat in table.seats}
            who = self.luck.choice([user for user in users if user.id not in sitting])
            if shown is None or await self.pressed(who, shown, ids.lobby_custom_id(table.id, "join")) is None:
                await self.typed(who, room.channel, "/game join")
