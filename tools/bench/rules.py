"""Speed of the rules of each game in processor time: `python -m tools.bench rules`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.core import Choices, Game, play, registry, start_game
from rules.core.saving import from_text, to_text

from .measure import EVERYTHING, Row, choices_for, time_calibration_loop

COPY_MOST, SAVE_MOST = 10, 0.5  # µs, ms


@dataclass(frozen=True, slots=True)
class Case:
    """A game to measure. `least`: moves per second that random play must reach."""

    key: str
    seats: int
    least: float
    preset: str = ""  # empty: no options; or EVERYTHING
    games: int = 20  # games per round
    whole: float | None = None  # games per second that random play must reach, if set


FLOORS = (
    Case("carcassonne", 4, 45_000),
    Case("carcassonne", 4, 15_000, EVERYTHING, games=5, whole=10),
    Case("catan", 4, 45_000, "base"),
    Case("catan", 4, 20_000, "official"),
    Case("citadels", 6, 10_000),
    Case("citadels", 6, 10_000, "everything"),
)
CASES = (  # defaults for games without an entry above
    *FLOORS,
    *(
        Case(key, kind.allowed_player_counts(Choices())[-1], 5_000)
        for key, kind in registry.game_types().items()
        if key not in {case.key for case in FLOORS}
    ),
)


def random_play(game: Game[Any], seats: int, games: int, seed: int) -> tuple[int, float]:
    """Number of moves and seconds of whole random games through the public API, listing legal moves each time."""
    luck = random.Random(seed)
    moves = 0
    begin = time.process_time()
    for number in range(games):
        s = start_game(game, seats, number.to_bytes(32, "big")).state
        while s.agenda:
            seat = next(iter(game.waiting(s)))
            legal = list(game.legal(s, seat))
            s = play(game, s, seat, legal[int(luck.random() * len(legal))]).state
            moves += 1
    return moves, time.process_time() - begin


def mid_game_position(game: Game[Any], seats: int) -> Any:
    """The position after 70 random moves."""
    luck = random.Random(5)
    s = start_game(game, seats, bytes(32)).state
    for _ in range(70):
        seat = next(iter(game.waiting(s)))
        s = play(game, s, seat, luck.choice(list(game.legal(s, seat)))).state
    return s


def best_seconds(act: Callable[[], object], times: int) -> float:
    """Seconds per call, the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        for _ in range(times):
            act()
        best = min(best, (time.process_time() - begin) / times)
    return best


def measure_pace(game: Game[Any], seats: int, games: int) -> tuple[float, float, float]:
    """Moves per second, games per second and the calibration loop (ms) of the median round.

    Rounds and loops alternate, so that other work on the machine slows both.
    """
    rounds = []
    before = time_calibration_loop(1)
    for _ in range(12):
        moves, seconds = random_play(game, seats, games, 1)
        after = time_calibration_loop(1)
        rounds.append((moves / seconds, games / seconds, (before + after) / 2))
        before = after
    rounds.sort(key=lambda one: one[0] * one[2])
    return rounds[len(rounds) // 2]


def measure_rules(cases: tuple[Case, ...] = CASES, games: int | None = None) -> Iterator[Row]:
    """Rows for all games. `games` replaces the usual number of games per round."""
    for case in cases:
        yield from _measure_case(case, games or case.games)


def _measure_case(case: Case, games: int) -> Iterator[Row]:
    game = registry.make_game(case.key, choices_for(case.key, case.preset))
    rate, whole, loop = measure_pace(game, case.seats, games)
    s = mid_game_position(game, case.seats)
    save = best_seconds(lambda: game.restore_unsaved_fields(from_text(game.state, to_text(s))), 200)
    what = f"{case.key}, {case.preset or game.choices}, {case.seats} seats"
    yield Row(f"random play, {what}", rate, "moves/s", must=case.least, more=True, scaled=True, loop=loop)
    if case.whole is not None:
        yield Row("whole games of that", whole, "games/s", must=case.whole, more=True, scaled=True, loop=loop)
    yield Row("copy of a state after 70 moves", best_seconds(s.copy, 2000) * 1e6, "µs", must=COPY_MOST, scaled=True)
    yield Row("save and load of that state", save * 1e3, "ms", must=SAVE_MOST, scaled=True)
    yield Row("view of that state", best_seconds(lambda: game.view(s, None), 50) * 1e3, "ms")
