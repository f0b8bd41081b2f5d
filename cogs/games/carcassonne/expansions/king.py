"""King and robber baron: awards that somebody holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.games.weighing import Scales, keys
from cogs.screen.event_text import Weight
from rules.carcassonne.expansions.king.view import KingView
from rules.carcassonne.view import CarcassonneView

from .base import Extra

AWARDS: Final = ("king", "robber")


class King(Extra[KingView]):
    """Who holds which award."""

    key = "king"
    scales = Scales(
        "carc",
        {**keys(Weight.GREAT, "king.taken", "robber.taken"), **keys(Weight.LASTING, "king.kept", "robber.kept")},
        keys(Weight.GREAT, "king", "robber"),
    )

    def awards(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        seen = self.seen(view)
        held = {name: getattr(seen, name) for name in AWARDS} if seen is not None else {}
        return {name: award.points for name, award in held.items() if award is not None and award.seat == seat}


EXTRA: Final = King()
