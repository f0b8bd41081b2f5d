"""The Commercial Harbour: the announced trade is told with its result."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.commercial_harbour import CardCommercialHarbour

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(
    CardCommercialHarbour.kind, superseded_by={"catan.play.harbour": "catan.play.harbour_done"}
)
