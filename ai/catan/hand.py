"""The value of a hand: how soon it pays for the player's goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import exp
from operator import add, floordiv, mul
from typing import Final, NamedTuple

from rules.catan.cards import CARDS, NUMBER

from .board import Cards
from .situation import A_CARD, ROLLS, Situation

PATIENCE: Final = 16.0  # rolls after which a goal is worth a third
WAITING: Final = 0.85  # share of an affordable goal's value that remains in the hand
RANKED: Final = (1.0, 0.35, 0.15)  # weights of the best goal, the second best, ...; they need the same cards
LOOSE: Final = 0.03  # value of a card without use
TRADED: Final = 0.5  # rolls a bank trade counts for
AT_ONCE: Final = 2 * TRADED  # rolls; goals that take no longer depend on bank trades only
BY_TRADE: Final = 0.5  # probability that these trades are made in time
SPEED: Final = 0.7  # efficiency of other kinds of cards traded with the bank
ROLLS_NEVER: Final = 60.0  # for a kind that is not produced
MOST_CACHED_HANDS: Final = 256  # per household
LOST: Final = 0.5  # share of the hand a seven costs above the limit

ROUNDING_ERROR: Final = 1e-9

Key = tuple[str, int]


class Goal(NamedTuple):
    """A desired purchase."""

    key: Key  # its kind and place
    cost: Cards
    gain: float
    late: float = 1.0  # share of the gain left after this turn


GOALS: list[Callable[[Situation], Iterable[Goal]]] = []


def supplies_goals(supplier: Callable[[Situation], Iterable[Goal]]) -> Callable[[Situation], Iterable[Goal]]:
    """Decorator: registers a function that returns goals."""
    GOALS.append(supplier)
    return supplier


def cost_in_play(r: Situation, **cards: int) -> Cards:
    """A cost as counts of the kinds in play."""
    return _cost_of_kinds(r.view.cards, *cards.items())


@cache
def _cost_of_kinds(kinds: tuple[str, ...], *cards: tuple[str, int]) -> Cards:
    numbers = dict(cards)
    return tuple(numbers.get(card, 0) for card in kinds)


def current_goals(r: Situation) -> list[Goal]:
    """All goals in this situation."""
    return [goal for supplier in GOALS for goal in supplier(r) if goal.gain > 0]


def goals_by_gain(r: Situation) -> list[Goal]:
    """All goals by decreasing gain."""
    return sorted(r.cached(current_goals), key=lambda goal: -goal.gain)


def cards_per_roll(production: Cards, rates: Cards) -> list[float]:
    """Cards of each kind per roll, including bank trades."""
    by_trade = [made / rate for made, rate in zip(production, rates, strict=True)]
    total = sum(by_trade)
    return [(made + SPEED * (total - own)) / ROLLS for made, own in zip(production, by_trade, strict=True)]


@lru_cache(maxsize=4096)
def price_parts(price: Cards) -> tuple[tuple[int, int], ...]:
    """(kind, count) of a price."""
    return tuple((kind, n) for kind, n in enumerate(price) if n)


def rolls_until(hand: Cards, price: Cards, rates: Sequence[int], speed: Sequence[float], total: float) -> float:
    """The approximate number of rolls until the hand pays for the price. `speed`: cards of each kind per roll, with
    trades; `total`: of all kinds, without."""
    return _rolls_after_swaps(hand, list(map(floordiv, hand, rates)), price, rates, speed, total)


def _rolls_after_swaps(
    hand: Cards, swaps: list[int], price: Cards, rates: Sequence[int], speed: Sequence[float], total: float
) -> float:
    """The approximate number of rolls until the hand pays, with `swaps` bank trades of each kind."""
    trades = sum(swaps)
    missing = 0
    lacking: list[tuple[float, int]] = []  # cards of the kind per roll, number missing
    for kind, needs in price_parts(price):
        have = hand[kind]
        trades -= swaps[kind]
        if have >= needs:
            trades += (have - needs) // rates[kind]
        else:
            lacking.append((speed[kind], needs - have))
            missing += needs - have
    if not missing:
        return 0.0
    if trades >= missing:
        return TRADED * missing
    if len(lacking) > 1:
        lacking.sort()
    slowest = 0.0
    trades_left = trades
    for per_roll, n in lacking:  # trades go to the slowest kinds; if they cover all of it, others may use
        if n <= trades_left:  # them too: the weights of the judge were learnt with this behaviour
            continue
        n -= trades_left
        trades_left = trades_left - n if trades_left > n else 0
        rolls = n / per_roll if per_roll else ROLLS_NEVER
        if rolls > slowest:
            slowest = rolls
    rolls = (missing - trades) / total if total else ROLLS_NEVER
    return (rolls if rolls > slowest else slowest) + TRADED * trades


@dataclass(slots=True)
class Hand:
    """A hand of a household. `swaps`: possible bank trades of each kind; `prospects`: price -> (probability to pay for
    it in this turn, share of the value left after waiting for it)."""

    swaps: list[int]
    prospects: dict[Cards, tuple[float, float]] = field(default_factory=dict)


class Household:
    """A seat's production and bank rates, with cached waiting times."""

    def __init__(self, production: Cards, rates: Cards) -> None:
        self.rates = rates
        self.speed = cards_per_roll(production, rates)
        self.total = max(sum(production), 1) / ROLLS
        self.hands: dict[Cards, Hand] = {}

    def hand_data(self, hand: Cards) -> Hand:
        """The cached data of a hand."""
        data = self.hands.get(hand)
        if data is None:
            if len(self.hands) >= MOST_CACHED_HANDS:
                self.hands.clear()
            data = self.hands[hand] = Hand(list(map(floordiv, hand, self.rates)))
        return data

    def prospect(self, hand: Cards, data: Hand, price: Cards) -> tuple[float, float]:
        """(Probability to pay the price in this turn, share of the value left after waiting)."""
        rolls = _rolls_after_swaps(hand, data.swaps, price, self.rates, self.speed, self.total)
        by_trade = BY_TRADE if rolls <= AT_ONCE else 0.0
        prospect = data.prospects[price] = (by_trade if rolls else 1.0, exp(-rolls / PATIENCE))
        return prospect


