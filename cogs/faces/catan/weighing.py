"""What matters in the story of Catan."""

from __future__ import annotations

from typing import Final

from cogs.screen.telling import Weight
from service.model import StoredEvent

from ..weighing import AIM, GIVER, LOSER, Scales, keys

SEVEN: Final = 7
SCALES: Final = Scales(
    "catan",
    {
        **keys(
            Weight.IDLE,
            "turn.ended",
            "gate.nobody",
            "gate.empty",
            "special.done",
            "trade.declined",
            "trade.cancelled",
            "trade.closed",
            "aqueduct.nothing",
            "setup.cards",
            "story.built",
            "story.empty",
            "story.declined",
            "story.refused",
        ),
        **keys(
            Weight.PASSING,
            "build.no_road",
            "play.harbour_closed",
            "play.no_knight",
            "barbarians.nearer",
            "story.rolled_event",
            "story.rolled_ship",
            "story.rolled_nobody",
            "story.produced",
            "story.produced_short",
            "story.produced_nothing",
            "story.produced_nothing_short",
            "story.aqueduct",
        ),
        **keys(Weight.TRADE, "story.bank", "story.discarded", "story.discarding", "story.giving"),
        **keys(
            Weight.COMMON,
            "build.road",
            "build.free_road",
            "story.roads",
            "story.free_roads",
            "knight.activated",
            "story.activated",
            "knight.moved",
            "knight.relocated",
            "dev.bought",
            "trade.done",
            "robber.moved",
        ),
        **keys(Weight.LASTING, "gate.shown", "story.recruited", "story.promoted"),
        **keys(
            Weight.GREAT,
            "story.fight_won",
            "story.fight_won_idle",
            "story.fight_lost",
            "story.fight_lost_idle",
            "story.losses",
            "story.given",
            "story.robbed",
            "story.sent",
            "robber.stole",
            "dev.monopoly",
            "dev.gave",
            "play.gave",
            "play.deserted",
            "knight.removed",
        ),
    },
    {
        **keys(Weight.PASSING, "dice", "production", "aqueduct"),
        **keys(Weight.TRADE, "bank", "trade"),
        **keys(Weight.LASTING, "setup", "build", "improve", "knight", "play", "dev", "robber"),
        **keys(Weight.GREAT, "game", "barbarians", "city", "metropolis", "longest", "army"),
    },
    {
        **dict.fromkeys(
            (
                "city.lost",
                "city.pillaged",
                "story.city_lost",
                "story.city_lost_wall",
                "story.city_pillaged",
                "story.city_pillaged_wall",
                "dev.gave",
                "play.gave",
                "play.gift",
                "story.from_cards",
                "story.from_n",
                "knight.removed",
                "knight.relocated",
                "play.deserted",
                "longest.lost",
            ),
            LOSER,
        ),
        **dict.fromkeys(
            (
                "robber.stole",
                "metropolis.taken",
                "knight.drove",
                "play.took",
                "play.spied",
                "play.road_removed",
                "play.intrigue",
            ),
            GIVER,
        ),
        **dict.fromkeys(("play.deserter", "play.looks", "play.spies"), AIM),
        "story.robbed": "from_seats",
    },
    "story.breath",
)


def weight(event: StoredEvent) -> Weight:
    """A seven counts as more than other rolls: others are asked because of it."""
    rolled = event.key == "catan.dice.rolled" or event.key.startswith("catan.story.rolled")
    return Weight.COMMON if rolled and event.params["n"] == SEVEN else SCALES.weight(event)


def felt(event: StoredEvent) -> set[int]:
    return SCALES.felt(event)
