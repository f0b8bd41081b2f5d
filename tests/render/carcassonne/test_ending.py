"""The picture of a game of Carcassonne that is over."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from render.carcassonne.ending import ScoringMoment, SeatCounts
from render.carcassonne.expansions import EXTRAS
from render.carcassonne.renderer import RENDERER
from render.carcassonne.source_icons import BASE as DRAWN
from render.carcassonne.source_icons import source_icon
from render.core.ending import decisive_moments
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.game import CarcassonneGame
from rules.core import BadOption, Choices, start_game
from tests.render.endings import ending, without_course
from tests.render.looks import LONG, look
from tests.render.pictures import looks_as_before, same_in_all_threads

GOLDEN = Path(__file__).parent / "golden"
WHOLE = ("carcassonne", "whole_abbey_count_river2_five")
NAMES = ("whole_abbey_three", "whole_bridge_three", "whole_count_four")


@pytest.mark.slow
def test_it_tells_the_result_whole() -> None:
    picture = RENDERER.ending(ending(*WHOLE), look(5))
    assert picture.size[0] == 1000
    assert len(picture.alt) <= 1024
    assert picture.alt.startswith("The game is over: Ionuț wins with 41 points. Carcassonne, 94 tiles. Ionuț (B) 41: ")
    assert "Ionuț +9: Tile " in picture.alt
    assert "abbey of 9 tiles. Mara completes it." in picture.alt
    assert "Ionuț: 18 before the last scoring, 23 in it." in picture.alt


@pytest.mark.parametrize("name", NAMES)
def test_points_so_far_and_in_the_last_scoring_make_the_sum(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.core.ending.KEPT", 10_000)  # every moment, whether it may have decided it or not
    whole = ending.__wrapped__("carcassonne", name)
    assert whole.chronicle is not None
    counts: SeatCounts = whole.chronicle.facts
    assert whole.chronicle.points_by_turn[-1][1] == counts.so_far
    nobody = (0,) * whole.view.seats
    so_far, end = (
        tuple(
            map(sum, zip(nobody, *(m.gains for m in whole.chronicle.moments if m.payload.final is final), strict=True))
        )
        for final in (False, True)
    )
    assert so_far == counts.so_far
    assert tuple(a + b for a, b in zip(so_far, end, strict=True)) == whole.view.scores
    assert sum(counts.laid) <= len(whole.view.laid)  # abbeys too, which come from no pile
    assert all(home <= put for home, put in zip(counts.home, counts.put, strict=True))


def test_what_closes_a_feature_for_another_is_told() -> None:
    moments = decisive_moments(ending(*WHOLE))
    given: ScoringMoment = moments[0].payload
    assert given.laid is not None
    assert given.laid[1] not in given.params["seats"]


def test_what_one_pays_and_another_gets_is_one_moment() -> None:
    sales = [one for one in decisive_moments(ending("carcassonne", "whole_bridge_three"), 99) if sum(one.gains) == 0]
    assert sales
    assert all(max(one.gains) == -min(one.gains) for one in sales)


def test_every_category_of_points_has_a_picture() -> None:
    found: set[str] = set()
    for key in carcassonne_modules():
        try:
            game = CarcassonneGame(Choices((key,)))
        except BadOption:
            continue
        found |= set(game.view(start_game(game, 3, bytes(32)).state, None).tally)
    assert found == DRAWN.keys() | {name for extra in EXTRAS.values() for name in extra.sources}
    assert all(source_icon(category) is not None for category in found)


def test_where_older_rules_played_the_points_are_left() -> None:
    picture = RENDERER.ending(without_course(*WHOLE), look(5))
    assert picture.size[1] < 600
    assert "Ionuț wins with 41 points" in picture.alt
    assert "Tile" not in picture.alt


def test_what_is_given_up_has_no_last_scoring() -> None:
    picture = RENDERER.ending(ending(*WHOLE, 150), look(5))
    assert picture.alt.startswith("The game is over: Ended without a winner.")
    assert "last scoring" not in picture.alt
    assert "At the end" not in picture.alt


def test_a_game_given_up_at_once_has_a_picture() -> None:
    picture = RENDERER.ending(ending(*WHOLE, 0), look(5))
    assert "Ended without a winner" in picture.alt


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes() -> None:
    same_in_all_threads(partial(RENDERER.ending, ending(*WHOLE), look(5)), 4)


@pytest.mark.parametrize("rtl", [False, True])
def test_long_names_in_both_directions(rtl: bool) -> None:
    picture = RENDERER.ending(ending(*WHOLE), look(5, "light", rtl, LONG))
    assert picture.size == RENDERER.ending(ending(*WHOLE), look(5)).size


def test_it_looks_as_before() -> None:
    looks_as_before(RENDERER.ending(ending(*WHOLE), look(5)), GOLDEN / "ending.png")
