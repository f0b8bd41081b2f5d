"""The Graveyard: a destroyed district for 1 gold."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    weight_by_key=weigh_keys(Weight.IDLE, "graveyard.passed"),
    weight_by_family=weigh_keys(Weight.LASTING, "graveyard"),
    quick_lines_by_task={"graveyard": ("district-graveyard", "pass graveyard")},
)
