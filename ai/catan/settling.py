"""What is settled before a position is judged by somebody who looks back: what several lose or get for certain, and of
which only the choice is open (a discard). Judged before that choice, whoever loses something would seem to have it."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.choosing import ChooseCards
from rules.catan.state import CatanState
from rules.core import Chance, Game, Step

from ..search import played_on
from .policy import policy

CERTAIN: Final[list[type[Step[Any]]]] = [ChooseCards]  # what asks so; modules add theirs


def settled(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """The position once that is chosen, as sensible players do."""
    certain = tuple(CERTAIN)
    if not (s.agenda and isinstance(s.agenda[-1], certain)):
        return s
    found: CatanState = played_on(game, s, luck, policy, lambda now: not isinstance(now.agenda[-1], certain))
    return found
