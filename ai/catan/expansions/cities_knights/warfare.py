"""Knights: values of raising, activating and moving them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.catan.cards import NUMBER
from rules.catan.expansions.cities_knights.moves import (
    Activate,
    AnswerKnight,
    AnswerKnights,
    AnswerRelocate,
    Chase,
    MoveKnight,
    Promote,
    Recruit,
)
from rules.catan.view import KnightView

from ... import robber
from ...board import Cards
from ...building import best_sites, settlement_cost, settlement_gain
from ...hand import Goal, cost_in_play, hand_worth_change, supplies_goals
from ...scores import scorer_for
from ...situation import GAME, Situation
from .barbarians import defence_value, share_left_later, ship_steps_left, strength_gain, strength_urgency

STRENGTH_TO_COME: Final = 2  # strength that can be added in later turns
AWAKE: Final = 0.95  # probability that a knight activated now fights
ASLEEP: Final = 0.7  # probability that a knight is activated later
GRAIN_QUEUE: Final = 2.0  # added to the divisor of that per further knight waiting for grain
REACTIVATION: Final = 0.2  # value of activating a knight again with present grain
LASTING: Final = 0.08  # value of a knight's level for later attacks, at the beginning of the game
ON_BOARD: Final = 0.08  # value of a knight on the board
MARCH_COST: Final = 0.15  # cost of the grain to activate the knight again
DISPLACED_LEVEL: Final = 0.35  # value per level of displacing a knight
FREED_SITE: Final = 0.15  # value of a site of mine that a displaced knight leaves
JOINED_TRAIL: Final = 0.1  # value of a trail of mine that a displaced knight no longer interrupts
SITE_LEFT: Final = 0.5  # share of a settlement's gain, for a knight of mine that leaves its site
BLOCKED_ROAD: Final = 0.06  # value of a corner per road of others
OWN_SITE: Final = 0.25  # cost of a knight on a site of mine
GUARDED_DOT: Final = 0.004  # value of a corner per dot, for chasing the robber
CHASE_LATER: Final = 0.5  # share of what the robber costs, for a knight that can chase it in the next turn
ACTIVATION_COST: Final = 0.02
PLACED: Final = 0.5  # value of a knight that may be put back on the board
KNIGHT_SENT: Final = 0.06  # cost of a knight that becomes inactive


def knight_cost(r: Situation) -> Cards:
    return cost_in_play(r, wool=1, ore=1)


# --- strength


def inactive_levels(r: Situation) -> list[int]:
    """The levels of my inactive knights, the strongest first."""
    mine = [knight for knight in r.view.knights if knight.seat == r.me]
    return sorted((knight.level for knight in mine if not knight.active), reverse=True)


def strength_within_reach(r: Situation) -> int:
    """The strength I could add before the landing: with my cards, and more if it is far."""
    grain, wool, ore = (r.hand[NUMBER[card]] for card in ("grain", "wool", "ore"))
    return (
        sum(r.cached(inactive_levels)[:grain]) + min(wool, ore) + min(STRENGTH_TO_COME, r.cached(ship_steps_left) // 2)
    )


def strength_value(r: Situation, n: int) -> float:
    """The value of n more active strength."""
    return r.cached_by(_compute_strength_value, n) if n else 0.0


def _compute_strength_value(r: Situation, n: int) -> float:
    reach = range(n + 1, r.cached(strength_within_reach) + 1)
    return r.cached(strength_urgency) * strength_gain(r, n, reach)


def lasting_strength_value(r: Situation) -> float:
    """The value of one more level on the board for later attacks."""
    return LASTING * min(1.0, r.rolls_left / GAME)


# --- raising knights


@supplies_goals
def knight_goals(r: Situation) -> Iterable[Goal]:
    """A new active knight, grain for the inactive ones, and activating one of them."""
    if not r.has_commodities or r.view.phase == "setup":
        return
    late = r.cached(share_left_later)
    levels = r.cached(inactive_levels)
    if r.mine.knights_left and r.mine.knights_left[0]:
        price = cost_in_play(r, wool=1, grain=1 + len(levels), ore=1)
        yield Goal(("knight", 0), price, strength_value(r, 1) + ON_BOARD + lasting_strength_value(r), late)
    if levels:
        yield Goal(("active", 0), cost_in_play(r, grain=1), strength_value(r, levels[0]), late)


def sleeping_strength_value(r: Situation, n: int) -> float:
    """The value of n more inactive strength: less if grain to activate it is missing."""
    inactive = len(r.cached(inactive_levels))
    if r.hand[NUMBER["grain"]] > inactive:
        return AWAKE * strength_value(r, n)
    return ASLEEP / (1 + GRAIN_QUEUE * inactive) * r.cached(share_left_later) * strength_value(r, n)


@scorer_for(Recruit)
def score_recruit(r: Situation, move: Recruit) -> float:
    """The fighting value, plus the value of its corner."""
    value = sleeping_strength_value(r, 1) + ON_BOARD + lasting_strength_value(r) + knight_site_value(r, move.corner)
    return value + hand_worth_change(r, less=knight_cost(r), got=("knight", 0))


@scorer_for(Activate)
def score_activate(r: Situation, move: Activate) -> float:
    level = r.knights[move.corner].level
    chases = CHASE_LATER * robber.blocking_suffered(r) if r.robber in r.layout.hexes_at[move.corner] else 0.0
    got = ("active", 0) if len(r.cached(inactive_levels)) == 1 else None
    change = hand_worth_change(r, less=cost_in_play(r, grain=1), got=got)
    return strength_value(r, level) + chases + change - ACTIVATION_COST


@scorer_for(Promote)
def score_promote(r: Situation, move: Promote) -> float:
    return promotion_value(r, r.knights[move.corner]) + hand_worth_change(r, less=knight_cost(r))


def promotion_value(r: Situation, knight: KnightView) -> float:
    """The value of one more level of a knight."""
    if knight.active:
        return strength_value(r, 1) + lasting_strength_value(r)
    wakes = AWAKE if r.hand[NUMBER["grain"]] else ASLEEP * r.cached(share_left_later)
    return wakes * (strength_value(r, knight.level + 1) - strength_value(r, knight.level)) + lasting_strength_value(r)


def knight_site_value(r: Situation, corner: int) -> float:
    """The value of a corner for my knight: blocks others and not me, near the robber's hexes."""
    value = 0.0
    road_owners = [r.owner_by_path[path] for path, _ in r.layout.paths_and_neighbours[corner]]
    for seat in r.others:
        value += BLOCKED_ROAD * road_owners.count(seat)
    if any(site.corner == corner for _, site in r.cached(best_sites)):
        value -= OWN_SITE
    return value + GUARDED_DOT * sum(r.dots[hex_] for hex_ in r.layout.hexes_at[corner])


