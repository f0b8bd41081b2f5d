"""The Bell Tower: one district fewer completes a city."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(
    lines={**keys(Weight.IDLE, "bell_tower.passed"), **keys(Weight.GREAT, "bell_tower.used")},
    families=keys(Weight.LASTING, "bell_tower"),
    quick={"bell_tower": ("district-bell-tower", "pass bell_tower")},
)
