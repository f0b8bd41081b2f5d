"""Module The Princess & the Dragon."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from rules.carcassonne.expansion import Expansion, Setup
from rules.carcassonne.moves import Deploy, Pass
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import TILES, TURNED
from rules.carcassonne.turn import DRAGON, LATE_DRAGON, START
from rules.carcassonne.view import Piece
from rules.core import IllegalMove, Move, Option, Phrase

from . import fairy, knights
from .audit import audit_dragon_and_fairy
from .conditional_moves import DragonSteps, FairyComes
from .dragon import EarlyDragon, LateDragon, erupt_volcano, tiles_not_yet_in_play
from .lair import Lair, lair_of, writable_lair
from .moves import MoveDragon, MoveFairy, SendHome
from .view import LairView, build_lair_view, lair_pieces

DECLINE = Pass("princess")


class PrincessAndDragon(Expansion):
    """Volcanoes and dragon tiles, the fairy, the princess, magic portals."""

    key = "princess"
    order = 50
    sets = ("princess",)
    presets = ("bigbox",)
    options = (
        Option("princess_action", ("must", "may"), "princess"),
        Option("dragon_move", ("before_scoring", "after_scoring"), "princess"),
    )
    marks = ("princess", "volcano", "dragon", "portal")
    moves = (MoveDragon, MoveFairy, SendHome)
    plans = (DragonSteps, FairyComes)
    tally = ("fairy",)
    turn = ((START, fairy.FairyGift), (DRAGON, EarlyDragon), (LATE_DRAGON, LateDragon))

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self.may_decline = options["princess_action"] == "may"

    def marks_without_meaning(self, traits: Collection[str]) -> Collection[str]:
        return ("princess",)  # she matters only when her tile is laid

    def add_opening_tiles(self, setup: Setup) -> None:
        # carcassonne.md 4 no. 7: tiles with a dragon wait for the first volcano.
        for tile in [tile for tile in setup.tiles if "dragon" in TILES[tile].symbols]:
            setup.take_all_pieces(tile)

    def create_module_state(self, s: CarcassonneState) -> None:
        s.ext["princess"] = Lair(tiles_not_yet_in_play(s))

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        lair = lair_of(ctx.s)
        if lair.path or lair.declined:
            lair = writable_lair(ctx.s)
            lair.path = ()
            lair.declined = False
        if "volcano" in TURNED[number].tile.symbols:
            erupt_volcano(ctx, at)

    def list_tiles_added_later(self, s: CarcassonneState) -> Sequence[int]:
        return lair_of(s).away

    def tiles_closed_to_figures(self, s: CarcassonneState) -> Mapping[int, str]:
        # carcassonne.md 8 no. 5: a new volcano becomes the tile of the dragon.
        return {lair_of(s).dragon: "carc.error.dragon_here"}

    def can_deploy_anywhere(self, s: CarcassonneState) -> bool:
        # carcassonne.md 12.6: through the portal.
        return "portal" in TURNED[s.board.laid[s.just][0]].tile.symbols

    def list_deployment_alternatives(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return fairy.fairy_moves(s, seat)

    def required_moves(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return knights.demanded_knight_moves(s, DECLINE if self.may_decline else None)

    def default_required_move(self, s: CarcassonneState, seat: int) -> tuple[Move, Phrase] | None:
        if not self.required_moves(s, seat):
            return None
        return (DECLINE, Phrase("carc.fallback.princess")) if self.may_decline else knights.safest_knight(s, seat)

    def task_about_tile(self, s: CarcassonneState, seat: int) -> Phrase | None:
        return Phrase("carc.task.princess") if self.required_moves(s, seat) else None

    def raise_refusal_reason(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if s.hand >= 0:
            return  # the princess is handled after the tile is laid
        if isinstance(move, (Deploy, MoveFairy, Pass)) and self.required_moves(s, seat):
            raise IllegalMove("carc.error.ask_princess" if self.may_decline else "carc.error.must_princess")
        if isinstance(move, MoveFairy):
            fairy.check_fairy(s, seat, move)
        elif isinstance(move, SendHome):
            knights.check_send_home(s, move)

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> bool | None:
        if isinstance(move, MoveFairy):
            fairy.move_fairy(ctx, seat, move)
            return True
        if isinstance(move, SendHome):
            knights.send_home(ctx, seat, move)
            return True
        if move == DECLINE:
            writable_lair(ctx.s).declined = True
            ctx.emit("carc.princess.declined", seat=seat)
            return False
        return None

    def give_feature_bonus(self, ctx: Ctx, root: int, figures: Sequence[Figure]) -> None:
        fairy.give_fairy_bonus(ctx, root, figures)

    def list_module_pieces(self, s: CarcassonneState) -> Iterator[Piece]:
        return lair_pieces(s)

    def build_module_view(self, s: CarcassonneState) -> LairView:
        return build_lair_view(s)

    def audit(self, s: CarcassonneState) -> None:
        audit_dragon_and_fairy(s)


MODULE = PrincessAndDragon
