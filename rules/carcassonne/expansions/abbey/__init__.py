"""Module Abbey & Mayor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.carcassonne.expansion import NOTHING, Expansion, FigureKind
from rules.carcassonne.scoring import count_shields
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import CITY, MONASTERY
from rules.carcassonne.turn import ABBEY, FINAL_FIELDS, SCORE, WAGON
from rules.carcassonne.view import Piece
from rules.core import Move, Option, Phrase

from . import barn, view, wagon
from .moves import LayAbbey, MoveWagon, PutBarn
from .state import Estate, estate_of, writable_estate
from .tile import AbbeyTime, LastAbbeys

MAYOR = FigureKind("mayor", 1, frozenset((CITY,)), sent_weight=wagon.WEIGHT_AS_GUEST)
# Ranks:
BARN_FIELDS = SCORE + 50
LAST_ABBEYS = 100  # after the last turn
LAST_FARMERS = FINAL_FIELDS - 10
FINAL_BARNS = FINAL_FIELDS + 10


class AbbeyAndMayor(Expansion):
    """Twelve tiles; an abbey, a mayor, a wagon and a barn for each player."""

    key = "abbey"
    order = 70
    sets = ("abbey",)
    presets = ("bigbox",)
    options = (Option("wagon_move", ("connected", "nearby"), "abbey"),)
    moves = (LayAbbey, PutBarn, MoveWagon)
    figures = (MAYOR, wagon.WAGON, barn.BARN)
    tally = ("barns",)
    turn = ((ABBEY, AbbeyTime), (BARN_FIELDS, barn.BarnFields), (WAGON, wagon.Wagons))
    ending = ((LAST_ABBEYS, LastAbbeys), (LAST_FARMERS, barn.LastFarmers), (FINAL_BARNS, barn.FinalBarns))

    def create_module_state(self, s: CarcassonneState) -> None:
        s.ext["abbey"] = Estate(abbeys=tuple(range(s.seats)), barns=(), built=False, drivers=(), last=-1)

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        writable_estate(ctx.s).last = ctx.s.active

    def special_feature_name(self, s: CarcassonneState, root: int, name: str) -> str:
        board = s.board
        return (
            "abbey"
            if board.kinds[root] == MONASTERY and board.turned_tile_at(board.cells[root]).closes_neighbours
            else name
        )

    def adjust_follower_weight(self, s: CarcassonneState, figure: str, root: int, weight: int) -> int:
        # carcassonne.md 13.5
        return count_shields(s, root) if figure == MAYOR.key else weight

    def features_barred_to(self, s: CarcassonneState, figure: str) -> Mapping[int, str]:
        # carcassonne.md 13.3: no farmer goes where a barn is; a pig may.
        if not estate_of(s).barns or figure not in s.hooks.follower_weights:
            return NOTHING
        return dict.fromkeys(barn.barn_fields(s), "carc.error.barn_field")

    def list_deployment_alternatives(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return barn.barn_moves(s, seat)

    def raise_refusal_reason(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if isinstance(move, PutBarn):
            barn.check_barn(s, seat, move)

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> bool | None:
        if not isinstance(move, PutBarn):
            return None
        barn.build_barn(ctx, seat, move)
        return True

    def forecast_scores(self, s: CarcassonneState) -> Iterable[Phrase]:
        return barn.forecast_barns(s)

    def list_fields_to_score(self, s: CarcassonneState) -> Iterable[int]:
        return barn.barn_fields_to_score(s)

    def on_features_scored(self, ctx: Ctx, roots: Sequence[int]) -> None:
        wagon.note_scored_wagons(ctx.s, roots)

    def list_module_pieces(self, s: CarcassonneState) -> Iterator[Piece]:
        return iter(view.barn_pieces(s))

    def build_module_view(self, s: CarcassonneState) -> view.EstateSeen:
        return view.build_estate_view(s)

    def audit(self, s: CarcassonneState) -> None:
        barn.audit_barns(s, estate_of(s))


MODULE = AbbeyAndMayor
