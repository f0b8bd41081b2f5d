"""Module The Cult."""

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.cells import CELLS, STEPS_AROUND
from rules.carcassonne.expansion import Expansion
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import MONASTERY, TURNED, Tile

from .duels import end_duels, find_challengers, is_shrine, list_duels
from .view import CultView, Duel


class Cult(Expansion):
    """Five tiles with shrines, whose heretics compete with the monks of neighbouring monasteries."""

    key = "cult"
    order = 75
    sets = ("cult",)
    presets = ("bigbox",)

    def may_refuse_tile(self, tile: Tile) -> bool:
        return bool(tile.building)

    def lay_refusal(self, s: CarcassonneState, at: int, number: int) -> str:
        # carcassonne.md 17.2: no building gets two neighbours of the other kind, occupied or not.
        shrine = TURNED[number].tile.building == "shrine"
        near = find_challengers(s, at, shrine)
        if len(near) > 1:
            return "carc.error.two_monasteries" if shrine else "carc.error.two_shrines"
        if any(find_challengers(s, other, not shrine) for other in near):
            return "carc.error.two_shrines" if shrine else "carc.error.two_monasteries"
        return ""

    def special_feature_name(self, s: CarcassonneState, root: int, name: str) -> str:
        board = s.board
        return "shrine" if board.kinds[root] == MONASTERY and is_shrine(s, board.cells[root]) else name

    def special_rule_key(self, s: CarcassonneState, root: int, key: str) -> str:
        board = s.board
        if board.kinds[root] == MONASTERY and is_shrine(s, board.cells[root]):
            return "shrine_final" if board.open[root] else "shrine"
        return key

    def on_features_scored(self, ctx: Ctx, roots: Sequence[int]) -> None:
        end_duels(ctx, roots)

    def build_module_view(self, s: CarcassonneState) -> CultView:
        return CultView(tuple(Duel(CELLS[shrine], CELLS[monastery]) for shrine, monastery in list_duels(s)))

    def audit(self, s: CarcassonneState) -> None:
        for at in s.board.buildings:
            near = find_challengers(s, at, is_shrine(s, at))
            assert near == [at + ring for ring in STEPS_AROUND if at + ring in near], "a neighbour out of order"
            assert len(near) < 2, "a building with two neighbours of the other kind"


MODULE = Cult
