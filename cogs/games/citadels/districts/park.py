"""The Park: 2 cards for an empty hand."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(
    lines=keys(Weight.IDLE, "park.passed"),
    families=keys(Weight.LASTING, "park"),
    quick={"park": ("district-park", "pass park")},
)
