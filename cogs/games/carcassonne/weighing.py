"""Weights of story lines in Carcassonne: points and lost figures. Expansions add their own."""

from __future__ import annotations

from typing import Final

from cogs.screen.event_text import Weight

from ..weighing import LOSER, Scales, weigh_keys
from .expansions import extra_faces

SCALES: Final = Scales(
    "carc",
    {
        **weigh_keys(
            Weight.PASSING,
            "figure.passed",
            "tile.put_aside",
            "tile.put_aside_several",
            "feature.scored_nothing",
            "feature.final_nothing",
        ),
        **weigh_keys(Weight.GREAT, "figure.alone"),
    },
    weigh_keys(Weight.GREAT, "game", "feature", "field", "city"),
    {"figure.alone": LOSER, "home.of": LOSER},
).with_others(extra.scales for extra in extra_faces())
