"""Tables that begin in the middle of a game that is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from db.errors import StoreError
from rules.core import key_commitment
from rules.core.record import check_record, format_record, parse_record, replay_record
from rules.core.saving import to_plain
from service.state import branch_point as branch_of
from service.state.branch_point import BranchSeat
from service.state.model import Person, Table, TableChannel

from ..house import ANN, BEN, CID, DAN, House, opened
from .test_lobby import refused
from .test_play import finished

OTHER = TableChannel(7, 71)


async def over(house: House) -> Table:
    """A game of Ann and Ben that is over."""
    return await finished(house, await house.game(ANN, BEN))


async def opens(house: House, old: Table, at: int, person: Person = ANN, act: str | None = None) -> Table:
    """A lobby for the game as it stood after that entry."""
    table, _ = await house.tables.branches.open_branch(old.id, at, OTHER, person, thread=False, tidy=True, act=act)
    return table


async def branched(house: House, old: Table, at: int) -> Table:
    """The game going on from there, with Ann and Ben where they sat."""
    table = await opens(house, old, at)
    await house.tables.lobby.join(table.id, BEN)
    return await house.tables.game_start.start_game(table.id, ANN.user_id)


async def rows(house: House, table_id: int) -> list[Any]:
    """Whatever is stored of a game."""
    tables = {"games": "id", "states": "game_id", "seats": "game_id", "log": "game_id", "checkpoints": "game_id"}

    def found(t: Any) -> list[Any]:
        return [
            t.db.execute(f"SELECT * FROM {name} WHERE {key} = ?", (table_id,)).fetchall()
            for name, key in tables.items()
        ]

    return list(await house.store.read(found))


async def test_a_game_goes_on_from_an_entry_with_luck_of_its_own(house: House) -> None:
    old = await over(house)
    before = await rows(house, old.id)
    at = old.seq // 2
    then = await house.tables.branches.read_branch_position(old, at)
    table = await branched(house, old, at)
    game = table.game
    assert game is not None
    assert (table.status, table.seq, table.branch and (table.branch.of, table.branch.at)) == ("active", 1, (old.id, at))
    assert sorted(game.waiting(then)) == sorted(table.seats_to_move)
    for seat in (None, 0, 1):
        assert game.view(table.state, seat) == game.view(then, seat)
    assert table.state.key != then.key
    assert (table.state.deck, table.state.aside) != (then.deck, then.aside)
    assert sorted([*table.state.deck, *table.state.aside]) == sorted([*then.deck, *then.aside])
    assert table.commitment == key_commitment(table.state.key, table.id)
    (first,) = await house.tables.history.read_entries(table.id)
    assert [event.key for event in first.events] == ["luck.commitment", "table.branched"]
    table = await finished(house, table)
    assert table.status == "over"
    assert await rows(house, old.id) == before


async def test_who_played_takes_their_seat_again_and_others_any_that_is_free(house: House) -> None:
    old = await over(house)
    colours = [seat.colour for seat in old.seats]
    table = await opens(house, old, 3, BEN)
    assert [seat.colour for seat in table.seats] == [colours[1]]
    table = await house.tables.lobby.join(table.id, ANN)
    assert [seat.colour for seat in table.seats] == colours[::-1]
    with refused("table_full"):
        await house.tables.lobby.join(table.id, CID)
    table = await house.tables.lobby.leave(table.id, BEN.user_id)
    table = await house.tables.branches.take_place(table.id, ANN, colours[1])
    assert [seat.colour for seat in table.seats] == [colours[1]]
    with refused("option_bad"):
        await house.tables.branches.take_place(table.id, CID, colours[1])
    with refused("option_bad"):
        await house.tables.branches.take_place(table.id, CID, "N")
    table = await house.tables.branches.take_place(table.id, CID, colours[0])
    table = await house.tables.game_start.start_game(table.id, CID.user_id)
    assert [seat.name for seat in table.seats] == ["Cid", "Ann"]


async def test_machines_take_places_too_and_all_must_be_taken(house: House) -> None:
    old = await over(house)
    table = await opens(house, old, 2, DAN)
    assert table.seats[0].colour == old.seats[0].colour
    with refused("branch_places") as caught:
        await house.tables.game_start.start_game(table.id, DAN.user_id)
    assert caught.value.params == {"n": 2, "k": 1}
    table = await house.tables.machine_seats.add_machine(table.id, DAN.user_id)
    assert table.seats[1].colour == old.seats[1].colour
    table = await house.tables.game_start.start_game(table.id, DAN.user_id)
    assert table.seats[1].machine is not None


async def test_what_is_played_comes_from_the_former_game(house: House) -> None:
    old = await over(house)
    table = await opens(house, old, 2)
    assert (table.choices, table.max_seats, table.pace) == (old.choices, 2, old.pace)
    assert table.branch is not None
    assert table.branch.places == (BranchSeat(old.seats[0].colour, 0, False), BranchSeat(old.seats[1].colour, 0, True))
    for change in (
        house.tables.lobby.set_choices(table.id, 101, old.choices),
        house.tables.lobby.set_seats(table.id, 101, 3),
        house.tables.lobby.set_order(table.id, 101, "random"),
    ):
        with refused("branch_fixed"):
            await change
    table = await house.tables.lobby.set_pace(table.id, 101, "24h")
    assert table.pace == "24h"


async def test_from_where_no_game_can_go_on(house: House) -> None:
    running = await house.game(ANN, BEN)
    with refused("not_over"):
        await opens(house, running, 1)
    line = house.legal(running, 0)[0]
    await house.tables.moves.play_moves(running.id, 101, [line])
    await house.tables.moves.play_moves(running.id, 102, [house.legal(running, 1)[0]])
    await house.tables.moves.play_moves(running.id, 101, ["roll"])
    offered = (await house.tables.registry.load_table(running.id)).state.hands[0][0]
    other = "birch" if offered == "ash" else "ash"
    table = (await house.tables.moves.play_moves(running.id, 101, [f"trade-offer {offered} {other}"])).table
    undone = table.seq
    await house.tables.moves.undo_last_move(running.id, 101)
    old = await finished(house, await house.tables.registry.load_table(running.id))
    for at, key in (
        (0, "branch_none"),
        (old.seq + 1, "branch_none"),
        (undone, "branch_undone"),
        (old.seq, "branch_over"),
    ):
        with refused(key):
            await opens(house, old, at)
    assert house.tables.registry.table_in_channel(OTHER.channel_id) is None
    after_undo = await house.tables.branches.read_branch_position(old, undone + 1)  # the undo is an entry itself
    assert to_plain(after_undo) == to_plain(await house.tables.branches.read_branch_position(old, undone - 1))
    await house.store.write(lambda t: t.db.execute("UPDATE checkpoints SET rules = 0"))
    with refused("branch_old"):
        await opens(house, old, 3)
    with refused("unknown_table"):
        await house.tables.branches.open_branch(999, 1, OTHER, ANN, thread=False, tidy=True, act=None)


async def test_a_game_that_was_given_up_can_be_played_on_from_its_last_entry(house: House) -> None:
    table = await house.game(ANN, BEN)
    old = (await house.tables.moves.resign(table.id, 101)).table
    table = await branched(house, old, old.seq)
    assert (table.status, [seat.resigned for seat in table.seats]) == ("active", [False, False])


async def test_an_act_opens_one_table(house: House) -> None:
    old = await over(house)
    first = await opens(house, old, 3, act="55")
    again = await opens(house, old, 3, act="55")
    assert first.id == again.id
    with refused("home_taken"):
        await opens(house, old, 3, CID)


async def test_a_lobby_lives_through_a_restart(path: Path) -> None:
    async with opened(path) as house:
        old = await over(house)
        table = await opens(house, old, 4)
        then = await house.tables.branches.read_branch_position(old, 4)
    async with opened(path) as house:
        assert house.tables.registry.get(table.id) == table
        await house.tables.lobby.join(table.id, BEN)
        begun = await house.tables.game_start.start_game(table.id, ANN.user_id)
        assert begun.game is not None
        assert begun.game.view(begun.state, 1) == begun.game.view(then, 1)
    async with opened(path) as house:
        there = await house.tables.registry.load_table(table.id)
        assert to_plain(there.state) == to_plain(begun.state)
        assert there.branch == begun.branch


async def test_nothing_is_left_where_the_disk_is_full(house: House) -> None:
    old = await over(house)
    with house.unwritable(), pytest.raises(StoreError):
        await opens(house, old, 3)
    assert house.tables.registry.table_in_channel(OTHER.channel_id) is None
    assert (await opens(house, old, 3)).branch is not None


async def test_its_record_tells_all_from_the_first_start_and_is_verified(house: House) -> None:
    old = await over(house)
    at = old.seq // 2
    table = await branched(house, old, at)
    key = table.state.key
    table = await house.aside(table)
    open_record = await house.tables.history.build_record(table.id)
    assert (open_record.key, open_record.start) == (None, None)
    assert all(line.drawn is None for line in open_record.lines)
    assert [(one.table, one.key, one.drawn) for one in open_record.branches] == [(table.id, None, None)]
    assert "aside ?" in {line.move for line in open_record.lines}
    assert key.hex() not in format_record(open_record)
    table = await finished(house, table)
    record = await house.tables.history.build_record(table.id)
    whole = await house.tables.history.build_record(old.id)
    assert record.key == whole.key
    (branch,) = record.branches
    assert (branch.table, branch.key) == (table.id, key)
    assert [line.move for line in record.lines[: branch.after]] == [line.move for line in whole.lines[: branch.after]]
    assert parse_record(format_record(record)) == record
    check_record(record)
    assert [to_plain(t.state) for t in replay_record(record, from_key=True)][-1] == to_plain(table.state)


async def test_a_branch_of_a_branch(house: House) -> None:
    first = await over(house)
    second = await finished(house, await branched(house, first, 3))
    third = await finished(house, await branched(house, second, 1))
    record = await house.tables.history.build_record(third.id)
    assert [(one.table, one.after) for one in record.branches] == [(second.id, 2), (third.id, 2)]
    check_record(parse_record(format_record(record)))
    assert [to_plain(t.state) for t in replay_record(record, from_key=True)][-1] == to_plain(third.state)


async def test_it_is_played_as_any_other(house: House) -> None:
    old = await over(house)
    table = await branched(house, old, 3)
    table = await house.tables.registry.load_table(table.id)
    seat = min(table.seats_to_move)
    user = table.seats[seat].user_id
    assert user is not None
    with refused("undo_none"):
        await house.tables.moves.undo_last_move(table.id, user)
    table = await finished(house, table)
    walked = [one async for one in house.tables.history.replay_game(table)]
    assert [one.entry.seq for one in walked] == [
        entry.seq for entry in await house.tables.history.read_effective_entries(table.id)
    ]
    assert walked[-1].view(None).over
    again, _ = await house.tables.game_start.open_rematch(table.id, ANN)
    assert (again.branch, again.choices) == (None, table.choices)


async def test_the_games_of_a_channel_and_of_somebody_that_are_over(house: House) -> None:
    old = await over(house)
    other = await house.game(CID, DAN, home=OTHER)
    finished_at = house.tables.branches.list_finished_games
    assert await finished_at(70, 999) == [(old.id, "toy")]
    assert await finished_at(71, 101) == [(old.id, "toy")]
    assert await finished_at(71, 103) == []
    await finished(house, other)
    assert await finished_at(71, 101) == [(other.id, "toy"), (old.id, "toy")]


async def test_machines_keep_their_names_and_others_get_new_ones(house: House) -> None:
    lobby = await house.lobby(ANN, BEN)
    for _ in range(2):
        await house.tables.machine_seats.add_machine(lobby.id, 101)
    table = await house.tables.game_start.start_game(lobby.id, 101)
    while table.is_open:
        await house.settled(table.id)
        table = await house.tables.registry.load_table(table.id)
        if people := [seat for seat in table.seats_to_move if table.seats[seat].is_human]:
            line = house.legal(table, people[0])[0]
            await house.tables.moves.play_moves(table.id, table.seats[people[0]].user_id or 0, [line])
            table = await house.tables.registry.load_table(table.id)
    names = {seat.colour: seat.name for seat in table.seats}
    branch = await opens(house, table, 2)
    assert await house.tables.branches.former_names_by_colour(branch) == names
    for _ in range(3):
        branch = await house.tables.machine_seats.add_machine(branch.id, 101)
    after = {seat.colour: seat.name for seat in branch.seats}
    bens = next(colour for colour, name in names.items() if name == "Ben")
    assert after == {**names, bens: "Machine 3"}
    assert await house.tables.branches.former_names_by_colour(table) == {}


async def test_a_branch_stored_before_machines_had_names_there(house: House) -> None:
    text = '[3, 7, [["R", 4, true], ["B", 5, false]]]'
    found = branch_of.decode_branch(text)
    assert found == branch_of.Branch(3, 7, (BranchSeat("R", 4, True), BranchSeat("B", 5, False)))
    assert branch_of.decode_branch(branch_of.encode_branch(found)) == found
