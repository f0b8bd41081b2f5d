"""The powers of the characters, those that name a character apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.characters.abbot import Claim
from rules.citadels.characters.artist import Beautify
from rules.citadels.characters.diplomat import Exchange
from rules.citadels.characters.emperor import GOLD, Crown, Pay
from rules.citadels.characters.magician import LISTED, Redraw, Swap
from rules.citadels.characters.navigator import Navigate
from rules.citadels.characters.warlord import Destroy
from rules.citadels.characters.wizard import Look
from rules.citadels.hooks import RULES
from rules.citadels.view import CityCard
from rules.core import Move

from .cards import (
    ALL_COLOURS,
    STALE,
    TAKEN,
    TEMPO,
    cost_of,
    hand_worth,
    keep_worth,
    left,
    plan,
    planned,
    points,
    use_worth,
    useful,
)
from .reading import Reading, value
from .scores import ACTION, AFTER_BUILDING, AT_ONCE, BEFORE_BUILDING, MOST, NEVER, scores

NEW_CARD: Final = 1.6  # worth of a card not seen yet
COLOUR_LOST: Final = 2.0  # to whom the five colours are broken


@scores(Claim)
def claim(r: Reading, move: Claim) -> float:
    return AT_ONCE


def soon_built(r: Reading) -> tuple[str, ...]:
    """What I mean to build in this turn, with the gold of the action if it is still to come."""
    return r.memo(planned) if r.acted else plan(r, r.gold + r.income + TAKEN, r.builds)[1]


def in_time(r: Reading, wanted: tuple[str, ...], gain: float) -> float:
    """New cards come after building, or at once where there is nothing to build."""
    if wanted:
        return AFTER_BUILDING + gain / 10
    return (BEFORE_BUILDING if r.acted else ACTION + MOST) + gain


@scores(Swap)
def swap(r: Reading, move: Swap) -> float:
    """The fuller hand; what can be built of the own one is built first."""
    wanted = r.memo(soon_built)
    given = hand_worth(r, left(r, wanted))
    new = r.view.players[move.player].hand
    late = 0.3 if r.view.last_round and not (r.builds and not wanted) else 1.0
    gain = late * NEW_CARD * min(new, 5) * (1 + 0.2 * r.threats[move.player]) - given
    return in_time(r, wanted, gain) if gain > 0.5 else NEVER


@scores(Redraw)
def redraw(r: Reading, move: Redraw) -> float:
    """Stale cards for new ones."""
    wanted = r.memo(soon_built)
    rest = left(r, move.districts)
    if any(card not in rest for card in wanted):
        return NEVER
    new = min(len(move.districts), r.view.deck)
    late = 0.2 if r.view.last_round else 1.0
    gain = late * NEW_CARD * new - (hand_worth(r, r.hand) - hand_worth(r, rest))
    return in_time(r, wanted, gain) if gain > 0.3 else NEVER


def invented(r: Reading, legal: Sequence[Move]) -> list[Move]:
    """Of a hand too large for every set of cards to be listed: all that cannot be built, and all copies."""
    if len(r.hand) <= LISTED or not any(isinstance(move, Redraw) for move in legal):
        return []
    stale = [card for i, card in enumerate(r.hand) if card in r.hand[:i] or not r.allowed(card)]
    return [Redraw(tuple(sorted(stale)))] if stale else []


@scores(Look)
def look(r: Reading, move: Look) -> float:
    """After the action, so that the card can be built at once; after the own build if the gold is for that."""
    hand = r.view.players[move.player].hand
    gain = min(9.0, hand + r.threats[move.player])
    if not r.acted:
        return AFTER_BUILDING / 2
    wanted = r.memo(planned)
    if wanted and r.gold - cost_of(r, wanted) < 2:
        return AFTER_BUILDING + gain / 20
    return BEFORE_BUILDING + gain


@scores(Navigate)
def navigate(r: Reading, move: Navigate) -> float:
    if move.what == "gold":
        short = max((r.price(card) for card in useful(r)), default=0) - r.gold
        return 4 * r.gold_worth + max(0, min(4, short)) * 0.6
    new = min(4, r.view.deck) * (0.2 if r.view.last_round else 1.0)
    return new * max(0.3, NEW_CARD - 0.35 * len(useful(r)))


@scores(Crown)
def crown(r: Reading, move: Crown) -> float:
    """To who threatens least, can pay, and sits so that I choose soon after him."""
    other = r.view.players[move.player]
    pays = 0.5 if other.gold or other.hand else 0.0
    return pays - r.threats[move.player] - 0.12 * ((r.me - move.player) % r.view.seats)


@scores(Pay)
def pay(r: Reading, move: Pay) -> float:
    if move == GOLD:
        return -1.6 * r.gold_worth if r.gold < 4 else -r.gold_worth
    return -(STALE if r.hand.count(move.what) > 1 else keep_worth(r, move.what))


@scores(Beautify)
def beautify(r: Reading, move: Beautify) -> float:
    """With gold that nothing is left to be built for; the dear districts, which are seldom destroyed."""
    if not r.acted or r.memo(planned):
        return AFTER_BUILDING / 2 if not r.acted else NEVER
    gain = len(move.districts) * (1 - r.gold_worth)
    if r.view.last_round or r.gold - len(move.districts) >= 1 or not useful(r):
        return AFTER_BUILDING + gain + 0.01 * sum(DISTRICTS[key].cost for key in move.districts)
    return NEVER


# --- other cities ------------------------------------------------------------------------------------------------


def card_of(r: Reading, seat: int, token: str) -> CityCard:
    return next(card for card in r.view.players[seat].city if card.token == token)


def surcharge(r: Reading, seat: int, district: str) -> int:
    return sum(RULES[card.district].surcharge(district) for card in r.view.players[seat].city)


def breaks_colours(r: Reading, seat: int, district: str) -> bool:
    """Does that city have all colours, and this one only here?"""
    row = r.view.sheet[seat]
    colours = [DISTRICTS[card.district].colour for card in r.view.players[seat].city]
    return bool(row.colours) and colours.count(DISTRICTS[district].colour) == 1


def city_loss(r: Reading, seat: int, card: CityCard) -> float:
    """What the owner loses in points with that district, its place in the city apart."""
    scored = r.view.sheet[seat].cards.get(card.district, 0)
    lost = value(card) + scored + 0.5 * use_worth(r, card.district)
    return lost + (COLOUR_LOST if breaks_colours(r, seat, card.district) else 0.0)


def nearly(r: Reading, seat: int) -> bool:
    """Could that player complete his city in a turn or two?"""
    return not r.view.last_round and len(r.view.players[seat].city) >= r.view.target - 2


def harm(r: Reading, seat: int, card: CityCard) -> float:
    """What it is worth to me that the district is gone."""
    lost = city_loss(r, seat, card) + (0.0 if r.view.last_round else TEMPO)
    return r.threats[seat] * lost * (1.4 if nearly(r, seat) else 0.7)


@scores(Destroy)
def destroy(r: Reading, move: Destroy) -> float:
    """Cheap districts, and dear ones of who is nearly done; never my own."""
    if move.player == r.me:
        return NEVER
    card = card_of(r, move.player, move.district)
    price = value(card) - 1 + surcharge(r, move.player, card.district)
    gold = 0.9 if not r.view.last_round else max(0.05, r.gold_worth)
    return harm(r, move.player, card) - gold * price


@scores(Exchange)
def exchange(r: Reading, move: Exchange) -> float:
    """The points I gain, and those the other loses."""
    given, taken = card_of(r, r.me, move.own), card_of(r, move.player, move.district)
    price = max(0, value(taken) + surcharge(r, move.player, taken.district) - value(given))
    gold = 0.6 if not r.view.last_round else max(0.05, r.gold_worth)
    up = value(taken) + points(r, taken.district) - DISTRICTS[taken.district].cost + use_worth(r, taken.district)
    gain = up - city_loss(r, r.me, given) + colour_change(r, given.district, taken.district)
    theirs = city_loss(r, move.player, taken) - value(given)
    return gain + 0.5 * r.threats[move.player] * theirs - gold * price


def colour_change(r: Reading, given: str, taken: str) -> float:
    """What the exchange does for my five colours."""
    now = {DISTRICTS[key].colour for key in r.city}
    rest = list(r.city)
    rest.remove(given)
    then = {DISTRICTS[key].colour for key in (*rest, taken)}
    step = len(then) - len(now)
    done = ALL_COLOURS if len(then) == 5 and step else 0.0
    return done + 0.4 * step * (0 if r.view.last_round else 1)
