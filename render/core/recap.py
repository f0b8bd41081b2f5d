"""Recaps as values: the turns since the reader's last move, each drawn as a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

FRAMES: Final = 6  # most frames on one picture
Event = tuple[str, Mapping[str, Any]]  # key, parameters


@dataclass(frozen=True, slots=True)
class TurnPhrase:
    """A part of a turn in words: «took 9 points for the shrine at K47.»"""

    text: str
    weight: int  # the least are left out first
    key: str = ""  # key of the event, left out if the picture shows it
    whole: bool = False  # whether it is a full sentence, not the continuation of the seat's name


@dataclass(frozen=True, slots=True)
class RecapTurn:
    """A turn of a recap: its seat, and everything of it that the reader may know."""

    seat: int | None  # None: no seat's turn
    events: tuple[Event, ...]  # oldest first, including unworded ones
    said: tuple[TurnPhrase, ...] = ()  # in order


@dataclass(frozen=True, slots=True)
class RecapStep:
    """A turn with the reader's views before and after it, equal if nothing visible changed."""

    turn: RecapTurn
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class ChangePill:
    """A change for the reader in a few words: «−1 follower»."""

    text: str
    loss: bool = False


@dataclass(frozen=True, slots=True)
class Recap:
    """One page of a recap. Its views are the reader's own, so it may show their secrets."""

    title: str
    reader: int | None  # None: a spectator
    steps: tuple[RecapStep, ...]
    pills: tuple[ChangePill, ...] = ()
    start: Any = None  # the reader's view at their last move; None: unknown
    now: Any = None  # the reader's view now; None unless this is the last page
    task: str = ""  # the reader's pending decision; empty: none


def turns_per_page(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns on each picture, with at most `FRAMES` turns of seats each. A turn without a seat stays with
    the turn before it."""
    counts: list[int] = []
    frames = 0
    for turn in turns:
        if not counts or (turn.seat is not None and frames == FRAMES):
            counts.append(0)
            frames = 0
        frames += turn.seat is not None
        counts[-1] += 1
    return counts
