"""The Thief: weights of its events."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import GIVER

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(losing_parameters={"power.robbed": GIVER})
