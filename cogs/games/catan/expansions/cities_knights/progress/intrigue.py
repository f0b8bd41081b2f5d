"""Intrigue: displaces a knight."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import GIVER
from rules.catan.expansions.cities_knights.progress.intrigue import CardIntrigue

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(
    CardIntrigue.kind,
    effect_prefixes=("catan.knight.relocated", "catan.knight.removed"),
    losing_parameters={"play.intrigue": GIVER},
)
