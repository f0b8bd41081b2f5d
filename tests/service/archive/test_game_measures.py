"""How long people take, and what luck brings them, counted from the log of a game that is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rules.core import Choices
from rules.core.fortune import Fortune
from service.archive import game_measures
from service.state.decision_times import bucket_seconds, decode_waits, duration_bucket, encode_waits, median_wait
from service.state.model import Person, Table, TableChannel

from ..house import ANN, BEN, CID, House
from ..state.test_results import finished, stored

HOUR = 3600


@pytest.mark.parametrize("time", [1, 5, 60, 90, HOUR, 86_400, 30 * 86_400])
def test_lengths_are_about_right(time: int) -> None:
    assert bucket_seconds(duration_bucket(time)) == pytest.approx(time, rel=0.2)


def test_waits_are_written_and_read() -> None:
    waits = Counter({0: 3, 17: 1, 40: 2})
    assert decode_waits(encode_waits(waits)) == waits
    assert decode_waits("") == Counter()


def test_the_median_is_the_one_in_the_middle() -> None:
    assert median_wait({}) is None
    assert median_wait(Counter(map(duration_bucket, (60, 60, HOUR)))) == pytest.approx(60, rel=0.2)
    assert median_wait(Counter(map(duration_bucket, (60, HOUR, HOUR)))) == pytest.approx(HOUR, rel=0.2)


async def counted(house: House) -> None:
    await house.tables.scheduler.run_all_due()


async def test_a_decision_takes_from_the_question_to_the_first_act(house: House) -> None:
    table = await house.game(ANN, BEN, key=bytes(32))
    house.clock.advance(HOUR)
    await act(house, table, 102)
    house.clock.advance(HOUR)
    table = await act(house, table, 101)
    while table.is_open:
        house.clock.advance(60)
        table = await act(house, table, table.seats[table.seats_to_move[0]].user_id or 0)
    await counted(house)
    ann, ben = await stored(house, table)
    assert decode_waits(ann.waits)[duration_bucket(2 * HOUR)] == 1
    assert decode_waits(ben.waits)[duration_bucket(HOUR)] == 1
    assert HOUR not in map(bucket_seconds, decode_waits(ann.waits)), "they were asked at once"
    assert sum(decode_waits(ann.waits).values()) > 1


async def act(house: House, table: Table, user: int) -> Table:
    table = await house.tables.registry.load_table(table.id)
    seat = table.seat_of(user)
    assert seat is not None
    line = house.legal(table, seat.index)[0]
    return (await house.tables.moves.play_moves(table.id, user, [line], act=f"{table.id} {table.seq}")).table


async def test_what_others_decide_for_somebody_is_not_their_pace(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    await house.tables.moves.resign(table.id, CID.user_id)
    table = await house.tables.registry.load_table(table.id)
    for _ in range(300):
        await house.settled(table.id)
        table = await house.tables.registry.load_table(table.id)
        if not table.is_open:
            break
        user = table.seats[next(s for s in table.seats_to_move if table.seats[s].is_human)].user_id or 0
        table = await act(house, table, user)
    await counted(house)
    assert not table.is_open
    rows = {row.user_id: row for row in await stored(house, table)}
    assert rows[101].waits
    assert not rows[103].waits


async def test_a_game_is_measured_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(house, await house.game(ANN, BEN))
    await counted(house)
    monkeypatch.setattr(game_measures, "measure_game", None)
    await counted(house)
    assert await house.store.read(lambda t: t.unmeasured_games(9)) == []
    assert len(await stored(house, table)) == 2


async def test_a_log_that_cannot_be_replayed_is_let_alone(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await finished(house, await house.game(ANN, BEN))
    await house.store.write(lambda t: t.db.execute("UPDATE log SET move = 'nonsense' WHERE seq = 2"))
    await house.store.write(lambda t: t.db.execute("UPDATE endings SET measured = 0"))
    await counted(house)
    assert await house.store.read(lambda t: t.unmeasured_games(9)) == []
    assert "cannot be measured" in caplog.text
    assert [row.rank for row in await stored(house, table)] == [seat.place for seat in table.seats]


async def test_luck_is_kept_for_who_played_to_the_end(house: House) -> None:
    rows = await stored(house, await finished(house, await house.game(ANN, BEN)))
    found = game_measures.Measurements(luck={101: Fortune(5, 4, 2), 102: Fortune(1, 1, 1)})
    left = [replace(rows[1], part="left")]
    (ann, ben) = game_measures.with_measures([rows[0], *left], found)
    assert (ann.got, ann.expected, ann.variance) == (5, 4, 2)
    assert ben.got is None


@pytest.mark.parametrize("kind", ["carcassonne", "catan", "citadels"])
async def test_luck_of_real_games_is_counted(house: House, kind: str) -> None:
    """A game goes on for a while, and a moderator ends it."""
    table = await house.tables.lobby.open_lobby(kind, Choices(), 3, TableChannel(7, 71), ANN)
    for person in (BEN, CID):
        table = await house.tables.lobby.join(table.id, person)
    house.tables.registry.token = lambda n: bytes(n)
    table = await house.tables.game_start.start_game(table.id, ANN.user_id)
    for _ in range(40):
        table = await house.tables.registry.load_table(table.id)
        seat = table.seats[table.seats_to_move[0]]
        lines = house.legal(table, seat.index)
        line = next((one for one in ("roll", "cards", "end") if one in lines), lines[0])
        await house.tables.moves.play_moves(table.id, seat.user_id or 0, [line], act=str(table.seq))
    await house.tables.pauses.end_as_moderator(table.id, Person(900, "Mo"))
    await counted(house)
    rows = await stored(house, table)
    assert all(row.waits for row in rows)
    assert any((row.variance or 0) > 0 for row in rows)
