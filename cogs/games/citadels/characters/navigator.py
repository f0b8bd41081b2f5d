"""The Navigator: 4 gold, 4 cards or neither."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    lines={**weigh_keys(Weight.IDLE, "power.no_haul"), **weigh_keys(Weight.PASSING, "power.haul")},
    quick={"navigate": ("power-navigate gold", "power-navigate cards", "pass navigator")},
    if_deck=("power-navigate cards",),
)
