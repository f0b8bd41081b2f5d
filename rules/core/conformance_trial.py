"""A random game under way, and what is raised where a point of the conformance suite does not hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .chance import Chance
from .game import Game
from .move import Move
from .record import Line, Record, format_record

Clock = Callable[[], float]  # seconds that this thread has worked: a busy machine does no harm


class Nonconformity(AssertionError):
    """A point of the suite does not hold. `record` is the game that shows it, as text."""

    def __init__(self, point: str, record: str) -> None:
        super().__init__(f"{point}\n\n{record}")
        self.point = point
        self.record = record


@dataclass(slots=True)
class Trial:
    """One random game under way."""

    game: Game[Any]
    seats: int
    seed: int
    key: bytes
    luck: Chance  # of the random players, apart from the luck of the game
    chosen: dict[str, Any] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    strangers: dict[str, Move] = field(default_factory=dict)  # legal moves of other positions, by their text
    first: tuple[int, ...] = ()
    asked: set[str] = field(default_factory=set)  # kinds of steps that have been looked at
    prepared: dict[int, list[str]] = field(default_factory=dict)  # programmes by seat
    clock: Clock | None = None  # lists are timed with it

    @property
    def record(self) -> Record:
        return Record(self.game.key, self.game.choices, self.seats, self.key, None, self.first, tuple(self.lines))

    def require(self, holds: bool, point: str) -> None:
        if not holds:
            raise Nonconformity(
                f"{self.game.key} {self.game.choices}, {self.seats} seats, seed {self.seed}: {point}",
                format_record(self.record),
            )
