"""The Diplomat: a removed road may be rebuilt."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.diplomat import CardDiplomat

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(CardDiplomat.kind, effect_prefixes=("catan.build.free_road",))
