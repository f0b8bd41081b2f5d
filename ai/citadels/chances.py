"""The judge: each player's winning chance in a fully known position, from public features.

A prospect is a weighted sum of features, with weights that depend on the progress of the game; the chances are
proportional to the exponentials of the prospects. `python -m tools.tune citadels` learns the weights in `weights.py`
from games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Final

from rules.citadels import effects, scoring
from rules.citadels.cards import COLOURS, DISTRICTS
from rules.citadels.hooks import ROLES, RULES
from rules.citadels.state import OUT, Built, CitadelsState

from .card_knowledge import character_play, district_play
from .weights import WEIGHTS

STAGES: Final = 4  # weights per feature: constant, times progress, times its square, in the last round
A_ROUND: Final = 2.6  # gold per round
UNSEEN: Final = 3.0  # cost of an undrawn card
ENOUGH: Final = 4  # cards in a hand
CITIES: Final = 4096  # cached cities


@lru_cache(maxsize=CITIES)
def city_features(city: tuple[Built, ...]) -> tuple[float, ...]:
    """Features of a city alone: colours, most districts of one income, effects, joker, highest and lowest cost."""
    colours = [DISTRICTS[built.key].colour for built in city]
    wild = any(district_play(built.key).wild for built in city)
    paid = max((colours.count(colour) for colour in COLOURS[:4]), default=0)
    paid += sum(RULES[built.key].any_income for built in city)
    uses = sum(district_play(built.key).use for built in city)
    values = [built.value for built in city]
    different = min(len(COLOURS), len(set(colours)) + (wild and len(set(colours)) < len(colours)))
    return different, paid, uses, float(wild), max(values, default=0), values.count(1)


@lru_cache(maxsize=CITIES)
def buildable_costs(hand: tuple[str, ...], names: frozenset[str]) -> tuple[int, ...]:
    """The costs of the hand cards a city with these districts allows, the highest first."""
    return tuple(sorted((DISTRICTS[card].cost for card in {*hand} - names), reverse=True))


def dearest_affordable(prices: Sequence[int], gold: int) -> int:
    """The highest of these costs within the gold; 0: none."""
    return next((price for price in prices if price <= gold), 0)


def game_progress(s: CitadelsState) -> float:
    """The progress of the game, 0 to 1, by the fullest city."""
    return min(1.0, max(map(len, s.cities)) / s.goal)


def seat_features(s: CitadelsState) -> list[dict[str, float]]:
    """Player -> features."""
    rounds = 0 if s.ended else max(1, s.goal - max(map(len, s.cities)))
    calls = _characters_to_call(s)
    return [_features_of_seat(s, seat, rounds, calls[seat]) for seat in range(s.seats)]


def _characters_to_call(s: CitadelsState) -> list[list[str]]:
    """Player -> characters still to be called and not silenced."""
    found: list[list[str]] = [[] for _ in range(s.seats)]
    for slot in s.slots:
        character = slot.character
        if slot.holder == OUT or character in s.shown or character in s.silent:
            continue
        if not any(ROLES[c].silences(s, character) for c in s.cast):
            found[slot.holder].append(character)
    return found


def _features_of_seat(s: CitadelsState, seat: int, rounds: int, calls: list[str]) -> dict[str, float]:
    city, gold = s.cities[seat], s.gold[seat]
    different, paid, uses, wild, dearest, cheap = city_features(city)
    prices = buildable_costs(s.hands[seat], frozenset(built.key for built in city))
    room = max(0, s.goal - len(city))
    points = scoring.score_row(s, seat).total
    builds = float(len(calls) and max(ROLES[c].builds for c in calls))
    turn = s.turn
    acting = turn is not None and turn.seat == seat
    if turn is not None and acting:
        builds += turn.builds
    coming = 2.0 * len(calls) + 2.0 * (turn is not None and acting and not turn.acted)
    coming += sum(character_play(c).gold for c in calls)
    turns = rounds + (1 if builds else 0)
    whole = min(turns, room) if not s.ended else int(builds)
    budget = gold + (A_ROUND * rounds if not s.ended else coming)
    wanted = float(sum(prices[:whole]))
    lacking = max(0, whole - len(prices)) if not s.ended else 0
    prospect = min(budget, wanted + UNSEEN * lacking)
    now = dearest_affordable(prices, gold + int(coming)) if builds else 0
    return {
        "points": points / 10,
        "size": len(city) / s.goal,
        "last_one": float(room == 1),
        "last_two": float(room == 2),
        "full": float(room == 0),
        "gold": min(gold, 8) / 4,
        "much_gold": max(0, gold - 8) / 4,
        "poor": float(gold == 0),
        "cards": min(len(s.hands[seat]), ENOUGH) / 2,
        "many_cards": max(0, len(s.hands[seat]) - ENOUGH) / 2,
        "good_cards": min(len(prices), ENOUGH) / 2,
        "no_card": float(not prices),
        "dearest_card": (prices[0] if prices else 0) / 4,
        "prospect": prospect / 8,
        "colours": different / 5,
        "all_but_one": float(different == len(COLOURS) - 1),
        "joker": wild,
        "income": paid / 4,
        "uses": uses * rounds / 20,
        "dearest": dearest / 5,
        "cheap": cheap / 3,
        "crown": float(s.crown == seat),
        "after_crown": ((seat - s.crown) % s.seats) / s.seats,
        "builds": builds,
        "builds_now": now / 4,
        "coming": coming / 4,
        "ends_now": float(bool(builds) and room <= builds and bool(now)),
        "protected": float(effects.city_protection(s, seat) != ""),
    }


def chances_by_weights(s: CitadelsState, weights: Mapping[str, Sequence[float]] = WEIGHTS) -> list[float]:
    """The chance of each player."""
    p = game_progress(s)
    if s.ended:
        of = [(name, w[3]) for name, w in weights.items()]
    else:
        of = [(name, w[0] + p * (w[1] + p * w[2])) for name, w in weights.items()]
    sums = [sum(row[name] * weight for name, weight in of) for row in seat_features(s)]
    most = max(sums)
    parts = [exp(one - most) for one in sums]
    whole = sum(parts)
    return [part / whole for part in parts]
