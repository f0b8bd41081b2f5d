"""The Warlord: activate all knights."""  # catan.md 10.6

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.network import set_bits
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..knights import note_places_changed
from ..realm import Realm, realm_of
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardWarlord(Move):
    """Activate all one's knights: `card-warlord`."""

    kind: ClassVar[str] = "card-warlord"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardWarlord()


class Warlord(Progress):
    """Newly activated knights cannot act in this turn."""

    key = "warlord"
    move = CardWarlord

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if realm.knights[seat] & ~realm.active:
            moves.append(ONLY)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        realm = realm_of(ctx.s)
        activated = realm.knights[seat] & ~realm.active
        realm.active |= activated
        note_places_changed(ctx.s, *set_bits(activated))
        ctx.emit("catan.play.warlord", seat=seat, n=activated.bit_count())


CARD: Final = Warlord()
