"""All kinds of votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.play.moves import Playing
from service.state.model import VoteKey

from .end import EndVote
from .kind import VoteKind
from .language import LanguageVote
from .pause import PauseVote
from .replace import ReplaceVote
from .time import LateVote, PaceVote
from .undo import UndoVote

VOTE_KINDS: Final[tuple[type[VoteKind], ...]] = (
    UndoVote,
    EndVote,
    PauseVote,
    PaceVote,
    LateVote,
    LanguageVote,
    ReplaceVote,
)
UNANIMOUS_KINDS: Final = frozenset(kind.what for kind in VOTE_KINDS if kind.is_unanimous)


def build_vote_kinds(playing: Playing) -> Mapping[VoteKey, VoteKind]:
    """Kinds of votes by key."""
    return {kind.what: kind(playing) for kind in VOTE_KINDS}
