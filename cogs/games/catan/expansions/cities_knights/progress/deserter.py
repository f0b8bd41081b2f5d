"""The Deserter: another player loses a knight."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import AIM
from rules.catan.expansions.cities_knights.progress.deserter import CardDeserter

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(
    CardDeserter.kind,
    superseded_by={"catan.play.deserter": "catan.play.deserted"},
    losing_parameters={"play.deserter": AIM},
)
