"""Module The River."""

from __future__ import annotations

from rules.carcassonne.expansion import Expansion
from rules.carcassonne.river import River


class RiverOne(Expansion):
    """Twelve tiles; the rules are common to all rivers."""

    key = "river1"
    order = 10
    sets = ("river1",)
    presets = ("2007",)
    brings = (River,)


MODULE = RiverOne
