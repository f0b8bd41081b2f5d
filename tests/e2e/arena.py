"""Four tables, a game that is over, and people who try everything at them; after each act, what must be true whatever
they tried."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from playground.driver import Answer, NoAnswer, Refused
from playground.model import COMPONENT, MODAL_SUBMIT, Interaction, Message
from rules.core import encode_move
from service.state.model import Table
from tests.e2e.conftest import Stage, staged
from tests.e2e.judged import judge
from tests.markup import HOSTILE
from tools.stage import PATIENT

# Where which game is played, and by whom: Ann plays not everywhere, Zoe nowhere.
TABLES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "table": ("carcassonne", ("Ann", "Ben")),
    "lounge": ("catan", ("Ann", "Ben", "Cid")),
    "cellar": ("citadels", ("Ben", "Cid", "Dan")),
}
LOBBY: Final = "attic"
PAST: Final = "archive"  # where a game of Ann and Ben is over
MOVES: Final = 3  # that were made in it
EFFORT: Final = 0.01  # of a hint, as a share of the usual
PEOPLE: Final = ("Ann", "Ben", "Zoe")
PLACES: Final = (*TABLES, LOBBY, PAST, "empty")


class Complaints(logging.Handler):
    """What the bot writes into its log about errors of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage() + (f" {record.exc_info[1]!r}" if record.exc_info else ""))


class Arena:
    """One bot for many examples, in a loop of its own."""

    def __init__(self, folder: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.folder = folder
        self.loop = loop
        self.stage: Stage
        self.complaints = Complaints()
        self.number = 0
        self.past = 0  # the number of the game that is over
        self._written: list[Any] = []

    def run(self, what: Awaitable[Any]) -> Any:
        async def done() -> Any:
            return await what

        return self.loop.run_until_complete(done())

    def attempted(self, who: str, act: Awaitable[Answer], what: str) -> None:
        """As `attempt`; what fails says what was done."""
        try:
            self.run(self.attempt(who, act))
        except (AssertionError, NoAnswer) as error:
            raise AssertionError(f"{what}: {error}") from error

    async def open(self) -> None:
        self.number += 1
        folder = self.folder / str(self.number)
        folder.mkdir()
        self._staged = staged(folder, still=True, waits=PATIENT)
        stage = self.stage = await self._staged.__aenter__()
        stage.tables.registry.thinking.effort = EFFORT
        for name in (*PEOPLE, "Cid", "Dan"):
            stage.welcome(name)
        for name in PLACES:
            if name not in {channel.name for channel in stage.box.world.channels.values()}:
                stage.box.add_channel(name)
        for room, (kind, people) in {**TABLES, PAST: ("carcassonne", ("Ann", "Ben"))}.items():
            await stage.slash(people[0], f"/{kind} new", room=room, seats=len(people))
            for name in people[1:]:
                await stage.press(name, "Join", stage.newest("Join", where=room))
            await stage.press(people[0], "Start", stage.newest("Start", where=room))
        await stage.slash("Ann", "/carcassonne new", room=LOBBY)
        await self._end()

    async def _end(self) -> None:
        """Some moves, and it is given up."""
        stage = self.stage
        for _ in range(MOVES):
            table = self.at(PAST)
            assert table is not None
            assert table.game is not None
            seat = table.seats_to_move[0]
            line = encode_move(next(iter(table.game.legal(table.state, seat))))
            await stage.slash(table.seats[seat].name, "/game move", room=PAST, line=line)
        table = self.at(PAST)
        assert table is not None
        self.past = table.id
        sure = await stage.slash("Ann", "/game resign", room=PAST)
        await stage.press("Ann", "Yes, I resign", sure)
        self._written = await stage.tables.history.read_entries(self.past)
        assert self.at(PAST) is None

    async def close(self) -> None:
        await self._staged.__aexit__(None, None, None)

    def whole(self) -> bool:
        """Whether everything is still played that was begun."""
        found = [self.at(room) for room in (*TABLES, LOBBY)]
        return all(table is not None and table.is_open for table in found) and self.number > 0

    def at(self, room: str) -> Table | None:
        return self.stage.tables.registry.table_in_channel(self.stage.box.channel(room).id)

    # Acts

    async def attempt(self, who: str, act: Awaitable[Answer]) -> Answer | None:
        """Try something; AssertionError where it does what nobody may. None: no screen lets anybody send that."""
        world, user = self.stage.box.world, self.stage.box.person(who)
        foreign = {room: _kept(self.at(room)) for room in TABLES if not self._sits(room, user.id)}
        before = {id(m): m.edits for m in self._messages()}
        self.complaints.found.clear()
        answer = None
        with suppress(Refused):
            answer = await act
        await self.stage.settled()
        assert not self.complaints.found, self.complaints.found
        assert world.violations == []
        for room, kept in foreign.items():
            assert _kept(self.at(room)) == kept, f"{who} has changed the table in #{room}"
        assert await self.stage.tables.history.read_entries(self.past) == self._written, (
            "a game that is over was changed"
        )
        new = [m for m in self._messages() if before.get(id(m)) != m.edits]
        judge(new, backslash=True)
        if answer is not None:
            judge([m for n in answer.act.made if (m := world.find_message(n)) is not None], backslash=True)
        return answer

    def _sits(self, room: str, user: int) -> bool:
        table = self.at(room)
        return table is not None and table.seat_of(user) is not None

    def _messages(self) -> Iterator[Message]:
        world = self.stage.box.world
        for channel in world.channels.values():
            yield from (m for m in channel.messages.values() if m.author_id == world.bot.id)

    async def sent(self, who: str, room: str, kind: int, data: dict[str, Any]) -> Answer:
        """An interaction that no screen offers."""
        box = self.stage.box
        live = box.newest(room)
        message = live.message if live is not None else None
        act: Interaction = box.acts.begin(
            kind, box.person(who), box.channel(room), data, message, COMPONENT if kind == MODAL_SUBMIT else 0
        )
        return await box.settled(act)

    async def pressed(self, who: str, room: str, custom_id: str, values: list[str] | None) -> Answer:
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3, "id": 0}
        if values is not None:
            data["values"] = values
        return await self.sent(who, room, COMPONENT, data)

    async def submitted(self, who: str, room: str, custom_id: str, fields: dict[str, str]) -> Answer:
        rows = [
            {"type": 1, "id": 0, "components": [{"type": 4, "id": 0, "custom_id": key, "value": value}]}
            for key, value in fields.items()
        ]
        data = {"custom_id": custom_id, "components": rows, "resolved": {}}
        return await self.sent(who, room, MODAL_SUBMIT, data)


