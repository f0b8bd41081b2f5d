"""The Wizard in the story."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import AIM, GIVER, keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(
    lines={**keys(Weight.IDLE, "power.kept"), **keys(Weight.LASTING, "power.look")},
    losing={"power.took": GIVER, "power.look": AIM},
)
