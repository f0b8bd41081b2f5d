"""Common rule of Irrigation and Mining: cards for every hex of a terrain beside own buildings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.catan import effects
from rules.catan.cards import ONE, count_kind
from rules.catan.state import CatanState, Ctx
from rules.core import Move, Phrase

from ..realm import Realm, hexes_with_buildings
from .card import Progress

EACH = 2


class HexYield(Progress):
    """Two cards per hex, regardless of the buildings there and of the robber."""  # catan.md R2

    terrain: ClassVar[int]  # also the index of its resource
    only: ClassVar[Move]

    def _count_hexes(self, s: CatanState, seat: int) -> int:
        return sum(s.terrain[hex_] == self.terrain for hex_ in hexes_with_buildings(s, seat))

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if self._count_hexes(s, seat):
            moves.append(self.only)

    def _cards_yielded(self, s: CatanState, seat: int) -> int:
        return (
            min(EACH * self._count_hexes(s, seat), count_kind(s.bank, self.terrain)) * ONE[self.terrain]
        )  # catan.md R13

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        cards = self._cards_yielded(s, seat)
        return [Phrase("catan.preview.cards", {"cards": effects.card_names(cards)})] if cards else ()

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        cards = self._cards_yielded(ctx.s, seat)
        effects.receive_cards(ctx.s, seat, cards)
        ctx.emit("catan.play.got" if cards else "catan.play.got_nothing", seat=seat, cards=effects.card_names(cards))
