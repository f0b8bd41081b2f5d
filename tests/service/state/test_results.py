"""What comes of a game for each of its people: in the transaction of its end, in order, and counted anew the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from db.rows import ResultRow
from db.store import Transaction
from service.state import results
from service.state.branch_point import Branch
from service.state.model import Person, Table, TableChannel
from service.state.rating import Rating
from service.store.clock import MovableClock
from service.store.game_results import write_results
from tests import stores

from ..house import ANN, BEN, CID, DAN, HOME, House, opened
from ..play.test_play import finished

EVE = Person(105, "Eve")


async def stored(house: House, table: Table) -> list[ResultRow]:
    return await house.store.read(lambda t: t.results(table.id))


async def played(house: House, *people: Person, home: TableChannel = HOME) -> Table:
    return await finished(house, await house.game(*people, home=home))


def told(rows: list[ResultRow]) -> dict[int, tuple[str, int | None]]:
    return {row.user_id: (row.part, row.rank) for row in rows}


async def test_the_end_of_a_game_rates_its_people(house: House) -> None:
    table = await played(house, ANN, BEN, CID)
    rows = await stored(house, table)
    assert [(row.place, row.points, row.rank) for row in rows] == [(s.place, s.score, s.place) for s in table.seats]
    assert [(row.mu, row.sigma) for row in rows] == [
        (one.mu, one.sigma) for one in results.compute_new_ratings([Rating()] * 3, [row.rank or 0 for row in rows])
    ]


async def test_what_cannot_be_written_leaves_the_game_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and end are one transaction."""

    def broken(t: Transaction, table: Table) -> None:
        raise RuntimeError("no results")

    table = await house.game(ANN, BEN)
    monkeypatch.setattr("service.store.log_writer.record_game_end", broken)
    with pytest.raises(RuntimeError, match="no results"):
        await finished(house, table)
    there = await house.store.read(lambda t: t.game(table.id))
    assert there is not None
    assert there.status == "active"


async def test_ratings_go_on_from_game_to_game_and_are_those_that_are_counted_anew(house: House) -> None:
    for people in ((ANN, BEN, CID), (BEN, DAN), (CID, ANN, BEN, DAN), (DAN, ANN)):
        await played(house, *people)
        house.clock.advance(60)
    await played(house, ANN, EVE, home=TableChannel(8, 80))
    assert await anew(house, 7) == 4
    assert await anew(house, 8) == 1
    (there,) = await house.store.read(lambda t: t.results_of_user(ANN.user_id, 8))
    rows = await house.store.read(lambda t: t.results(there.result.game_id))
    first = results.compute_new_ratings([Rating(), Rating()], [row.rank or 0 for row in rows])
    assert {row.mu for row in rows} == {one.mu for one in first}, "each server by itself"


async def anew(house: House, guild: int) -> int:
    """Count the ratings of a server anew, and compare; how many games there are."""
    endings = await house.store.read(lambda t: t.endings(guild, "toy"))
    rows = {one.game_id: await house.store.read(lambda t, one=one: t.results(one.game_id)) for one in endings}
    assert results.recompute_ratings(endings, rows) == rows
    return len(endings)


async def test_the_log_says_again_what_was_written(house: House) -> None:
    """From seats, terms and settings alone."""
    tables = [await played(house, *people) for people in ((ANN, BEN, CID), (BEN, ANN))]
    before = [await stored(house, table) for table in tables]
    await house.store.write(lambda t: t.db.execute("DELETE FROM results"))
    await house.store.write(lambda t: t.db.execute("UPDATE endings SET filled = 0"))
    house.clock.advance(3600)
    await house.tables.scheduler.run_all_due()
    after = [await stored(house, table) for table in tables]
    assert [[replace(r, waits="") for r in rows] for rows in after] == [
        [replace(r, waits="") for r in rows] for rows in before
    ]


async def test_a_game_is_filled_in_once(house: House) -> None:
    table = await played(house, ANN, BEN)
    rows = await stored(house, table)
    await house.store.write(lambda t: write_results(t, replace(table, seats=table.seats[::-1])))
    assert await stored(house, table) == rows


async def test_games_wait_for_those_that_ended_before(house: House, path: Path) -> None:
    """Else the same games would give other ratings."""
    first = await played(house, ANN, BEN)
    await house.store.write(lambda t: t.db.execute("DELETE FROM results"))
    await house.store.write(lambda t: t.db.execute("UPDATE endings SET filled = 0"))
    second = await played(house, ANN, BEN)
    assert (await stored(house, second) == []) or (await stored(house, first) != [])
    await house.tables.scheduler.run_all_due()
    assert await stored(house, first)
    assert await anew(house, 7) == 2


