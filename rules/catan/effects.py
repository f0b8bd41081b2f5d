"""Elementary effects on cards and buildings, shared by steps and actions."""

from __future__ import annotations

from typing import Final

from rules.core import IllegalMove

from .cards import CARDS, ONE, covers_cost, draw_kind, lacking_cards, pack_cards, share_no_kind, unpack_cards
from .network import place_piece
from .places import OUT, Corner
from .state import CITY, SETTLEMENT, CatanState, Ctx

ROAD_COST: Final = pack_cards(("brick", "lumber"))
SETTLEMENT_COST: Final = pack_cards(("brick", "lumber", "wool", "grain"))
CITY_COST: Final = pack_cards(("grain", "grain", "ore", "ore", "ore"))
# Rates of the bank: with a 3:1 harbour, with a harbour of one resource, without a harbour.
HARBOUR: Final = 3
SPECIAL: Final = 2
NO_HARBOUR: Final = 4


# --- cards


def pay_cards(s: CatanState, seat: int, cost: int) -> None:
    """Move cards from a player to the bank."""
    s.hands[seat] -= cost
    s.bank += cost


def receive_cards(s: CatanState, seat: int, cards: int) -> None:
    """Move cards from the bank to a player."""
    s.bank -= cards
    s.hands[seat] += cards


def give_cards(s: CatanState, giver: int, taker: int, cards: int) -> None:
    """Move cards from one player to another."""
    s.hands[giver] -= cards
    s.hands[taker] += cards


def can_pay(s: CatanState, seat: int, cost: int) -> bool:
    """Whether the player has these cards."""
    return covers_cost(s.hands[seat], cost)


def check_can_pay(s: CatanState, seat: int, cost: int) -> None:
    """IllegalMove unless the player has these cards."""
    hand = s.hands[seat]
    if not covers_cost(hand, cost):
        lacking = card_names(lacking_cards(hand, cost))
        if not hand:
            raise IllegalMove("catan.error.empty_hand", cards=lacking)
        raise IllegalMove("catan.error.cannot_pay", cards=lacking, hand=card_names(hand))


def spend_cards(ctx: Ctx, seat: int, cost: int) -> None:
    """Pay a cost in one's turn; closes an offer that promised such cards."""
    pay_cards(ctx.s, seat, cost)
    close_offer_of_spent_cards(ctx, seat, cost)


def close_offer_of_spent_cards(ctx: Ctx, seat: int, cost: int) -> None:
    """Close the open offer if its maker gives away a card of a kind it promises. It closes even if the hand still holds
    enough of that kind, because that is secret."""  # catan.md 8.4 no. 4
    s = ctx.s
    if s.offer is not None and seat == s.active and not share_no_kind(s.offer.give, cost):
        ctx.emit("catan.trade.closed", seat=seat, offer=s.offer.number)
        s.offer, s.heard = None, 0


def card_names(cards: int) -> list[str]:
    """Cards as event parameters."""
    return list(unpack_cards(cards))


def steal_card(ctx: Ctx, thief: int, victim: int) -> None:
    """Move a random card; only the two seats know which."""
    s = ctx.s
    kind = draw_kind(s.hands[victim], ctx.chance)
    give_cards(s, victim, thief, ONE[kind])
    ctx.emit("catan.robber.stole", seat=thief, from_seat=victim)
    ctx.emit("catan.robber.stole_own", to=[thief, victim], seat=thief, from_seat=victim, card=CARDS[kind])


# --- buildings


def put_settlement(ctx: Ctx, seat: int, corner: int) -> None:
    """Put a settlement of the supply on a free corner."""
    s = ctx.s
    s.buildings[corner] = SETTLEMENT
    s.settlements_left[seat] -= 1
    s.points[seat] += 1
    s.corners_too_near |= s.layout.too_near_bits[corner]
    s.paths_open[seat] |= s.layout.path_bits_at[corner]
    s.harbour_rates[seat] = rates_with_corner(s, seat, s.harbour_rates[seat], corner)
    place_piece(ctx, seat, corner)
    s.changed = (*s.changed, str(Corner(corner)))


def put_city(ctx: Ctx, seat: int, corner: int) -> None:
    """Replace a settlement by a city."""
    s = ctx.s
    s.buildings[corner] = CITY
    s.settlements_left[seat] += 1
    s.cities_left[seat] -= 1
    s.points[seat] += 1
    s.changed = (*s.changed, str(Corner(corner)))


def city_to_settlement(ctx: Ctx, seat: int, corner: int) -> None:
    """Replace a city by a settlement."""
    s = ctx.s
    s.buildings[corner] = SETTLEMENT
    s.settlements_left[seat] -= 1
    s.cities_left[seat] += 1
    s.points[seat] -= 1
    s.changed = (*s.changed, str(Corner(corner)))


def rates_with_corner(s: CatanState, seat: int, former_rates: tuple[int, ...], corner: int) -> tuple[int, ...]:
    """The bank rates after building on that corner."""
    rates = list(former_rates)
    for corners, kind in zip(s.layout.harbours, s.harbours, strict=True):
        if corner in corners:
            if kind == OUT:
                rates = [min(rate, HARBOUR) for rate in rates]
            else:
                rates[kind] = SPECIAL
    return tuple(rates)


PLAIN_RATES: Final[tuple[int, ...]] = (NO_HARBOUR,) * 8
