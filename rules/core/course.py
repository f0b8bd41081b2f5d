"""Courses: guided games for beginners, as data.

`rules/<game>/lesson/course.toml` names the seat of the learner and the steps. A step may set up a position (the end of
a record in the same folder), lists the moves to be made one after the other, and the replies of the other seats.
Accepted moves are given as patterns of lines; any other legal move gets an explanatory sentence and may be retried.
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
    """An accepted move: patterns of its line (`*` matches anything) and its preset numbers."""

    lines: tuple[str, ...]
    drawn: tuple[int, ...] = ()

    def matches_line(self, line: str) -> bool:
        return any(fnmatchcase(line, pattern) for pattern in self.lines)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Wrong moves with an explanatory sentence of their own: a pattern of lines and the key of the sentence."""

    move: str
    key: str
    left: str = ""  # applies only while a legal line matches this pattern (the open part of the task)

    def applies_to_line(self, line: str, legal: Collection[str]) -> bool:
        if not fnmatchcase(line, self.move):
            return False
        return not self.left or any(fnmatchcase(legal_line, self.left) for legal_line in legal)


@dataclass(frozen=True, slots=True)
class Step:
    """One idea and its task."""

    key: str
    moves: tuple[Wanted, ...]
    replies: tuple[Line, ...] = ()  # moves of the other seats afterwards
    position: str = ""  # name of the record to set up; empty: the game continues
    wrong: tuple[Wrong, ...] = ()
    plain: bool = False  # screens omit elements that are not needed yet

    def correction_key(self, line: str, legal: Collection[str] = ()) -> str:
        """The key of the sentence for an unaccepted move. `legal`: the lines of all legal moves."""
        return next((wrong.key for wrong in self.wrong if wrong.applies_to_line(line, legal)), f"{self.key}_wrong")


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one game type."""

    kind: str
    seat: int  # of the learner
    steps: tuple[Step, ...]
    positions: Mapping[str, Record]

    @property
    def first_record(self) -> Record:
        """The record of the initial position."""
        return self.positions[self.steps[0].position]

    def load_position(self, name: str) -> tuple[Game[Any], Any]:
        """The game and a new state of the named position."""
        record = self.positions[name]
        *_, last = replay_record(record)
        return record.make_game(), last.state


def has_course(kind: str) -> bool:
    """Whether a game type has a course."""
    return _course_path(kind).is_file()


@cache
def load_course(kind: str) -> Course:
    """The course of a game type. KeyError if there is none; BadRecord if it cannot be read."""
    path = _course_path(kind)
    if not path.is_file():
        raise KeyError(kind)
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        steps = tuple(_parse_step(step) for step in data["step"])
    except (KeyError, ValueError) as error:
        raise BadRecord("record.header", what=str(error)) from error
    names = {step.position for step in steps if step.position}
    texts = {name: path.with_name(f"{name}.game").read_text(encoding="utf-8") for name in sorted(names)}
    positions = {name: replace(parse_record(text), luck_chosen=True) for name, text in texts.items()}
    return Course(kind, int(data["seat"]), steps, positions)


def _course_path(kind: str) -> Path:
    return ROOT / kind / FOLDER / "course.toml"


def _parse_step(data: Mapping[str, Any]) -> Step:
    return Step(
        key=data["key"],
        moves=tuple(_parse_wanted(text) for text in data["moves"]),
        replies=tuple(_parse_reply(text) for text in data.get("replies", ())),
        position=data.get("position", ""),
        plain=bool(data.get("plain", False)),
        wrong=tuple(Wrong(row["move"], row["key"], row.get("left", "")) for row in data.get("wrong", ())),
    )


def _parse_wanted(text: str) -> Wanted:
    lines, _, drawn = text.partition("|")
    return Wanted(tuple(line.strip() for line in lines.split(OR)), _parse_numbers(drawn))


def _parse_reply(text: str) -> Line:
    """`1 place N50 90 or place * | 3 4`: seat, alternative lines, and the numbers drawn."""
    seat, _, rest = text.partition(" ")
    line, _, drawn = rest.partition("|")
    return Line(int(seat), line.strip(), _parse_numbers(drawn))


def _parse_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def find_stray_line(step: Step, done: int, lines: Sequence[str]) -> int | None:
    """Index of the first line that does not continue the step; None: all do. `done`: number of moves already made."""
    for i, line in enumerate(lines):
        if done + i >= len(step.moves) or not step.moves[done + i].matches_line(line):
            return i
    return None
