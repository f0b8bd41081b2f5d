"""The Bell Tower: one district fewer completes a city."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    weight_by_key={**weigh_keys(Weight.IDLE, "bell_tower.passed"), **weigh_keys(Weight.GREAT, "bell_tower.used")},
    weight_by_family=weigh_keys(Weight.LASTING, "bell_tower"),
    quick_lines_by_task={"bell_tower": ("district-bell-tower", "pass bell_tower")},
)
