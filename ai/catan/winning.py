"""Certain wins: purchases of this turn that give all missing points, without chance or other players.

Each decision of the turn finds the line anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rules.catan.cards import CARDS
from rules.catan.moves import Bank
from rules.core import Move

from .board import Cards
from .situation import Situation

MOST_MISSING_POINTS: Final = 3  # more would need two big gains at once, which is not searched
CARD: Final = ("card", 0)  # only one development card per turn

MOST_GIVEN: Final = 2  # free cards from one played card

Key = tuple[str, int]


class Gain(NamedTuple):
    """Points available at once. `keys`: resources it uses exclusively."""

    keys: frozenset[Key]
    points: int
    cost: Cards
    moves: tuple[Move, ...]  # in order, once it is paid for


GAINS: Final[list[Callable[[Situation], Iterable[Gain]]]] = []
Gift = Callable[[Situation, Sequence[int]], tuple[int, Move] | None]
GIFTS: Final[list[Gift]] = []


def supplies_gains(supplier: Callable[[Situation], Iterable[Gain]]) -> Callable[[Situation], Iterable[Gain]]:
    """Decorator: registers a function that returns gains of this turn."""
    GAINS.append(supplier)
    return supplier


def supplies_gift(supplier: Gift) -> Gift:
    """Decorator: registers a function that returns the number of free cards and the move that takes them."""
    GIFTS.append(supplier)
    return supplier


def winning_move(r: Situation, legal: Collection[Move]) -> Move | None:
    """The next move of a winning line of this turn; None: none found."""
    need = r.view.goal - r.score
    return next(winning_line_moves(r, legal, need), None) if 0 < need <= MOST_MISSING_POINTS else None


def winning_line_moves(r: Situation, legal: Collection[Move], need: int) -> Iterator[Move]:
    """The next moves of lines that score `need` points in this turn."""
    if r.view.phase != "main" or r.me != r.view.active:
        return
    for gains in _gain_sets(r, need):
        move = _next_move_of_gains(r, gains)
        if move is not None and move in legal:
            yield move


def _gain_sets(r: Situation, need: int) -> Iterator[tuple[Gain, ...]]:
    """Sets of gains worth `need` points, the smallest first."""
    found = [gain for supplier in GAINS for gain in supplier(r) if can_afford_with_bank(r, gain.cost)]
    for n in range(1, need + 1):
        for gains in combinations(found, n):
            points = sum(gain.points for gain in gains)
            keys = [key for gain in gains for key in gain.keys]
            if points >= need and len(set(keys)) == len(keys) and _has_pieces(r, keys):
                yield gains


def _has_pieces(r: Situation, keys: Sequence[Key]) -> bool:
    """Whether the pieces suffice and the sites respect the distance rule."""
    settlements = [corner for name, corner in keys if name == "settlement"]
    cities = [corner for name, corner in keys if name == "city"]
    roads = sum(1 for name, _ in keys if name == "road")
    returned = sum(1 for corner in cities if corner not in settlements)  # settlements that a city puts back first
    if len(settlements) > r.mine.settlements_left + returned:
        return False
    if roads > r.mine.roads_left or len(cities) > r.mine.cities_left:
        return False
    return not any(other in r.layout.neighbour_corners[corner] for corner, other in combinations(settlements, 2))


def can_afford_with_bank(r: Situation, price: Cards, more: int = MOST_GIVEN) -> bool:
    """Whether the hand, with bank trades and `more` free cards, pays the price."""
    missing = spare = 0
    for needs, have, rate in zip(price, r.hand, r.mine.rates, strict=True):
        if needs > have:
            missing += needs - have
        else:
            spare += (have - needs) // rate
    return missing <= spare + more


def _next_move_of_gains(r: Situation, gains: Sequence[Gain]) -> Move | None:
    """The first move of these gains; None: not affordable."""
    total = tuple(map(sum, zip(*(gain.cost for gain in gains), strict=True)))
    missing = [max(0, needs - have) for needs, have in zip(total, r.hand, strict=True)]
    trades = [max(0, have - needs) // rate for needs, have, rate in zip(total, r.hand, r.mine.rates, strict=True)]
    if any(n > stock for n, stock in zip(missing, r.view.bank, strict=True)):
        return None
    lacking = sum(missing) - sum(trades)
    if lacking > 0:
        if any(CARD in gain.keys for gain in gains):
            return None
        gifts = [gift for supplier in GIFTS if (gift := supplier(r, missing)) is not None]
        return next((move for n, move in gifts if n >= lacking), None)
    if any(missing):
        give = next(kind for kind, n in enumerate(trades) if n)
        take = next(kind for kind, n in enumerate(missing) if n)
        return Bank(CARDS[give], CARDS[take])
    return gains[0].moves[0]
