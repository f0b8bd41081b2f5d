"""Goals and scores for city improvements, metropolises, walls, and lost cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.catan.cards import COMMODITIES
from rules.catan.expansions.cities_knights.moves import AnswerCity, AnswerMetropolis, BuildWall, Improve
from rules.catan.expansions.cities_knights.realm import (
    ABILITY,
    HIGHEST,
    METROPOLIS,
    METROPOLIS_WORTH,
    POLITICS,
    SCIENCE,
    TRACKS,
    TRADE,
    WALL_WORTH,
)
from rules.catan.view import BuildingView

from ...board import Cards
from ...hand import Goal, cards_of_kind, cost_in_play, hand_worth_change, supplies_goals
from ...partners import supplies_prices
from ...scores import scorer_for
from ...situation import A_CARD, GAME, ROLLS, Situation
from ...winning import Gain, supplies_gains

A_DRAW: Final = 0.35  # value of a progress card
GATE: Final = 1 / 36  # probability of an event die and a red die that give one
ABILITIES: Final = {TRADE: 0.7, POLITICS: 0.35, SCIENCE: 0.8}  # value of the third level, at the beginning of the game
PROSPECT: Final = (0.0, 0.15, 0.3, 0.6)  # level -> share of an unclaimed metropolis
UNRIVALLED: Final = 0.2  # value of a metropolis that nobody threatens yet
TAKEN_METROPOLIS: Final = 1.0  # value of the loss of its former holder
NEARLY_TAKEN: Final = 0.4  # value of the level before that
SAFETY: Final = 0.6  # value of making a metropolis permanent
SITE_PREFERENCE: Final = 0.01  # decides between walls of equal value
WALLED: Final = 0.1  # value of any wall
SEVEN_IN_ROUND: Final = 0.4  # probability of a seven before the cards are spent
CARD_PER_ROUND: Final = 0.04  # value of a wall per card that I produce in a round
WALL: Final = 0.3  # cost of losing a wall with its city


# --- improvements


def level_cost(r: Situation, track: int, less: int = 0) -> Cards:
    """The cost of my next level. `less`: cards saved."""
    return cards_of_kind(r, COMMODITIES[track], r.mine.improvements[track] + 1 - less)


def metropolis_holder(r: Situation, track: int) -> int | None:
    """The holder of the metropolis of a track."""
    name = TRACKS[track]
    return next((building.seat for building in r.view.buildings if building.metropolis == name), None)


def plain_cities(r: Situation) -> list[BuildingView]:
    """My cities that are no metropolis."""
    return [building for building in r.own_buildings if building.city and not building.metropolis]


@supplies_prices
def improvement_prices_of(r: Situation, seat: int) -> Iterable[Cards]:
    """The price of the next level of each track, for a player with a city."""
    if any(building.city for building in r.board.buildings_by_seat[seat]):
        for track, level in enumerate(r.view.players[seat].improvements):
            if level < HIGHEST:
                yield cards_of_kind(r, COMMODITIES[track], level + 1)


def may_improve(r: Situation, track: int) -> bool:
    """Whether I could buy the next level, regardless of cost."""
    level = r.mine.improvements[track]
    if level == HIGHEST or not any(building.city for building in r.own_buildings):
        return False
    return level + 1 < METROPOLIS or metropolis_holder(r, track) == r.me or bool(plain_cities(r))


def level_gain(r: Situation, track: int) -> float:
    """The value of the next level: progress cards, its ability, the metropolis."""
    level = r.mine.improvements[track] + 1
    share = min(1.0, r.rolls_left / GAME)
    draw_probability = GATE * (2 if level == 1 else 1)
    gain = A_DRAW * draw_probability * r.rolls_left
    if level == ABILITY:
        gain += ABILITIES[track] * share
    owner = metropolis_holder(r, track)
    rival_level = max(r.view.players[seat].improvements[track] for seat in r.others)
    if owner is None:
        if level >= METROPOLIS:
            return gain + r.value_of_points(METROPOLIS_WORTH) + (0.0 if rival_level >= METROPOLIS else UNRIVALLED)
        gain += PROSPECT[level] * (1.0 if rival_level <= level else 0.5)
    elif owner == r.me:
        gain += SAFETY if level == HIGHEST and rival_level >= ABILITY else 0.0
    elif r.view.players[owner].improvements[track] < HIGHEST:
        if level == HIGHEST:
            return gain + r.value_of_points(METROPOLIS_WORTH) + TAKEN_METROPOLIS
        gain += NEARLY_TAKEN if level == METROPOLIS else 0.0
    return gain


@supplies_goals
def improvement_goals(r: Situation) -> Iterable[Goal]:
    """The next level of each track."""
    if r.has_commodities:
        for track in range(len(TRACKS)):
            if may_improve(r, track):
                yield Goal(("level", track), level_cost(r, track), level_gain(r, track))


@supplies_gains
def metropolis_gains(r: Situation) -> Iterable[Gain]:
    """Metropolises that are free or can be taken; at most one per turn, because each needs a plain city."""
    for track in range(len(TRACKS)) if r.has_commodities else ():
        level, owner = r.mine.improvements[track] + 1, metropolis_holder(r, track)
        free = owner is None and level >= METROPOLIS
        if owner is not None and owner != r.me and level == HIGHEST:
            free = r.view.players[owner].improvements[track] < HIGHEST
        if free and may_improve(r, track):
            keys = frozenset({("level", track), ("metropolis", 0)})
            yield Gain(keys, METROPOLIS_WORTH, level_cost(r, track), (Improve(TRACKS[track]),))


@scorer_for(Improve)
def score_improvement(r: Situation, move: Improve) -> float:
    track = TRACKS.index(move.track)
    return level_gain(r, track) + hand_worth_change(r, less=level_cost(r, track), got=("level", track))


# --- cities


def city_keep_value(r: Situation, corner: int) -> float:
    """The loss if a city becomes a settlement."""
    building = r.buildings[corner]
    return r.dot_value * r.corner_yield(corner, city=True, more=True) + (WALL if building.wall else 0.0)


@scorer_for(AnswerCity)
def score_lost_city(r: Situation, move: AnswerCity) -> float:
    return -city_keep_value(r, move.corner)


@scorer_for(AnswerMetropolis)
def score_metropolis_site(r: Situation, move: AnswerMetropolis) -> float:
    """The best city, because it becomes safe from the barbarians."""
    return city_keep_value(r, move.corner)


# --- walls


def wall_gain(r: Situation) -> float:
    """The value of two more cards kept on a seven."""
    size, limit = sum(r.hand), r.mine.hand_limit
    cards_per_round = sum(r.production) / ROLLS * r.view.seats
    saved = A_CARD * size / 2 * SEVEN_IN_ROUND if limit < size <= limit + WALL_WORTH else 0.0
    return WALLED + saved + CARD_PER_ROUND * min(cards_per_round, 6.0) * min(1.0, r.rolls_left / ROLLS)


@supplies_goals
def wall_goals(r: Situation) -> Iterable[Goal]:
    if (
        r.has_commodities
        and r.mine.walls_left
        and any(building.city and not building.wall for building in r.own_buildings)
    ):
        yield Goal(("wall", 0), cost_in_play(r, brick=2), wall_gain(r))


@scorer_for(BuildWall)
def score_wall(r: Situation, move: BuildWall) -> float:
    """Under a city that is not the first to be lost."""
    return (
        wall_gain(r)
        + hand_worth_change(r, less=cost_in_play(r, brick=2), got=("wall", 0))
        + SITE_PREFERENCE * city_keep_value(r, move.corner)
    )