household = lru_cache(maxsize=64)(Household)


def hand_worth(r: Situation, hand: Cards, wishes: Sequence[Goal] | None = None, rates: Cards | None = None) -> float:
    """The value of a hand in points. `wishes`: goals by decreasing gain."""
    if wishes is not None:
        return _hand_worth_of(r, hand, wishes, rates)
    key = (hand, rates)
    found = r._known.get(key)
    if found is None:
        found = r._known[key] = _hand_worth_of(r, hand, r.cached(goals_by_gain), rates)
    result: float = found
    return result


def _hand_worth_of(r: Situation, hand: Cards, wishes: Sequence[Goal], rates: Cards | None) -> float:
    home = household(r.production, r.mine.rates if rates is None else rates)
    data = home.hand_data(hand)
    cached_prospect = data.prospects.get
    first = second = third = 0.0
    for _, price, gain, late in wishes:
        if gain <= third:
            break  # later goals cannot be among the best three
        in_time, left = cached_prospect(price) or home.prospect(hand, data, price)
        value = gain * (in_time + (1 - in_time) * late) * left
        if value > second:
            if value > first:
                first, second, third = value, first, second
            else:
                second, third = value, second
        elif value > third:
            third = value
    best: float = sum(map(mul, RANKED, (first, second, third)))
    loose: float = sum(map(mul, hand, r.weights))
    return WAITING * best + LOOSE * loose


def seven_danger(r: Situation, size: int) -> float:
    """The expected cost of a seven for a hand of that size."""
    if size <= r.mine.hand_limit:
        return 0.0
    seven_probability: float = 1 - (5 / 6) ** r.view.seats
    return LOST * seven_probability * size * A_CARD


def hand_worth_change(
    r: Situation,
    more: Cards | None = None,
    less: Cards | None = None,
    got: Key | None = None,
    cheaper: tuple[Key, Cards] | None = None,
    rates: Cards | None = None,
) -> float:
    """The change of my hand's value if I get `more` and lose `less`. `got`: a goal that is reached; `cheaper`: a goal,
    and the cards it no longer needs; `rates`: other bank rates."""
    hand = r.hand
    if more is not None:
        hand = add_cards(hand, more)
    if less is not None:
        hand = subtract_cards(hand, less)
    wishes = None
    if got is not None or cheaper is not None:
        wishes = [goal for goal in r.cached(goals_by_gain) if goal.key != got]
    if wishes is not None and cheaper is not None:
        key, saved = cheaper
        wishes = [g._replace(cost=subtract_cards(g.cost, saved)) if g.key == key else g for g in wishes]
    return hand_worth(r, hand, wishes, rates) - seven_danger(r, sum(hand)) - r.cached(current_hand_worth)


