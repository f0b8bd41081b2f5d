"""The kinds of votes there are. A further one is a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from service.play.moves import Playing
from service.state.model import Vote, What

from .end import End
from .kind import Kind
from .language import Language
from .pause import Pause
from .replace import Replace
from .time import Late, Pace
from .undo import Undo

ALL: Final[tuple[type[Kind], ...]] = (Undo, End, Pause, Pace, Late, Language, Replace)


Outcome = Literal["open", "passed", "declined", "lapsed", "void"]
EVERYBODY: Final = frozenset(kind.what for kind in ALL if kind.everybody)


def outcome(vote: Vote) -> Outcome:
    """How a vote stands, or ended, as people are told: it was declined where those who did so, or who asked, decided
    it; else, at its end, too few had agreed."""
    most, no = len(vote.voters), len(vote.no)
    refused = vote.by in vote.no or (no > 0 if vote.what in EVERYBODY else 2 * (most - no) <= most)
    return vote.status if vote.status != "declined" or refused else "lapsed"


def kinds(playing: Playing) -> Mapping[What, Kind]:
    """Every kind by what it is called."""
    return {kind.what: kind(playing) for kind in ALL}
