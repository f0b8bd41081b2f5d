"""By a magic portal, late in a large game, a figure may go to very many places: some are listed, all are legal."""

from __future__ import annotations

from functools import cache

import pytest

from rules.carcassonne.figures import list_deployments
from rules.carcassonne.game import KIND
from rules.carcassonne.moves import PASS_FIGURE, Deploy
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import MOST_LISTED_DEPLOYMENTS, DeployFigure, shorten_deployments
from rules.core import Chance, Choices, Game, RulesError, play, start_game
from rules.core.conformance import start_trial
from rules.core.list_limits import MOST_LISTED_MOVES

GAME: Game[CarcassonneState] = KIND.make(KIND.normalize_choices(Choices(tuple(KIND.modules))))
SEEDS = range(40)


@cache
def far() -> CarcassonneState:
    """A position with more deployments than a list has."""
    for seed in SEEDS:
        run = start_trial(GAME, 3, seed)
        s = start_game(GAME, 3, run.key).state
        while not GAME.over(s):
            seat = min(GAME.waiting(s))
            moves = list(GAME.legal(s, seat))
            if isinstance(s.agenda[-1], DeployFigure):
                if len(list_deployments(s, seat)) > MOST_LISTED_MOVES:
                    return s
                moves = [move for move in moves if not isinstance(move, Deploy)] or moves
            s = play(GAME, s, seat, moves[run.player_chance.below(len(moves))]).state
    raise AssertionError("no portal has been laid late enough")


def test_a_part_is_listed_and_everything_is_legal() -> None:
    s = far()
    seat = s.active
    every = [move for move in list_deployments(s, seat) if isinstance(move, Deploy)]
    listed = list(GAME.legal(s, seat))
    assert len(every) > MOST_LISTED_MOVES >= len(listed)
    assert PASS_FIGURE in listed
    assert {move.figure for move in every} == {move.figure for move in listed if isinstance(move, Deploy)}
    assert GAME.partly_listed_kinds(s, seat) == (Deploy.kind,)
    here = [move for move in every if move.spot.cell == every[0].spot.cell]
    assert set(here) <= set(listed)  # on the tile just laid nothing is left out
    for move in every:
        s.agenda[-1].check(s, seat, move)
        assert move in GAME.list_matching_moves(s, seat, Deploy.kind, {"figure": move.figure})
        assert list(GAME.list_matching_moves(s, seat, Deploy.kind, {"figure": move.figure, "spot": move.spot})) == [
            move
        ]


def test_what_is_not_legal_is_refused() -> None:
    s = far()
    every = set(list_deployments(s, s.active))
    figures = {move.figure for move in every if isinstance(move, Deploy)} | {"builder"}
    spots = {move.spot for move in every if isinstance(move, Deploy)}
    refused = 0
    for move in (Deploy(figure, spot) for figure in figures for spot in spots):
        if move not in every:
            refused += 1
            with pytest.raises(RulesError):
                play(GAME, s, s.active, move)
    assert refused


def test_an_example_is_one_of_those_that_are_not_listed() -> None:
    s = far()
    listed = set(GAME.legal(s, s.active))
    for n in range(5):
        (made,) = [m for m in GAME.sample_unlisted_moves(s, s.active, Chance(bytes([n]) * 32)) if isinstance(m, Deploy)]
        assert made not in listed
        play(GAME, s, s.active, made)
    other = next(seat for seat in range(3) if seat != s.active)
    assert not list(GAME.sample_unlisted_moves(s, other, Chance(bytes(32))))


def test_where_even_the_features_are_many_every_figure_keeps_its_share() -> None:
    s = far()
    every = list_deployments(s, s.active)
    kept = shorten_deployments(s, every)
    assert len(kept) == MOST_LISTED_DEPLOYMENTS
    assert [move for move in every if move in set(kept)] == kept
    assert {m.figure for m in every if isinstance(m, Deploy)} == {m.figure for m in kept if isinstance(m, Deploy)}
