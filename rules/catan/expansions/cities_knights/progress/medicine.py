"""Medicine: a cheaper city."""  # catan.md 10.4

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan import effects
from rules.catan.building import describe_cost
from rules.catan.cards import pack_cards
from rules.catan.event_places import places_for_events
from rules.catan.places import Corner
from rules.catan.state import CatanState, Ctx
from rules.core import Move, Phrase

from ..cities import check_city_place, city_places, raise_city
from ..moves import CORNERS
from ..realm import Realm
from .card import Progress

COST: Final = pack_cards(("grain", "ore", "ore"))


@dataclass(frozen=True, slots=True)
class CardMedicine(Move):
    """Build a city for two ore and one grain: `card-medicine v23`."""

    kind: ClassVar[str] = "card-medicine"
    group: ClassVar[str | None] = "card"
    corner: Corner


MOVES: Final = tuple(map(CardMedicine, CORNERS))


class Medicine(Progress):
    """Builds a city for less, or restores a pillaged one for less."""  # catan.md R8

    key = "medicine"
    move = CardMedicine

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, COST):
            moves += [MOVES[corner] for corner in city_places(s, realm, seat)]

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        assert isinstance(move, CardMedicine)
        check_city_place(s, seat, move.corner)
        effects.check_can_pay(s, seat, COST)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return [describe_cost(COST)]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardMedicine)
        effects.spend_cards(ctx, seat, COST)
        ctx.emit("catan.build.city", seat=seat, **places_for_events(ctx.s, corner=move.corner))
        raise_city(ctx, seat, move.corner)


CARD: Final = Medicine()
