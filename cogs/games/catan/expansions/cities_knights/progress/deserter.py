"""The Deserter: another player loses a knight."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import AIM
from rules.catan.expansions.cities_knights.progress.deserter import CardDeserter

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(
    CardDeserter.kind, announced={"catan.play.deserter": "catan.play.deserted"}, losing={"play.deserter": AIM}
)
