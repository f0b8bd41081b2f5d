"""The Navigator: 4 gold, 4 cards or neither."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    weight_by_key={**weigh_keys(Weight.IDLE, "power.no_haul"), **weigh_keys(Weight.PASSING, "power.haul")},
    quick_lines_by_task={"navigate": ("power-navigate gold", "power-navigate cards", "pass navigator")},
    lines_needing_deck=("power-navigate cards",),
)
