"""Moments of a game that still goes on: nobody sees in them what they did not see then."""

from __future__ import annotations

from typing import Any

import pytest

from service.state.model import Table
from tests.e2e.conftest import Stage
from tests.e2e.test_play import screen
from tests.e2e.test_standin import game, move


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, stage: Stage) -> list[tuple[int, int | None]]:
    """For which entries, and as which seat, positions were asked for."""
    found: list[tuple[int, int | None]] = []
    real = stage.tables.history.view_after

    async def told(table: Table, seq: int, seat: int | None = None, **rest: Any) -> Any:
        found.append((seq, seat))
        return await real(table, seq, seat, **rest)

    monkeypatch.setattr(stage.tables.history, "view_after", told)
    return found


async def test_one_sees_as_ones_own_seat_what_was_since_one_has_it(
    stage: Stage, asked: list[tuple[int, int | None]]
) -> None:
    await game(stage)
    table = stage.table()
    ann = next(seat.index for seat in table.seats if seat.name == "Ann")
    while stage.table().seq < 4:
        await move(stage, stage.waited(), stage.table().seats_to_move[0])
    for who, seat in (("Ann", ann), ("Mia", None)):
        shown = await stage.box.select(who, await stage.slash(who, "/game log"), "2")
        assert screen(shown).picture is not None
        assert asked.pop() == (2, seat)
    more = await stage.press("Ann", "My seat…", await stage.press("Ann", "More"))
    await stage.box.select("Ann", await stage.press("Ann", "Hand my seat over…", more), stage.box.person("Eve"))
    await stage.settled()
    await stage.press("Eve", "Take the seat")
    came = next(term.since for term in stage.table().terms if term.user_id == stage.box.person("Eve").id)
    told = await stage.slash("Eve", "/game log")
    values = [value for value in screen(told).selects[0].values if isinstance(value, str)]
    assert str(came) in values
    del asked[:]  # also for the public message
    shown = await stage.box.select("Eve", told, str(came))
    while screen(shown).has_button("Earlier"):
        shown = await stage.box.press("Eve", shown, "Earlier")
    assert asked[0] == (came, ann)
    assert {seat for seq, seat in asked if seq < came} == {None}
    assert asked[-1] == (1, None)
    del asked[:]
    await stage.box.select("Ann", await stage.slash("Ann", "/game log"), str(came))
    assert asked == [(came, None)]


async def test_what_one_alone_knows_is_not_on_the_list(stage: Stage) -> None:
    await game(stage, kind="citadels")
    for _ in range(5):
        await move(stage, stage.waited(), stage.table().seats_to_move[0])
    lists = []
    for who in ("Ann", "Mia"):
        told = await stage.slash(who, "/game log")
        (moments,) = screen(told).selects
        lists.append(dict(zip(moments.values, moments.labels, strict=True)))
        assert list(lists[-1]) == sorted(lists[-1], key=int, reverse=True)
    assert lists[0] == lists[1]
    assert len(lists[0]) == stage.table().seq
