"""The Park: 2 cards for an empty hand."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import keys
from cogs.screen.telling import Weight

from ..extra import Extra

EXTRA: Final = Extra(
    lines=keys(Weight.IDLE, "park.passed"),
    families=keys(Weight.LASTING, "park"),
    quick={"park": ("district-park", "pass park")},
)