def current_hand_worth(r: Situation) -> float:
    """The value of my hand."""
    return hand_worth(r, r.hand) - seven_danger(r, sum(r.hand))


def add_cards(hand: Cards, more: Cards) -> Cards:
    return tuple(map(add, hand, more))


def subtract_cards(hand: Cards, less: Cards) -> Cards:
    """The hand without these cards, never below 0."""
    return tuple([have - gone if have > gone else 0 for have, gone in zip(hand, less, strict=True)])


def cards_of_kind(r: Situation, card: str, n: int = 1) -> Cards:
    """n cards of a kind."""
    return _cards_of_kind_number(len(r.kinds), NUMBER[card], n)


@cache
def _cards_of_kind_number(kinds: int, kind: int, n: int) -> Cards:
    return tuple(n if each == kind else 0 for each in range(kinds))


def least_missed_cards(r: Situation, n: int) -> tuple[str, ...]:
    """The n cards of my hand with the least loss of value, in the order of the cards."""
    n = min(n, sum(r.hand))
    kept = max(_hand_after_losses(r, n), _most_helpful_cards(r, sum(r.hand) - n), key=lambda hand: hand_worth(r, hand))
    gone = subtract_cards(r.hand, _improve_by_swaps(r, kept))
    return tuple(CARDS[kind] for kind in r.kinds for _ in range(gone[kind]))


def _hand_after_losses(r: Situation, n: int) -> Cards:
    """My hand after n single losses, each of the least valuable card."""
    hand = r.hand
    for _ in range(n):
        kinds = [kind for kind, have in enumerate(hand) if have]
        hand = _best_hand(r, [subtract_cards(hand, _cards_of_kind_number(len(hand), kind, 1)) for kind in kinds])
    return hand


def _most_helpful_cards(r: Situation, n: int) -> Cards:
    """n cards of my hand, each chosen for the highest gain."""
    hand = tuple(0 for _ in r.hand)
    for _ in range(n):
        kinds = [kind for kind, have in enumerate(r.hand) if have > hand[kind]]
        hand = _best_hand(r, [add_cards(hand, _cards_of_kind_number(len(hand), kind, 1)) for kind in kinds])
    return hand


def _improve_by_swaps(r: Situation, hand: Cards) -> Cards:
    """Some cards of my hand, improved by single exchanges. Single losses or gains alone would neither keep nor complete
    sets of cards."""
    single_cards = [_cards_of_kind_number(len(hand), kind, 1) for kind in range(len(hand))]
    while True:
        kept_kinds = [kind for kind, have in enumerate(hand) if have]
        given_up_kinds = [kind for kind, have in enumerate(r.hand) if have > hand[kind]]
        others = [
            add_cards(subtract_cards(hand, single_cards[kept]), single_cards[given_up])
            for kept in kept_kinds
            for given_up in given_up_kinds
            if given_up != kept
        ]
        best = _best_hand(r, [hand, *others])
        if best == hand:
            return hand
        hand = best


def _best_hand(r: Situation, hands: Sequence[Cards]) -> Cards:
    """The first of the most valuable hands."""
    best = hands[0]
    for hand in hands[1:]:
        if hand_worth(r, hand) > hand_worth(r, best) + ROUNDING_ERROR:
            best = hand
    return best


def expected_cards_held(r: Situation, seat: int, card: str) -> float:
    """The expected number of cards of a kind another player holds, limited by the unseen ones."""
    made = r.productions[seat]
    total = sum(made)
    cards = r.view.players[seat].cards
    kind = NUMBER[card]
    return min(cards * (made[kind] + 1) / (total + len(made)), cards_held_by_others(r, kind))


def cards_held_by_others(r: Situation, kind: int) -> int:
    """The number of cards of a kind the others hold: neither in the bank nor in my hand."""
    return r.view.stock[kind] - r.view.bank[kind] - r.hand[kind]
