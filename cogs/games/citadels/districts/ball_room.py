"""The Ball Room: thanks, or a lost turn."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import LOSER, weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    weight_by_key={**weigh_keys(Weight.PASSING, "ball_room.thanked"), **weigh_keys(Weight.GREAT, "ball_room.silent")},
    losing_parameters={"ball_room.silent": LOSER},
    quick_lines_by_task={"thank": ("thank", "pass thanks")},
)
