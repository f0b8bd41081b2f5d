"""The picture of the ending of a table that began in the middle of another game: no game may fail there."""

from __future__ import annotations

import pytest

from render import load_renderer
from tests.render.endings import ending
from tests.render.looks import look


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name", "begun", "said"),
    [
        ("carcassonne", "whole_classic_four", 70, "Tile "),
        ("catan", "whole_ck_three", 250, "Turn "),
        ("citadels", "whole_two_players", 60, "Round "),
    ],
)
def test_it_tells_what_came_after_its_beginning(kind: str, name: str, begun: int, said: str) -> None:
    whole, told = ending(kind, name), ending(kind, name, begun=begun)
    assert told.chronicle is not None
    assert whole.chronicle is not None
    rows = [row for row in whole.chronicle.points_by_turn if row[0] > told.chronicle.points_by_turn[0][0]]
    assert [row for row in told.chronicle.points_by_turn if row[0] > told.chronicle.points_by_turn[0][0]] == rows
    assert len(rows) > 2
    made = load_renderer(kind).ending(told, look(len(told.view.scores)))
    assert made.png != load_renderer(kind).ending(whole, look(len(told.view.scores))).png
    assert said in made.alt
