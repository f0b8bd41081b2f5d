"""Lobbies of games whose choices decide how many may play; eight at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import BadOption, Choices, Phrase
from service.state.model import COLOURS, Person, Table, TableChannel
from service.state.player_counts import list_lobby_concerns
from tests.rules.core.toy import Toy

from .house import ANN, BEN, CID, DAN, HOME, House, opened
from .play.test_lobby import refused

PLUS = Choices(("plus",))
QUEEN, ARTIST = Choices((), (("rank9", "queen"),)), Choices((), (("rank9", "artist"),))
EIGHT = [ANN, BEN, CID, DAN, *(Person(105 + n, name) for n, name in enumerate(("Eve", "Fay", "Gil", "Hal")))]


async def lobby(house: House, kind: str, choices: Choices, people: list[Person], seats: int | None = None) -> Table:
    table = await house.tables.lobby.open_lobby(kind, choices, seats, HOME, people[0])
    for person in people[1:]:
        table = await house.tables.lobby.join(table.id, person)
    return table


async def test_a_number_in_between_is_refused_at_the_start_with_its_reason(house: House) -> None:
    table = await lobby(house, "toy", PLUS, EIGHT[:3], 4)
    assert list_lobby_concerns(table) == [Phrase("toy.error.three")]
    with refused("seats_refused") as caught:
        await house.tables.game_start.start_game(table.id, 101)
    assert caught.value.params == {"n": 3, "reason": Phrase("toy.error.three"), "known": [2, 4, 5]}
    table = await house.tables.machine_seats.add_machine(table.id, 101)
    assert list_lobby_concerns(table) == []
    assert (await house.tables.game_start.start_game(table.id, 101)).status == "active"


async def test_what_is_allowed_and_still_worth_a_word(house: House) -> None:
    table = await lobby(house, "toy", Choices((), (("length", "long"),)), [ANN])
    assert list_lobby_concerns(table) == [Phrase("toy.warning.long")]


async def test_too_few_for_the_choices(house: House) -> None:
    table = await lobby(house, "citadels", QUEEN, [ANN])
    with refused("too_few") as caught:
        await house.tables.game_start.start_game(table.id, 101)
    assert caught.value.params == {"game": "citadels", "n": 5, "k": 1}
    for person in (BEN, CID, DAN):
        await house.tables.lobby.join(table.id, person)
    with refused("seats_refused") as caught:
        await house.tables.game_start.start_game(table.id, 101)
    assert caught.value.params["reason"].key == "cit.option_error.queen"
    assert caught.value.params["known"] == [5, 6, 7, 8]
    await house.tables.machine_seats.add_machine(table.id, 101)
    assert (await house.tables.game_start.start_game(table.id, 101)).status == "active"


async def test_more_than_the_choices_allow(house: House) -> None:
    with refused("seats_refused") as caught:
        await house.tables.lobby.open_lobby("citadels", Choices(), 8, HOME, ANN)
    assert caught.value.params["reason"].key == "cit.option_error.eight"
    table = await lobby(house, "citadels", Choices(), EIGHT[:7])
    assert table.max_seats == 7
    for attempt in (house.tables.lobby.join(table.id, EIGHT[7]), house.tables.machine_seats.add_machine(table.id, 101)):
        with refused("table_full"):
            await attempt
    with refused("seats_refused") as caught:
        await house.tables.lobby.set_seats(table.id, 101, 8)
    assert caught.value.params == {"n": 8, "reason": Phrase("cit.option_error.eight"), "known": [7]}
    with refused("option_bad"):
        await house.tables.lobby.set_seats(table.id, 101, 9)
    await house.tables.lobby.set_choices(table.id, 101, ARTIST)
    await house.tables.lobby.set_seats(table.id, 101, 8)
    table = await house.tables.lobby.join(table.id, EIGHT[7])
    with refused("seats_refused"):
        await house.tables.lobby.set_choices(table.id, 101, Choices())
    assert (await house.tables.game_start.start_game(table.id, 101)).status == "active"


async def test_a_game_that_refuses_only_when_it_is_set_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.lobby(ANN, BEN)

    def setup(*_: object) -> None:
        raise BadOption("toy.error.never", n=2)

    monkeypatch.setattr(Toy, "setup", setup)
    with refused("seats_refused") as caught:
        await house.tables.game_start.start_game(table.id, 101)
    assert caught.value.params["reason"] == Phrase("toy.error.never", {"n": 2})
    assert house.tables.registry.get(table.id) == table


async def test_eight_people_play(path: Path) -> None:
    async with opened(path) as house:
        table = await lobby(house, "citadels", ARTIST, EIGHT)
        assert [seat.colour for seat in table.seats] == list(COLOURS)
        with refused("table_full"):
            await house.tables.lobby.join(table.id, Person(200, "Ida"))
        table = await house.tables.lobby.set_order(table.id, 101, list(reversed(COLOURS)))
        table = await house.tables.game_start.start_game(table.id, 101)
        assert [seat.colour for seat in table.seats] == list(reversed(COLOURS))
    async with opened(path, house.clock) as house:
        table = await house.tables.registry.load_table(table.id)
        for _ in range(8):
            (seat,) = table.seats_to_move
            user = table.seats[seat].user_id
            assert user is not None
            table = (await house.tables.moves.play_moves(table.id, user, [house.legal(table, seat)[0]])).table
        assert table.seq == 9
        record = await house.tables.history.build_record(table.id)
        assert {line.seat for line in record.lines} == set(range(8))
        assert {line.move for line in record.lines} == {"pick ?"}


async def test_one_person_and_seven_machines(house: House) -> None:
    table = await house.tables.lobby.open_lobby("citadels", ARTIST, None, TableChannel(7, 70), ANN)
    for _ in range(7):
        table = await house.tables.machine_seats.add_machine(table.id, 101, "easy")
    table = await house.tables.game_start.start_game(table.id, 101)
    for _ in range(20):
        await house.tables.machines.wait_until_idle(table.id)
        table = await house.tables.registry.load_table(table.id)
        (seat,) = table.seats_to_move
        assert table.seats[seat].user_id == 101
        table = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, seat)[-1]])).table
    assert table.seq > 100
