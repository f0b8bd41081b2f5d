"""What matters in the story of Carcassonne: points, and who loses figures."""

from __future__ import annotations

from typing import Final

from cogs.screen.telling import Weight

from ..weighing import LOSER, Scales, keys

SCALES: Final = Scales(
    "carc",
    {
        **keys(
            Weight.PASSING,
            "figure.passed",
            "tile.put_aside",
            "dragon.moved",
            "dragon.goes",
            "dragon.path",
            "dragon.stuck",
            "feature.scored_nothing",
            "feature.final_nothing",
            "bazaar.passed",
            "abbey.kept",
            "princess.declined",
        ),
        **keys(
            Weight.GREAT,
            "dragon.eats",
            "dragon.goes_eats",
            "dragon.path_eats",
            "princess.sent",
            "figure.alone",
            "king.taken",
            "robber.taken",
        ),
        **keys(Weight.LASTING, "king.kept", "robber.kept", "fairy.turn"),
    },
    {
        **keys(Weight.GREAT, "game", "feature", "field", "city", "barn", "castle", "goods", "duel", "king", "robber"),
        **keys(Weight.LASTING, "fairy", "count", "bazaar"),
    },
    {
        **dict.fromkeys(("dragon.eats", "dragon.goes_eats", "dragon.path_eats"), "seats"),
        "princess.sent": "owner_seat",
        **dict.fromkeys(("duel.lost", "figure.alone"), LOSER),
    },
)
