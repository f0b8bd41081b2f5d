"""Features of a position for the judge, all hands open: production, reach and cards of every seat.

The numbers mean the same for each seat, and are divided by typical sizes to be between 0 and about 1; their weights
are learnt from games (`python -m tools.tune catan`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from math import exp, log1p
from typing import Final, NamedTuple

from rules.catan import bank
from rules.catan.cards import kind_counts
from rules.catan.layout import DESERT, Layout, load_layouts
from rules.catan.network import SHORTEST, set_bits
from rules.catan.robber import hand_limit
from rules.catan.state import CITY, SETTLEMENT, CatanState

from .board import DOTS, Cards
from .hand import price_parts, rolls_until
from .situation import PLAIN, ROLLS

SOON: Final = 6.0  # rolls after which a goal counts a third
LATER: Final = 10.0  # rolls after which a goal built from nothing counts a third
AWAY: Final = (1.0, 0.8, 0.62)  # number of roads away -> weight of a site

TRADE_EFFICIENCY: Final = 0.7  # of other kinds of cards traded with the bank

Spot = tuple[tuple[int, int, int], ...]  # terrain, dots, hex

Supplier = Callable[["Facts", int], list[float]]


class JudgedFeatures(NamedTuple):
    """A function that supplies features of a seat, its module ("": the base game), and a word per feature. The last
    character of a word says how more of it affects the seat: help (+), harm (-), or either (?)."""

    module: str
    words: tuple[str, ...]
    supplier: Supplier


JUDGED_FEATURES: list[JudgedFeatures] = []


def supplies_features(module: str, words: str) -> Callable[[Supplier], Supplier]:
    """Decorator: registers features of a module."""

    def register(supplier: Supplier) -> Supplier:
        JUDGED_FEATURES.append(JudgedFeatures(module, tuple(words.split()), supplier))
        return supplier

    return register


def features_in_play(s: CatanState) -> list[JudgedFeatures]:
    """The features of such a game."""
    return [features for features in JUDGED_FEATURES if not features.module or features.module in s.ext]


@lru_cache(maxsize=64)
def yielding_hexes(size: str, terrain: tuple[int, ...], tokens: tuple[int, ...]) -> tuple[tuple[Spot, float], ...]:
    """Corner -> its productive hexes, and its quality in useful dots."""
    layout = load_layouts()[size]
    found = []
    for hexes in layout.hexes_at:
        spot = tuple((terrain[hex_], DOTS[tokens[hex_]], hex_) for hex_ in hexes if terrain[hex_] != DESERT)
        found.append((spot, sum(dots * PLAIN[kind] for kind, dots, _ in spot)))
    return tuple(found)


@lru_cache(maxsize=8)
def city_yields(packed: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """Terrain -> level -> (kind of card, count)."""
    return tuple(tuple(price_parts(kind_counts(cards)) for cards in levels) for levels in packed)


class Facts:
    """A position and derived values for one judgement."""

    def __init__(self, s: CatanState) -> None:
        self.s = s
        self.layout: Layout = s.layout
        self.productive_hexes = yielding_hexes(s.layout.size, s.terrain, s.tokens)
        self.kinds = len(s.hooks.cards)
        self.goal = s.hooks.goal
        self.points_missing = [self.goal - s.total_points(seat) for seat in range(s.seats)]
        self.earliness = max(
            0.0, (min(self.points_missing) - 1) / (self.goal - 3)
        )  # 1: nobody has built anything; 0: a player wins
        self.production, self.blocked_by_robber = self._count_production()
        self.hands: list[Cards] = [kind_counts(hand)[: self.kinds] for hand in s.hands]
        self.rates = [tuple(bank.bank_rates(s, seat)) for seat in range(s.seats)]
        self.cards_per_roll, self.total_per_roll = self._compute_cards_per_roll()

    def _count_production(self) -> tuple[list[list[int]], list[int]]:
        """Seat -> cards of each kind in 36 rolls; seat -> cards lost to the robber."""
        s = self.s
        made = [[0] * self.kinds for _ in range(s.seats)]
        blocked = [0] * s.seats
        yields = city_yields(s.hooks.cards_yielded)
        held = s.held
        for corner, level in enumerate(s.buildings):
            if level:
                seat = held[corner]
                row = made[seat]
                for terrain, dots, hex_ in self.productive_hexes[corner][0]:
                    for kind, n in yields[terrain][level]:
                        row[kind] += n * dots
                    if hex_ == s.robber:
                        blocked[seat] += level * dots
        return made, blocked

    def _compute_cards_per_roll(self) -> tuple[list[list[float]], list[float]]:
        """Seat -> cards of each kind per roll, including trades; seat -> total."""
        speeds, totals = [], []
        for made, rates in zip(self.production, self.rates, strict=True):
            trades = [n / rate for n, rate in zip(made, rates, strict=True)]
            total = sum(trades)
            speeds.append([(n + TRADE_EFFICIENCY * (total - own)) / ROLLS for n, own in zip(made, trades, strict=True)])
            totals.append(max(sum(made), 1) / ROLLS)
        return speeds, totals

    def rolls_until_paid(self, seat: int, price: Cards) -> float:
        """The approximate number of rolls until the seat can pay the price."""
        return rolls_until(
            self.hands[seat], price, self.rates[seat], self.cards_per_roll[seat], self.total_per_roll[seat]
        )

    def nearness_of_price(self, seat: int, price: Cards) -> float:
        """1: the seat can pay the price; lower the longer it takes."""
        return exp(-self.rolls_until_paid(seat, price) / SOON)

    def ease_of_price(self, seat: int, price: Cards) -> float:
        """How well the seat's production covers the price: `near` with an empty hand."""
        rolls = rolls_until(
            (0,) * self.kinds, price, self.rates[seat], self.cards_per_roll[seat], self.total_per_roll[seat]
        )
        return exp(-rolls / LATER)

    def price(self, *cards: int) -> Cards:
        """A price in resources, as counts of the kinds in play."""
        return (*cards, *((0,) * (self.kinds - len(cards))))

    @cached_property
    def building_corners(self) -> list[tuple[list[int], list[int]]]:
        """Seat -> corners of settlements, of cities."""
        s = self.s
        found: list[tuple[list[int], list[int]]] = [([], []) for _ in range(s.seats)]
        held = s.held
        for corner, level in enumerate(s.buildings):
            if level == SETTLEMENT:
                found[held[corner]][0].append(corner)
            elif level == CITY:
                found[held[corner]][1].append(corner)
        return found

    @cached_property
    def sites(self) -> list[tuple[list[int], float, int]]:
        """Seat -> its `_find_sites`."""
        return [self._find_sites(seat) for seat in range(self.s.seats)]

    def settlement_corners(self, seat: int) -> tuple[int, int, int]:
        """Number of roads away -> corners of possible settlements, as bits."""
        s = self.s
        layout = self.layout
        closed = s.corners_too_near | s.corners_occupied
        here = s.corners_reached[seat]
        step = here
        for path in set_bits(s.paths_open[seat] & ~s.paths_taken):
            step |= layout.end_bits[path]
        further = step
        for corner in set_bits(step & ~here & ~s.corners_occupied):
            further |= layout.too_near_bits[corner]
        return here & ~closed, step & ~here & ~closed, further & ~step & ~closed

    def _find_sites(self, seat: int) -> tuple[list[int], float, int]:
        """(Possible settlements by number of roads away, quality of the best one, its distance)."""
        counts, best, best_distance = [], 0.0, 2
        for distance, corner_bits in enumerate(self.settlement_corners(seat)):
            counts.append(corner_bits.bit_count())
            for corner in set_bits(corner_bits):
                quality = self.productive_hexes[corner][1] * AWAY[distance]
                if quality > best:
                    best, best_distance = quality, distance
        return counts, best, best_distance


