"""Development cards and the Largest Army."""  # catan.md 2.9

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, ClassVar, Final

from rules.core import Chance, ConditionalChoice, ConditionalMove, IllegalMove, Move
from rules.core.saving import Slice

from . import effects
from .cards import NUMBER, ONE, RESOURCES, count_cards, count_kind, covers_cost, kind_counts, pack_cards
from .conditional_moves import InTurn, next_turn
from .effects import card_names
from .expansion import BEFORE, BUILD, MAIN, Action, Expansion
from .free_roads import FreeRoads, can_lay_free_road
from .places import OUT
from .robber import MoveRobber
from .state import CatanState, Ctx
from .view import with_fields

KEY: Final = "development"
CARDS: Final = ("knight", "point", "roads", "plenty", "monopoly")
KNIGHT, POINT, ROADS, PLENTY, MONOPOLY = range(5)
COST: Final = pack_cards(("wool", "grain", "ore"))
SMALLEST: Final = 3  # minimal number of played knights of a Largest Army
WORTH: Final = 2  # points of the Largest Army


class Developments(Slice):
    """The state of the development cards. Hands are packed like other cards."""

    kind: ClassVar[str] = "catan.developments"

    deck: tuple[int, ...]  # the top card first
    hands: list[int]
    fresh: list[int]  # seat -> cards of its hand bought since its last turn began
    knights: list[int]  # seat -> number played
    played: bool  # a card was played in this turn
    spent: int  # number of cards played so far
    army: int  # holder of the Largest Army, OUT: nobody

    __slots__ = ("army", "deck", "fresh", "hands", "knights", "played", "spent")

    def copy(self) -> Developments:
        new = Developments.__new__(Developments)
        new.deck = self.deck
        new.hands = self.hands[:]
        new.fresh = self.fresh[:]
        new.knights = self.knights[:]
        new.played = self.played
        new.spent = self.spent
        new.army = self.army
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Developments):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)


def developments_of(s: CatanState) -> Developments:
    """The slice of this module."""
    part = s.ext[KEY]
    assert isinstance(part, Developments)
    return part


@dataclass(frozen=True, slots=True)
class DevBuy(Move):
    """Buy a development card: `dev-buy`."""

    kind: ClassVar[str] = "dev-buy"
    group: ClassVar[str | None] = "dev"


@dataclass(frozen=True, slots=True)
class DevKnight(Move):
    """Play a knight: `dev-knight`."""

    kind: ClassVar[str] = "dev-knight"
    group: ClassVar[str | None] = "dev"


@dataclass(frozen=True, slots=True)
class DevRoads(Move):
    """Play Road Building: `dev-roads`."""

    kind: ClassVar[str] = "dev-roads"
    group: ClassVar[str | None] = "dev"


@dataclass(frozen=True, slots=True)
class DevPlenty(Move):
    """Play Year of Plenty: `dev-plenty ore,grain`."""

    kind: ClassVar[str] = "dev-plenty"
    group: ClassVar[str | None] = "dev"
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DevMonopoly(Move):
    """Play Monopoly: `dev-monopoly ore`."""

    kind: ClassVar[str] = "dev-monopoly"
    group: ClassVar[str | None] = "dev"
    card: str


BUY: Final = DevBuy()
PLAY_KNIGHT: Final = DevKnight()
PLAY_ROADS: Final = DevRoads()
PLENTIES: Final = tuple(map(DevPlenty, combinations_with_replacement(RESOURCES, 2)))
SINGLES: Final = tuple(DevPlenty((card,)) for card in RESOURCES)
MONOPOLIES: Final = tuple(map(DevMonopoly, RESOURCES))
PLAYED_AS: Final[Mapping[type[Move], int]] = {
    DevKnight: KNIGHT,
    DevRoads: ROADS,
    DevPlenty: PLENTY,
    DevMonopoly: MONOPOLY,
}


class Buy(Action):
    """Buy the top card of the deck."""

    moves = (DevBuy,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, COST) and developments_of(s).deck:
            moves.append(BUY)

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        effects.check_can_pay(s, seat, COST)
        if not developments_of(s).deck:
            raise IllegalMove("catan.error.deck_empty")

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        part = developments_of(s)
        effects.spend_cards(ctx, seat, COST)
        card, part.deck = part.deck[0], part.deck[1:]
        part.hands[seat] += ONE[card]
        part.fresh[seat] += ONE[card]
        ctx.emit("catan.dev.bought", seat=seat, n=len(part.deck))
        ctx.emit("catan.dev.bought_own", to=[seat], dev_card=CARDS[card])
        if card == POINT:
            s.hidden[seat] += 1


