"""The running random game of the conformance suite, and the error of a failed check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .chance import Chance
from .game import Game
from .move import Move
from .record import Line, Record, format_record

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
    key: bytes
    luck: Chance  # of the random players, separate from the chance of the game
    chosen: dict[str, Any] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    strangers: dict[str, Move] = field(default_factory=dict)  # text -> legal move of another position
    first: tuple[int, ...] = ()
    asked: set[str] = field(default_factory=set)  # kinds of steps already checked
    prepared: dict[int, list[str]] = field(default_factory=dict)  # seat -> its conditional moves
    clock: Clock | None = None  # times the lists of moves, if given

    @property
    def record(self) -> Record:
        return Record(self.game.key, self.game.choices, self.seats, self.key, None, self.first, tuple(self.lines))

    def require(self, holds: bool, point: str) -> None:
        if not holds:
            raise Nonconformity(
                f"{self.game.key} {self.game.choices}, {self.seats} seats, seed {self.seed}: {point}",
                format_record(self.record),
            )
