"""Elementary effects on gold, cards, districts and the crown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .cards import DISTRICTS, sorted_cards
from .hooks import ROLES, RULES
from .state import Built, CitadelsState, Ctx

ACTION_GOLD: Final = 2
LOOK: Final = 2
KEEP: Final = 1


def add_to_hand(s: CitadelsState, seat: int, cards: Iterable[str]) -> None:
    """Add cards to a hand, which is kept sorted so that its order reveals nothing."""
    s.hands[seat] = sorted_cards((*s.hands[seat], *cards))


def remove_from_hand(s: CitadelsState, seat: int, cards: Iterable[str]) -> None:
    """Remove cards from a hand."""
    hand = list(s.hands[seat])
    for card in cards:
        hand.remove(card)
    s.hands[seat] = tuple(hand)


def draw_cards(ctx: Ctx, seat: int, n: int) -> None:
    """Draw up to n cards from the top of the deck."""
    s = ctx.s
    cards, s.deck = s.deck[:n], s.deck[n:]
    add_to_hand(s, seat, cards)
    ctx.emit("cit.cards.drew", seat=seat, n=len(cards))
    if cards:
        ctx.emit("cit.cards.drew_own", to=[seat], districts=list(sorted_cards(cards)))


def put_under_deck(s: CitadelsState, cards: Sequence[str]) -> None:
    """Put cards under the deck, in this order."""
    s.deck += tuple(cards)


def give_gold(s: CitadelsState, payer: int, receiver: int, n: int) -> None:
    """Move gold from one player to another."""
    s.gold[payer] -= n
    s.gold[receiver] += n


def move_crown(ctx: Ctx, seat: int) -> None:
    """Give the crown to that player; no effect if they have it."""
    s = ctx.s
    if s.crown == seat:
        return
    ctx.emit("cit.crown.moved", from_seat=s.crown, seat=seat)
    s.crown = seat
    for owner, city in enumerate(s.cities):
        for built in city:
            RULES[built.key].on_crown_moved(ctx, owner)


# --- building ----------------------------------------------------------------------------------------------------


def building_cost(s: CitadelsState, seat: int, key: str) -> int:
    """The gold the player pays to build that district."""
    printed = DISTRICTS[key].cost
    return printed - sum(RULES[built.key].building_discount(key) for built in s.cities[seat])


def has_too_many_copies(city: Sequence[str], key: str) -> bool:
    """Whether a city of these districts allows no further copy of that one."""  # citadels.md 6.3
    copies = sum(built == key for built in city)
    return bool(copies) and not any(RULES[built].allows_copy(copies) for built in city)


def building_refusal(s: CitadelsState, seat: int, key: str) -> str:
    """The key of the reason against building that district now, limit aside; empty: none."""  # citadels.md 6.3
    turn = s.turn
    may_repeat = turn is not None and ROLES[turn.character].may_build_copies
    if not may_repeat and has_too_many_copies([built.key for built in s.cities[seat]], key):
        return "cit.error.twice"
    return "cit.error.too_dear" if building_cost(s, seat, key) > s.gold[seat] else ""


def build_district(ctx: Ctx, seat: int, key: str) -> None:
    """Build a district already removed from the hand: pay, check for the end, trigger its effects."""
    s = ctx.s
    price = building_cost(s, seat, key)
    turn = s.turn
    assert turn is not None
    s.gold[seat] -= price
    s.cities[seat] = (*s.cities[seat], Built(key, 0, (), s.round))
    s.turn = turn._replace(spent=turn.spent + price, built=True)
    s.changed = ((seat, len(s.cities[seat]) - 1),)
    ctx.emit("cit.build.built", seat=seat, district=key, n=price)
    if not s.ended and s.has_complete_city(seat):
        begin_last_round(ctx, (seat,))
    RULES[key].on_built(ctx, seat)


def begin_last_round(ctx: Ctx, seats: tuple[int, ...]) -> None:
    """Make this round the last, because the first cities are complete."""  # citadels.md 9.1
    s = ctx.s
    s.ended = True
    s.first = seats
    ctx.emit("cit.game.last_round", seats=list(seats), n=s.goal)


# --- destroying and exchanging -----------------------------------------------------------------------------------


def destruction_surcharge(s: CitadelsState, owner: int, key: str) -> int:
    """The extra gold rank 8 pays beyond the value of a district of that city."""
    return sum(RULES[built.key].destruction_surcharge(key) for built in s.cities[owner])


def city_protection(s: CitadelsState, owner: int) -> str:
    """The key of the reason why rank 8 may not affect that city; empty: it may."""
    if s.has_complete_city(owner):
        return "cit.error.complete"
    return "cit.error.protected" if any(ROLES[character].protects_city_of(s, owner) for character in s.cast) else ""


def remove_district(s: CitadelsState, owner: int, place: int) -> Built:
    """Remove a district from a city; gold on it goes to the bank."""
    city = s.cities[owner]
    s.cities[owner] = city[:place] + city[place + 1 :]
    return city[place]


def settle_destroyed_district(ctx: Ctx, owner: int, built: Built) -> None:
    """Put the cards stored under a destroyed district under the deck, and end its effects."""
    put_under_deck(ctx.s, built.cards)
    ctx.s.razed = (*ctx.s.razed, built.key)
    RULES[built.key].on_destroyed(ctx, owner)


def destroy_district(ctx: Ctx, owner: int, place: int) -> None:
    """Destroy a district; its card goes under the deck."""
    built = remove_district(ctx.s, owner, place)
    put_under_deck(ctx.s, [built.key])
    settle_destroyed_district(ctx, owner, built)
