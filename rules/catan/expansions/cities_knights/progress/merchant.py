"""The Merchant: a point, and a better rate for one resource."""  # catan.md 10.5

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Final

from rules.catan.layout import DESERT, load_layouts
from rules.catan.places import OUT, Hex
from rules.catan.state import CatanState, Ctx
from rules.catan.view import HexView, PlayerView
from rules.core import Move

from ..realm import Realm, hexes_with_buildings, realm_of
from .card import Progress

WORTH: Final = 1


@dataclass(frozen=True, slots=True)
class CardMerchant(Move):
    """Put the merchant on a hex beside one's building: `card-merchant h9`."""

    kind: ClassVar[str] = "card-merchant"
    group: ClassVar[str | None] = "card"
    hex: Hex


MOVES: Final = tuple(CardMerchant(Hex(h)) for h in range(max(len(board.hexes) for board in load_layouts().values())))


class Merchant(Progress):
    """He stays until another Merchant is played. On a desert he gives the point only."""  # catan.md R15

    key = "merchant"
    move = CardMerchant
    tally = "merchant"

    def legal(self, s: CatanState, r: Realm, seat: int, moves: list[Move]) -> None:
        moves += [MOVES[h] for h in hexes_with_buildings(s, seat)]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardMerchant)
        s = ctx.s
        r = realm_of(s)
        former = r.merchant_of
        if r.merchant_of != OUT:
            s.points[r.merchant_of] -= WORTH
            s.changed = (*s.changed, str(Hex(r.merchant)))
        r.merchant, r.merchant_of = int(move.hex), seat
        s.points[seat] += WORTH
        s.changed = (*s.changed, str(move.hex))
        told: dict[str, Any] = {"seat": seat, "hex": str(move.hex), "token": s.tokens[move.hex]}
        if former in (OUT, seat):
            ctx.emit("catan.play.merchant", **told)
        else:
            ctx.emit("catan.play.merchant_taken", **told, from_seat=former)

    def better(self, s: CatanState, r: Realm, seat: int) -> int:
        if seat != r.merchant_of:
            return 0
        terrain = s.terrain[r.merchant]
        return 1 << terrain if terrain != DESERT else 0

    def points(self, r: Realm, seat: int) -> int:
        return WORTH * (r.merchant_of == seat)

    def look(self, shown: dict[str, Any], r: Realm) -> None:
        if r.merchant == OUT:
            return
        hexes, players = list(shown["hexes"]), list(shown["players"])
        hexes[r.merchant] = _hex_with_merchant(hexes[r.merchant], r.merchant_of)
        players[r.merchant_of] = _player_with_merchant(players[r.merchant_of])
        shown.update(hexes=tuple(hexes), players=tuple(players))

    def audit(self, r: Realm) -> None:
        assert (r.merchant == OUT) == (r.merchant_of == OUT), "a merchant of nobody"


# Cached, because it is read for every view.


@lru_cache(maxsize=256)
def _hex_with_merchant(place: HexView, seat: int) -> HexView:
    return replace(place, merchant=seat)


@lru_cache(maxsize=1024)
def _player_with_merchant(player: PlayerView) -> PlayerView:
    return replace(player, merchant=True)


CARD: Final = Merchant()
