"""A fault campaign: tables, people and faults, then the checks."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Final

from db.store import open_store
from playground.driver import Box
from rules.core import Choices, encode_move, play, registry
from service.machines import machines
from service.state.model import Person, Table, TableChannel
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from . import proof
from .book import DatabaseReader, IntentLog
from .fault_injection import FaultInjector
from .people import NAMES, GameRoom, People
from .process import BotProcess

if TYPE_CHECKING:
    from .served import ServerFaults

ACTS: Final = (3, 25)  # people's acts between two faults
LULL: Final = 8.0  # seconds without a fault, at most
LAST: Final = 150.0  # seconds for the last fault
STEPS_BACK: Final = (20, 130, 400, 700)  # seconds to advance the clock, so that postponed work becomes due
CALM: Final = 1.6  # seconds without a request; the publisher waits 1.5 for machines
HEALS: Final = 120.0  # seconds for recovery
MOST: Final = 3000  # moves per game


@dataclass(slots=True)
class CampaignPlan:
    """The parameters of a campaign."""

    seed: int
    seconds: float
    games: int | None  # games to finish; None: as many as the time allows
    tables: int
    left: int | None  # moves left in the first games; None: they start at the beginning
    kills: bool = True
    postgres: bool = False  # on a PostgreSQL server instead of a file


@dataclass(slots=True)
class CampaignResult:
    """The results of a campaign."""

    faults: Counter[str]
    counts: Counter[str]
    people: Counter[str]
    starts: int
    seconds: float
    wrong: list[str] = field(default_factory=list)


async def run_campaign(plan: CampaignPlan, folder: Path, say: Callable[[str], None] = print) -> CampaignResult:
    """Runs a campaign; the folder gets the database, the bot's log and the records of the games."""
    with _open_storage(plan, folder) as (disk, server):
        return await _run_on_storage(plan, folder, disk, server, say)


@contextmanager
def _open_storage(plan: CampaignPlan, folder: Path) -> Iterator[tuple[DatabaseReader, ServerFaults | None]]:
    """The reader of the database and, on PostgreSQL, the server's faults."""
    if not plan.postgres:
        yield DatabaseReader(folder / "faults.sqlite3"), None
        return
    from .served import temporary_server  # psycopg is only needed here

    with temporary_server(folder) as found:
        yield found


async def _run_on_storage(
    plan: CampaignPlan, folder: Path, disk: DatabaseReader, server: ServerFaults | None, say: Callable[[str], None]
) -> CampaignResult:
    begun = time.monotonic()
    async with await Box.start(people=NAMES, channels=(), schema=False) as box:
        database = folder / "faults.sqlite3"
        rooms = [
            GameRoom.made(box, f"{kind}-{number}", kind, threaded=number % 4 == 3)
            for number, kind in zip(range(plan.tables), cycle(registry.game_types()), strict=False)
        ]
        address = server.disk.address if server is not None else None
        await prepare_database(box, address or database, rooms, plan)
        say(f"{len(rooms)} games are set up, after {time.monotonic() - begun:.0f} s")
        process, book = BotProcess(box, database, address), IntentLog(box)
        people = People(process, disk, book, random.Random(f"people {plan.seed}"))
        mischief = FaultInjector(people, rooms, random.Random(f"faults {plan.seed}"), plan.kills, server)
        try:
            await process.start()
            await _play_under_faults(plan, people, mischief, rooms, say)
            wrong = await _heal_and_check(people, mischief, rooms)
            status = await process.stop()
            if status != 0:
                wrong.append(f"the bot stopped with status {status}")
        finally:
            await process.kill()
        counts, doubtful = proof.find_lost_and_doubled(book, disk)
        wrong += doubtful
        wrong += proof.check_branches(book, disk, counts)
        wrong += proof.check_database(disk, folder, counts)
        wrong += [f"thinking for ever: {act}" for act in book.thinking(process.deaths)]
        wrong += [f"refused by Discord: {violation}" for violation in box.violations]
        wrong += [*book.strange, *(f"logged: {error}" for error in process.errors())]
        box.violations.clear()
    return CampaignResult(mischief.counted(), counts, book.counts, process.starts, time.monotonic() - begun, wrong)