def feature_rows(s: CatanState) -> list[list[float]]:
    """Seat -> its features, in the order of the suppliers."""
    facts = Facts(s)
    suppliers = [features.supplier for features in features_in_play(s)]
    return [[number for supplier in suppliers for number in supplier(facts, seat)] for seat in range(s.seats)]


# --- the base game


@supplies_features("", "need- one+ two+ three+ soon+ soon_one+ soon_two+ soon_three+")
def race_features(f: Facts, seat: int) -> list[float]:
    """Missing points, and the order of turns."""
    s = f.s
    need = f.points_missing[seat]
    after: float = (seat - s.active) % s.seats
    if s.dice and not after:
        after = s.seats - 0.5  # the active seat: almost as good as being next
    soon = 1 - after / s.seats
    return [
        need / 10,
        float(need <= 1),
        float(need <= 2),
        float(need <= 3),
        soon,
        soon * (need <= 1),
        soon * (need <= 2),
        soon * (need <= 3),
    ]


@supplies_features("", "brick+ lumber+ wool+ grain+ ore+ gaps- made+ blocked- power+ early_power+ early_gaps-")
def harvest_features(f: Facts, seat: int) -> list[float]:
    """Production, its evenness, and the value of trades."""
    made = f.production[seat]
    plain = made[:5]
    power = sum(n / rate for n, rate in zip(made, f.rates[seat], strict=True)) / 8
    gaps = sum(not n for n in plain) / 3
    return [
        *(log1p(n) / 2 for n in plain),
        gaps,
        sum(made) / 30,
        f.blocked_by_robber[seat] / 8,
        power,
        power * f.earliness,
        gaps * f.earliness,
    ]


