"""Strong machines at a table: what may happen while they think, and what becomes of their thought."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from ai.questions import Question, Thought, TriedMove
from rules.core import Choices
from service.machines import machines
from service.state.model import Table, TableChannel
from service.store.thinking import InProcess, ThoughtFailedError
from tests.ai.quick import Quick

from ..house import ANN, BEN, House
from ..play.test_lobby import refused


class Slow:
    """Thinks until it is let go; `answer` of a question: None fails."""

    waiting = 0
    held = 0.0

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.go = asyncio.Event()
        self.answer: Callable[[Question], str | None] | None = None

    async def think(self, question: Question) -> Thought:
        self.asked.append(question)
        await self.go.wait()
        if self.answer is None:
            return await InProcess().think(question)
        line = self.answer(question)
        if line is None:
            raise ThoughtFailedError
        return Thought((TriedMove(line, 0),))

    async def close(self) -> None:
        return None


@pytest.fixture
def slow(house: House, monkeypatch: pytest.MonkeyPatch) -> Slow:
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())
    house.tables.registry.shuffle = lambda seats: None
    house.tables.registry.thinking.thinker = thinker = Slow()
    return thinker


async def beginning(house: House, *levels: str) -> Table:
    """Ann against such machines, in a game where a turn is two moves."""
    table = await house.tables.lobby.open_lobby("carcassonne", Choices(), 1 + len(levels), TableChannel(7, 70), ANN)
    for level in levels:
        await house.tables.machine_seats.add_machine(table.id, 101, level)
    table = await house.tables.game_start.start_game(table.id, 101)
    return await ann_moves(house, table, 2) if 0 in table.seats_to_move else table


async def ann_moves(house: House, table: Table, times: int) -> Table:
    for _ in range(times):
        line = house.legal(table, 0)[0]
        table = (await house.tables.moves.play_moves(table.id, 101, [line])).table
    return table


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.001)


async def thinking(slow: Slow, times: int = 1) -> None:
    await until(lambda: len(slow.asked) == times)


def moved(house: House, table: Table) -> list[int | None]:
    """The seats that have moved, in order."""
    return [entry.seat for entry in house.tables.registry.brief_log(table.id) if entry.kind == "move"]


async def test_nobody_waits_while_a_machine_thinks(house: House, slow: Slow) -> None:
    table = await beginning(house, "strong")
    await thinking(slow)
    async with asyncio.timeout(1), house.tables.registry.lock_table(table.id):
        pass
    assert (await house.tables.registry.load_table(table.id)).seq == table.seq
    slow.go.set()
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]
    assert len(slow.asked) == 2  # the tile, and what stands on it


async def test_what_was_thought_of_another_position_is_thought_of_anew(house: House, slow: Slow) -> None:
    table = await beginning(house, "strong")
    await thinking(slow)
    await house.tables.votes.propose_vote(table.id, 101, "undo", table.seq - 1)  # nobody else has a say
    back = await house.tables.registry.load_table(table.id)
    assert 0 in back.seats_to_move
    assert house.tables.machines.searches.running_search(table.id) is None  # nobody wants to know any more
    slow.go.set()
    await house.tables.machines.wait_until_idle(table.id)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (0,)
    slow.go.clear()
    assert (await ann_moves(house, back, 2)).seats_to_move == (1,)
    await thinking(slow, 2)
    assert slow.asked[0] != slow.asked[1]
    slow.go.set()
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]


async def test_the_clocks_may_be_stopped_meanwhile(house: House, slow: Slow) -> None:
    table = await beginning(house, "strong")
    await thinking(slow)
    await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert (await house.tables.registry.load_table(table.id)).status == "paused"
    slow.go.set()
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]
    assert (await house.tables.registry.load_table(table.id)).status == "paused"


async def test_who_resigns_meanwhile_has_resigned(house: House, slow: Slow) -> None:
    table = await beginning(house, "strong")
    await thinking(slow)
    await house.tables.moves.resign(table.id, 101)
    slow.go.set()
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert table.status == "over"
    assert [entry.seat for entry in await house.tables.history.read_entries(table.id) if entry.kind == "move"] == [0, 0]


async def test_other_tables_go_on(house: House, slow: Slow) -> None:
    table = await beginning(house, "strong")
    await thinking(slow)
    second = await house.game(BEN, ANN, home=TableChannel(7, 71))
    assert (await house.tables.moves.play_moves(second.id, 102, [house.legal(second, 0)[0]])).table.seq == 2
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (1,)


@pytest.mark.parametrize("answer", [None, "place Z99 0", "no move", "pass"])
async def test_without_a_thought_it_moves_as_a_normal_one(
    house: House, slow: Slow, answer: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    slow.answer = lambda question: answer
    slow.go.set()
    table = await beginning(house, "strong")
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]
    told = [record for record in caplog.records if "nothing legal" in record.getMessage()]
    assert bool(told) == (answer is not None)


async def test_whatever_becomes_of_a_thought_it_moves(
    house: House, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(question: Question) -> str | None:
        raise RuntimeError("unforeseen")

    slow.answer = broken
    slow.go.set()
    table = await beginning(house, "strong")
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]
    assert any("a thought was lost" in line for line in caplog.messages)


async def test_its_move_is_tried_again_where_it_was_not_saved(
    house: House, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "SAVE_RETRY_SECONDS", 0.01)
    table = await beginning(house, "strong")
    await thinking(slow)
    with house.unwritable():
        slow.go.set()
        await asyncio.sleep(0.05)
        assert moved(house, table) == [0, 0]
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]
    assert len(slow.asked) == 2  # and it did not think about the first again


async def test_it_waits_until_what_has_happened_was_told(house: House, slow: Slow) -> None:
    told: dict[int, asyncio.Event] = {}

    def telling(table_id: int) -> asyncio.Event | None:
        event = told.setdefault(table_id, asyncio.Event())
        return None if event.is_set() else event

    house.tables.registry.thinking.find_channel_update = telling
    table = await beginning(house, "strong")
    await house.tables.machines.wait_until_idle(table.id)  # nothing is to be done now
    assert not slow.asked
    slow.go.set()
    told[table.id].set()
    await house.settled(table.id)
    assert moved(house, table)[-2:] == [1, 1]


async def test_its_turn_is_told_in_one_breath(house: House, slow: Slow) -> None:
    slow.go.set()
    table = await beginning(house, "strong")
    await house.settled(table.id)
    more = [change.machine_moves_again for change in house.witness.changes if change.what == "moved"]
    assert more[-2:] == [True, False]
    assert not any(more[:-2])


async def test_of_two_machines_each_has_a_breath_of_its_own(house: House, slow: Slow) -> None:
    slow.go.set()
    table = await beginning(house, "strong", "strong")
    await house.settled(table.id)
    await ann_moves(house, await house.tables.registry.load_table(table.id), 2)
    await house.settled(table.id)
    turns = [change.machine_moves_again for change in house.witness.changes if change.what == "moved"]
    assert turns[-4:] == [True, False, True, False]


async def test_where_it_is_switched_off_it_plays_as_a_normal_one(
    house: House, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.tables.lobby.open_lobby("carcassonne", Choices(), 2, TableChannel(7, 70), ANN)
    await house.tables.machine_seats.add_machine(table.id, 101, "strong")
    house.tables.registry.thinking.effort = 0.0
    table = await house.tables.game_start.start_game(table.id, 101)
    for _ in range(3):
        await house.settled(table.id)
        table = await ann_moves(house, await house.tables.registry.load_table(table.id), 2)
    await house.settled(table.id)
    assert not slow.asked
    assert moved(house, table).count(1) > 3
    assert [r.levelno for r in caplog.records if "switched off" in r.getMessage()] == [logging.WARNING]


async def test_nobody_is_offered_what_is_switched_off(house: House, slow: Slow) -> None:
    table = await house.lobby(ANN, seats=4)
    table = await house.tables.machine_seats.add_machine(table.id, 101, "strong")
    house.tables.registry.thinking.effort = 0.0
    assert house.tables.machine_seats.levels == ("easy", "normal")
    with refused("option_bad") as caught:
        await house.tables.machine_seats.add_machine(table.id, 101, "strong")
    assert caught.value.params["reason"] == "level_off"
    assert caught.value.params["known"] == ["easy", "normal"]
    assert [seat.machine for seat in (await house.tables.registry.load_table(table.id)).seats] == [None, "strong"]


async def test_a_machine_is_made_stronger_in_the_lobby(house: House, slow: Slow) -> None:
    table = await house.lobby(ANN, BEN, seats=4)
    table = await house.tables.machine_seats.add_machine(table.id, 101)
    machine = table.seats[2]
    seats = house.tables.machine_seats
    for _ in range(2):
        table = await seats.set_level(table.id, 101, machine.colour, "strong")
        assert [seat.machine for seat in table.seats] == [None, None, "strong"]
    with refused("lobby_not_host"):
        await seats.set_level(table.id, 102, machine.colour, "easy")
    with refused("machine_gone"):
        await seats.set_level(table.id, 101, table.seats[1].colour, "easy")
    with refused("option_bad"):
        await seats.set_level(table.id, 101, machine.colour, "grandmaster")
    await house.tables.lobby.kick(table.id, 101, 2)
    with refused("machine_gone"):
        await seats.set_level(table.id, 101, machine.colour, "easy")


async def test_a_rematch_has_the_levels_that_are_still_there(house: House, slow: Slow) -> None:
    table = await beginning(house, "strong")
    await house.tables.moves.resign(table.id, 101)
    house.tables.registry.thinking.effort = 0.0
    again, _ = await house.tables.game_start.open_rematch(table.id, ANN)
    assert [seat.machine for seat in again.seats] == [None, "normal"]
