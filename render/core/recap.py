"""What somebody missed, as values: the turns since they last moved, each to become a small picture of a strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

FRAMES: Final = 6  # turns on one picture
Event = tuple[str, Mapping[str, Any]]  # its key and its parameters


@dataclass(frozen=True, slots=True)
class TurnPhrase:
    """Something of a turn in words: «took 9 points for the shrine at K47.»"""

    text: str
    weight: int  # what weighs least gives way first
    key: str = ""  # of the event: what a picture shows need not be said
    whole: bool = False  # a sentence of its own; otherwise what follows the name of whose turn it is


@dataclass(frozen=True, slots=True)
class RecapTurn:
    """A turn that is told: whose it was, and what the reader may know of it."""

    seat: int | None  # None: nobody's, such as what the table itself tells
    events: tuple[Event, ...]  # the oldest first, also those that are told nowhere else
    said: tuple[TurnPhrase, ...] = ()  # in the order of telling


@dataclass(frozen=True, slots=True)
class RecapStep:
    """A turn with what the reader saw before and after it. Both are the same where nothing of it shows."""

    turn: RecapTurn
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class ChangePill:
    """What has changed for the reader, in a few words: «−1 follower»."""

    text: str
    loss: bool = False


@dataclass(frozen=True, slots=True)
class Recap:
    """A page of the strip. The views are the reader's own: the picture is for nobody else."""

    title: str
    reader: int | None  # None: somebody who does not sit at the table
    steps: tuple[RecapStep, ...]
    pills: tuple[ChangePill, ...] = ()
    start: Any = None  # what the reader saw when they last moved; None: not known
    now: Any = None  # what they see now; None: another page ends with it
    task: str = ""  # what is asked of them; empty: nothing


def turns_per_page(turns: Sequence[RecapTurn]) -> list[int]:
    """How many of the turns each picture shows, where each has a frame of its own that belongs to a seat. Nobody's
    turns stand with what comes before them."""
    found: list[int] = []
    frames = 0
    for turn in turns:
        if not found or (turn.seat is not None and frames == FRAMES):
            found.append(0)
            frames = 0
        frames += turn.seat is not None
        found[-1] += 1
    return found


__all__ = ["FRAMES", "ChangePill", "Event", "Recap", "RecapStep", "RecapTurn", "TurnPhrase", "turns_per_page"]
