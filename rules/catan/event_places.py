"""Places as event parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .layout import Layout
from .places import Corner, Path, Place
from .state import CatanState

KINDS: Final[dict[str, type[Place]]] = {"corner": Corner, "goal": Corner, "path": Path}


def places_for_events(s: CatanState, **places: int) -> dict[str, Any]:
    """Places by name (`corner="v23"`), and `numbers`: for each, the number tokens around it now (0: none). The numbers
    are in the order of `hexes_at_place`; tokens may move later."""
    tokens = {name: str(KINDS[name](place)) for name, place in places.items()}
    numbers = {token: [s.tokens[hex_] for hex_ in hexes_at_place(s.layout, token)] for token in tokens.values()}
    return {**tokens, "numbers": numbers}


def hexes_at_place(layout: Layout, token: str) -> Sequence[int]:
    """The hexes at a corner (`v23`) or on both sides of a path (`e35`)."""
    number = int(token[1:])
    if token[0] == Corner.letter:
        return layout.hexes_at[number]
    first, second = layout.path_ends[number]
    return [hex_ for hex_ in layout.hexes_at[first] if hex_ in layout.hexes_at[second]]
