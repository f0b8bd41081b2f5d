"""The Warlord: weights of its events."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import GIVER, weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace

EXTRA: Final = CitadelsCardFace(lines=weigh_keys(Weight.IDLE, "power.no_destroy"), losing={"power.destroy": GIVER})
