"""Module Bridges, Castles & Bazaars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.carcassonne.expansion import Expansion
from rules.carcassonne.figures import has_deployment, list_demanded_moves
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import TURNED
from rules.carcassonne.turn import BAZAAR, CASTLE, START
from rules.core import Chance, Move, Option, Phrase

from . import bazaar, bridges, castles, market
from .lords import FINAL_CASTLES, LORDS, CastleTime, FinalCastles, Lords
from .moves import MOVES, BridgeBuild, BridgeDecline, BridgePlace
from .view import BridgeView, build_bridge_view

TAKE = START + 20


def pieces_per_player(seats: int) -> int:
    """The number of bridges, and of castles, per player."""  # carcassonne.md 3.2
    return 3 if seats <= 4 else 2


class BridgesCastlesBazaars(Expansion):
    """Twelve tiles, eight of them bazaars; bridges and castles."""

    key = "bridge"
    order = 80
    sets = ("bridge",)
    presets = ("bigbox",)
    options = (Option("bazaar", ("auction", "no_bids"), "bridge"),)
    marks = ("bazaar",)
    moves = MOVES
    tally = ("castles", "auctions")
    turn = ((TAKE, bazaar.BazaarTurn), (CASTLE, CastleTime), (LORDS, Lords), (BAZAAR, bazaar.BazaarTime))
    ending = ((FINAL_CASTLES, FinalCastles),)

    def standing_answer_keys(self) -> Sequence[str]:
        return (bazaar.NEVER_BID,) if self.chosen["bazaar"] == "auction" else ()

    def create_module_state(self, s: CarcassonneState) -> None:
        supply = (pieces_per_player(s.seats),) * s.seats
        s.ext[bridges.Bridges.kind] = bridges.Bridges(supply)
        s.ext[castles.Castles.kind] = castles.Castles(supply)
        s.ext[market.Bazaar.kind] = market.Bazaar()

    def list_other_lays(self, s: CarcassonneState, tile: int) -> Sequence[Move]:
        return bridges.list_bridge_lays(s, tile)

    def list_optional_moves(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return bridges.legal_bridge_builds(s)

    def raise_refusal_reason(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if isinstance(move, BridgePlace) and s.hand >= 0:
            bridges.check_bridge_place(s, move)
        elif isinstance(move, BridgeBuild) and s.hand < 0:
            bridges.check_bridge_build(s, move)

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> bool | None:
        if isinstance(move, BridgePlace):
            bridges.place_with_bridge(ctx, move)
        elif isinstance(move, BridgeDecline):
            bridges.put_tile_aside(ctx)
        elif isinstance(move, BridgeBuild):
            bridges.build_bridge(ctx, move)
            return not list_demanded_moves(ctx.s, seat) and not has_deployment(ctx.s, seat)
        else:
            return None
        return True

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        if "bazaar" in TURNED[number].tile.symbols:
            market.note_bazaar_tile(ctx.s)

    def take_own_tile(self, ctx: Ctx) -> int:
        return market.take_up_lot(ctx)

    def list_kept_tiles(self, s: CarcassonneState) -> Sequence[int]:
        return market.list_untaken_tiles(s)

    def has_tile_for_part(self, s: CarcassonneState) -> bool:
        return market.next_lot_to_lay(s) >= 0

    def possible_bid_limits(self, s: CarcassonneState, seat: int) -> Mapping[str, range]:
        return bazaar.bid_limits(s, seat)

    def move_for_bid_limit(self, s: CarcassonneState, seat: int, name: str, most: int) -> Move | None:
        return bazaar.least_bid_up_to(s, seat, name, most)

    def sample_unlisted_moves(self, s: CarcassonneState, seat: int, chance: Chance) -> Iterable[Move]:
        return bazaar.sample_bids(s, chance)

    def on_features_scored(self, ctx: Ctx, roots: Sequence[int]) -> None:
        if castles.castles_of(ctx.s).built:
            castles.writable_castles(ctx.s).fresh = tuple(roots)

    def forecast_scores(self, s: CarcassonneState) -> Iterable[Phrase]:
        return castles.forecast_castles(s)

    def protects_figure(self, s: CarcassonneState, figure: Figure) -> bool:
        return castles.castle_of_lord(s, figure) is not None

    def tiles_of_wide_figures(self, s: CarcassonneState) -> Mapping[int, Sequence[int]]:
        return castles.castle_tiles_by_lord(s)

    def special_feature_name(self, s: CarcassonneState, root: int, name: str) -> str:
        return name if castles.castle_at(s, root) is None else "castle"

    def adjust_points_per_tile(self, s: CarcassonneState, root: int, points: int) -> int:
        # carcassonne.md 15.3: a castle is no longer a city and has its own value.
        return points if castles.castle_at(s, root) is None else 0

    def extra_points_of_city(self, s: CarcassonneState, city: int) -> int:
        return 0 if castles.castle_at(s, city) is None else 1  # carcassonne.md 9.4

    def build_module_view(self, s: CarcassonneState) -> BridgeView:
        return build_bridge_view(s)

    def audit(self, s: CarcassonneState) -> None:
        each = pieces_per_player(s.seats)
        bridges.audit_bridges(s, each)
        castles.audit_castles(s, each)
        bazaar.audit_bazaar(s)


MODULE = BridgesCastlesBazaars
