"""The Ball Room: thanks, or a lost turn."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import LOSER, keys
from cogs.screen.telling import Weight

from ..extra import Extra

EXTRA: Final = Extra(
    lines={**keys(Weight.PASSING, "ball_room.thanked"), **keys(Weight.GREAT, "ball_room.silent")},
    losing={"ball_room.silent": LOSER},
    quick={"thank": ("thank", "pass thanks")},
)
