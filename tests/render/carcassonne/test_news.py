"""Who did what since an earlier position, read from the views and from what everybody was told."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from render.carcassonne.changes_since import collect_news, news_of_view
from render.carcassonne.news import RemovedFigure, Scored, Way
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions.bridge.view import BridgeSeen
from rules.carcassonne.expansions.princess.view import LairView
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.view import Piece
from rules.core import Choices, play, start_game
from tests.render.carcassonne.modules import whole
from tests.render.carcassonne.scenes import scene, tile
from tools.pictures.__main__ import all_modules

P50, N50, M50, M51 = map(Cell.parse, ("P50", "N50", "M50", "M51"))


def lay(seat: int, cell: str) -> tuple[str, dict[str, Any]]:
    return "carc.tile.laid", {"seat": seat, "tile": "base-U", "cell": cell, "turn": 90}


def test_who_laid_a_tile_is_told_and_nobody_where_no_event_says_it() -> None:
    before = scene()
    now = replace(before, laid=(*before.laid, tile("P50", "base-U", 90), tile("P51", "base-U", 90)))
    found = collect_news(before, now, [lay(2, "P50")])
    assert found.laid == {P50: 2, Cell.parse("P51"): None}
    assert collect_news(now, now, [lay(2, "P50")]).is_empty


def test_a_seat_moves_its_own_figures_and_a_neutral_one_belongs_to_who_moved_it() -> None:
    fairy = Piece("fairy", None, M51, "tile")
    before = whole()
    seen = before.extras["princess"]
    before = replace(before, pieces=(Piece("follower", 0, M50, "road-E"),))
    now = replace(before, pieces=(*before.pieces, Piece("wagon", 1, N50, "road-W"), fairy))
    told = [("carc.fairy.moved", {"seat": 0, "cell": "M51", "old": "M50"})]
    assert collect_news(before, now, told).moved == {1: 1, 2: 0}
    assert collect_news(before, now).moved[2] is None
    assert isinstance(seen, LairView)


def test_two_ways_to_score_one_feature_are_one_number_for_each_seat() -> None:
    view = scene()
    road: dict[str, Any] = {"seats": [2, 0], "points": 3, "category": "roads", "spot": "N50.road-E", "cell": "N50"}
    bonus = {"seats": [2], "points": 3, "category": "fairy", "spot": "M50.road-E", "cell": "N50"}
    found = collect_news(
        view, view, [("carc.feature.scored", {**road, "complete": True}), ("carc.fairy.scored", bonus)]
    )
    assert found.scored == (Scored(N50, {2: 6, 0: 3}, view.features[0].places),)
    assert found.scored[0].cells == (M50, N50)


def test_points_of_a_cell_are_shown_as_long_as_somebody_stands_there() -> None:
    view = scene()
    gift = {"seat": 1, "seats": [1], "points": 1, "category": "fairy", "cell": "M51"}
    assert collect_news(view, view, [("carc.fairy.turn", gift)]).scored == (Scored(M51, {1: 1}),)
    assert not collect_news(view, view, [("carc.fairy.turn", {**gift, "cell": "L50"})]).scored


def test_the_last_scoring_is_left_to_the_strip() -> None:
    over = replace(scene(), over=True)
    road = {"seats": [2], "points": 2, "category": "roads", "spot": "N50.road-E", "cell": "N50"}
    assert not collect_news(over, over, [("carc.feature.final", {**road, "complete": False})]).scored
    assert collect_news(over, over, [("carc.feature.scored", {**road, "complete": True})]).scored


def test_ways_of_the_dragon_begin_where_it_stood_and_the_eaten_are_named() -> None:
    view = whole()
    view = replace(view, extras={**view.extras, "princess": replace(view.extras["princess"], path=())})
    steps: list[tuple[str, dict[str, Any]]] = [
        ("carc.dragon.moved", {"seat": 0, "cell": "N50", "old": "M50", "step": 1, "returned": []}),
        (
            "carc.dragon.eats",
            {"seat": 1, "cell": "N51", "old": "N50", "step": 2, "returned": [["mayor", 1, "N51.city-N"]]},
        ),
        ("carc.dragon.goes", {"seat": 2, "cell": "P50", "old": "O50", "step": 1, "returned": []}),
    ]
    found = collect_news(view, view, steps)
    n51, o50 = Cell.parse("N51"), Cell.parse("O50")
    assert found.ways == (Way((M50, N50, n51), {N50: 0, n51: 1}), Way((o50, P50), {P50: 2}))
    assert found.gone == (RemovedFigure("mayor", 1, n51),)


def test_a_way_under_way_is_whole_though_its_first_steps_are_no_news() -> None:
    view = whole()
    path = (M50, N50, P50)
    view = replace(view, extras={**view.extras, "princess": replace(view.extras["princess"], path=path)})
    step = {"seat": 2, "cell": "P50", "old": "N50", "step": 2, "returned": []}
    assert collect_news(view, view, [("carc.dragon.moved", step)]).ways == (Way(path, {P50: 2}),)
    assert news_of_view(view).ways == (Way(path),)


def test_a_bridge_is_told_with_its_builder() -> None:
    now = whole()
    seen = now.extras["bridge"]
    newest = seen.bridges[-1]
    assert isinstance(newest, BridgeSeen)
    before = replace(now, extras={**now.extras, "bridge": replace(seen, bridges=seen.bridges[:-1])})
    told = [("carc.bridge.built", {"seat": 2, "cell": str(newest.cell), "axis": newest.axis})]
    assert collect_news(before, now, told).built == {newest.cell: 2}


def test_whole_games_with_everything_can_be_told() -> None:
    """Whatever events there are; and every new tile has somebody who laid it, every figure somebody who moved it."""
    luck = random.Random(11)
    game = CarcassonneGame(Choices(all_modules()))
    opened = start_game(game, 4, bytes([11]) * 32)
    s: Any = opened.state
    before, told, scored, ways = game.view(s, None), list[Any](), 0, 0
    for act in range(460):
        seat = min(game.waiting(s), default=None)
        if seat is None:
            break
        legal = list(game.legal(s, seat))
        kind = luck.choice(sorted({move.kind for move in legal}))
        step = play(game, s, seat, luck.choice([move for move in legal if move.kind == kind]))
        s = step.state
        told += [(event.key, event.params) for event in step.events if event.seats is None]
        if act % 8 == 0:
            view = game.view(s, None)
            found = collect_news(before, view, told)
            assert None not in found.laid.values()
            assert None not in found.built.values()
            assert None not in found.moved.values()
            assert sum(found.gained) == sum(view.scores) - sum(before.scores)
            scored, ways = scored + len(found.scored), ways + len(found.ways)
            before, told = view, []
    assert scored > 10
    assert ways > 2


def test_points_since_are_counted_for_the_strip() -> None:
    before, now = scene(scores=(1, 2, 3)), scene(scores=(1, 12, 0))
    assert collect_news(before, now).gained == (0, 10, -3)
