"""The Poor House: weights of its events."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(weight_by_key=weigh_keys(Weight.PASSING, "poor_house.gold"))
