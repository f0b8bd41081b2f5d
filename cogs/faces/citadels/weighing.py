"""What matters in the story of Citadels: what characters do to others, and what is built."""

from __future__ import annotations

from typing import Final

from cogs.screen.telling import Weight

from ..weighing import AIM, GIVER, LOSER, Scales, keys

SCALES: Final = Scales(
    "cit",
    {
        **keys(
            Weight.IDLE,
            "draft.picked",
            "draft.picked_several",
            "draft.threw",
            "action.looks",
            "power.no_destroy",
            "power.no_exchange",
            "power.no_haul",
            "power.kept",
            "park.passed",
            "graveyard.passed",
            "bell_tower.passed",
            "lighthouse.passed",
        ),
        **keys(
            Weight.PASSING,
            "call.silent",
            "turn.income",
            "poor_house.gold",
            "throne_room.gold",
            "power.merchant",
            "power.refund",
            "power.haul",
            "power.queen",
            "power.unpaid",
            "ball_room.thanked",
        ),
        **keys(Weight.LASTING, "power.redraw", "power.beautify", "power.look", "power.claim", "power.tax"),
        **keys(Weight.GREAT, "round.murdered", "turn.taken_over", "ball_room.silent", "bell_tower.used"),
    },
    {
        **keys(Weight.PASSING, "action", "cards", "laboratory", "smithy"),
        **keys(Weight.LASTING, "build", "crown", "museum", "graveyard", "lighthouse", "park", "bell_tower"),
        **keys(Weight.GREAT, "game", "power", "armory", "hospital"),
    },
    {
        **dict.fromkeys(
            (
                "power.robbed",
                "power.destroy",
                "power.tax",
                "power.took",
                "power.claim",
                "armory.used",
            ),
            GIVER,
        ),
        **dict.fromkeys(("power.swap", "power.exchange", "power.look"), AIM),
        **dict.fromkeys(("round.murdered", "ball_room.silent"), LOSER),
    },
)
