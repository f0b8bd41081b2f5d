"""A course: a guided game for somebody who does not know the rules, as data.

`rules/<game>/lesson/course.toml` has the seat of whoever learns, and steps. A step may lay out a position (the end of a
record beside it), wants moves one after the other, and says what the others play then. What leads on is said by
patterns of lines; everything else that is legal is answered by a sentence, and may be tried again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

from .errors import BadRecord
from .game import Game
from .record import Line, Record, read, replay

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = "lesson"
OR: Final = " or "


@dataclass(frozen=True, slots=True)
class Wanted:
    """A move that leads on: lines that do (`*` stands for anything), and the numbers it draws (the others, of the key,
    come after them)."""

    lines: tuple[str, ...]
    drawn: tuple[int, ...] = ()

    def meets(self, line: str) -> bool:
        return any(fnmatchcase(line, pattern) for pattern in self.lines)


@dataclass(frozen=True, slots=True)
class Step:
    """One idea and its task. `wrong`: patterns of lines that have a sentence of their own, and its key."""

    key: str
    moves: tuple[Wanted, ...]
    replies: tuple[Line, ...] = ()  # what the others play afterwards
    position: str = ""  # the record that is laid out; empty: the game goes on
    wrong: tuple[tuple[str, str], ...] = ()

    def answer(self, line: str) -> str:
        """The key of the sentence to who plays something else."""
        return next((key for pattern, key in self.wrong if fnmatchcase(line, pattern)), f"{self.key}_wrong")


@dataclass(frozen=True, slots=True)
class Course:
    """All steps of the course of one kind of game."""

    kind: str
    seat: int  # of whoever learns
    steps: tuple[Step, ...]
    positions: Mapping[str, Record]

    @property
    def first(self) -> Record:
        """The record of the position with which it begins."""
        return self.positions[self.steps[0].position]

    def laid(self, name: str) -> tuple[Game[Any], Any]:
        """A position, new each time, and its game."""
        record = self.positions[name]
        *_, last = replay(record)
        return record.game(), last.state


def has_course(kind: str) -> bool:
    """Whether a game can be learnt so."""
    return _file(kind).is_file()


@cache
def course(kind: str) -> Course:
    """The course of a kind of game. KeyError where there is none; BadRecord where it cannot be read."""
    path = _file(kind)
    if not path.is_file():
        raise KeyError(kind)
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        steps = tuple(_step(step) for step in data["step"])
    except (KeyError, ValueError) as error:
        raise BadRecord("record.header", what=str(error)) from error
    names = {step.position for step in steps if step.position}
    positions = {name: _record(path.with_name(f"{name}.game")) for name in sorted(names)}
    return Course(kind, int(data["seat"]), steps, positions)


def _file(kind: str) -> Path:
    return ROOT / kind / FOLDER / "course.toml"


def _record(path: Path) -> Record:
    return replace(read(path.read_text(encoding="utf-8")), luck_chosen=True)


def _step(data: Mapping[str, Any]) -> Step:
    return Step(
        key=data["key"],
        moves=tuple(_wanted(text) for text in data["moves"]),
        replies=tuple(_reply(text) for text in data.get("replies", ())),
        position=data.get("position", ""),
        wrong=tuple((one["move"], one["key"]) for one in data.get("wrong", ())),
    )


def _wanted(text: str) -> Wanted:
    lines, _, drawn = text.partition("|")
    return Wanted(tuple(line.strip() for line in lines.split(OR)), _numbers(drawn))


def _reply(text: str) -> Line:
    """`1 place N50 90 or place * | 3 4`: who plays what, or else what, and the numbers it draws."""
    seat, _, rest = text.partition(" ")
    line, _, drawn = rest.partition("|")
    return Line(int(seat), line.strip(), _numbers(drawn))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def judged(step: Step, done: int, lines: Sequence[str]) -> str:
    """The key of the answer to an act in a step of which so many moves are made; empty where it leads on."""
    for at, line in enumerate(lines, done):
        if at >= len(step.moves) or not step.moves[at].meets(line):
            return step.answer(line)
    return ""