@stores.of_files("no database on a server is older than ratings")
async def test_games_that_ended_before_there_were_ratings_get_them(house: House, path: Path) -> None:
    tables = [await played(house, ANN, BEN), await played(house, CID, ANN)]
    before = [await stored(house, table) for table in tables]
    await house.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "DROP TABLE results; DROP TABLE endings; DROP TABLE left_servers; DROP INDEX acts_of_game;"
            "DROP TABLE server_languages;"
            "ALTER TABLE games DROP COLUMN hints; ALTER TABLE games DROP COLUMN hinted; DROP TABLE reviews;"
            "DROP INDEX one_lesson; DROP INDEX one_open_game; ALTER TABLE games DROP COLUMN lesson;"
            "CREATE INDEX one_open_game ON games (channel_id);"
            "PRAGMA user_version = 10;"
        )
    async with opened(path, MovableClock()) as again:
        await again.tables.scheduler.run_all_due()
        after = [await stored(again, table) for table in tables]
        assert [[row.mu for row in rows] for rows in after] == [[row.mu for row in rows] for rows in before]


async def test_who_resigned_is_last(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    await house.tables.moves.resign(table.id, ANN.user_id)
    table = await machine_goes_on(house, table)
    found = told(await stored(house, table))
    assert found[101] == ("left", 3)
    assert {rank for part, rank in found.values() if part == "whole"} <= {1, 2}


async def machine_goes_on(house: House, table: Table) -> Table:
    for _ in range(500):
        await house.settled(table.id)
        now = await house.tables.registry.load_table(table.id)
        if not now.is_open:
            return now
        people = [seat for seat in now.seats_to_move if now.seats[seat].is_human]
        if people:
            user = now.seats[people[0]].user_id or 0
            await house.tables.moves.play_moves(table.id, user, [house.legal(now, people[0])[0]])
    raise AssertionError("it does not end")


async def test_of_two_who_resigns_has_lost(house: House) -> None:
    table = await house.game(ANN, BEN)
    await house.tables.moves.resign(table.id, ANN.user_id)
    rows = await stored(house, table)
    assert told(rows) == {101: ("left", 2), 102: ("whole", 1)}
    assert (rows[0].mu or 99) < Rating().mu < (rows[1].mu or 0)


async def test_who_was_replaced_is_last_and_who_came_is_not_rated(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    table, _ = await house.tables.seat_transfers.offer_seat(table.id, ANN, None, DAN, None, moderator=False)
    await house.tables.seat_transfers.accept_offer(table.id, DAN, 1, None)
    table = await finished(house, await house.tables.registry.load_table(table.id))
    found = told(await stored(house, table))
    assert found[101] == ("left", 3)
    assert found[104] == ("joined", None)


async def test_machines_count_for_nothing(house: House) -> None:
    lobby = await house.lobby(ANN, BEN)
    await house.tables.machine_seats.add_machine(lobby.id, 101)
    await house.tables.game_start.start_game(lobby.id, 101)
    table = await machine_goes_on(house, await house.tables.registry.load_table(lobby.id))
    assert {rank for _, rank in told(await stored(house, table)).values()} <= {1, 2}


async def test_nobody_is_rated_against_machines_alone(house: House) -> None:
    lobby = await house.lobby(ANN)
    await house.tables.machine_seats.add_machine(lobby.id, 101)
    await house.tables.game_start.start_game(lobby.id, 101)
    table = await machine_goes_on(house, await house.tables.registry.load_table(lobby.id))
    assert told(await stored(house, table)) == {101: ("whole", None)}


async def test_a_game_without_an_end_rates_nobody(house: House) -> None:
    table = await house.game(ANN, BEN)
    await house.tables.pauses.end_as_moderator(table.id, Person(900, "Mo"))
    assert told(await stored(house, table)) == {101: ("whole", None), 102: ("whole", None)}


async def test_a_lobby_that_closes_has_no_ending(house: House) -> None:
    lobby = await house.lobby(ANN)
    await house.tables.lobby.leave(lobby.id, 101)
    assert await house.store.read(lambda t: t.ending(lobby.id)) is None


async def test_luck_that_was_chosen_and_a_beginning_in_the_middle_do_not_count(house: House) -> None:
    table = await played(house, ANN, BEN)
    assert results.counts_for_statistics(table)
    for other in (replace(table, lucky=True), replace(table, branch=Branch(table.id, 3, ()))):
        assert not results.counts_for_statistics(other)
        assert results.build_results(other, 1, ()) == []


async def test_who_does_not_want_a_rating_gets_none_and_the_others_theirs(house: House) -> None:
    await house.tables.preferences.set_settings(102, {"rating": "off"})
    table = await played(house, ANN, BEN, CID)
    found = told(await stored(house, table))
    assert found[102] == ("whole", None)
    assert {found[101][1], found[103][1]} <= {1, 2}
    await house.tables.preferences.set_settings(102, {"rating": "on"})
    table = await played(house, ANN, BEN)
    assert told(await stored(house, table))[102][1] is not None
    assert await anew(house, 7) == 2
