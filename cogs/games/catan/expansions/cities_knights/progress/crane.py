"""The Crane: a cheaper improvement."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.crane import CardCrane

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(CardCrane.kind, effect_prefixes=("catan.improve.", "catan.metropolis."))
