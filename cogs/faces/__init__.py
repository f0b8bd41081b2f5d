"""How each game is shown: the order of its menu, chained screens, quick buttons, tips. Presentation only, no rules.

A module of the name of the game may hold a `FACE`; a game without one gets the generic face and is playable by it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from .generic import Face, Opening, OptionPage, Scored, Topic


@cache
def face(kind: str) -> Face:
    """The face of a game."""
    if kind.isidentifier() and find_spec(f"{__name__}.{kind}") is not None:
        found = getattr(import_module(f"{__name__}.{kind}"), "FACE", None)
        if isinstance(found, Face):
            return found
    return Face()


__all__ = ["Face", "Opening", "OptionPage", "Scored", "Topic", "face"]
