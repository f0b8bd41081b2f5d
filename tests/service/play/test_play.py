"""Moves: whose, in which order refused, all or none, once only, stale and played presses, the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rules.core import IllegalMove, RulesError, UnknownMove, key_commitment
from rules.core.record import check_record, format_record, parse_record, replay_record
from rules.core.saving import to_plain
from service.errors import AlreadyPlayed, ServiceError, Stale
from service.state.machine_levels import default_level
from service.state.model import Table

from ..house import ANN, BEN, CID, House, opened
from .test_lobby import refused


async def rolled(house: House) -> Table:
    """Ann has rolled and may offer or end."""
    table = await house.game(ANN, BEN, CID, key=bytes(32))
    table = await house.aside(table)
    return (await house.tables.moves.play_moves(table.id, 101, ["roll"])).table


def offer(table: Table) -> str:
    """Something the first seat may offer."""
    give = table.state.hands[0][0]
    return f"trade-offer {give} {'birch' if give == 'ash' else 'ash'}"


async def finished(house: House, table: Table) -> Table:
    while table.is_open:
        table = await house.aside(table)
    return table


async def test_a_move_is_in_the_log_and_in_the_position(house: House) -> None:
    table = await house.game(ANN, BEN)
    assert (table.seats_to_move, table.seq) == ((0, 1), 1)
    line = house.legal(table, 1)[0]
    outcome = await house.tables.moves.play_moves(table.id, 102, [line], act="9")
    assert outcome.table.seats_to_move == (0,)
    (entry,) = outcome.entries
    assert (entry.seq, entry.seat, entry.kind, entry.move, entry.act, entry.first) == (2, 1, "move", line, "9", 2)
    assert entry.barrier
    assert [event.seats for event in entry.events] == [None, frozenset({1})]
    assert (await house.tables.history.read_entries(table.id))[1] == entry
    assert await house.tables.history.read_entries(table.id, 1) == [entry]
    assert house.tables.registry.get(table.id) == outcome.table
    assert house.witness.news == ["lobby", "lobby", "lobby", "started", "moved"]


async def test_the_refusals_come_in_order(house: House) -> None:
    lobby = await house.lobby(ANN, BEN)
    with refused("paused_lobby") as caught:
        await house.tables.moves.play_moves(lobby.id, 103, ["nonsense"])
    assert caught.value.params == {"host": "Ann"}
    await house.tables.lobby.set_order(lobby.id, 101, ["R", "B"])
    table = await house.tables.game_start.start_game(lobby.id, 101)
    line = house.legal(table, 0)[0]
    with refused("not_seated"):
        await house.tables.moves.play_moves(table.id, 103, ["nonsense"])
    await house.tables.moves.play_moves(table.id, 101, [line])
    with refused("not_your_turn") as caught:
        await house.tables.moves.play_moves(table.id, 101, ["nonsense"])
    assert caught.value.params["names"] == ["Ben"]
    assert caught.value.params["task"].key == "task.toy.aside"
    with pytest.raises(UnknownMove):
        await house.tables.moves.play_moves(table.id, 102, ["nonsense"])
    with pytest.raises(IllegalMove):
        await house.tables.moves.play_moves(table.id, 102, ["roll"])
    table = await finished(house, house.tables.registry.get(table.id) or table)
    with refused("game_over"):
        await house.tables.moves.play_moves(table.id, 103, ["nonsense"])
    assert len(await house.tables.history.read_entries(table.id)) == table.seq


@pytest.mark.parametrize(
    "line", ["", " ", "roll ", "Roll", "roll 1", "aside", "aside oak", "aside ash ash", "\n", "roll;end"]
)
async def test_malformed_lines_change_nothing(house: House, line: str) -> None:
    table = await house.game(ANN, BEN)
    before = to_plain(table.state)
    with pytest.raises(RulesError):
        await house.tables.moves.play_moves(table.id, 101, [line])
    with pytest.raises(RulesError):
        await house.tables.moves.play_moves(table.id, 101, [])
    present = await house.tables.registry.load_table(table.id)
    assert (present, to_plain(present.state)) == (table, before)
    assert len(await house.tables.history.read_entries(table.id)) == 1


async def test_several_moves_are_one_act_all_or_none(house: House) -> None:
    table = await rolled(house)
    with pytest.raises(IllegalMove):
        await house.tables.moves.play_moves(table.id, 101, [offer(table), "roll"])
    with pytest.raises(IllegalMove):
        await house.tables.moves.play_moves(table.id, 101, [offer(table), "end", "end"])
    assert house.tables.registry.get(table.id) == table
    outcome = await house.tables.moves.play_moves(table.id, 101, [offer(table), "end"], act="x")
    assert [(entry.move, entry.first, entry.act) for entry in outcome.entries] == [
        (offer(table), table.seq + 1, "x"),
        ("end", table.seq + 1, "x"),
    ]
    assert outcome.table.seats_to_move == (0, 1, 2)


async def test_a_repeated_act_is_played_once(house: House, path: Path) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    first = await house.tables.moves.play_moves(table.id, 101, ["roll"], act="42")
    assert await house.tables.moves.play_moves(table.id, 101, ["roll"], act="42") == first
    assert await house.tables.moves.play_moves(table.id, 101, ["nonsense"], act="42") == first
    assert house.witness.news.count("moved") == 3


async def test_a_repeated_act_is_known_after_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await house.aside(await house.game(ANN, BEN))
        first = await house.tables.moves.play_moves(table.id, 101, ["roll"], act="42")
    async with opened(path) as house:
        assert await house.tables.moves.play_moves(table.id, 101, ["roll"], act="42") == first
        # legal once more by then, and still not played again
        later = await house.tables.moves.play_moves(table.id, 101, ["end"], act="43")
        again = await house.tables.moves.play_moves(table.id, 101, [house.legal(later.table, 0)[0]], act="43")
        assert again.entries == later.entries
        assert again.table == later.table


async def test_fifty_presses_at_once_play_one_move(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    got = await asyncio.gather(
        *(house.tables.moves.play_moves(table.id, 101, ["roll"], since=table.seq, act=str(n)) for n in range(50)),
        return_exceptions=True,
    )
    assert sum(not isinstance(each, Exception) for each in got) == 1
    assert sum(isinstance(each, AlreadyPlayed) for each in got) == 49
    assert [entry.move for entry in await house.tables.history.read_entries(table.id, table.seq)] == ["roll"]


async def test_one_interaction_delivered_fifty_times_plays_one_move(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    got = await asyncio.gather(*(house.tables.moves.play_moves(table.id, 101, ["roll"], act="one") for _ in range(50)))
    assert all(outcome.entries == got[0].entries for outcome in got)
    assert len(await house.tables.history.read_entries(table.id, table.seq)) == 1


async def test_a_press_is_stale_when_the_seat_has_acted_since(house: House) -> None:
    table = await rolled(house)
    since = table.seq - 1
    with pytest.raises(AlreadyPlayed) as caught:
        await house.tables.moves.play_moves(table.id, 101, ["roll"], since=since)
    assert caught.value.params == {"move": "roll"}
    with pytest.raises(Stale):
        await house.tables.moves.play_moves(table.id, 101, ["end"], since=since)
    with pytest.raises(Stale):
        await house.tables.moves.require_fresh_table(table.id, 101, since)
    assert await house.tables.moves.require_fresh_table(table.id, 101, table.seq) == table
    await house.tables.moves.play_moves(table.id, 101, ["end"], since=table.seq)


async def test_moves_of_others_do_not_make_a_press_stale(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    await house.tables.moves.play_moves(table.id, 102, [house.legal(table, 1)[0]], since=1)
    outcome = await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], since=1)
    assert outcome.table.seats_to_move == (2,)


async def test_an_undo_makes_every_press_stale(house: House) -> None:
    table = await rolled(house)
    since = table.seq
    lines = [offer(table)]
    await house.tables.moves.play_moves(table.id, 101, lines, since=since)
    await house.tables.moves.undo_last_move(table.id, 101)
    with pytest.raises(Stale):  # not «already played»: it was taken back
        await house.tables.moves.play_moves(table.id, 101, lines, since=since)


async def test_several_lines_count_as_played_only_if_all_were(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    await house.tables.moves.play_moves(table.id, 101, ["roll"], since=table.seq)
    with pytest.raises(Stale):
        await house.tables.moves.play_moves(table.id, 101, ["roll", "end"], since=table.seq)
    await house.tables.moves.play_moves(table.id, 101, ["end"])
    with pytest.raises(AlreadyPlayed):
        await house.tables.moves.play_moves(table.id, 101, ["roll", "end"], since=table.seq)
    with pytest.raises(AlreadyPlayed):
        await house.tables.moves.play_moves(table.id, 101, ["roll"], since=table.seq)


@pytest.mark.parametrize("since", [-5, -1, 0, 99, 1 << 70])
async def test_a_press_from_nowhere_is_stale(house: House, since: int) -> None:
    table = await house.game(ANN, BEN)
    with pytest.raises(Stale):
        await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], since=since)
    with refused("not_seated"):
        await house.tables.moves.play_moves(table.id, 103, ["roll"], since=since)


async def test_who_is_invited_may_answer_out_of_turn(house: House) -> None:
    table = await rolled(house)
    hands = table.state.hands
    give, want, taker = next(
        (give, want, seat) for give in hands[0] for seat in (1, 2) for want in hands[seat] if want != give
    )
    table = (await house.tables.moves.play_moves(table.id, 101, [f"trade-offer {give} {want}"])).table
    assert table.seats_to_move == (0,)
    user = table.seats[taker].user_id
    assert user is not None
    table = (await house.tables.moves.play_moves(table.id, user, ["trade-accept 0"])).table
    assert give in table.state.hands[taker]
    assert table.seats_to_move == (0,)


async def test_the_end_ranks_the_seats_and_shows_the_key(house: House) -> None:
    table = await finished(house, await house.game(ANN, BEN, CID, key=bytes(range(32))))
    assert table.status == "over"
    assert table.game is not None
    assert table.winners == tuple(table.game.winners(table.state))
    assert tuple(seat.score for seat in table.seats) == table.game.scores(table.state)
    assert table.points_by_category == {"pairs": table.game.scores(table.state)}
    assert all((seat.place == 1) == (seat.index in table.winners) for seat in table.seats)
    assert table.key_shown == bytes(range(32)).hex()
    assert table.stretches == ()
    last = (await house.tables.history.read_entries(table.id))[-1]
    assert (last.kind, last.events[-1].params) == ("end", {"key": table.key_shown})
    assert house.witness.news[-1] == "over"
    assert house.tables.registry.table_in_channel(table.home.channel_id) is None
    assert house.tables.registry.get(table.id) is None
    assert house.tables.tables_by_urgency(101) == []
    assert await house.tables.history.load_last_finished(table.home.channel_id) == table


async def test_a_finished_game_is_read_back_whole(path: Path) -> None:
    async with opened(path) as house:
        table = await finished(house, await house.game(ANN, BEN))
        await house.tables.outbox.record_sent_posts(table.id, [table.posts], 555, 70)
    async with opened(path) as house:
        again = await house.tables.registry.load_table(table.id)
        assert again.seats == table.seats
        assert (again.key_shown, again.winners, again.points_by_category) == (
            table.key_shown,
            table.winners,
            table.points_by_category,
        )
        assert to_plain(again.state) == to_plain(table.state)
        assert again.live is not None
        assert again.live.message_id == 555
        with refused("game_over"):
            await house.tables.moves.play_moves(table.id, 101, ["roll"])
        with refused("game_over"):
            await house.tables.moves.undo_last_move(table.id, 101)
        with refused("game_over"):
            await house.tables.moves.resign(table.id, 101)
        with refused("game_over"):
            await house.tables.votes.propose_vote(table.id, 101, "end")


async def test_the_record_proves_the_luck(house: House) -> None:
    table = await house.game(ANN, BEN, key=bytes(range(32)))
    promise = table.commitment
    table = await finished(house, table)
    record = await house.tables.history.build_record(table.id)
    assert parse_record(format_record(record)) == record
    check_record(record)
    positions = list(replay_record(record, from_key=True))
    assert to_plain(positions[-1].state) == to_plain(table.state)
    assert record.key is not None
    assert key_commitment(record.key, table.id) == promise
    assert (record.table, record.luck_chosen) == (table.id, False)


async def test_the_record_of_a_running_game_tells_no_secret(house: House) -> None:
    table = await rolled(house)
    record = await house.tables.history.build_record(table.id)
    assert (record.key, record.start) == (None, None)
    assert [line.move for line in record.lines] == ["aside ?", "aside ?", "aside ?", "roll"]
    assert all(line.drawn is None for line in record.lines)
    with refused("paused_lobby"):
        await house.tables.history.build_record((await house.lobby(CID, home=type(table.home)(7, 8))).id)


async def test_chosen_luck_is_used_once_and_marks_the_table(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    assert not table.lucky
    house.tables.registry.chosen_luck[:] = [5, 0]
    outcome = await house.tables.moves.play_moves(table.id, 101, ["roll"])
    assert outcome.entries[0].chance == (5,)
    assert outcome.table.lucky
    assert house.tables.registry.chosen_luck == [0]
    assert (await house.tables.history.build_record(table.id)).luck_chosen


async def test_luck_that_does_not_fit_is_refused_and_kept(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    house.tables.registry.chosen_luck[:] = [6]
    with refused("luck_bad"):
        await house.tables.moves.play_moves(table.id, 101, ["roll"])
    with refused("luck_bad"):
        lobby = await house.lobby(ANN, BEN, home=type(table.home)(7, 8))
        house.tables.registry.chosen_luck[:] = [999]
        await house.tables.game_start.start_game(lobby.id, 101)
    assert house.tables.registry.chosen_luck == [999]
    assert house.tables.registry.get(table.id) == table


async def test_resigning_of_two_gives_the_game_to_the_other(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    outcome = await house.tables.moves.resign(table.id, 101, act="r")
    assert (outcome.table.status, outcome.table.winners) == ("over", (1,))
    assert [entry.kind for entry in outcome.entries] == ["resign", "end"]
    assert [seat.place for seat in outcome.table.seats] == [2, 1]
    assert await house.tables.moves.resign(table.id, 101, act="r") == outcome
    assert outcome.table.key_shown is not None


async def test_resigning_of_more_leaves_the_seat_to_a_machine(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN, CID))
    table = (await house.tables.moves.resign(table.id, 101)).table
    seat = table.seats[0]
    assert (table.status, seat.user_id, seat.machine, seat.resigned, seat.is_human) == (
        "active",
        101,
        default_level(),
        True,
        False,
    )
    assert table.host == 102
    await house.settled(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert set(table.seats_to_move) <= {0, 1, 2}
    assert {1, 2} & set(table.seats_to_move)
    with refused("resigned"):
        await house.tables.moves.play_moves(table.id, 101, ["roll"])
    with refused("resigned"):
        await house.tables.moves.resign(table.id, 101)
    table = (await house.tables.moves.resign(table.id, 102)).table
    assert table.status == "active"
    table = (await house.tables.moves.resign(table.id, 103)).table
    assert (table.status, table.winners) == ("abandoned", ())
    assert table.key_shown is not None


async def test_reading_changes_nothing(house: House) -> None:
    table = await rolled(house)
    before = to_plain(table.state)
    await house.tables.history.read_entries(table.id)
    await house.tables.history.build_record(table.id)
    await house.tables.outbox.list_tables_with_unsent_posts()
    await house.tables.outbox.list_unsent_posts(table.id)
    assert await house.tables.history.load_last_finished(70) is None
    present = await house.tables.registry.load_table(table.id)
    assert (present, to_plain(present.state)) == (table, before)


async def test_a_publisher_that_fails_hurts_nobody(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(change: object) -> None:
        raise RuntimeError("secret text")

    table = await house.game(ANN, BEN)
    house.witness.publish_change = broken
    outcome = await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]])
    assert outcome.table.seq == 2
    assert f"table {table.id}: change at 2 was not published" in caplog.messages


async def test_errors_are_service_errors() -> None:
    assert issubclass(Stale, ServiceError)
    assert Stale().key == "stale"
    assert AlreadyPlayed(("a 1", "b")).params == {"move": "a 1; b"}


async def test_nothing_follows_luck_in_one_act(house: House) -> None:
    table = await house.game(ANN, BEN, CID, key=bytes(32))
    table = await house.aside(table)
    for lines in (["roll", "end"], ["roll", "trade-offer cedar ash"], ["roll", "roll"]):
        with refused("one_at_a_time") as caught:
            await house.tables.moves.play_moves(table.id, 101, lines)
        assert caught.value.params == {"move": "roll"}
    assert house.tables.registry.get(table.id) == table
