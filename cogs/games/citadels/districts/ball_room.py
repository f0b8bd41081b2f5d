"""The Ball Room: thanks, or a lost turn."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import LOSER, keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(
    lines={**keys(Weight.PASSING, "ball_room.thanked"), **keys(Weight.GREAT, "ball_room.silent")},
    losing={"ball_room.silent": LOSER},
    quick={"thank": ("thank", "pass thanks")},
)
