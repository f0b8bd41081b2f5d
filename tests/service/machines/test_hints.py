"""Hints: who may ask, what is kept, what they cost, and that they follow from what the seat sees."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from cachetools import LRUCache

from rules.core import Choices
from service.machines.hints import MAX_CACHED_HINTS, _build_hint_question
from service.state.model import Table, TableChannel
from service.state.results import build_results, is_rated

from ..house import ANN, BEN, CID, House, opened
from ..play.test_lobby import refused
from .test_search_queue import Slow
from .test_search_queue import slow as slow  # the fixture


async def started(house: House, kind: str = "carcassonne") -> Table:
    table = await house.tables.lobby.open_lobby(kind, Choices(), 2, TableChannel(7, 70), ANN)
    await house.tables.lobby.join(table.id, BEN)
    return await house.tables.game_start.start_game(table.id, 101)


async def asked(slow: Slow, n: int) -> None:
    while len(slow.asked) < n:
        await asyncio.sleep(0)


async def test_a_hint_is_thought_about_once_and_then_at_hand(house: House, slow: Slow) -> None:
    table = await started(house)
    slow.go.set()
    hint = await house.tables.hints.give_hint(table.id, 101)
    assert (hint.seat, hint.seq, hint.now) == (0, table.seq, True)
    assert hint.thought.move in house.legal(table, 0)
    assert (await house.tables.hints.give_hint(table.id, 101)).thought is hint.thought
    assert len(slow.asked) == 1
    assert slow.asked[0].why


async def test_nobody_else_hears_of_it_and_nothing_is_logged(house: House, slow: Slow) -> None:
    table = await started(house)
    slow.go.set()
    news, log = list(house.witness.changes), await house.tables.history.read_entries(table.id)
    await house.tables.hints.give_hint(table.id, 101)
    assert house.witness.changes == news
    assert await house.tables.history.read_entries(table.id) == log
    now = house.tables.registry.get(table.id)
    assert now is not None
    assert (now.hinted, now.updated_at, now.posts) == (True, table.updated_at, table.posts)


async def test_the_table_may_move_on_meanwhile(house: House, slow: Slow) -> None:
    table = await started(house)
    asking = asyncio.create_task(house.tables.hints.give_hint(table.id, 101))
    await asked(slow, 1)
    await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]])  # no lock is held
    slow.go.set()
    assert not (await asking).now


async def test_one_thought_a_person_and_one_a_position(house: House, slow: Slow) -> None:
    table = await started(house)
    first = asyncio.create_task(house.tables.hints.give_hint(table.id, 101))
    await asked(slow, 1)
    with refused("hint_waits"):
        await house.tables.hints.give_hint(table.id, 101)
    slow.go.set()
    assert (await first).now
    assert len(slow.asked) == 1


async def test_so_many_at_once_and_no_more(house: House, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.machines.hints.MAX_SEARCHES", 0)
    table = await started(house)
    with refused("hint_crowd"):
        await house.tables.hints.give_hint(table.id, 101)


async def test_what_is_kept_is_bounded(house: House, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    assert house.tables.hints._cached_hints.maxsize == MAX_CACHED_HINTS > 1
    monkeypatch.setattr(house.tables.hints, "_cached_hints", LRUCache(1))
    table = await started(house)
    slow.go.set()
    for _ in range(2):
        await house.tables.hints.give_hint(table.id, 101)
        table = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]])).table
    assert len(house.tables.hints._cached_hints) == 1


async def test_who_goes_away_finds_the_hint_later(house: House, slow: Slow) -> None:
    table = await started(house)
    asking = asyncio.create_task(house.tables.hints.give_hint(table.id, 101))
    await asked(slow, 1)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    slow.go.set()
    assert (await house.tables.hints.give_hint(table.id, 101)).now
    assert len(slow.asked) == 1


async def test_who_may_not_ask(house: House, slow: Slow) -> None:
    table = await house.tables.lobby.open_lobby("carcassonne", Choices(), 2, TableChannel(7, 70), ANN)
    await house.tables.lobby.join(table.id, BEN)
    with refused("paused_lobby"):
        await house.tables.hints.give_hint(table.id, 101)
    await house.tables.game_start.start_game(table.id, 101)
    with refused("not_your_turn"):
        await house.tables.hints.give_hint(table.id, 102)
    with refused("not_seated"):
        await house.tables.hints.give_hint(table.id, CID.user_id)
    with refused("unknown_table"):
        await house.tables.hints.give_hint(99, 101)
    assert not slow.asked
    now = house.tables.registry.get(table.id)
    assert now is not None
    assert not now.hinted


async def test_a_table_may_be_played_without_hints(house: House, slow: Slow) -> None:
    table = await house.tables.lobby.open_lobby("carcassonne", Choices(), 2, TableChannel(7, 70), ANN)
    await house.tables.lobby.join(table.id, BEN)
    with refused("lobby_not_host"):
        await house.tables.hints.set_hints_allowed(table.id, 102, hints=False, moderator=False)
    assert not (await house.tables.hints.set_hints_allowed(table.id, 101, hints=False, moderator=False)).hints
    await house.tables.game_start.start_game(table.id, 101)
    with refused("hints_off"):
        await house.tables.hints.give_hint(table.id, 101)
    with refused("already_started"):
        await house.tables.hints.set_hints_allowed(table.id, 101, hints=True, moderator=False)


async def test_whoever_cannot_think_ahead_glances(house: House, slow: Slow) -> None:
    table = await started(house)
    slow.answer = lambda question: None
    slow.go.set()
    failed = await house.tables.hints.give_hint(table.id, 101)
    assert failed.thought.move in house.legal(table, 0)
    house.tables.hints._cached_hints.clear()
    house.tables.registry.thinking.effort = 0.0
    glanced = await house.tables.hints.give_hint(table.id, 101)
    assert len(slow.asked) == 1
    assert glanced.thought.weighed == failed.thought.weighed
    assert all(one.simulations == 0 for one in glanced.thought.weighed)


async def test_a_game_with_hints_rates_nobody_and_counts_all_the_same(house: House, slow: Slow) -> None:
    table = await started(house)
    slow.go.set()
    await house.tables.hints.give_hint(table.id, 101)
    await house.tables.moves.resign(table.id, 101)
    over = await house.tables.registry.load_table(table.id)
    assert over.hinted
    assert not is_rated(over)
    assert [row.rank for row in build_results(over, 1, ())] == [None] * len(build_results(over, 1, ()))


async def test_what_is_asked_depends_on_no_secret_but_the_position(house: House, slow: Slow) -> None:
    table = await started(house)
    other = table.state.copy()
    other.key = bytes(len(other.key))
    luck = _build_hint_question(table, table.seats[0], 1.0).luck
    assert _build_hint_question(replace(table, state=other), table.seats[0], 1.0).luck == luck
    assert _build_hint_question(replace(table, seq=table.seq + 1), table.seats[0], 1.0).luck != luck


async def test_that_a_hint_was_given_and_what_is_allowed_outlives_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path / "test.sqlite3") as house:
        table = await started(house)
        house.tables.registry.thinking.effort = 0.0
        await house.tables.hints.give_hint(table.id, table.seats[table.seats_to_move[0]].user_id or 0)
        lobby = await house.tables.lobby.open_lobby("carcassonne", Choices(), 2, TableChannel(7, 71), CID)
        await house.tables.hints.set_hints_allowed(lobby.id, CID.user_id, hints=False, moderator=False)
    async with opened(tmp_path / "test.sqlite3") as house:
        first, second = (house.tables.registry.get(each.id) for each in (table, lobby))
        assert first is not None
        assert second is not None
        assert (first.hints, first.hinted) == (True, True)
        assert (second.hints, second.hinted) == (False, False)


async def test_whoever_decides_for_a_seat_may_ask(house: House, slow: Slow) -> None:
    table = await started(house)
    coaching = house.tables.hints
    seat = replace(table.seats[0], standin=CID.user_id)
    covered = replace(table, seats=(seat, table.seats[1]))
    assert (
        coaching._require_hint_seat(covered, CID.user_id) == coaching._require_hint_seat(covered, ANN.user_id) == seat
    )
    with refused("machine_seat"):
        coaching._require_hint_seat(
            replace(table, seats=(replace(seat, machine="normal"), table.seats[1])), ANN.user_id
        )
