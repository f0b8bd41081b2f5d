"""Module King & Robber Baron."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.carcassonne.expansion import Expansion
from rules.carcassonne.state import CarcassonneState, Ctx

from .awards import AWARDS, Awards, FinalAwards, Held, awards_of, contest_award, settled_features
from .view import Award, KingView

FINAL_AWARDS = 800


class King(Expansion):
    """Five tiles; the King for the largest complete city, the Robber Baron for the longest complete road."""

    key = "king"
    order = 35
    sets = ("king",)
    presets = ("bigbox",)
    tally = tuple(AWARDS)
    ending = ((FINAL_AWARDS, FinalAwards),)

    def create_module_state(self, s: CarcassonneState) -> None:
        s.ext[Awards.kind] = Awards((Held(),) * len(AWARDS))

    def on_figures_returned(self, ctx: Ctx, roots: Sequence[int]) -> None:
        contest_award(ctx, roots)

    def build_module_view(self, s: CarcassonneState) -> KingView:
        shown: dict[str, Any] = {
            name: None if held.seat < 0 else Award(held.seat, held.size, len(settled_features(s, kind)))
            for (name, kind), held in zip(AWARDS.items(), awards_of(s).held, strict=True)
        }
        return KingView(**shown)

    def audit(self, s: CarcassonneState) -> None:
        for kind, held in zip(AWARDS.values(), awards_of(s).held, strict=True):
            largest = max((s.board.count_tiles(root) for root in settled_features(s, kind)), default=0)
            assert held.size == largest, "an award for something that is not the largest"
            assert (held.seat >= 0) == (largest > 0), "an award nobody can hold"


MODULE = King
