"""Coming back after days: what changed for me, then the turns since, one tap from the move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.core import encode_move
from service.state.model import Table
from tests.e2e.conftest import Stage
from tests.e2e.screens import on_screen

DAY = 86_400


async def moved(stage: Stage) -> str:
    """Whoever is waited for moves until others are."""
    who, seat = stage.waited(), stage.table().seats_to_move[0]
    while seat in (table := stage.table()).seats_to_move:
        assert table.game is not None
        move = next(iter(table.game.legal(table.state, seat)))
        await stage.slash(who, "/game move", line=encode_move(move))
    return who


async def test_catch_up_tells_what_changed_for_me_and_every_turn_since(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid")
    first = await moved(stage)
    second, third = await moved(stage), await moved(stage)
    answer = await stage.press(first, "Catch up")
    shown = on_screen(answer)
    assert answer.private
    assert "**Catch up** · Carcassonne #" in shown.text
    assert " · you last moved <t:" in shown.text
    assert "**For you:**" in shown.text
    assert f"**{second}**: laid a " in shown.text
    assert f"**{third}**: laid a " in shown.text
    assert f"**{first}**" not in shown.text
    assert shown.labels[-2:] == ["My move", "Log"]
    log = await stage.box.press(first, answer, "Log")
    assert "▲ your last move" in on_screen(log).text


async def test_who_was_away_is_shown_it_before_the_move_one_tap_from_it(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid")
    first = await moved(stage)
    await moved(stage)
    await moved(stage)
    at_once = await stage.press(first, "My move")
    assert "Catch up" not in on_screen(at_once).text
    await stage.later(2 * DAY)
    answer = await stage.press(first, "My move")
    assert "**Catch up**" in on_screen(answer).text
    onward = await stage.box.press(first, answer, "My move")
    assert "Catch up" not in on_screen(onward).text
    assert on_screen(onward).labels[:2] == on_screen(at_once).labels[:2]  # the same cells


async def test_who_has_just_caught_up_is_not_shown_it_again_before_their_move(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid")
    first = await moved(stage)
    await moved(stage)
    await stage.later(2 * DAY)
    assert "**Catch up**" in on_screen(await stage.press(first, "Catch up")).text
    await moved(stage)
    answer = await stage.press(first, "My move")
    assert "Catch up" not in on_screen(answer).text  # one turn more is no reason


async def test_a_stranger_is_told_the_last_turns_and_old_log_buttons_work(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = await moved(stage)
    stage.box.add_person("Zoe")
    answer = await stage.press("Zoe", "Catch up")
    assert f"**{who}**: laid a " in on_screen(answer).text
    assert "For you" not in on_screen(answer).text
    assert on_screen(answer).labels == ["Log"]
    table = stage.table()
    log = await stage.box.forge("Zoe", stage.newest("My move"), f"t:{table.id}:log")
    assert " laid a " in log.text


async def test_catan_shows_the_turns_as_pictures_to_the_reader_alone(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid", kind="catan", map="beginner")
    first = await moved(stage)
    await moved(stage)
    await moved(stage)
    answer = await stage.press(first, "Catch up")
    assert answer.private
    (picture,) = on_screen(answer).pictures
    assert picture.alt.startswith("Since your last move: ")
    assert "**Catch up**" in on_screen(answer).text


async def test_before_their_first_move_a_new_owner_sees_nothing_of_the_former_one(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.box.add_person("Eve")
    await stage.game("Ann", "Ben", "Cid", kind="catan", map="beginner")
    for _ in range(3):
        await moved(stage)
    await stage.slash("Ann", "/game seat replace", by=stage.box.person("Eve"))
    await stage.press("Eve", "Take the seat")
    seats: set[int | None] = set()
    views_after = stage.tables.history.views_after

    async def spied(table: Table, entries: Sequence[int], seat: int | None) -> dict[int, Any]:
        seats.add(seat)
        return await views_after(table, entries, seat)

    monkeypatch.setattr(stage.tables.history, "views_after", spied)
    assert "**Catch up**" in on_screen(await stage.press("Eve", "Catch up")).text
    assert seats == {None}
