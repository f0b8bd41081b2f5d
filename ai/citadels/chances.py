"""The judge: each player's winning chance in a fully known position, from public features.

A prospect is a weighted sum of features, each divided by a typical size, with weights that depend on the progress of
the game; the chances are proportional to the exponentials of the prospects. `python -m tools.tune citadels` learns the
weights in `weights.py` from games.
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
GOLD_PER_ROUND: Final = 2.6
ACTION_GOLD: Final = 2.0
UNDRAWN_COST: Final = 3.0  # cost of an undrawn card
ENOUGH_CARDS: Final = 4  # in a hand; further ones are another feature
ENOUGH_GOLD: Final = 8
MOST_CACHED_CITIES: Final = 4096


@lru_cache(maxsize=MOST_CACHED_CITIES)
def city_features(city: tuple[Built, ...]) -> tuple[float, ...]:
    """Features of a city alone: colours, most districts of one income, effects, joker, highest and lowest cost."""
    colours = [DISTRICTS[built.key].colour for built in city]
    wild = any(district_play(built.key).is_any_colour for built in city)
    income = max((colours.count(colour) for colour in COLOURS[:4]), default=0)
    income += sum(RULES[built.key].counts_for_every_income for built in city)
    uses = sum(district_play(built.key).effect_value for built in city)
    values = [built.value for built in city]
    different = len(set(colours))
    if wild and different < len(colours):
        different = min(len(COLOURS), different + 1)
    return different, income, uses, float(wild), max(values, default=0), values.count(1)


@lru_cache(maxsize=MOST_CACHED_CITIES)
def buildable_costs(hand: tuple[str, ...], names: frozenset[str]) -> tuple[int, ...]:
    """The costs of the hand cards a city with these districts allows, the highest first."""
    return tuple(sorted((DISTRICTS[card].cost for card in {*hand} - names), reverse=True))


def game_progress(s: CitadelsState) -> float:
    """The progress of the game, 0 to 1, by the fullest city."""
    return min(1.0, max(map(len, s.cities)) / s.goal)


def seat_features(s: CitadelsState) -> list[dict[str, float]]:
    """Player -> features."""
    rounds = 0 if s.ended else max(1, s.goal - max(map(len, s.cities)))
    characters = _characters_to_call(s)
    return [_features_of_seat(s, seat, rounds, characters[seat]) for seat in range(s.seats)]


def _characters_to_call(s: CitadelsState) -> list[list[str]]:
    """Player -> characters still to be called and not silenced."""
    found: list[list[str]] = [[] for _ in range(s.seats)]
    for slot in s.slots:
        character = slot.character
        if slot.holder == OUT or character in s.shown or character in s.silent:
            continue
        if not any(ROLES[other].has_murdered(s, character) for other in s.cast):
            found[slot.holder].append(character)
    return found


def _features_of_seat(s: CitadelsState, seat: int, rounds: int, characters: list[str]) -> dict[str, float]:
    """The features of a player. `rounds`: further rounds; `characters`: theirs that are still to be called."""
    city, gold = s.cities[seat], s.gold[seat]
    different, income, uses, wild, dearest, cheap = city_features(city)
    prices = buildable_costs(s.hands[seat], frozenset(built.key for built in city))
    room = max(0, s.goal - len(city))
    points = scoring.score_row(s, seat).total
    builds = float(max((ROLES[character].build_limit for character in characters), default=0))
    actions = len(characters)
    if s.turn is not None and s.turn.seat == seat:
        builds += s.turn.builds
        actions += not s.turn.acted
    coming_gold = ACTION_GOLD * actions + sum(character_play(character).extra_gold for character in characters)
    if s.ended:
        districts, lacking = int(builds), 0
        budget = gold + coming_gold
    else:
        districts = min(rounds + (1 if builds else 0), room)
        lacking = max(0, districts - len(prices))
        budget = gold + GOLD_PER_ROUND * rounds
    prospect = min(budget, float(sum(prices[:districts])) + UNDRAWN_COST * lacking)
    affordable = [price for price in prices if price <= gold + int(coming_gold)]
    built_now = affordable[0] if affordable and builds else 0  # cost of the most expensive one
    return {
        "points": points / 10,
        "size": len(city) / s.goal,
        "last_one": float(room == 1),
        "last_two": float(room == 2),
        "full": float(room == 0),
        "gold": min(gold, ENOUGH_GOLD) / 4,
        "much_gold": max(0, gold - ENOUGH_GOLD) / 4,
        "poor": float(gold == 0),
        "cards": min(len(s.hands[seat]), ENOUGH_CARDS) / 2,
        "many_cards": max(0, len(s.hands[seat]) - ENOUGH_CARDS) / 2,
        "good_cards": min(len(prices), ENOUGH_CARDS) / 2,
        "no_card": float(not prices),
        "dearest_card": (prices[0] if prices else 0) / 4,
        "prospect": prospect / 8,
        "colours": different / 5,
        "all_but_one": float(different == len(COLOURS) - 1),
        "joker": wild,
        "income": income / 4,
        "uses": uses * rounds / 20,
        "dearest": dearest / 5,
        "cheap": cheap / 3,
        "crown": float(s.crown == seat),
        "after_crown": ((seat - s.crown) % s.seats) / s.seats,
        "builds": builds,
        "builds_now": built_now / 4,
        "coming": coming_gold / 4,
        "ends_now": float(bool(builds) and room <= builds and bool(built_now)),
        "protected": float(effects.city_protection(s, seat) != ""),
    }


def weights_at_stage(s: CitadelsState, weights: Mapping[str, Sequence[float]] = WEIGHTS) -> dict[str, float]:
    """Feature -> its weight at the present progress of the game."""
    if s.ended:
        return {name: stages[3] for name, stages in weights.items()}
    progress = game_progress(s)
    return {
        name: constant + progress * (linear + progress * square)
        for name, (constant, linear, square, _) in weights.items()
    }


def chances_by_weights(s: CitadelsState, weights: Mapping[str, Sequence[float]] = WEIGHTS) -> list[float]:
    """The chance of each player."""
    present_weights = weights_at_stage(s, weights)
    prospects = [sum(row[name] * weight for name, weight in present_weights.items()) for row in seat_features(s)]
    best = max(prospects)
    shares = [exp(prospect - best) for prospect in prospects]
    total = sum(shares)
    return [share / total for share in shares]
