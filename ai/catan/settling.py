"""What is settled before a position is judged by somebody who looks back: a loss that is certain, of which only the
choice is open. Judged before that choice, whoever loses something would seem to gain by choosing it."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game, Step

from ..search import played_on
from .policy import policy

CERTAIN: Final[set[type[Step[Any]]]] = set()  # what a module asks of whoever has lost something already


def settled(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """The position once such losses are chosen, as a sensible player does."""
    if not (s.agenda and type(s.agenda[-1]) in CERTAIN):
        return s
    found: CatanState = played_on(game, s, luck, policy, lambda now: type(now.agenda[-1]) not in CERTAIN)
    return found