class PlayCard(Action):
    """Play at most one card per turn, not one bought in this turn."""

    moves = tuple(PLAYED_AS)
    phases = (BEFORE, MAIN)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        part = developments_of(s)
        playable = part.hands[seat] - part.fresh[seat]
        if part.played or not playable:
            return
        if count_kind(playable, KNIGHT):
            moves.append(PLAY_KNIGHT)
        if count_kind(playable, ROADS) and can_lay_free_road(s, seat):
            moves.append(PLAY_ROADS)
        if count_kind(playable, PLENTY):
            moves += list_plenties(s)
        if count_kind(playable, MONOPOLY):
            moves += MONOPOLIES

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        part = developments_of(s)
        card = PLAYED_AS[type(move)]
        if not count_kind(part.hands[seat], card):
            raise IllegalMove("catan.error.no_card", dev_card=CARDS[card])
        if part.played:
            raise IllegalMove("catan.error.card_played")
        if not count_kind(part.hands[seat] - part.fresh[seat], card):
            raise IllegalMove("catan.error.card_fresh")
        if isinstance(move, DevRoads) and not can_lay_free_road(s, seat):
            raise IllegalMove("catan.error.no_free_road")
        if isinstance(move, DevPlenty) and move not in list_plenties(s):
            raise IllegalMove("catan.error.plenty")
        if isinstance(move, DevMonopoly) and move.card not in RESOURCES:
            raise IllegalMove("move.illegal", move=str(move))

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        part = developments_of(s)
        card = PLAYED_AS[type(move)]
        part.hands[seat] -= ONE[card]
        part.spent += ONE[card]
        part.played = True
        if isinstance(move, DevKnight):
            part.knights[seat] += 1
            ctx.emit("catan.dev.knight", seat=seat, n=part.knights[seat])
            ctx.push(MoveRobber(seat))
            award_largest_army(ctx, seat)
        elif isinstance(move, DevRoads):
            ctx.emit("catan.dev.roads", seat=seat)
            ctx.push(FreeRoads(seat))
        elif isinstance(move, DevPlenty):
            ctx.emit("catan.dev.plenty", seat=seat, cards=list(move.kinds))
            effects.receive_cards(s, seat, pack_cards(move.kinds))
        else:
            assert isinstance(move, DevMonopoly)
            collect_monopoly(ctx, seat, NUMBER[move.card])


def list_plenties(s: CatanState) -> list[DevPlenty]:
    """Any two resources the bank has, or the only one it has left."""
    in_bank = kind_counts(s.bank)
    if sum(in_bank[: len(RESOURCES)]) == 1:
        return [move for move in SINGLES if in_bank[NUMBER[move.kinds[0]]]]
    return [move for move in PLENTIES if covers_cost(s.bank, pack_cards(move.kinds))]


def collect_monopoly(ctx: Ctx, seat: int, kind: int) -> None:
    """Every opponent gives all cards of a kind."""
    s = ctx.s
    card = RESOURCES[kind]
    ctx.emit("catan.dev.monopoly", reveals=True, seat=seat, card=card)  # an empty result is public information too
    collected = 0
    for other in s.seats_from_active():
        count = count_kind(s.hands[other], kind)
        if other != seat and count:
            collected += count
            effects.give_cards(s, other, seat, count * ONE[kind])
            ctx.emit("catan.dev.gave", reveals=True, seat=other, to_seat=seat, cards=card_names(count * ONE[kind]))
    if not collected:
        ctx.emit("catan.dev.gave_nothing", reveals=True, card=card)


def award_largest_army(ctx: Ctx, seat: int) -> None:
    """Give the Largest Army to the first with three knights, later to a player with strictly more."""
    s = ctx.s
    part = developments_of(s)
    knights = part.knights[seat]
    if seat == part.army or knights < SMALLEST or (part.army != OUT and knights <= part.knights[part.army]):
        return
    if part.army != OUT:
        s.points[part.army] -= WORTH
    part.army = seat
    s.points[seat] += WORTH
    ctx.emit("catan.army.taken", seat=seat, n=knights)


class BuyPlan(InTurn):
    """Conditional move: buy a card in the seat's next turn."""

    kind: ClassVar[str] = "card"
    part_names: ClassVar[tuple[str, ...]] = ()

    def offer_choice(self, s: CatanState, seat: int) -> ConditionalChoice | None:
        when = next_turn(s, seat)
        is_possible = when and developments_of(s).deck
        return ConditionalChoice(self.kind, when, (), several=True) if is_possible else None

    def planned_purchase(self, s: CatanState, seat: int, prepared: ConditionalMove) -> Move:
        if not developments_of(s).deck:
            raise IllegalMove("catan.error.deck_empty")
        return BUY


