"""Random acts of people on random tables, beside a simple model of what must be."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import Choices, RulesError, decode_move, play
from rules.core.saving import to_plain
from service.errors import ServiceError
from service.state import turn_clocks
from service.state.model import Person, Table, TableChannel
from tools.sizes import EXAMPLES
from tools.soak.fixed_luck import clock_at

from .house import House, opened

PEOPLE = [Person(n, f"P{n}") for n in range(1, 6)]
PACES = ["none", "12h", "24h", "bank:1d+6h", "bank:3d+12h"]
HOMES = [TableChannel(7, 70), TableChannel(7, 71)]
VERBS = (
    "open",
    "join",
    "join",
    "leave",
    "start",
    "play",
    "turn",
    "turn",
    "turn",
    "turn",
    "turn",
    "turn",
    "turn",
    "turn",
    "nonsense",
    "stale",
    "undo",
    "regret",
    "regret",
    "resign",
    "end",
    "pause",
    "pace",
    "on",
    "on",
    "still",
    "judge",
    "back",
    "yes",
    "yes",
    "yes",
    "no",
    "machine",
    "kick",
    "restart",
    "hours",
    "again",
    "rematch",
)
BEGIN = [("open", 0, 0, 0), ("join", 1, 0, 0), ("join", 2, 0, 0), ("start", 0, 0, 0)]  # so that most of it is play
ACTS = st.lists(
    st.tuples(st.sampled_from(VERBS), st.integers(0, 4), st.integers(0, 1), st.integers(0, 7)), min_size=5, max_size=80
)


@dataclass
class Game:
    """The model of one game: its positions by the length of the log, in plain data."""

    states: list[Any]  # that count, in order
    numbers: list[int]  # the entry that led to each
    seq: int


@dataclass
class Model:
    """What must be there."""

    games: dict[int, Game] = field(default_factory=dict)  # by the number of the table
    last: tuple[int, int, list[str], str] | None = None
    acts: int = 0


class Trial:
    """A house, its model, and one act after the other."""

    def __init__(self, house: House) -> None:
        self.house, self.model = house, Model()

    async def attempt(self, what: Awaitable[Any]) -> Any:
        """The result, None for a refusal: that must not have changed anything."""
        before = {table.id: table for table in self.house.tables.registry.tables.values()}
        try:
            return await what
        except (ServiceError, RulesError):
            after = {table.id: table for table in self.house.tables.registry.tables.values()}
            assert after == before
            return None

    async def act(self, verb: str, who: int, home: int, n: int) -> None:
        tables, person = self.house.tables, PEOPLE[who]
        table = tables.registry.table_in_channel(HOMES[home].channel_id)
        if verb == "open":
            await self.attempt(tables.lobby.open_lobby("toy", Choices(), None, HOMES[home], person))
        elif verb == "hours":
            self.house.clock.advance(3600 * (n + 1) ** 2)
            await self.house.idle()  # the clock acts at tables too, and would do so in the midst of the next act
        elif verb == "rematch":
            ended = await tables.history.load_last_finished(HOMES[home].channel_id)
            if ended is not None:
                await self.attempt(tables.game_start.open_rematch(ended.id, person))
        elif table is not None:
            await self.at_table(verb, table, person, n)

    async def at_table(self, verb: str, table: Table, person: Person, n: int) -> None:
        tables, user = self.house.tables, person.user_id
        lobby: dict[str, Callable[[], Awaitable[Any]]] = {
            "join": lambda: tables.lobby.join(table.id, person),
            "leave": lambda: tables.lobby.leave(table.id, user),
            "machine": lambda: tables.machine_seats.add_machine(table.id, user),
            "kick": lambda: tables.lobby.kick(table.id, user, n),
            "nonsense": lambda: tables.moves.play_moves(table.id, user, ["place N50 90"]),
        }
        if verb in lobby:
            await self.attempt(lobby[verb]())
        elif verb == "start":
            started = await self.attempt(tables.game_start.start_game(table.id, user))
            if started is not None:
                assert started.seq == 1
                self.model.games[table.id] = Game([to_plain(started.state)], [1], 1)
        elif table.id in self.model.games:
            await self.in_game(verb, await tables.registry.load_table(table.id), user, n)

    async def in_game(self, verb: str, table: Table, user: int, n: int) -> None:
        tables = self.house.tables
        game = self.model.games[table.id]
        vote = tables.registry.open_vote_of(table.id)
        if verb == "turn" and table.seats_to_move:
            user = table.seats[table.seats_to_move[n % len(table.seats_to_move)]].user_id or user
        elif verb == "regret" and self.model.last is not None:
            user = self.model.last[1]
        if verb in ("play", "turn", "stale"):
            await self.move(table, game, user, n, verb == "stale")
        elif verb == "again" and self.model.last is not None:
            number, actor, lines, act = self.model.last
            again = await tables.moves.play_moves(number, actor, lines, act=act)
            assert [entry.move for entry in again.entries if entry.kind == "move"] == lines
        elif verb in ("undo", "regret"):
            outcome = await self.attempt(tables.moves.undo_last_move(table.id, user))
            if outcome is not None:
                assert outcome.entries[0].seat == table.seat_of(user).index
                self.took_back(game, outcome.table, int(outcome.entries[0].move.split()[1]))
        elif verb == "resign" and n == 0:
            await self.attempt(tables.moves.resign(table.id, user))
        elif verb in ("end", "back", "pause", "pace"):
            what: Any = "undo" if verb == "back" else verb
            pace = PACES[n % len(PACES)] if what == "pace" else None
            asked = tables.votes.propose_vote(table.id, user, what, n if what == "undo" else None, value=pace)
            await self.answered(table, game, asked)
        elif verb in ("on", "still", "judge"):
            rests = {
                "on": tables.pauses.resume_game,
                "still": tables.pauses.confirm_game_goes_on,
                "judge": tables.pauses.pause_as_moderator,
            }[verb]
            if await self.attempt(rests(table.id, Person(user, "P"))) is not None:
                assert len(await tables.history.read_entries(table.id)) == table.seq + 1
        elif verb in ("yes", "no") and vote is not None:
            await self.answered(table, game, tables.votes.answer_vote(vote.id, user, verb == "yes"))

    async def answered(self, table: Table, game: Game, answer: Awaitable[Any]) -> None:
        vote = await self.attempt(answer)
        if vote is not None and vote.status == "passed" and vote.what == "undo":
            self.took_back(game, await self.house.tables.registry.load_table(table.id), vote.to)

    async def move(self, table: Table, game: Game, user: int, n: int, old: bool) -> None:
        seat = table.seat_of(user)
        assert table.game is not None
        if seat is None:
            assert await self.attempt(self.house.tables.moves.play_moves(table.id, user, ["roll"])) is None
            return
        legal = list(map(str, table.game.legal(table.state, seat.index)))
        line = legal[n % len(legal)] if legal else "roll"
        self.model.acts += 1
        act = f"act-{self.model.acts}"
        since = max(1, table.seq - n) if old else table.seq
        outcome = await self.attempt(self.house.tables.moves.play_moves(table.id, user, [line], since=since, act=act))
        if outcome is None:
            assert old or not legal or seat.resigned
            return
        assert not seat.resigned
        t = play(table.game, table.state, seat.index, decode_move(line, table.game.moves))
        assert to_plain(outcome.table.state) == to_plain(t.state)
        game.states.append(to_plain(t.state))
        game.numbers.append(table.seq + 1)
        self.model.last = (table.id, user, [line], act)

    @staticmethod
    def took_back(game: Game, table: Table, to: int) -> None:
        keep = sum(number < to for number in game.numbers)
        del game.states[keep:], game.numbers[keep:]
        if not any(seat.machine for seat in table.seats):
            assert to_plain(table.state) == game.states[-1]

    async def check(self) -> None:
        """Memory, database and model agree; no home holds two tables."""
        tables = self.house.tables
        homes = [table.home for table in tables.registry.tables.values()]
        assert len(set(homes)) == len(homes)
        assert await tables.registry.unconfirmed_writes.compare_with_database() == ([], {})
        assert not tables.registry.unconfirmed_writes.has_marked_tables
        for number, game in self.model.games.items():
            table = await tables.registry.load_table(number)
            if any(seat.machine for seat in table.seats):
                continue  # machines move on their own; what they do is checked from the log
            assert to_plain(table.state) == game.states[-1]
            assert len(await tables.history.read_entries(number)) == table.seq
        for table in list(tables.registry.tables.values()):
            assert (table.status == "paused") == (table.paused_at is not None)
            if turn_clocks.are_clocks_stopped(table):
                assert all(stretch.timer.start is None for stretch in table.stretches)
            elif table.status == "active":
                # of who has left the clock stands where the table waits for them
                assert all(s.timer.start is not None for s in table.stretches if table.seats[s.seat].is_present)
            if table.status in ("active", "paused", "frozen"):
                loaded = await tables.registry.load_table(table.id)
                assert loaded.game is not None
                loaded.game.audit(loaded.state)
                assert loaded.seats_to_move == tuple(sorted(loaded.game.waiting(loaded.state)))
                state = await tables.history.position_before(loaded, loaded.seq + 1)
                assert to_plain(state) == to_plain(loaded.state)


async def run(path: Path, acts: list[tuple[str, int, int, int]], kind: type[Trial] = Trial) -> None:
    clock = clock_at()
    parts: list[list[tuple[str, int, int, int]]] = [[]]
    for act in acts:
        if act[0] == "restart":
            parts.append([])
        else:
            parts[-1].append(act)
    model: Model | None = None
    for part in parts:
        async with opened(path, clock) as house:
            trial = kind(house)
            trial.model = model or trial.model
            await house.idle()
            for act in part:
                await trial.act(*act)
                for table in list(house.tables.registry.tables.values()):
                    await house.tables.machines.wait_until_idle(table.id)
                    machine_moves(trial.model, house.tables.registry.get(table.id))
            await trial.check()
            model = trial.model


def machine_moves(model: Model, table: Table | None) -> None:
    """Machines have moved: the model follows the position, its steps are no longer known."""
    if table is not None and table.id in model.games and any(seat.machine for seat in table.seats):
        game = model.games[table.id]
        if table.state is not None and to_plain(table.state) != game.states[-1]:
            game.states.append(to_plain(table.state))
            game.numbers.append(table.seq)


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_random_acts(acts: list[tuple[str, int, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "longtable.db", [*BEGIN[: len(acts) % 5], *acts]))
