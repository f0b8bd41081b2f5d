"""Weights of story lines in Catan. Expansions add their own."""

from __future__ import annotations

from typing import Final

from cogs.screen.event_text import Weight

from ..weighing import GIVER, LOSER, Scales, weigh_keys
from .expansions import extra_faces

SCALES: Final = Scales(
    "catan",
    {
        **weigh_keys(
            Weight.IDLE,
            "turn.ended",
            "special.done",
            "trade.offered",
            "trade.countered",
            "trade.accepted",
            "trade.declined",
            "trade.cancelled",
            "trade.closed",
            "setup.cards",
            "story.built",
            "story.declined",
            "story.refused",
        ),
        **weigh_keys(
            Weight.PASSING,
            "build.no_road",
            "story.brought",
            "story.produced",
            "story.produced_short",
            "story.produced_nothing",
            "story.produced_nothing_short",
        ),
        **weigh_keys(Weight.TRADE, "story.bank", "story.discarded", "story.discarding", "production.robbed"),
        **weigh_keys(
            Weight.COMMON,
            "dice.rolled",
            "story.rolled_gains",
            "build.road",
            "build.free_road",
            "story.roads",
            "story.free_roads",
            "dev.bought",
            "trade.done",
            "robber.moved",
        ),
        **weigh_keys(Weight.GREAT, "story.given", "story.robbed", "robber.stole", "dev.monopoly", "dev.gave"),
    },
    {
        **weigh_keys(Weight.PASSING, "dice", "production"),
        **weigh_keys(Weight.TRADE, "bank", "trade"),
        **weigh_keys(Weight.LASTING, "setup", "build", "dev", "robber"),
        **weigh_keys(Weight.GREAT, "game", "longest", "army"),
    },
    {
        **dict.fromkeys(("dev.gave", "story.from_cards", "longest.lost"), LOSER),
        "robber.stole": GIVER,
        "story.robbed": "from_seats",
        "production.robbed": "seats",
    },
    "story.sentences",
).with_others(extra.scales for extra in extra_faces())
