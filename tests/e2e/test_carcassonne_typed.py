"""Carcassonne typed: leniently read, and what cannot be is refused in a sentence, whatever is asked at the moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs import play
from rules.core import Choices
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted, reach
from tests.e2e.positions_carcassonne import BIG, THREE, asked, boxes, moved, possible, with_figure

TYPED = [
    (
        "quarter by its other name",
        boxes("count"),
        asked("carc.count.enter"),
        "/carcassonne count enter",
        {"figure": "meeple", "quarter": "blacksmith"},
        "count-enter follower smithy",
    ),
    (
        "count",
        boxes("count"),
        asked("carc.count.move"),
        "/carcassonne count move",
        {"quarter": "cath"},
        "count-move cathedral",
    ),
    (
        "corner in small letters",
        boxes("abbey"),
        asked("carc.figure", possible("barn")),
        "/carcassonne barn",
        {"corner": ""},
        "barn",
    ),
    (
        "first letters of a figure",
        boxes("inns"),
        asked("carc.figure", with_figure("large")),
        "/carcassonne deploy",
        {"figure": "la", "spot": ""},
        "deploy large",
    ),
    ("pass without a step", boxes("abbey"), asked("carc.abbey"), "/carcassonne pass", {}, "pass abbey"),
    (
        "a bid beyond the buttons",
        boxes("bridge"),
        asked("carc.bazaar.bids"),
        "/carcassonne bazaar bid",
        {"points": "77"},
        "bazaar-bid",
    ),
    ("dragon", boxes("princess"), asked("carc.dragon.move"), "/carcassonne dragon", {"cell": ""}, "dragon"),
    ("castle", boxes("bridge"), asked("carc.castle"), "/carcassonne castle build", {}, "castle-build"),
    (
        "first bid",
        boxes("bridge"),
        asked("carc.bazaar.open"),
        "/carcassonne bazaar open",
        {"lot": "tile 2", "points": "9"},
        "bazaar-open 2 9",
    ),
]


@pytest.mark.parametrize(
    ("chosen", "wanted", "path", "options", "line"), [row[1:] for row in TYPED], ids=[row[0] for row in TYPED]
)
async def test_typed_leniently(
    stage: Stage, tmp_path: Path, chosen: Choices, wanted: Wanted, path: str, options: dict[str, str], line: str
) -> None:
    """An empty value stands for the first one that is offered, written in small letters."""
    table = await reach(stage, tmp_path, THREE, "carcassonne", chosen, wanted)
    who = stage.waited()
    filled: dict[str, str] = {}
    for name, value in options.items():
        if not value:
            found = await stage.box.complete(who, "table", path, name, "", **filled)
            assert found
            value = str(found[0].value).lower()
        filled[name] = value
    done = await stage.slash(who, path, **filled)
    assert "Done:" in done.text, done.text
    assert (await moved(stage, table.seq))[0].startswith(line)


REFUSED = [
    (
        "princess",
        boxes("princess"),
        asked("carc.figure", possible("princess")),
        "pass figure",
        "The princess sends a knight home first",
    ),
    (
        "bid",
        boxes("bridge"),
        asked("carc.bazaar.bids", lambda game, s, found: (s.agenda[-1].number, s.agenda[-1].price) == (0, 0)),
        "bazaar-bid 1 0",
        "The highest bid is 0; bid at least 1, or pass.",
    ),
    ("quarter", boxes("count"), asked("carc.count.move"), "count-move harbour", "harbour"),
    (
        "mayor",
        boxes("abbey"),
        asked(
            "carc.figure",
            lambda game, s, found: any(place.startswith("road") for place in s.board.turned_tile_at(s.just).places),
        ),
        "deploy mayor road",
        "A mayor cannot stand on a road.",
    ),
]


@pytest.mark.parametrize(
    ("chosen", "wanted", "line", "said"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
async def test_refusals_say_why(
    stage: Stage, tmp_path: Path, chosen: Choices, wanted: Wanted, line: str, said: str
) -> None:
    table = await reach(stage, tmp_path, THREE, "carcassonne", chosen, wanted)
    answer = await stage.slash(stage.waited(), "/game move", line=line)
    assert said in answer.text
    assert "Done:" not in answer.text
    assert stage.table().seq == table.seq


@pytest.mark.parametrize("step", ["carc.bazaar.open", "carc.bazaar.deal", "carc.dragon.move", "carc.castle"])
async def test_commands_without_options_are_answered(stage: Stage, tmp_path: Path, step: str) -> None:
    """Each command alone either leads to its screen, makes the one move there is, or says why it cannot be."""
    table = await reach(stage, tmp_path, THREE, "carcassonne", BIG, asked(step))
    who = stage.waited()
    for kind in play.move_classes("carcassonne"):
        line = await stage.slash(who, "/game move", line=kind)
        command = await stage.slash(who, "/carcassonne " + kind.replace("-", " "))
        assert "went wrong" not in line.text + command.text, kind
        if stage.table().seq != table.seq:
            return  # one of them was possible, and has been made
