"""The Engineer: a free wall."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.engineer import CardEngineer

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(CardEngineer.kind, effect_prefixes=("catan.build.wall",))
