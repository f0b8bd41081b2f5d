"""The Wizard: weights of its events."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import AIM, GIVER, weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(
    weight_by_key={**weigh_keys(Weight.IDLE, "power.kept"), **weigh_keys(Weight.LASTING, "power.look")},
    losing_parameters={"power.took": GIVER, "power.look": AIM},
)
