"""Conditional moves: trades to accept, cards to discard on a seven, purchases in one's next turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from rules.core import (
    AnswerWithMove,
    ConditionalChoice,
    ConditionalKind,
    ConditionalMove,
    Dropped,
    IllegalMove,
    Move,
    Part,
    Phrase,
)
from rules.core.conditional_moves import PAST

from . import cards as hands
from . import trading
from .building import check_city, check_distance, check_road, road_places, settlement_places
from .cards import CARDS, NUMBER, covers_cost, kind_counts, pack_cards, unpack_cards
from .effects import can_pay
from .moves import END, ROLL, BuildCity, BuildRoad, BuildSettlement, Discard, TradeAccept
from .network import set_bits
from .places import Corner, Path, Place
from .robber import Discards
from .state import SETTLEMENT, CatanState
from .turn import BeforeRoll, Main

MOST: Final = 4  # cards on one side of an awaited trade


def next_turn(s: CatanState, seat: int) -> int:
    """The number of the seat's next turn that has not begun; 0: during the set-up."""
    turns_until = (seat - s.active) % s.seats or s.seats
    return s.turn + turns_until if s.turn else 0


def check_card_words(s: CatanState, tokens: Iterable[str]) -> Sequence[str]:
    """The tokens as cards; ValueError for words that are no cards of this game."""
    cards = tuple(tokens)
    if not set(cards) <= set(s.hooks.cards):
        raise ValueError(cards)
    return cards


class AcceptTrade(ConditionalKind[CatanState]):
    """Until the seat's next turn: accept any offer that asks for at most some cards and gives at least others."""

    kind: ClassVar[str] = "accept"
    part_names: ClassVar[tuple[str, ...]] = ("give", "want")

    def offer_choice(self, s: CatanState, seat: int) -> ConditionalChoice | None:
        when = next_turn(s, seat)
        if not when or (s.offer is not None and seat in trading.seats_without_answer(s.offer)):
            return None
        parts = tuple(Part(name, s.hooks.cards, MOST, again=True) for name in self.part_names)
        return ConditionalChoice(self.kind, when, parts, several=True)

    def answer(self, s: CatanState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        give, want = (pack_cards(check_card_words(s, part)) for part in prepared.parts)
        if s.turn >= prepared.when:
            return Dropped(Phrase("catan.programme_dropped.own_turn"))
        offer = s.offer
        if not isinstance(s.agenda[-1], Main) or offer is None or seat not in trading.seats_without_answer(offer):
            return None
        is_fair = covers_cost(give, offer.want) and covers_cost(offer.give, want)
        return AnswerWithMove(TradeAccept(offer.number)) if is_fair and can_pay(s, seat, offer.want) else None


class DiscardOrder(ConditionalKind[CatanState]):
    """On a seven: discard kinds in the given order, then other kinds evenly."""

    kind: ClassVar[str] = "discard"
    part_names: ClassVar[tuple[str, ...]] = ("kinds",)

    def offer_choice(self, s: CatanState, seat: int) -> ConditionalChoice | None:
        if isinstance(s.agenda[-1], Discards) and seat in s.agenda[-1].waiting(s):
            return None
        return ConditionalChoice(self.kind, 0, (Part("kinds", s.hooks.cards, len(s.hooks.cards)),))

    def answer(self, s: CatanState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | None:
        order = check_card_words(s, prepared.parts[0])
        top = s.agenda[-1]
        if not isinstance(top, Discards) or seat not in top.waiting(s):
            return None
        held, to_discard = kind_counts(s.hands[seat]), dict(top.owed)[seat]
        chosen = [0] * len(CARDS)
        for card in order:
            kind = NUMBER[card]
            chosen[kind] = min(held[kind], to_discard - sum(chosen))
        return AnswerWithMove(Discard(unpack_cards(hands.even_choice(chosen, held, to_discard))), str(prepared))


class InTurn(ConditionalKind[CatanState]):
    """A purchase in the seat's next turn: roll, buy, end the turn."""

    @abstractmethod
    def planned_purchase(self, s: CatanState, seat: int, prepared: ConditionalMove) -> Move:
        """The purchase; IllegalMove if it is impossible whatever the cards."""

    def answer(self, s: CatanState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        try:
            move = self.planned_purchase(s, seat, prepared)
        except IllegalMove as reason:
            return Dropped(Phrase(reason.key, reason.params))
        if s.turn > prepared.when:
            return Dropped(PAST)
        if s.turn < prepared.when or s.active != seat:
            return None
        top = s.agenda[-1]
        if isinstance(top, BeforeRoll):
            return AnswerWithMove(ROLL, str(prepared))
        end_turn = ConditionalMove(EndTurn.kind, prepared.when, ())
        return AnswerWithMove(move, str(end_turn)) if isinstance(top, Main) else None


class BuildPlan(InTurn):
    """A piece built on the board."""

    list_places: Callable[[CatanState, int], Iterable[str]]

    def offer_choice(self, s: CatanState, seat: int) -> ConditionalChoice | None:
        when = next_turn(s, seat)
        places = tuple(type(self).list_places(s, seat)) if when else ()
        return ConditionalChoice(self.kind, when, (Part(self.part_names[0], places),), several=True) if places else None


class RoadPlan(BuildPlan):
    kind: ClassVar[str] = "road"
    part_names: ClassVar[tuple[str, ...]] = ("path",)

    @staticmethod
    def list_places(s: CatanState, seat: int) -> Iterable[str]:
        return place_names(road_places(s, seat), Path) if s.roads_left[seat] else ()

    def planned_purchase(self, s: CatanState, seat: int, prepared: ConditionalMove) -> Move:
        path = Path.parse(prepared.parts[0][0])
        check_road(s, seat, path)
        return BuildRoad(path)


class SettlementPlan(BuildPlan):
    kind: ClassVar[str] = "settlement"
    part_names: ClassVar[tuple[str, ...]] = ("corner",)

    @staticmethod
    def list_places(s: CatanState, seat: int) -> Iterable[str]:
        return place_names(settlement_places(s, seat), Corner) if s.settlements_left[seat] else ()

    def planned_purchase(self, s: CatanState, seat: int, prepared: ConditionalMove) -> Move:
        corner = Corner.parse(prepared.parts[0][0])
        check_distance(s, corner)
        return BuildSettlement(corner)


class CityPlan(BuildPlan):
    kind: ClassVar[str] = "city"
    part_names: ClassVar[tuple[str, ...]] = ("corner",)

    @staticmethod
    def list_places(s: CatanState, seat: int) -> Iterable[str]:
        return [str(Corner(corner)) for corner in s.buildings_of(seat, SETTLEMENT)] if s.cities_left[seat] else ()

    def planned_purchase(self, s: CatanState, seat: int, prepared: ConditionalMove) -> Move:
        corner = Corner.parse(prepared.parts[0][0])
        check_city(s, seat, corner)
        return BuildCity(corner)


class EndTurn(ConditionalKind[CatanState]):
    """Remainder of such a conditional move after the purchase: end the turn."""

    kind: ClassVar[str] = "end"
    part_names: ClassVar[tuple[str, ...]] = ()

    def answer(self, s: CatanState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        if s.turn != prepared.when or s.active != seat:
            return Dropped()
        return AnswerWithMove(END) if isinstance(s.agenda[-1], Main) else None


def place_names(places: int, place_type: type[Place]) -> list[str]:
    """The names of the places whose bits are set."""
    return [str(place_type(number)) for number in set_bits(places)]


PLANS: Final = (AcceptTrade, DiscardOrder, RoadPlan, SettlementPlan, CityPlan, EndTurn)
