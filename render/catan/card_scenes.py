"""Finds the scene of each development card and each card of a module."""

from __future__ import annotations

from typing import Final

from render.core.brush import Brush, initials_of_key
from render.core.paints import INK, PAPER, WOOD_LIGHT
from rules.catan.development import CARDS

from .colours import DEVELOPMENT, TRACKS, Track
from .developments import DEVELOPMENTS
from .expansions import KINDS
from .expansions import SKETCHES as ADDED
from .scene import Sketch

SKETCHES: Final[dict[str, Sketch]] = {**DEVELOPMENTS, **ADDED}


def is_action_card(key: str) -> bool:
    """Whether the key is a development card or a card of a module, drawn or not."""
    return key in CARDS or key in KINDS


def deck_of_card(key: str) -> str:
    """The deck of a card: the track of a progress card, or `development`."""
    return KINDS.get(key, "development")


def shade_of_card(key: str) -> Track:
    return TRACKS.get(deck_of_card(key), DEVELOPMENT)


def draw_unknown_card(b: Brush, key: str) -> None:
    """An undrawn card: a scroll with letters."""
    b.box(14, 22, 72, 58, PAPER)
    for y in (13, 75):
        b.round_box(8, y, 84, 13, 6, WOOD_LIGHT)
    b.letters(50, 51, 42, initials_of_key(key), INK, 64)
