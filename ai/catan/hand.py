"""The value of a hand: how soon it pays for the player's goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
AT_ONCE: Final = 2 * TRADED  # faster goals depend on bank trades only
BY_TRADE: Final = 0.5  # probability that these trades are made in time
SPEED: Final = 0.7  # efficiency of other kinds of cards traded with the bank
NEVER: Final = 60.0
HANDS: Final = 256  # cached per household
LOST: Final = 0.5  # share of the hand a seven costs above the limit

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
    return sorted(r.memo(current_goals), key=lambda goal: -goal.gain)


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
    """The approximate number of rolls until the hand pays for the price."""
    return _rolls_after_swaps(hand, list(map(floordiv, hand, rates)), price, rates, speed, total)


def _rolls_after_swaps(
    hand: Cards, swaps: list[int], price: Cards, rates: Sequence[int], speed: Sequence[float], total: float
) -> float:
    """The approximate number of rolls until the hand pays, with `swaps` bank trades of each kind."""
    trades = sum(swaps)
    missing = 0
    lacks: list[tuple[float, int]] = []
    for kind, needs in price_parts(price):
        have = hand[kind]
        trades -= swaps[kind]
        if have >= needs:
            trades += (have - needs) // rates[kind]
        else:
            lacks.append((speed[kind], needs - have))
            missing += needs - have
    if not missing:
        return 0.0
    if trades >= missing:
        return TRADED * missing
    if len(lacks) > 1:
        lacks.sort()
    slow = 0.0
    left = trades
    for fast, n in lacks:  # trades go to the slowest kinds; if they cover all of it, others may use
        if n <= left:  # them too: the weights of the judge were learnt with this behaviour
            continue
        n -= left
        left = left - n if left > n else 0
        rolls = n / fast if fast else NEVER
        if rolls > slow:
            slow = rolls
    rolls = (missing - trades) / total if total else NEVER
    return (rolls if rolls > slow else slow) + TRADED * trades


class Hand:
    """A hand of a household. `swaps`: possible bank trades of each kind; `prospects`: price -> (probability to pay for
    it in this turn, share of the value left after waiting for it)."""

    __slots__ = ("prospects", "swaps")

    def __init__(self, swaps: list[int]) -> None:
        self.swaps = swaps
        self.prospects: dict[Cards, tuple[float, float]] = {}


class Household:
    """A seat's production and bank rates, with cached waiting times."""

    def __init__(self, production: Cards, rates: Cards) -> None:
        self.rates = rates
        self.speed = cards_per_roll(production, rates)
        self.total = max(sum(production), 1) / ROLLS
        self.hands: dict[Cards, Hand] = {}

    def hand(self, hand: Cards) -> Hand:
        """The cached data of a hand."""
        known = self.hands.get(hand)
        if known is None:
            if len(self.hands) >= HANDS:
                self.hands.clear()
            known = self.hands[hand] = Hand(list(map(floordiv, hand, self.rates)))
        return known

    def prospect(self, hand: Cards, known: Hand, price: Cards) -> tuple[float, float]:
        """(Probability to pay the price in this turn, share of the value left after waiting)."""
        rolls = _rolls_after_swaps(hand, known.swaps, price, self.rates, self.speed, self.total)
        in_time = 1.0 if not rolls else BY_TRADE if rolls <= AT_ONCE else 0.0
        found = known.prospects[price] = (in_time, exp(-rolls / PATIENCE))
        return found


household = lru_cache(maxsize=64)(Household)


def hand_worth(r: Situation, hand: Cards, wishes: Sequence[Goal] | None = None, rates: Cards | None = None) -> float:
    """The value of a hand in points. `wishes`: goals by decreasing gain."""
    if wishes is not None:
        return _hand_worth_of(r, hand, wishes, rates)
    key = (hand, rates)
    found = r._known.get(key)
    if found is None:
        found = r._known[key] = _hand_worth_of(r, hand, r.memo(goals_by_gain), rates)
    result: float = found
    return result


