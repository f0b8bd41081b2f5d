"""No list of moves is long or slow, in long random games of every kind. `make soak` plays the many."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

import pytest

from rules.core import Game, encode, play, start
from rules.core.lists import MOST, SECONDS
from rules.core.registry import kinds
from rules.core.testing import seconds, trial
from tools.soak import spread

MOVES = 400  # of one game at most: the late positions are reached by the short games
GAMES = 2  # for every number of players
GENEROUS = 25  # cards that are dealt to each hand of Catan: sevens find them


def listed(game: Game[Any], s: Any, seat: int) -> list[Any]:
    return list(game.legal(s, seat))


@pytest.mark.parametrize("key", list(kinds()))
def test_no_list_is_longer_or_slower_than_it_may_be(key: str) -> None:
    numbers = len({seats for kind in [kinds()[key]] for seats in kind.counts(next(iter(kind.presets.values())))})
    for seed, (game, seats) in enumerate(islice(spread(5, key), GAMES * max(numbers, 4))):
        run = trial(game, seats, seed)
        s = start(game, seats, run.key).state
        for _ in range(MOVES):
            if game.over(s):
                break
            asked = [seat for seat in range(seats) if game.may_act(s, seat)]
            for seat in asked:
                took = seconds(partial(listed, game, s, seat), SECONDS)
                found = listed(game, s, seat)
                told = f"{key} {game.choices}, {seats} seats, seed {seed}: {type(s.agenda[-1]).__name__}"
                assert len(found) <= MOST, told
                assert took <= SECONDS, told
            seat = asked[run.luck.below(len(asked))]
            moves = listed(game, s, seat) or listed(game, s, seat := sorted(game.waiting(s))[0])
            s = play(game, s, seat, moves[run.luck.below(len(moves))]).state
            assert encode(moves[0])