@supplies_features("", "cards+ excess- kinds+ settlement+ city+ road+ late_settlement+ late_city+")
def hand_features(f: Facts, seat: int) -> list[float]:
    """The cards, and how soon they pay for goals."""
    cards = f.hands[seat]
    n = sum(cards)
    _, best, far = f.sites[seat]
    homes, _ = f.building_corners[seat]
    settlement = (
        f.nearness_of_price(seat, f.price(1 + far, 1 + far, 1, 1)) if best and f.s.settlements_left[seat] else 0.0
    )
    city = f.nearness_of_price(seat, f.price(0, 0, 0, 2, 3)) if homes and f.s.cities_left[seat] else 0.0
    late = 1 - f.earliness
    return [
        min(n, 9) / 8,
        max(0, n - hand_limit(f.s, seat)) / 6,
        sum(1 for held in cards[:5] if held) / 5,
        settlement,
        city,
        f.nearness_of_price(seat, f.price(1, 1)),
        settlement * late,
        city * late,
    ]


@supplies_features(
    "", "make_settlement+ make_city+ make_road+ here+ near+ further+ site+ settlements_left+ homes+ cities+ upgrade+"
)
def building_features(f: Facts, seat: int) -> list[float]:
    """Possible buildings in the long run."""
    (here, near, further), best, far = f.sites[seat]
    homes, cities = f.building_corners[seat]
    left = f.s.settlements_left[seat]
    return [
        f.ease_of_price(seat, f.price(1 + far, 1 + far, 1, 1)),
        f.ease_of_price(seat, f.price(0, 0, 0, 2, 3)),
        f.ease_of_price(seat, f.price(1, 1)),
        min(here, 3) / 3 if left else 0.0,
        min(near, 4) / 4 if left else 0.0,
        min(further, 4) / 4 if left else 0.0,
        best / 12 if left else 0.0,
        min(left, 3) / 3,
        len(homes) / 4,
        len(cities) / 4,
        max((f.productive_hexes[corner][1] for corner in homes), default=0.0) / 12 if f.s.cities_left[seat] else 0.0,
    ]


@supplies_features("", "trail+ longest? ahead+ defended+ roads_left+")
def road_features(f: Facts, seat: int) -> list[float]:
    """The Longest Road: its holder, and the distance to it."""
    s = f.s
    length = s.lengths[seat]
    others = max(SHORTEST - 1, *(n for other, n in enumerate(s.lengths) if other != seat))
    ahead = max(-4, min(4, length - others))
    return [
        min(length, 10) / 8,
        float(s.longest == seat),
        ahead / 4,
        ahead / 4 * (s.longest == seat),
        min(s.roads_left[seat], 6) / 6,
    ]
