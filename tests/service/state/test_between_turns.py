"""Special builds: nobody is asked or waited for who did not ask for it."""

from __future__ import annotations

from pathlib import Path

from rules.core import Choices
from service.state.model import Person, Table

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused
from .test_standing_answers import SPECIAL, by, catan, pinged, rolled, sent

KEY = "skip_build"
PEOPLE = (ANN, BEN, CID, DAN, Person(105, "Eve"))


async def begun(house: House, *people: Person, choices: Choices = SPECIAL) -> Table:
    """Ann's turn, after the roll; nobody has chosen anything."""
    table = await catan(house, *people, choices=choices)
    for person in people:
        await house.tables.preferences.set_setting(person.user_id, KEY, "on")
    assert house.tables.registry.settings == {}  # that is how it is for who has chosen nothing
    table = await rolled(house, table)
    await sent(house, table)
    return table


async def moved(house: House, table: Table, since: int) -> list[tuple[int | None, str, bool]]:
    """The moves after an entry: whose, which, and whether somebody made it."""
    entries = await house.tables.history.read_entries(table.id, since)
    return [(entry.seat, entry.move, entry.act is not None) for entry in entries]


async def test_nobody_is_asked_who_did_not_ask_for_it(house: House) -> None:
    table = await begun(house, *PEOPLE, choices=Choices())
    since = table.seq
    table = await by(house, table, 0, "end")
    passes = [(seat, "pass build", False) for seat in (1, 2, 3, 4)]
    assert await moved(house, table, since) == [(0, "end", True), *passes]
    assert table.seats_to_move == (1,)
    assert await pinged(house, table) == {102}  # to roll
    assert table.state.active == 1


async def test_who_asked_for_it_builds_in_the_order_of_the_rules_and_only_once(house: House) -> None:
    table = await begun(house, *PEOPLE)
    for user in (105, 103):
        await house.tables.preferences.set_decide_by_hand(table.id, user, KEY, True)
    table = await by(house, table, 0, "end")
    assert table.seats_to_move == (2,)
    assert await pinged(house, table) == {103}
    table = await by(house, table, 2, "pass build")
    assert table.seats_to_move == (4,)
    assert await pinged(house, table) == {105}
    table = await by(house, table, 4, "pass build")
    assert table.standing == ()
    assert table.state.active == 1
    table = await by(house, await rolled(house, table), 1, "end")
    assert table.state.active == 2  # all were passed over


async def test_asking_is_kept_taken_back_and_told_to_nobody(path: Path) -> None:
    async with opened(path) as house:
        table = await begun(house, ANN, BEN, CID)
        told = len(house.witness.changes)
        await house.tables.preferences.set_decide_by_hand(table.id, 102, KEY, True)
        await house.tables.preferences.set_decide_by_hand(table.id, 103, KEY, True)
        table = await house.tables.preferences.set_decide_by_hand(table.id, 103, KEY, False)
        assert len(house.witness.changes) == told
        assert [answer.by_hand for answer in house.tables.preferences.possible_standing_answers(table, 102)] == [
            False,
            False,
            True,
        ]
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        table = await by(house, await house.tables.registry.load_table(table.id), 0, "end")
        assert table.seats_to_move == (1,)
        table = await by(house, table, 1, "pass build")
        assert table.seats_to_move == (1,)  # Cid was passed over, and Ben's turn has begun
        assert table.state.active == 1


async def test_only_those_ask_whose_turn_it_is_not(house: House) -> None:
    table = await begun(house, ANN, BEN, CID)
    with refused("not_coming"):
        await house.tables.preferences.set_decide_by_hand(table.id, 101, KEY, True)
    with refused("not_coming"):
        await house.tables.preferences.set_decide_by_hand(table.id, 102, "auto_roll", True)
    with refused("not_seated"):
        await house.tables.preferences.set_decide_by_hand(table.id, 104, KEY, True)


async def test_without_the_phase_there_is_nothing_to_ask_for(house: House) -> None:
    table = await begun(house, ANN, BEN, CID, choices=Choices())
    with refused("not_coming"):
        await house.tables.preferences.set_decide_by_hand(table.id, 102, KEY, True)


async def test_the_end_of_a_turn_is_taken_back_with_the_passes_it_brought(house: House) -> None:
    table = await begun(house, ANN, BEN, CID)
    await house.tables.preferences.set_decide_by_hand(table.id, 103, KEY, True)
    before = table.seq
    table = await by(house, table, 0, "end")
    assert table.seats_to_move == (2,)
    assert house.tables.history.do_only_answers_follow(table, before + 1)
    await house.tables.moves.undo_last_move(table.id, 101)
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert table.seats_to_move == (0,)
    table = await by(house, table, 0, "end")
    assert table.seats_to_move == (2,)  # who asked for it is asked still
    table = await by(house, table, 2, "pass build")
    with refused("undo_barrier"):
        await house.tables.moves.undo_last_move(table.id, 101)


async def test_a_roll_that_came_by_itself_is_not_taken_back_so(house: House) -> None:
    table = await begun(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "auto_roll", "on")
    table = await by(house, table, 0, "end")
    with refused("undo_barrier"):
        await house.tables.moves.undo_last_move(table.id, 101)