async def _play_under_faults(
    plan: CampaignPlan, people: People, mischief: FaultInjector, rooms: Sequence[GameRoom], say: Callable[[str], None]
) -> None:
    """Lets people play among faults until time or games are used up."""
    until = time.monotonic() + plan.seconds
    told = time.monotonic()

    def enough() -> bool:
        return time.monotonic() > until or (plan.games is not None and _count_finished(people.disk) >= plan.games)

    async def faults() -> None:
        acts = people.book.acts
        while not over.is_set():
            wanted, begun = len(acts) + mischief.luck.randint(*ACTS), time.monotonic()
            while len(acts) < wanted and time.monotonic() - begun < LULL and not over.is_set():
                await asyncio.sleep(0.05)
            if not over.is_set():
                await mischief.one()
                await mischief.alive()

    async def in_room(room: GameRoom) -> None:
        while not over.is_set():  # a cancellation may get lost on its way
            if not people.process.alive or not people.disk.there or not await people.visit(room, more=True):
                await asyncio.sleep(0.2)
            await asyncio.sleep(people.luck.uniform(0, 0.2))

    over = asyncio.Event()
    last = asyncio.create_task(faults())
    tasks = [last, *(asyncio.create_task(in_room(room)) for room in rooms)]
    try:
        while not enough():
            done, _ = await asyncio.wait(tasks, timeout=1, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # tasks end only by an error
            if time.monotonic() - told > 30:
                told = time.monotonic()
                struck = sum(mischief.counted().values())
                say(f"{_count_finished(people.disk)} games over, {struck} faults, {people.process.starts} starts")
    finally:
        over.set()
        await asyncio.wait({last}, timeout=LAST)  # so that no process is left half started
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _count_finished(disk: DatabaseReader) -> int:
    return int(disk.read("SELECT count(*) FROM games WHERE status = 'over'")[0][0])


async def _heal_and_check(people: People, mischief: FaultInjector, rooms: Sequence[GameRoom]) -> list[str]:
    """Ends all faults, lets the bot recover, and returns the findings."""
    await mischief.over()
    process, box = people.process, people.box
    for seconds in STEPS_BACK:
        await _wait_until_calm(box)
        await process.advance(seconds)
    await _wait_until_calm(box)
    for room in rooms:
        for _ in range(3):  # finds a lost channel again; a look restores a deleted message
            table = people.disk.table(room.table) if room.table is not None else None
            if table is not None and table.is_open and table.home.channel_id != room.channel.id:
                await people.visit(room, more=False)
        await people.typed(box.person(NAMES[0]), room.channel, "/game board")
    await _wait_until_calm(box)
    wrong: list[str] = []
    for room in rooms:
        wrong += await proof.check_game_continues(people, room)
    await _wait_until_calm(box)
    await process.advance(30)
    await _wait_until_calm(box)
    wrong += await _check_messages(people, rooms)
    people.book.hear_late()
    return wrong


async def _check_messages(people: People, rooms: Sequence[GameRoom]) -> list[str]:
    """What is wrong with the table messages after time for recovery."""
    until = time.monotonic() + HEALS
    while (
        found := [each for room in rooms for each in proof.check_table_message(people, room)]
    ) and time.monotonic() < until:
        await asyncio.sleep(0.5)  # a busy machine draws slowly, without requests
    return found


async def _wait_until_calm(box: Box) -> None:
    with suppress(TimeoutError):  # an unfinished bot is found by its results
        await box.quiet(CALM, timeout=HEALS)


# Setting up


async def prepare_database(box: Box, database: Path | str, rooms: Sequence[GameRoom], plan: CampaignPlan) -> None:
    """A database with a game for each room, as far advanced as planned; nothing is posted yet."""
    luck = random.Random(f"games {plan.seed}")
    store = await open_store(database, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    tables.registry.token = luck.randbytes
    tables.registry.shuffle = luck.shuffle
    people = [Person(box.person(name).id, name) for name in NAMES]
    try:
        for number, room in enumerate(rooms):
            choices = _draw_game_choices(room.kind, luck, number)
            fit = [n for n in registry.game_types()[room.kind].allowed_player_counts(choices) if n <= len(people)]
            group = luck.sample(people, fit[0] if number < len(registry.game_types()) else luck.choice(fit[:3]))
            home = TableChannel(room.channel.guild_id, room.channel.id)
            table = await tables.lobby.open_lobby(room.kind, choices, len(group), home, group[0])
            for person in group[1:]:
                await tables.lobby.join(table.id, person)
            await tables.game_start.start_game(table.id, group[0].user_id)
            room.table = table.id
            if plan.left is not None:
                await play_until_moves_left(tables, await tables.registry.load_table(table.id), plan.left)
    finally:
        await tables.close()
        await store.close()


async def play_until_moves_left(tables: Tables, table: Table, left: int) -> None:
    """Plays a game until `left` moves remain. The service itself may skip seats with nothing to build."""
    lines = list_remaining_moves(table)
    while len(lines) > left:
        seat, line = lines[0]
        await tables.moves.play_moves(
            table.id, table.seats[seat].user_id or 0, [line], act=f"before {table.id} {table.seq}"
        )
        await tables.machines.wait_until_idle(table.id)
        done = [(entry.seat, entry.move) for entry in await tables.history.read_entries(table.id, after=table.seq)]
        table = await tables.registry.load_table(table.id)
        lines = lines[len(done) :] if done == lines[: len(done)] else list_remaining_moves(table)


def _draw_game_choices(kind: str, luck: random.Random, number: int) -> Choices:
    """No options in the first game of each type, random presets in later ones."""
    presets = registry.game_types()[kind].presets
    return Choices() if number < len(registry.game_types()) else luck.choice([Choices(), *presets.values()])


def list_remaining_moves(table: Table) -> list[tuple[int, str]]:
    """Seat and move of a game of normal machines, from its position to its end."""
    game, found = table.game, list[tuple[int, str]]()
    assert game is not None
    while not game.over(table.state) and len(found) < MOST:
        seat = min(game.waiting(table.state))
        move = machines.choose_machine_move(table, replace(table.seats[seat], machine="normal"))
        assert move is not None, "they are waited for"
        found.append((seat, encode_move(move)))
        state = play(game, table.state, seat, move).state
        table = replace(table, state=state, seq=table.seq + 1)
    return found
