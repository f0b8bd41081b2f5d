"""A course: a guided game for somebody who does not know the rules, as data.

`rules/<game>/lesson/course.toml` has the seat of whoever learns, and steps. A step may lay out a position (the end of a
record beside it), wants moves one after the other, and says what the others play then. What leads on is said by
patterns of lines; everything else that is legal is answered by a sentence, and may be tried again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

from .errors import BadRecord
from .game import Game
from .record import Line, Record, parse_record, replay_record

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
class Wrong:
    """Moves that have a sentence of their own, by a pattern of lines, and the key of that sentence."""

    move: str
    key: str
    left: str = ""  # only while a line of this pattern may be played, too: what is left of the task

    def meets(self, line: str, legal: Collection[str]) -> bool:
        return fnmatchcase(line, self.move) and (not self.left or any(fnmatchcase(one, self.left) for one in legal))


@dataclass(frozen=True, slots=True)
class Step:
    """One idea and its task."""

    key: str
    moves: tuple[Wanted, ...]
    replies: tuple[Line, ...] = ()  # what the others play afterwards
    position: str = ""  # the record that is laid out; empty: the game goes on
    wrong: tuple[Wrong, ...] = ()
    plain: bool = False  # screens leave out what is not needed yet

    def answer(self, line: str, legal: Collection[str] = ()) -> str:
        """The key of the sentence to who plays something else. `legal`: what they could have played."""
        return next((one.key for one in self.wrong if one.meets(line, legal)), f"{self.key}_wrong")


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
        *_, last = replay_record(record)
        return record.game(), last.state


def has_course(kind: str) -> bool:
    """Whether a game can be learnt so."""
    return _course_path(kind).is_file()


@cache
def load_course(kind: str) -> Course:
    """The course of a kind of game. KeyError where there is none; BadRecord where it cannot be read."""
    path = _course_path(kind)
    if not path.is_file():
        raise KeyError(kind)
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        steps = tuple(_parse_step(step) for step in data["step"])
    except (KeyError, ValueError) as error:
        raise BadRecord("record.header", what=str(error)) from error
    names = {step.position for step in steps if step.position}
    positions = {name: _load_record(path.with_name(f"{name}.game")) for name in sorted(names)}
    return Course(kind, int(data["seat"]), steps, positions)


def _course_path(kind: str) -> Path:
    return ROOT / kind / FOLDER / "course.toml"


def _load_record(path: Path) -> Record:
    return replace(parse_record(path.read_text(encoding="utf-8")), luck_chosen=True)


def _parse_step(data: Mapping[str, Any]) -> Step:
    return Step(
        key=data["key"],
        moves=tuple(_parse_wanted(text) for text in data["moves"]),
        replies=tuple(_parse_reply(text) for text in data.get("replies", ())),
        position=data.get("position", ""),
        plain=bool(data.get("plain", False)),
        wrong=tuple(Wrong(one["move"], one["key"], one.get("left", "")) for one in data.get("wrong", ())),
    )


def _parse_wanted(text: str) -> Wanted:
    lines, _, drawn = text.partition("|")
    return Wanted(tuple(line.strip() for line in lines.split(OR)), _parse_numbers(drawn))


def _parse_reply(text: str) -> Line:
    """`1 place N50 90 or place * | 3 4`: who plays what, or else what, and the numbers it draws."""
    seat, _, rest = text.partition(" ")
    line, _, drawn = rest.partition("|")
    return Line(int(seat), line.strip(), _parse_numbers(drawn))


def _parse_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def find_stray_line(step: Step, done: int, lines: Sequence[str]) -> int | None:
    """Which line of an act is the first that does not lead on, in a step of which so many moves are made."""
    for n, line in enumerate(lines):
        if done + n >= len(step.moves) or not step.moves[done + n].meets(line):
            return n
    return None
