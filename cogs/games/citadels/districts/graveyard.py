"""The Graveyard: a destroyed district for 1 gold."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(
    lines=keys(Weight.IDLE, "graveyard.passed"),
    families=keys(Weight.LASTING, "graveyard"),
    quick={"graveyard": ("district-graveyard", "pass graveyard")},
)
