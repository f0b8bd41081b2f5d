"""The picture of the table message outlines what is new to whom it asks."""

from __future__ import annotations

from typing import Any

import pytest

from render.carcassonne.renderer import CarcassonneRenderer
from rules.carcassonne.cells import Cell
from rules.core import encode_move
from tests.e2e.conftest import Stage
from tests.e2e.test_table import legal

Drawn = list[frozenset[Cell]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """The cells that each picture of the table outlines, picture by picture."""
    found: Drawn = []
    draw = CarcassonneRenderer.table

    def table(
        self: CarcassonneRenderer, view: Any, look: Any, marks: Any = (), story: str = "", news: Any = None
    ) -> Any:
        found.append(frozenset(Cell.parse(mark.place) for mark in marks if mark.tone == "last"))
        return draw(self, view, look, marks, story, news)

    monkeypatch.setattr(CarcassonneRenderer, "table", table)
    return found


async def lay(stage: Stage) -> Cell:
    """Lay the tile; the figure is still to be decided. Where it lies."""
    line = legal(stage)[0]
    await stage.slash(stage.waited(), "/game move", line=line)
    return Cell.parse(line.split(" ")[1])


async def let_go(stage: Stage) -> None:
    await stage.slash(stage.waited(), "/game move", line="pass figure")


async def test_whose_turn_it_is_sees_outlined_what_all_others_have_laid(stage: Stage, drawn: Drawn) -> None:
    await stage.game("Ann", "Ben", "Cid")
    laid = []
    for _ in range(4):
        laid.append(await lay(stage))
        await let_go(stage)
    assert drawn[-1] == set(laid[2:])


async def test_an_edit_in_the_course_of_a_turn_loses_no_outline(stage: Stage, drawn: Drawn) -> None:
    await stage.game("Ann", "Ben")
    first = await lay(stage)
    await let_go(stage)
    assert first in drawn[-1]
    message = stage.newest("My move")
    second = await lay(stage)
    assert stage.newest("My move").id == message.id
    assert {first, second} <= drawn[-1]
    await let_go(stage)
    assert (first in drawn[-1], second in drawn[-1]) == (False, True)  # who laid the first knows it


async def test_what_was_taken_back_is_outlined_no_more(stage: Stage, drawn: Drawn) -> None:
    await stage.game("Ann", "Ben")
    first = await lay(stage)
    await let_go(stage)
    second = await lay(stage)
    await stage.slash(stage.waited(), "/game undo")
    assert (first in drawn[-1], second in drawn[-1]) == (True, False)


async def test_below_the_ping_stands_what_changed_for_the_one_who_is_called(stage: Stage) -> None:
    """Of the cards of Catan only how many."""
    await stage.game("Ann", "Ben", "Cid", kind="catan")
    known: dict[int, int] = {}  # seat -> cards after the last act of its player
    told = 0
    for _ in range(120):
        table = stage.table()
        seat, who = table.seats_to_move[0], stage.waited()
        message = stage.newest("My move")
        gained = table.public_view.players[seat].cards - known.get(seat, 0)
        if seat in known and message.pings == {who}:
            line = message.content.splitlines()[1]
            assert line.startswith(f"**For {who}:** ") == bool(gained), message.content
            assert not gained or f"{'+' if gained > 0 else '−'}{abs(gained)} card" in line
            told += bool(gained)
            if told == 3:
                return
        lines = [encode_move(move) for move in table.game.legal(table.state, seat)]
        line = next((one for one in lines if one in ("roll", "end", "pass build")), lines[0])
        await stage.slash(who, "/game move", line=line)
        known[seat] = stage.table().public_view.players[seat].cards
    raise AssertionError(f"nobody gained or lost anything in {told} turns")


async def test_a_message_tells_nothing_that_came_after_the_table_it_shows(stage: Stage) -> None:
    """An act may be in the database already, and not in the table that a message is being made of."""
    assert stage.running is not None
    await stage.game("Ann", "Ben")
    publisher = stage.running.bot.publisher
    before = await stage.tables.registry.load_table(stage.table().id)
    reader = before.seats[before.seats_to_move[0]].user_id
    assert reader is not None
    told = await publisher.composer.compose_for_reader(before, (), "", reader)
    await lay(stage)
    assert stage.table().seq > before.seq
    assert (await publisher.composer.compose_for_reader(before, (), "", reader)).screen.text == told.screen.text
