"""The Lighthouse finds a card in the deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import effects
from rules.citadels.cards import sorted_cards
from rules.citadels.decisions import Ask
from rules.citadels.default_moves import best_cards
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove, Pass
from rules.citadels.state import CitadelsState, Ctx
from rules.citadels.view import Offer
from rules.core import Move

PASS: Final = Pass("lighthouse")


@dataclass(frozen=True, slots=True)
class UseLighthouse(DistrictMove):
    """Take a card from the deck: `district-lighthouse palace`."""

    kind: ClassVar[str] = "district-lighthouse"
    secret_fields: ClassVar[tuple[str, ...]] = ("district",)
    district: str


@dataclass(frozen=True, slots=True)
class SearchDeck(Ask):
    """The builder sees the deck, sorted, and may take a card; then it is shuffled."""

    kind: ClassVar[str] = "cit.lighthouse"
    phrase_key: ClassVar[str] = "lighthouse"
    sees_deck: ClassVar[bool] = True

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*(UseLighthouse(card) for card in dict.fromkeys(sorted_cards(s.deck))), PASS]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        (card,) = best_cards(s, seat, sorted_cards(s.deck), count=1)
        return UseLighthouse(card)

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("lighthouse", sorted_cards(s.deck), 1)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        deck = list(sorted_cards(s.deck))
        if isinstance(move, UseLighthouse):
            deck.remove(move.district)
            effects.add_to_hand(s, self.seat, [move.district])
            ctx.emit("cit.lighthouse.used", seat=self.seat)
            ctx.emit("cit.lighthouse.used_own", to=[self.seat], district=move.district)
        else:
            ctx.emit("cit.lighthouse.passed", seat=self.seat)
        ctx.chance.shuffle(deck)
        s.deck = tuple(deck)


class Lighthouse(District):
    key = "lighthouse"
    presets = ("classic",)
    moves = (UseLighthouse,)

    def on_built(self, ctx: Ctx, seat: int) -> None:
        if ctx.s.deck:
            ctx.emit("cit.lighthouse.looks_own", to=[seat], districts=list(sorted_cards(ctx.s.deck)))
            ctx.push(SearchDeck(seat))


RULE = Lighthouse