def _hand_worth_of(r: Situation, hand: Cards, wishes: Sequence[Goal], rates: Cards | None) -> float:
    home = household(r.production, r.mine.rates if rates is None else rates)
    known = home.hand(hand)
    ask = known.prospects.get
    first = second = third = 0.0
    for _, price, gain, late in wishes:
        if gain <= third:
            break  # later goals cannot be among the best three
        in_time, left = ask(price) or home.prospect(hand, known, price)
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
    sevens: float = 1 - (5 / 6) ** r.view.seats
    return LOST * sevens * size * A_CARD


def hand_worth_change(
    r: Situation,
    more: Cards | None = None,
    less: Cards | None = None,
    got: Key | None = None,
    cheaper: tuple[Key, Cards] | None = None,
    rates: Cards | None = None,
) -> float:
    """The change of my hand's value with these cards and without those, if a goal is reached or gets cheaper."""
    hand = r.hand
    if more is not None:
        hand = add_cards(hand, more)
    if less is not None:
        hand = subtract_cards(hand, less)
    wishes = None
    if got is not None or cheaper is not None:
        wishes = [
            goal._replace(cost=subtract_cards(goal.cost, cheaper[1]))
            if cheaper is not None and goal.key == cheaper[0]
            else goal
            for goal in r.memo(goals_by_gain)
            if goal.key != got
        ]
    return hand_worth(r, hand, wishes, rates) - seven_danger(r, sum(hand)) - r.memo(current_hand_worth)


def current_hand_worth(r: Situation) -> float:
    """The value of my hand."""
    return hand_worth(r, r.hand) - seven_danger(r, sum(r.hand))


def add_cards(hand: Cards, more: Cards) -> Cards:
    return tuple(map(add, hand, more))


def subtract_cards(hand: Cards, less: Cards) -> Cards:
    """The hand without these cards, never below 0."""
    return tuple([a - b if a > b else 0 for a, b in zip(hand, less, strict=True)])


def cards_of_kind(r: Situation, card: str, n: int = 1) -> Cards:
    """n cards of a kind."""
    return _cards_of_kind_number(len(r.kinds), NUMBER[card], n)


@cache
def _cards_of_kind_number(kinds: int, kind: int, n: int) -> Cards:
    return tuple(n if k == kind else 0 for k in range(kinds))


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
        hand = _best_hand(
            r,
            [subtract_cards(hand, _cards_of_kind_number(len(hand), kind, 1)) for kind, have in enumerate(hand) if have],
        )
    return hand


def _most_helpful_cards(r: Situation, n: int) -> Cards:
    """n cards of my hand, each chosen for the highest gain."""
    hand = tuple(0 for _ in r.hand)
    for _ in range(n):
        more = [kind for kind, have in enumerate(r.hand) if have > hand[kind]]
        hand = _best_hand(r, [add_cards(hand, _cards_of_kind_number(len(hand), kind, 1)) for kind in more])
    return hand


def _improve_by_swaps(r: Situation, hand: Cards) -> Cards:
    """Some cards of my hand, improved by single exchanges. Single losses or gains alone would neither keep nor complete
    sets of cards."""
    size = len(hand)
    while True:
        others = [
            add_cards(subtract_cards(hand, _cards_of_kind_number(size, out, 1)), _cards_of_kind_number(size, into, 1))
            for out, have in enumerate(hand)
            if have
            for into, all_of_it in enumerate(r.hand)
            if into != out and all_of_it > hand[into]
        ]
        best = _best_hand(r, [hand, *others])
        if best == hand:
            return hand
        hand = best


def _best_hand(r: Situation, hands: Sequence[Cards]) -> Cards:
    """The first of the most valuable hands."""
    best = hands[0]
    for hand in hands[1:]:
        if hand_worth(r, hand) > hand_worth(r, best) + 1e-9:
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
