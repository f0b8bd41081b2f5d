"""No list of moves is long or slow, in long random games of every kind. `make soak` plays the many."""

from __future__ import annotations

import time
from functools import partial
from itertools import islice
from typing import Any

import pytest

from rules.core import Game, play, start_game
from rules.core.conformance import measure_seconds, start_trial
from rules.core.list_limits import MOST_LISTED_MOVES, MOST_SECONDS_TO_LIST
from rules.core.registry import game_types
from tools.soak.__main__ import mix_games

MOVES = 600  # of one game at most
GAMES = 16  # of each kind: two for every number of players at least


def listed(game: Game[Any], s: Any, seat: int) -> list[Any]:
    return list(game.legal(s, seat))


@pytest.mark.parametrize("key", list(game_types()))
def test_no_list_is_longer_or_slower_than_it_may_be(key: str) -> None:
    seen: set[int] = set()
    for seed, (game, seats) in enumerate(islice(mix_games(5, key), GAMES)):
        seen.add(seats)
        run = start_trial(game, seats, seed)
        s = start_game(game, seats, run.key).state
        for _ in range(MOVES):
            if game.over(s):
                break
            asked = [seat for seat in range(seats) if game.may_act(s, seat)]
            for seat in asked:
                took = measure_seconds(partial(listed, game, s, seat), MOST_SECONDS_TO_LIST, time.thread_time)
                found = listed(game, s, seat)
                told = f"{key} {game.choices}, {seats} seats, seed {seed}: {type(s.agenda[-1]).__name__}"
                assert len(found) <= MOST_LISTED_MOVES, told
                assert took <= MOST_SECONDS_TO_LIST, told
            seat = asked[run.player_chance.below(len(asked))]
            moves = listed(game, s, seat) or listed(game, s, seat := sorted(game.waiting(s))[0])
            s = play(game, s, seat, moves[run.player_chance.below(len(moves))]).state
    assert seen == {seats for game, seats in islice(mix_games(5, key), 100)}