# --- using knights


@scorer_for(Chase)
def score_chase(r: Situation, move: Chase) -> float:
    """The value of removing the robber, less the missing strength afterwards."""
    return robber.robber_move_value(r) - fatigue_cost(r, r.knights[move.corner].level)


def fatigue_cost(r: Situation, level: int) -> float:
    """The cost of a knight becoming inactive: grain, or its strength if there is none."""
    strength = r.mine.strength
    missed = r.cached(strength_urgency) * max(0.0, defence_value(r, strength) - defence_value(r, strength - level))
    has_grain = r.hand[NUMBER["grain"]] > len(r.cached(inactive_levels))
    return MARCH_COST + (min(REACTIVATION, missed) if has_grain else missed)


@scorer_for(MoveKnight)
def score_knight_move(r: Situation, move: MoveKnight) -> float:
    """Displace another knight, or leave my own building site."""
    knight = r.knights[move.corner]
    value = knight_site_value(r, move.to) - knight_site_value(r, move.corner) - fatigue_cost(r, knight.level)
    other = r.knights.get(move.to)
    return value + (eviction_value(r, other) if other is not None else room_value(r, move.corner))


def room_value(r: Situation, corner: int) -> float:
    """The gain if my knight leaves a corner where I could build a settlement now."""
    if not r.mine.settlements_left or any(neighbour in r.buildings for neighbour in r.layout.neighbour_corners[corner]):
        return 0.0
    if any(needs > have for needs, have in zip(settlement_cost(r), r.hand, strict=True)):
        return 0.0
    return SITE_LEFT * settlement_gain(r, corner)


def eviction_value(r: Situation, knight: KnightView) -> float:
    """The gain of displacing an opponent's knight."""
    my_roads = sum(r.owner_by_path[path] == r.me for path, _ in r.layout.paths_and_neighbours[knight.corner])
    site = FREED_SITE if my_roads and knight.corner in r.free_corners else 0.0
    trail = JOINED_TRAIL if my_roads > 1 else 0.0
    return DISPLACED_LEVEL * knight.level * r.threats[knight.seat] + site + trail


# --- decisions


@scorer_for(AnswerRelocate, AnswerKnight)
def score_knight_site(r: Situation, move: AnswerRelocate | AnswerKnight) -> float:
    return PLACED + knight_site_value(r, move.corner)


@scorer_for(AnswerKnights)
def score_knights_sent(r: Situation, move: AnswerKnights) -> float:
    """As many as needed, because fighting knights become inactive."""
    sent = sum(r.knights[corner].level for corner in move.knights)
    return defence_value(r, sent) - KNIGHT_SENT * len(move.knights)
