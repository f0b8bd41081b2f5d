"""Medicine: a cheaper city."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.medicine import CardMedicine

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(CardMedicine.kind, effect_prefixes=("catan.build.city",), places_building=True)
