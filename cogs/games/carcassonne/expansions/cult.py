"""Cult: challenges between shrines and monasteries."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import LOSER, Scales, weigh_keys
from cogs.screen.event_text import Weight

from .base import CarcExpansionFace


class Cult(CarcExpansionFace[object]):
    """Weights of its events."""

    key = "cult"
    scales = Scales("carc", {}, weigh_keys(Weight.GREAT, "duel"), {"duel.lost": LOSER})


EXTRA: Final = Cult()