def _kept(table: Table | None) -> Any:
    """What nobody may change who is not at the table."""
    return table and (table.seq, table.status, table.choices, table.host, table.seats, table.pace, table.max_seats)


@contextmanager
def arena() -> Iterator[Arena]:
    """An arena, and what it takes: open it before an example where it is not `whole`."""
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory(prefix="longtable-arena-") as folder:
        made = Arena(Path(folder), loop)
        logger = logging.getLogger()
        logger.addHandler(made.complaints)
        try:
            made.run(made.open())
            yield made
            made.run(made.close())
        finally:
            logger.removeHandler(made.complaints)
            loop.close()


TEXTS: Final = (
    *HOSTILE,
    "",
    " ",
    "0",
    "-1",
    "9" * 90,
    "²",
    "٣",
    "1e9",
    "NaN",
    "None",
    "true",
    "N0",
    "N50 0",
    "N50.road-E",
    "place N50 0",
    "place N99999999999 0",
    "end",
    "end;end",
    ";" * 40,
    "1:1:1",
    "22:00-07:00",
    "25:99-31:61",
    "Europe/Vienna",
    "31.2.2027",
    "2027-13-01",
    "tomorrow",
    "#1",
    "#999999999999999999",
    "Ann",
    "R B Y",
    "\x00",
    "a" * 200,
    "{",
    "}",
    "{0}",
    "{n:# a|# b}",
    "%s%n",
    "' OR 1=1 --",
    "../../etc/passwd",
    "\ud7ff\ue000\U0010ffff",
)
