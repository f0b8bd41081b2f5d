"""The Navigator: 4 gold, 4 cards or neither."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(
    lines={**keys(Weight.IDLE, "power.no_haul"), **keys(Weight.PASSING, "power.haul")},
    quick={"navigate": ("power-navigate gold", "power-navigate cards", "pass navigator")},
    if_deck=("power-navigate cards",),
)
