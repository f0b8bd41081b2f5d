"""What is kept from one look to the next gives what a fresh look gives, to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ai.carcassonne.chances import expected_points, win_chances
from ai.carcassonne.expert import Judging, slice_values
from ai.carcassonne.odds import Odds
from ai.carcassonne.open_ends import MEETS, Ends, Reach, met_by_edge, open_end_nodes
from ai.carcassonne.quick_moves import COURSES, Glance
from ai.carcassonne.rollout import glanced_move
from ai.carcassonne.situation import Situation
from rules.carcassonne.game import KIND, CarcassonneGame
from rules.carcassonne.scoring import points_per_tile
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, FITS, ROAD, TURNED
from rules.carcassonne.turn import LayTile
from rules.core import Chance, Choices, play, start_game
from rules.core.saving import to_text

GAMES = [((), 2), (tuple(KIND.modules), 3)]


def positions(keys: tuple[str, ...], seats: int, **options: str) -> Iterator[tuple[CarcassonneGame, CarcassonneState]]:
    """Those of a game in which everybody glances, and often does anything at all."""
    game = CarcassonneGame(Choices(keys, options))
    luck = Chance(bytes([7] * 32))
    s = start_game(game, seats, bytes([5] * 32)).state
    while not game.over(s):
        yield game, s
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        move = legal[luck.below(len(legal))] if luck.below(3) == 0 else glanced_move(game, s, seat)
        s = play(game, s, seat, move).state


def pairs(keys: tuple[str, ...], seats: int, every: int) -> Iterator[tuple[Any, CarcassonneState, CarcassonneState]]:
    """Every so many positions with one some moves before it, which may have been the last to be looked at."""
    before: CarcassonneState | None = None
    for number, (game, s) in enumerate(positions(keys, seats)):
        if before is not None and number % every == every - 1:
            yield game, before, s
        if number % every == every // 3:
            before = s


@pytest.mark.parametrize(("keys", "seats"), GAMES)
def test_the_judge_knows_no_other_chances_from_a_position_before(keys: tuple[str, ...], seats: int) -> None:
    met = 0
    for game, before, s in pairs(keys, seats, 9):
        first = Ends(before.board, Odds(before))
        if not first.reach.leads_to(s.board):
            continue
        met += 1
        assert win_chances(game, s, first) == win_chances(game, s)
        assert win_chances(game, s, first) == win_chances(game, s), "what was kept by the first look"
        there, here = Judging(s, s.active, first), Judging(s, s.active)
        assert expected_points(there.situation_of(s)) == expected_points(here.situation_of(s))
    assert met > 5


@pytest.mark.parametrize(("keys", "seats"), GAMES)
def test_cells_are_met_by_the_same_from_a_position_before(keys: tuple[str, ...], seats: int) -> None:
    for _, before, s in pairs(keys, seats, 7):
        reach = Reach(before.board)
        if reach.leads_to(s.board):
            for at, need in s.board.frontier.items():
                assert reach.nodes_running_into(s.board, at, need) == open_end_nodes(s.board, at)
                assert reach.nodes_by_edge(s.board, at, need) == met_by_edge(s.board, at)
            if isinstance(s.agenda[-1], LayTile):
                assert Glance(s, s.active, reach).best_lay() == Glance(s, s.active).best_lay()


def test_another_table_is_no_continuation() -> None:
    one, other = (start_game(CarcassonneGame(Choices(())), 2, bytes([n] * 32)).state for n in (1, 2))
    reach = Reach(one.board)
    for _ in range(4):
        one, other = (
            play(game, s, seat, glanced_move(game, s, seat)).state
            for s in (one, other)
            for game, seat in [(CarcassonneGame(Choices(())), s.active)]
        )
    assert reach.leads_to(one.board)
    assert reach.leads_to(other.board)  # from the same first tile
    assert not Reach(one.board).leads_to(other.board)
    assert not Reach(one.board).leads_to(start_game(CarcassonneGame(Choices(())), 2, bytes(32)).state.board)


@pytest.mark.parametrize(("keys", "seats"), GAMES)
def test_what_fits_is_counted_alike_from_odds_before(keys: tuple[str, ...], seats: int) -> None:
    for _, before, s in pairs(keys, seats, 13):
        there, here = Odds(s, Odds(before)), Odds(s)
        for need in range(0, len(FITS[0]), 11):
            assert there.count_fitting_tiles(need) == here.count_fitting_tiles(need)
            assert there.fill_chance(need) == here.fill_chance(need)


@pytest.mark.parametrize("tiny", ["halved", "standard"])
@pytest.mark.parametrize(("keys", "seats"), GAMES)
def test_a_tile_of_a_feature_gives_what_the_rules_give(keys: tuple[str, ...], seats: int, tiny: str) -> None:
    """All features that look alike give the same, now and when they are complete."""
    for number, (_, s) in enumerate(positions(keys, seats, tiny_city=tiny)):
        if number % 8:
            continue
        r = Situation(s, Odds(s), {})
        board = s.board
        for root in board.roots():
            if board.kinds[root] in (ROAD, CITY) and board.open[root]:
                now, done = r._points_per_tile(root, (board.kinds[root], board.count_tiles(root), board.marks[root]))
                assert now == points_per_tile(s, root)
                closed = s.copy()
                closed.board.open = [*board.open]
                closed.board.open[root] = 0
                assert done == points_per_tile(closed, root)


def test_no_edge_has_two_roads_or_cities() -> None:
    """A glance looks at the first segment of an edge alone."""
    for turned in TURNED:
        for edge in range(4):
            runs = [i for i in turned.seam_out[edge] if turned.printed_open_ends[i]]
            assert runs == [i for i in turned.seam_out[edge][:1] if turned.printed_open_ends[i]]
            assert runs == [i for i in (MEETS[turned.number][edge],) if i >= 0 and turned.printed_open_ends[i]]
        for _, edges, ends, _ in COURSES[turned.number]:
            assert len(edges) == ends


def test_a_pig_in_the_supply_stands_nowhere() -> None:
    for number, (_, s) in enumerate(positions(tuple(KIND.modules), 3)):
        if number % 16 == 0:
            board = s.board
            pigs = {(seat, board.of[node]) for kind, seat, node in s.figures if kind == "pig"}
            for root in board.roots():
                if board.kinds[root] == FIELD:
                    for seat in range(s.seats):
                        found = sum(ask(s, root, seat) for ask in s.hooks.own_animals_bonus)
                        assert found == ((seat, root) in pigs)


def test_positions_are_told_apart_by_what_modules_remember() -> None:
    seen: dict[object, list[str]] = {}
    for _, s in positions(tuple(KIND.modules), 3):
        key = tuple(map(slice_values, s.ext.values()))
        hash(key)
        texts = [to_text(part) for part in s.ext.values()]
        assert seen.setdefault(key, texts) == texts
    assert len(seen) == len({tuple(texts) for texts in seen.values()})
