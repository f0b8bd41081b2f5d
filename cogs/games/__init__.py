"""Presentation of each game: menu order, chained screens, quick buttons, tips. No rules.

Hooks by purpose: `screens` (choosing a move), `story` (events), `message` (the table message), `looking` (hand, board,
help), `opening` (before the game). A module named like the game may define `FACE`; other games get the generic face.
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
    """The face of a game, typed for callers that are independent of games."""
    if kind.isidentifier() and find_spec(f"{__name__}.{kind}") is not None:
        face = getattr(import_module(f"{__name__}.{kind}"), "FACE", None)
        if isinstance(face, Face):
            return face
    return Face()


__all__ = ["Face", "OpeningOption", "OptionPage", "PublicTable", "Scored", "Topic", "face_for"]
