"""Cities & Knights: the scenes of the progress cards, and the track each belongs to."""

from __future__ import annotations

from typing import Final

from render.catan.scene import Sketch
from render.core.listing import list_modules
from rules.catan.expansions.cities_knights.deck import PROGRESS, TRACK_OF
from rules.catan.expansions.cities_knights.realm import TRACKS

from . import progress
from .landings import Landings

KINDS: Final = {card: TRACKS[track] for card, track in zip(PROGRESS, TRACK_OF, strict=True)}
_FOUND: Final = {
    name.replace("_", "-"): Sketch(getattr(m, f"draw_{name}"), getattr(m, "BROAD", False))
    for name, m in list_modules(progress.__name__, progress.__path__)
}
SKETCHES: Final = {card: _FOUND[card] for card in PROGRESS if card in _FOUND}
NOTES: Final = (Landings,)
