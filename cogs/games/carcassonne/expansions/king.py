"""King and Robber Baron: their awards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.games.weighing import Scales, weigh_keys
from cogs.screen.event_text import Weight
from rules.carcassonne.expansions.king.view import KingView
from rules.carcassonne.view import CarcassonneView

from .base import CarcExpansionFace

AWARDS: Final = ("king", "robber")


class King(CarcExpansionFace[KingView]):
    """Holders of the awards."""

    key = "king"
    scales = Scales(
        "carc",
        {
            **weigh_keys(Weight.GREAT, "king.taken", "robber.taken"),
            **weigh_keys(Weight.LASTING, "king.kept", "robber.kept"),
        },
        weigh_keys(Weight.GREAT, "king", "robber"),
    )

    def award_points(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        seen = self.expansion_view(view)
        award_by_name = {name: getattr(seen, name) for name in AWARDS} if seen is not None else {}
        return {name: award.points for name, award in award_by_name.items() if award is not None and award.seat == seat}


EXTRA: Final = King()
