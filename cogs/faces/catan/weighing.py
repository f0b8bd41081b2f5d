"""What matters in the story of Catan. Expansions weigh their own events."""

from __future__ import annotations

from typing import Final

from cogs.screen.telling import Weight
from service.model import StoredEvent

from ..weighing import GIVER, LOSER, Scales, keys
from .extras import extras

SEVEN: Final = 7
SCALES: Final = Scales(
    "catan",
    {
        **keys(
            Weight.IDLE,
            "turn.ended",
            "special.done",
            "trade.declined",
            "trade.cancelled",
            "trade.closed",
            "setup.cards",
            "story.built",
            "story.declined",
            "story.refused",
        ),
        **keys(
            Weight.PASSING,
            "build.no_road",
            "story.produced",
            "story.produced_short",
            "story.produced_nothing",
            "story.produced_nothing_short",
        ),
        **keys(Weight.TRADE, "story.bank", "story.discarded", "story.discarding"),
        **keys(
            Weight.COMMON,
            "build.road",
            "build.free_road",
            "story.roads",
            "story.free_roads",
            "dev.bought",
            "trade.done",
            "robber.moved",
        ),
        **keys(Weight.GREAT, "story.given", "story.robbed", "robber.stole", "dev.monopoly", "dev.gave"),
    },
    {
        **keys(Weight.PASSING, "dice", "production"),
        **keys(Weight.TRADE, "bank", "trade"),
        **keys(Weight.LASTING, "setup", "build", "dev", "robber"),
        **keys(Weight.GREAT, "game", "longest", "army"),
    },
    {
        **dict.fromkeys(("dev.gave", "story.from_cards", "longest.lost"), LOSER),
        "robber.stole": GIVER,
        "story.robbed": "from_seats",
    },
    "story.sentences",
).with_others(extra.scales for extra in extras())


def weight(event: StoredEvent) -> Weight:
    """A seven counts as more than other rolls: others are asked because of it."""
    rolled = event.key == "catan.dice.rolled" or event.key.startswith("catan.story.rolled")
    return Weight.COMMON if rolled and event.params["n"] == SEVEN else SCALES.weight(event)


def losers(event: StoredEvent) -> set[int]:
    return SCALES.losers(event)
