"""The Wizard: weights of its events."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import AIM, GIVER, weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    lines={**weigh_keys(Weight.IDLE, "power.kept"), **weigh_keys(Weight.LASTING, "power.look")},
    losing={"power.took": GIVER, "power.look": AIM},
)
