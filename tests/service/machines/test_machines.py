"""Machines: alone, beside people, across restarts, failing."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ai
from db.errors import StoreError
from rules.core import Chance, Choices, Move
from service.machines import machines
from service.state.machine_luck import machine_luck
from service.state.model import Table, TableChannel
from tests.rules.core.toy import Offer

from ..house import ANN, BEN, House, opened
from ..play.test_lobby import refused


async def solo(house: House, kind: str = "toy") -> Table:
    """Ann against a machine."""
    table = await house.tables.lobby.open_lobby(kind, Choices(), 2, TableChannel(7, 70), ANN)
    await house.tables.machine_seats.add_machine(table.id, 101)
    return await house.tables.game_start.start_game(table.id, 101)


async def play_out(house: House, table: Table, moves: int = 10_000) -> Table:
    """Ann plays the first legal move whenever they may."""
    for _ in range(moves):
        await house.settled(table.id)
        table = await house.tables.registry.load_table(table.id)
        if not table.is_open:
            break
        (seat,) = (seat for seat in table.seats if seat.is_human)
        assert seat.index in table.seats_to_move
        table = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, seat.index)[0]])).table
    return table


@pytest.mark.parametrize("kind", ["toy", "carcassonne"])
async def test_a_single_person_plays_a_whole_game(house: House, kind: str) -> None:
    table = await play_out(house, await solo(house, kind))
    assert table.status == "over"
    moves = [entry for entry in await house.tables.history.read_entries(table.id) if entry.kind == "move"]
    human = next(seat.index for seat in table.seats if seat.is_human)
    assert all((entry.act is None) and entry.first == entry.seq for entry in moves if entry.seat != human)
    assert {entry.seat for entry in moves} == {0, 1}


async def test_a_machine_waits_while_a_human_is_asked_too(house: House) -> None:
    table = await solo(house)
    await house.tables.machines.wait_until_idle(table.id)
    assert await house.tables.registry.load_table(table.id) == table
    assert machines.find_machine_to_move(table) is None


async def test_machines_go_on_after_a_restart(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(path) as house:
        table = await solo(house)
        (seat,) = (seat for seat in table.seats if seat.is_human)
        house.tables.registry.after_move = lambda table: None  # the process dies before the machine has moved
        table = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, seat.index)[0]])).table
        assert seat.index not in table.seats_to_move
    async with opened(path) as house:
        await house.settled(table.id)
        present = await house.tables.registry.load_table(table.id)
        assert present.seq > table.seq
        assert seat.index in present.seats_to_move


async def test_the_same_position_brings_the_same_move(house: House) -> None:
    table = await solo(house)
    (seat,) = (seat for seat in table.seats if not seat.is_human)
    assert machines.choose_machine_move(table, seat) == machines.choose_machine_move(table, seat)
    assert machine_luck(table, 0).below(1 << 60) != machine_luck(table, 1).below(1 << 60)


class Foolish:
    """Chooses what nobody may play, or nothing at all."""

    def __init__(self, answer: Move | Exception) -> None:
        self.answer = answer

    def choose(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [RuntimeError("no idea"), Move()])
async def test_a_machine_that_fails_plays_something_legal(
    house: House, monkeypatch: pytest.MonkeyPatch, answer: Move | Exception, caplog: pytest.LogCaptureFixture
) -> None:
    levels: Mapping[str, ai.Player] = {"easy": Foolish(answer)}
    monkeypatch.setattr(ai, "players_by_level", lambda: levels)
    table = await play_out(house, await solo(house))
    assert table.status == "over"
    assert any("the machine" in message for message in caplog.messages)


class Trader:
    """Plays what is not listed, where it can: as offered, or made up."""

    def __init__(self, made_up: Move | None = None) -> None:
        self.made_up = made_up
        self.offered: set[str] = set()

    def choose(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move:
        self.offered |= {move.kind for move in legal if not move.listed}
        unlisted = [move for move in legal if not move.listed]
        if not unlisted:
            return legal[0]
        return self.made_up or unlisted[0]


async def traded(house: House, monkeypatch: pytest.MonkeyPatch, player: Trader) -> list[str]:
    """The moves of a machine that plays so."""
    monkeypatch.setattr(ai, "players_by_level", lambda: {"easy": player})
    table = await play_out(house, await solo(house))
    assert table.status == "over"
    machine = next(seat.index for seat in table.seats if not seat.is_human)
    return [entry.move for entry in await house.tables.history.read_entries(table.id) if entry.seat == machine]


async def test_a_machine_may_play_what_is_not_listed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Trader()
    moves = await traded(house, monkeypatch, player)
    assert player.offered == {"trade-offer"}
    assert any(move.startswith("trade-offer ") for move in moves)


@pytest.mark.parametrize(("give", "fine"), [("ash", True), ("gold", False)])
async def test_a_machine_may_make_up_a_legal_one(
    house: House, monkeypatch: pytest.MonkeyPatch, give: str, fine: bool, caplog: pytest.LogCaptureFixture
) -> None:
    house.tables.registry.token = lambda n: bytes(n)
    house.tables.registry.shuffle = lambda seats: None
    moves = await traded(house, monkeypatch, Trader(Offer((give,), ("cedar", "cedar", "cedar"))))
    assert (f"trade-offer {give} cedar,cedar,cedar" in moves) == fine
    assert fine or any("nothing legal" in message for message in caplog.messages)


async def test_levels(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    easy, normal = Trader(), Trader()
    monkeypatch.setattr(ai, "players_by_level", lambda: {"easy": easy, "normal": normal})
    table = await house.lobby(ANN)
    table = await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.machine_seats.add_machine(table.id, 101, "easy")
    assert [seat.machine for seat in table.seats] == [None, "normal", "easy"]
    with refused("option_bad") as caught:
        await house.tables.machine_seats.add_machine(table.id, 101, "grandmaster")
    assert caught.value.params["known"] == ["easy", "normal"]
    assert machines.machine_player_at(table.seats[1]) is normal
    assert machines.machine_player_at(replace(table.seats[1], machine="forgotten")) is normal
    assert machines.machine_player_at(table.seats[2]) is easy
    monkeypatch.setattr(ai, "players_by_level", lambda: {"easy": easy})
    assert machines.machine_player_at(table.seats[1]) is easy


class Slow:
    """Thinks in a thread and may look at imagined positions."""

    slow = True

    def __init__(self) -> None:
        self.threads: set[int] = set()

    def choose(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move:
        self.threads.add(threading.get_ident())
        assert imagine() is not imagine()
        return legal[0]


async def test_a_machine_that_thinks_long_does_so_in_a_thread(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Slow()
    monkeypatch.setattr(ai, "players_by_level", lambda: {"easy": player})
    table = await solo(house)
    key = table.state.key
    await play_out(house, table, 3)
    assert player.threads
    assert threading.get_ident() not in player.threads
    assert (await house.tables.registry.load_table(table.id)).state.key == key


async def test_a_machine_tries_again_when_its_move_was_not_saved(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await solo(house)
    write, failures = house.store.write, [StoreError("store.full"), StoreError("store.locked")]

    async def failing(work: Any) -> Any:
        present = house.tables.registry.get(table.id)
        if present is not None and machines.find_machine_to_move(present) is not None and failures:
            raise failures.pop()
        return await write(work)

    monkeypatch.setattr(house.store, "write", failing)
    monkeypatch.setattr(machines, "SAVE_RETRY_SECONDS", 0.01)
    table = await play_out(house, table, 2)
    await house.settled(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert not failures
    assert any(seat.is_human for seat in (table.seats[index] for index in table.seats_to_move))


async def test_tables_of_machines_alone_do_not_hold_up_others(house: House) -> None:
    first = await solo(house, "carcassonne")
    second = await house.game(BEN, ANN, home=TableChannel(7, 71))
    await play_out(house, first, 5)
    assert (await house.tables.moves.play_moves(second.id, 102, [house.legal(second, 0)[0]])).table.seq == 2
