"""The lobby: seats, host, machines, order, options, start."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from rules.core import BadOption, Choices
from service.errors import ServiceError
from service.state.machine_levels import default_level
from service.state.model import Person, TableChannel
from service.store import codec

from ..house import ANN, BEN, CID, DAN, HOME, House, opened


def refused(key: str) -> pytest.RaisesExc[ServiceError]:
    return pytest.RaisesExc(ServiceError, check=lambda error: error.key == key)


async def test_a_new_table_has_its_opener_as_host(house: House) -> None:
    table = await house.lobby(ANN)
    assert (table.status, table.host, table.names, table.max_seats, table.seq) == ("lobby", 101, ["Ann"], 5, 0)
    assert table.seats[0].colour == "R"
    assert len(table.tag) == 8
    assert house.tables.registry.table_in_channel(HOME.channel_id) == house.tables.registry.get(table.id) == table
    assert house.tables.lobby.list_lobbies(HOME.guild_id) == [table]
    assert house.tables.tables_by_urgency(101) == [table]
    assert table.game is None
    assert house.witness.news == ["lobby"]


async def test_a_home_has_one_open_table(house: House) -> None:
    table = await house.lobby(ANN)
    with refused("home_taken") as caught:
        await house.lobby(BEN)
    assert caught.value.params == {"game": "toy", "id": table.id, "command": "toy"}
    assert (await house.lobby(BEN, home=TableChannel(7, 71))).id != table.id


async def test_two_who_open_at_once_get_one_table(house: House) -> None:
    got = await asyncio.gather(*(house.lobby(Person(n, f"P{n}")) for n in range(1, 11)), return_exceptions=True)
    refusals = [error for error in got if isinstance(error, ServiceError)]
    assert len(refusals) == 9
    assert {error.key for error in refusals} == {"home_taken"}


async def test_opening_twice_by_one_interaction_opens_once(house: House, path: object) -> None:
    first = await house.tables.lobby.open_lobby("toy", Choices(), None, HOME, ANN, act="77")
    assert await house.tables.lobby.open_lobby("toy", Choices(), None, HOME, ANN, act="77") == first
    house.tables.registry.past_acts._cached_acts.clear()  # as after a restart
    assert await house.tables.lobby.open_lobby("toy", Choices(), None, HOME, ANN, act="77") == first


@pytest.mark.parametrize("seats", [1, 6, 0, -1])
async def test_a_number_of_seats_the_game_does_not_allow(house: House, seats: int) -> None:
    with refused("option_bad"):
        await house.lobby(ANN, seats=seats)
    assert house.tables.registry.table_in_channel(HOME.channel_id) is None


async def test_games_and_options_that_do_not_exist(house: House) -> None:
    with pytest.raises(BadOption):
        await house.tables.lobby.open_lobby("chess", Choices(), None, HOME, ANN)
    with pytest.raises(BadOption):
        await house.tables.lobby.open_lobby("toy", Choices(("minus",)), None, HOME, ANN)
    assert house.tables.registry.table_in_channel(HOME.channel_id) is None


async def test_join_takes_the_next_seat_and_colour(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    assert [(seat.index, seat.name, seat.colour) for seat in table.seats] == [(0, "Ann", "R"), (1, "Ben", "B")]
    table = await house.tables.lobby.join(table.id, CID, "W")
    assert table.seats[2].colour == "W"
    with refused("already_seated") as caught:
        await house.tables.lobby.join(table.id, BEN)
    assert caught.value.params == {"colour": "B"}


@pytest.mark.parametrize("colour", ["R", "X", "", "red"])
async def test_a_colour_that_cannot_be_had(house: House, colour: str) -> None:
    table = await house.lobby(ANN)
    with refused("option_bad") as caught:
        await house.tables.lobby.join(table.id, BEN, colour)
    assert caught.value.params["known"] == ["B", "Y", "K", "W", "T", "V", "N"]
    assert house.tables.registry.get(table.id) == table


async def test_a_full_table(house: House) -> None:
    table = await house.lobby(ANN, BEN, seats=2)
    with refused("table_full") as caught:
        await house.tables.lobby.join(table.id, CID)
    assert caught.value.params == {"n": 2, "host": "Ann"}
    with refused("table_full"):
        await house.tables.machine_seats.add_machine(table.id, 101)


async def test_fifty_who_join_at_once_fill_the_seats_and_no_more(house: House) -> None:
    table = await house.lobby(ANN, seats=4)
    people = [Person(1000 + n, f"P{n}") for n in range(50)]
    got = await asyncio.gather(*(house.tables.lobby.join(table.id, p) for p in people), return_exceptions=True)
    assert sum(not isinstance(each, Exception) for each in got) == 3
    present = house.tables.registry.get(table.id)
    assert present is not None
    assert [seat.colour for seat in present.seats] == list("RBYK")
    assert [seat.index for seat in present.seats] == [0, 1, 2, 3]


async def test_leaving_passes_the_host_on_and_frees_the_colour(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    table = await house.tables.lobby.leave(table.id, 101)
    assert (table.host, table.names, [seat.index for seat in table.seats]) == (102, ["Ben", "Cid"], [0, 1])
    assert house.tables.tables_by_urgency(101) == []
    assert (await house.tables.lobby.join(table.id, DAN)).seats[2].colour == "R"
    with refused("not_seated"):
        await house.tables.lobby.leave(table.id, 101)


async def test_the_last_human_closes_the_lobby(house: House) -> None:
    table = await house.lobby(ANN)
    await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.lobby.leave(table.id, 101)
    assert table.status == "abandoned"
    assert house.tables.registry.table_in_channel(HOME.channel_id) is None
    assert house.tables.registry.get(table.id) is None
    assert house.witness.news[-1] == "closed"
    await house.lobby(BEN)  # the home is free again


async def test_machines_are_for_the_host_to_add(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    with refused("lobby_not_host") as caught:
        await house.tables.machine_seats.add_machine(table.id, 102)
    assert caught.value.params == {"host": "Ann"}
    with refused("lobby_not_seated"):
        await house.tables.machine_seats.add_machine(table.id, 103)
    with refused("option_bad"):
        await house.tables.machine_seats.add_machine(table.id, 101, "grandmaster")
    table = await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.machine_seats.add_machine(table.id, 103, moderator=True)
    assert [(s.machine, s.user_id, s.is_human) for s in table.seats[2:]] == [(default_level(), None, False)] * 2
    assert len(set(table.names)) == 4


async def test_who_was_sent_away_may_come_back_after_ten_minutes(house: House, path: object) -> None:
    table = await house.lobby(ANN, BEN)
    with refused("lobby_not_host"):
        await house.tables.lobby.kick(table.id, 102, 0)
    with refused("option_bad"):
        await house.tables.lobby.kick(table.id, 101, 7)
    table = await house.tables.lobby.kick(table.id, 101, 1)
    assert table.names == ["Ann"]
    with refused("kicked"):
        await house.tables.lobby.join(table.id, BEN)
    house.clock.advance(601)
    assert (await house.tables.lobby.join(table.id, BEN)).names == ["Ann", "Ben"]


async def test_a_machine_can_be_removed(house: House) -> None:
    table = await house.lobby(ANN)
    await house.tables.machine_seats.add_machine(table.id, 101)
    assert (await house.tables.lobby.kick(table.id, 101, 1)).names == ["Ann"]


async def test_the_order_of_seats_can_be_fixed(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    for wrong in (["R"], ["R", "B", "B"], ["R", "B", "K"], []):
        with refused("option_bad"):
            await house.tables.lobby.set_order(table.id, 101, wrong)
    table = await house.tables.lobby.set_order(table.id, 101, ["Y", "R", "B"])
    assert table.order == ("Y", "R", "B")
    table = await house.tables.lobby.leave(table.id, 102)
    table = await house.tables.lobby.join(table.id, DAN)
    assert table.order == ("Y", "R", "B")
    table = await house.tables.game_start.start_game(table.id, 101)
    assert table.names == ["Cid", "Ann", "Dan"]
    assert [seat.index for seat in table.seats] == [0, 1, 2]


async def test_the_order_is_drawn_otherwise(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    await house.tables.lobby.set_order(table.id, 101, ["Y", "R", "B"])
    await house.tables.lobby.set_order(table.id, 101, "random")
    house.tables.registry.shuffle = list.reverse  # a drawing that is known
    assert (await house.tables.game_start.start_game(table.id, 101)).names == ["Cid", "Ben", "Ann"]


async def test_choices_and_seats(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    table = await house.tables.lobby.set_choices(table.id, 101, Choices((), (("length", "long"),)))
    assert str(table.choices) == "base length=long"
    with pytest.raises(BadOption):
        await house.tables.lobby.set_choices(table.id, 101, Choices((), (("length", "endless"),)))
    with refused("lobby_not_host"):
        await house.tables.lobby.set_choices(table.id, 102, Choices())
    with refused("option_bad") as caught:
        await house.tables.lobby.set_seats(table.id, 101, 2)
    assert caught.value.params["known"] == [3, 4, 5]
    table = await house.tables.lobby.set_seats(table.id, 101, 3)
    assert table.max_seats == 3
    assert table.choices.get("length") == "long"


async def test_start_is_for_the_host(house: House) -> None:
    table = await house.lobby(ANN, seats=3)
    with refused("lobby_not_seated"):
        await house.tables.game_start.start_game(table.id, 103)
    with refused("too_few") as caught:
        await house.tables.game_start.start_game(table.id, 101)
    assert caught.value.params == {"game": "toy", "n": 2, "k": 1}
    await house.tables.lobby.join(table.id, BEN)
    with refused("lobby_not_host"):
        await house.tables.game_start.start_game(table.id, 102)
    table = await house.tables.game_start.start_game(table.id, 101)
    assert table.status == "active"
    with refused("already_started"):
        await house.tables.game_start.start_game(table.id, 101)
    with refused("already_started"):
        await house.tables.lobby.join(table.id, CID)
    with refused("already_started"):
        await house.tables.lobby.leave(table.id, 102)
    with refused("already_started"):
        await house.tables.machine_seats.add_machine(table.id, 101)


async def test_anybody_seated_starts_a_full_table(house: House) -> None:
    table = await house.lobby(ANN, BEN, seats=2)
    assert (await house.tables.game_start.start_game(table.id, 102)).status == "active"


async def test_anybody_seated_starts_when_the_host_was_not_seen_for_a_day(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    house.clock.advance(20 * 3600)
    await house.tables.known_people.record_name_and_time(ANN)
    house.clock.advance(10 * 3600)
    with refused("lobby_not_host"):
        await house.tables.game_start.start_game(table.id, 102)
    house.clock.advance(14 * 3600)
    assert (await house.tables.game_start.start_game(table.id, 102)).status == "active"


async def test_a_moderator_starts(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    assert (await house.tables.game_start.start_game(table.id, 999, moderator=True)).status == "active"


async def test_starting_twice_by_one_interaction(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    first = await house.tables.game_start.start_game(table.id, 101, act="5")
    assert await house.tables.game_start.start_game(table.id, 101, act="5") == first
    house.tables.registry.past_acts._cached_acts.clear()
    assert await house.tables.game_start.start_game(table.id, 101, act="5") == first
    assert house.witness.news.count("started") == 1


async def test_a_start_promises_its_luck(house: House) -> None:
    from rules.core import key_commitment

    table = await house.lobby(ANN, BEN)
    house.tables.registry.token = lambda n: bytes(range(n))
    table = await house.tables.game_start.start_game(table.id, 101)
    assert table.commitment == key_commitment(bytes(range(32)), table.id)
    assert table.key_shown is None
    (entry,) = await house.tables.history.read_entries(table.id)
    assert (entry.seq, entry.kind, entry.seat, entry.barrier) == (1, "start", None, True)
    assert entry.events[0].params == {"commitment": table.commitment}
    assert entry.chance


async def test_names_follow_people(house: House, path: object) -> None:
    table = await house.game(ANN, BEN)
    await house.tables.known_people.record_name_and_time(Person(102, "Benjamin"))
    present = house.tables.registry.get(table.id)
    assert present is not None
    assert present.names == ["Ann", "Benjamin"]
    await house.tables.known_people.record_name_and_time(Person(5555, "Stranger"))  # is not kept
    assert await house.store.read(lambda t: len(list(t.db.execute("SELECT * FROM people")))) == 2


async def test_a_lobby_survives_a_restart(path) -> None:
    async with opened(path) as house:
        table = await house.lobby(ANN, BEN, CID)
        await house.tables.machine_seats.add_machine(table.id, 101)
        await house.tables.lobby.set_order(table.id, 101, ["B", "R", "K", "Y"])
        table = await house.tables.lobby.kick(table.id, 101, 2)
        await house.tables.known_people.record_name_and_time(Person(102, "Benny"))
        present = house.tables.registry.get(table.id)
    async with opened(path, house.clock) as house:
        assert house.tables.registry.get(table.id) == present
        with refused("kicked"):
            await house.tables.lobby.join(table.id, CID)


async def test_a_table_can_move_to_a_free_home(house: House) -> None:
    table = await house.game(ANN, BEN)
    other = await house.lobby(CID, home=TableChannel(7, 71))
    with refused("home_taken"):
        await house.tables.channels.move_table(table.id, TableChannel(7, 71))
    await house.tables.channels.mark_unreachable(table.id, "send")
    moved = await house.tables.channels.move_table(table.id, TableChannel(7, 72))
    assert (moved.home, moved.homeless) == (TableChannel(7, 72), "")
    assert house.tables.registry.table_in_channel(70) is None
    assert house.tables.registry.table_in_channel(72) == moved
    assert house.tables.registry.table_in_channel(71) == other


async def test_an_unknown_table(house: House) -> None:
    for attempt in (
        house.tables.lobby.join(99, ANN),
        house.tables.lobby.leave(99, 101),
        house.tables.game_start.start_game(99, 101),
        house.tables.registry.load_table(99),
        house.tables.moves.play_moves(99, 101, ["roll"]),
        house.tables.moves.undo_last_move(99, 101),
        house.tables.game_start.open_rematch(99, ANN),
        house.tables.channels.move_table(99, HOME),
        house.tables.history.build_record(99),
    ):
        with refused("unknown_table"):
            await attempt


async def test_a_game_from_before_an_option_goes_on_as_it_began(house: House) -> None:
    """What is stored names every later option; a game that does not name it is older."""
    row = codec.game_row(replace(await house.game(ANN, BEN), kind="carcassonne", choices=Choices(("count",))))
    assert json.loads(row.options) == {"with": ["count"], "options": {"count_lair": "barred"}}
    assert codec.table_from_rows(row, ()).choices == Choices(("count",))
    old = replace(row, options='{"with":["count"],"options":{}}')
    assert codec.table_from_rows(old, ()).choices == Choices(("count",), (("count_lair", "fields_open"),))
    assert codec.table_from_rows(replace(old, seq=0), ()).choices == Choices(("count",))  # a lobby has begun nothing
    assert codec.table_from_rows(replace(old, kind="chess"), ()).choices == Choices(("count",))
