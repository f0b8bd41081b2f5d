"""The Bishop: the robber takes from everybody."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.bishop import CardBishop

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(CardBishop.kind, effect_prefixes=("catan.robber.", "catan.story.robbed"))
