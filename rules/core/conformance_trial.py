"""Conformance suite: the running random game, the error of a failed check, and helpers of the checks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .chance import Chance
from .errors import RulesError
from .game import Game
from .move import Move
from .record import Line, Record, format_record

REPEATS = 5  # tries of a measurement; the best counts, so that a busy machine does no harm
Clock = Callable[[], float]  # processor seconds of this thread, unaffected by a busy machine


class Nonconformity(AssertionError):
    """A check of the suite failed. `record`: the game that shows it, as text."""

    def __init__(self, point: str, record: str) -> None:
        super().__init__(f"{point}\n\n{record}")
        self.point = point
        self.record = record


@dataclass(slots=True)
class Trial:
    """One running random game."""

    game: Game[Any]
    seats: int
    seed: int
    key: bytes  # of the chance of the game
    player_chance: Chance  # of the random players, separate from the chance of the game
    lines: list[Line] = field(default_factory=list)  # the moves made so far
    moves_elsewhere: dict[str, Move] = field(default_factory=dict)  # text -> legal move of another position
    setup_numbers: tuple[int, ...] = ()  # numbers drawn by the set-up
    checked_step_kinds: set[str] = field(default_factory=set)
    conditional_moves: dict[int, list[str]] = field(default_factory=dict)  # seat -> its conditional moves
    clock: Clock | None = None  # times the lists of moves, if given

    @property
    def record(self) -> Record:
        game, start = self.game, self.setup_numbers
        return Record(game.key, game.choices, self.seats, self.key, start=start, lines=tuple(self.lines))

    def require(self, holds: bool, point: str) -> None:
        if not holds:
            raise Nonconformity(
                f"{self.game.key} {self.game.choices}, {self.seats} seats, seed {self.seed}: {point}",
                format_record(self.record),
            )


def measure_seconds(make: Callable[[], object], enough: float, clock: Clock) -> float:
    """The best time, in seconds, of a few calls of `make`, stopping at the first within `enough`. The bounded caches of
    the rules are cleared between the calls."""
    best = float("inf")
    for _ in range(REPEATS):
        began = clock()
        make()
        best = min(best, clock() - began)
        if best <= enough:
            break
        _clear_bounded_caches()
    return best


def _clear_bounded_caches() -> None:
    for name in [name for name in sys.modules if name.startswith("rules.")]:
        for value in vars(sys.modules[name]).values():
            # Unbounded caches hold static tables, not results of positions.
            if hasattr(value, "cache_parameters") and value.cache_parameters()["maxsize"] is not None:
                value.cache_clear()


def refusal_reason(game: Game[Any], s: Any, seat: int, move: Move) -> tuple[str, Mapping[str, object]] | None:
    """Key and parameters of the error that refuses the move; None: it is legal."""
    try:
        game.check(s, seat, move)
    except RulesError as reason:
        return reason.key, reason.params
    return None
