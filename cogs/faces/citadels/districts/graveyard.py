"""The Graveyard: a destroyed district for 1 gold."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import keys
from cogs.screen.telling import Weight

from ..extra import Extra

EXTRA: Final = Extra(
    lines=keys(Weight.IDLE, "graveyard.passed"),
    families=keys(Weight.LASTING, "graveyard"),
    quick={"graveyard": ("district-graveyard", "pass graveyard")},
)
