"""All kinds of votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from service.play.moves import Playing
from service.state.model import Vote, VoteKey

from .end import EndVote
from .kind import VoteKind
from .language import LanguageVote
from .pause import PauseVote
from .replace import ReplaceVote
from .time import LateVote, PaceVote
from .undo import UndoVote

ALL: Final[tuple[type[VoteKind], ...]] = (UndoVote, EndVote, PauseVote, PaceVote, LateVote, LanguageVote, ReplaceVote)


VoteOutcome = Literal["open", "passed", "declined", "lapsed", "void"]
UNANIMOUS_KINDS: Final = frozenset(kind.what for kind in ALL if kind.everybody)


def vote_outcome(vote: Vote) -> VoteOutcome:
    """The result as shown: declined if users did so, else too few agreed."""
    most, no = len(vote.voters), len(vote.no)
    refused = vote.by in vote.no or (no > 0 if vote.what in UNANIMOUS_KINDS else 2 * (most - no) <= most)
    return vote.status if vote.status != "declined" or refused else "lapsed"


def build_vote_kinds(playing: Playing) -> Mapping[VoteKey, VoteKind]:
    """Kinds of votes by key."""
    return {kind.what: kind(playing) for kind in ALL}
