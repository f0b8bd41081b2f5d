"""The Merchant: a point, and a better rate for one resource."""  # catan.md 10.5

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Final

from rules.catan.layout import DESERT, largest_layout
from rules.catan.places import OUT, Hex
from rules.catan.state import CatanState, Ctx
from rules.catan.view import HexView, with_fields
from rules.core import Move

from ..realm import Realm, hexes_with_buildings, realm_of
from .card import Progress

WORTH: Final = 1  # points


@dataclass(frozen=True, slots=True)
class CardMerchant(Move):
    """Put the merchant on a hex beside one's building: `card-merchant h9`."""

    kind: ClassVar[str] = "card-merchant"
    group: ClassVar[str | None] = "card"
    hex: Hex


MOVES: Final = tuple(map(CardMerchant, largest_layout().hexes))


class Merchant(Progress):
    """Stays until another Merchant is played. On a desert the merchant gives the point only."""  # catan.md R15

    key = "merchant"
    move = CardMerchant
    tally = "merchant"

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += [MOVES[hex_] for hex_ in hexes_with_buildings(s, seat)]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardMerchant)
        s = ctx.s
        realm = realm_of(s)
        former_owner = realm.merchant_of
        if realm.merchant_of != OUT:
            s.points[realm.merchant_of] -= WORTH
            s.changed = (*s.changed, str(Hex(realm.merchant)))
        realm.merchant, realm.merchant_of = int(move.hex), seat
        s.points[seat] += WORTH
        s.changed = (*s.changed, str(move.hex))
        params: dict[str, Any] = {"seat": seat, "hex": str(move.hex), "token": s.tokens[move.hex]}
        if former_owner in (OUT, seat):
            ctx.emit("catan.play.merchant", **params)
        else:
            ctx.emit("catan.play.merchant_taken", **params, from_seat=former_owner)

    def kinds_traded_2_to_1(self, s: CatanState, realm: Realm, seat: int) -> int:
        if seat != realm.merchant_of:
            return 0
        terrain = s.terrain[realm.merchant]
        return 1 << terrain if terrain != DESERT else 0

    def points(self, realm: Realm, seat: int) -> int:
        return WORTH * (realm.merchant_of == seat)

    def add_to_view(self, shown: dict[str, Any], realm: Realm) -> None:
        if realm.merchant == OUT:
            return
        hexes, players = list(shown["hexes"]), list(shown["players"])
        hexes[realm.merchant] = _hex_with_merchant(hexes[realm.merchant], realm.merchant_of)
        players[realm.merchant_of] = with_fields(players[realm.merchant_of], merchant=True)
        shown.update(hexes=tuple(hexes), players=tuple(players))

    def audit(self, realm: Realm) -> None:
        assert (realm.merchant == OUT) == (realm.merchant_of == OUT), "a merchant of nobody"


# Cached, because it is read for every view.


@lru_cache(maxsize=256)
def _hex_with_merchant(place: HexView, seat: int) -> HexView:
    return replace(place, merchant=seat)


CARD: Final = Merchant()
