"""Cult: duels of shrines and monasteries."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import LOSER, Scales, weigh_keys
from cogs.screen.event_text import Weight

from .base import CarcExpansionFace


class Cult(CarcExpansionFace[object]):
    """What a lost duel weighs."""

    key = "cult"
    scales = Scales("carc", {}, weigh_keys(Weight.GREAT, "duel"), {"duel.lost": LOSER})


EXTRA: Final = Cult()
