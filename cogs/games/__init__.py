"""How each game is shown: the order of its menu, chained screens, quick buttons, tips. Presentation only, no rules.

The hooks stand in groups: `screens` (choosing a move), `story` (what is told), `message` (the table message), `looking`
(hand, board, help), `opening` (before the game). A module of the name of the game may hold a `FACE`; a game without one
gets the generic face and is playable by it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from rules.core import View

from .generic import Face
from .looking import Topic
from .opening import OpeningOption, OptionPage
from .public_table import PublicTable
from .story import Scored


@cache
def face_for(kind: str) -> Face[View]:
    """The face of a game, for callers that know no game: the views they hand it are of this very game."""
    if kind.isidentifier() and find_spec(f"{__name__}.{kind}") is not None:
        found = getattr(import_module(f"{__name__}.{kind}"), "FACE", None)
        if isinstance(found, Face):
            return found
    return Face()


__all__ = ["Face", "OpeningOption", "OptionPage", "PublicTable", "Scored", "Topic", "face_for"]
