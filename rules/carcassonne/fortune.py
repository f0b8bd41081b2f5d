"""Luck of drawn tiles: the number of cells a tile fits, compared with all tiles that could have been drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.core import Event
from rules.core.fortune import Fortune, fortune_of_outcome

from .laying import admitted_turns
from .state import CarcassonneState
from .tiles import FITS
from .turn import DRAWN


def fortune_of_tile_draw(after: CarcassonneState, events: Sequence[Event]) -> Mapping[int, Fortune]:
    """The fortune of the player who just drew a tile; tiles that fit nowhere are excluded."""
    if after.hand < 0 or not any(event.key == DRAWN and event.params["seat"] == after.active for event in events):
        return {}
    pile = _count_pile_of_draw(after)
    fits = {tile: _count_cells_that_fit(after, tile) for tile in pile}
    if not fits.get(after.hand):
        return {}
    possible = [(float(fits[tile]), float(n)) for tile, n in pile.items() if fits[tile]]
    return {after.active: fortune_of_outcome(fits[after.hand], possible)}


def _count_pile_of_draw(s: CarcassonneState) -> Counter[int]:
    """The content of the pile when the tile in hand was drawn."""
    ends = 0
    for length in s.piles:
        ends += length
        if s.drawn <= ends:
            return Counter(s.pile[s.drawn - 1 : ends])
    return Counter()


def _count_cells_that_fit(s: CarcassonneState, tile: int) -> int:
    """The number of empty cells where the tile may be laid in some turn."""
    fits, refuses = FITS[tile], s.hooks.lay_refusal[tile]
    return sum(
        bool(fits[need] and (not refuses or admitted_turns(s, at, tile, fits[need])))
        for at, need in s.board.frontier.items()
    )