class Development(Expansion):
    """The development deck of the base game."""

    key = KEY
    order = 10
    actions = (Buy, PlayCard)
    plans = (BuyPlan,)
    tally = ("army", "point_cards")
    secret_tally = ("point_cards",)

    def set_up_module(self, s: CatanState, chance: Chance) -> None:
        deck = [card for card, n in enumerate(s.layout.printed_facts["developments"]) for _ in range(n)]
        chance.shuffle(deck)
        part = Developments()
        part.deck = tuple(deck)
        part.hands = [0] * s.seats
        part.fresh = [0] * s.seats
        part.knights = [0] * s.seats
        part.played = False
        part.spent = 0
        part.army = OUT
        s.ext[KEY] = part

    def on_turn_begin(self, ctx: Ctx) -> None:
        part = developments_of(ctx.s)
        part.played = False
        part.fresh = [0] * ctx.s.seats

    def points_by_category(self, s: CatanState, seat: int) -> Mapping[str, int]:
        part = developments_of(s)
        return {"army": WORTH * (part.army == seat), "point_cards": count_kind(part.hands[seat], POINT)}

    def reshuffle_secrets(self, s: CatanState, seat: int | None, chance: Chance) -> None:
        if not s.agenda:
            return  # all cards are open
        part = developments_of(s)
        hidden = [other for other in range(s.seats) if other != seat and part.hands[other]]
        pool = list(part.deck)
        for other in hidden:
            pool += (card for card, n in enumerate(kind_counts(part.hands[other])) for _ in range(n))
        pool.sort()  # the deal must depend on known information only, not on the actual order
        for _ in range(TRIES):
            chance.shuffle(pool)
            undealt = [ONE[card] for card in pool]
            hands, fresh = part.hands[:], part.fresh[:]
            for other in hidden:
                hand_size, fresh_count = count_cards(part.hands[other]), count_cards(part.fresh[other])
                dealt, undealt = undealt[:hand_size], undealt[hand_size:]
                hands[other], fresh[other] = sum(dealt), sum(dealt[:fresh_count])
            if all(s.points[other] + count_kind(hands[other], POINT) < s.hooks.goal for other in hidden):
                break  # a player with enough points would have won in their own turn
        part.hands, part.fresh = hands, fresh
        part.deck = tuple(pool[len(pool) - len(undealt) :])
        for other in hidden:
            s.hidden[other] = count_kind(hands[other], POINT)

    def reshuffle_unknown(self, s: CatanState, chance: Chance) -> None:
        part = developments_of(s)
        deck = list(part.deck)
        chance.shuffle(deck)
        part.deck = tuple(deck)

    def add_to_view(self, shown: dict[str, Any], s: CatanState, you: int | None) -> None:
        part = developments_of(s)
        players = []
        for seat, player in enumerate(shown["players"]):
            hand = part.hands[seat]
            fields = {
                "developments": count_cards(hand),
                "knights_played": part.knights[seat],
                "army": part.army == seat,
                "point_cards": count_kind(hand, POINT) if seat == you or not s.agenda else 0,
            }
            players.append(with_fields(player, **fields))
        shown.update(
            players=tuple(players),
            deck=len(part.deck),
            card_played=part.played,
            developments=() if you is None else development_names(part.hands[you]),
            fresh=() if you is None else development_names(part.fresh[you]),
        )

    def audit(self, s: CatanState) -> None:
        part = developments_of(s)
        all_cards = sum(ONE[card] for card in part.deck) + sum(part.hands) + part.spent
        assert [*kind_counts(all_cards)[: len(CARDS)]] == s.layout.printed_facts["developments"], (
            "development cards are lost"
        )
        assert sum(part.knights) == count_kind(part.spent, KNIGHT), "played knights"
        for seat in range(s.seats):
            assert s.hidden[seat] == count_kind(part.hands[seat], POINT), "hidden points"
            assert covers_cost(part.hands[seat], part.fresh[seat]), "cards bought and not there"
        most = max(part.knights)
        if part.army == OUT:
            assert most < SMALLEST, "nobody holds the army"
        else:
            assert part.knights[part.army] == most >= SMALLEST, "the army is not the largest"


TRIES: Final = 50  # tries to deal hands without an unnoticed win


def development_names(packed: int) -> tuple[str, ...]:
    """Development cards by name."""
    return tuple(card for card, n in zip(CARDS, kind_counts(packed), strict=False) for _ in range(n))
