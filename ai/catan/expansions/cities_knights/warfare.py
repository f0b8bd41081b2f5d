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

AHEAD: Final = 2  # strength that can be added in later turns
AWAKE: Final = 0.95  # probability that a knight activated now fights
ASLEEP: Final = 0.7  # probability that a knight is activated later
CROWD: Final = 2.0  # added to the divisor of that per further knight waiting for grain
AGAIN: Final = 0.2  # value of activating a knight again with present grain
LASTS: Final = 0.08  # value of a knight's level for later attacks, at the beginning of the game
STANDS: Final = 0.08  # value of a knight on the board
MARCH: Final = 0.15  # cost of the grain to activate the knight again
DRIVEN: Final = 0.35  # value per level of displacing a knight


def knight_cost(r: Situation) -> Cards:
    return cost_in_play(r, wool=1, ore=1)


# --- strength


def inactive_levels(r: Situation) -> list[int]:
    """The levels of my inactive knights, the strongest first."""
    return sorted((k.level for k in r.view.knights if k.seat == r.me and not k.active), reverse=True)


def strength_within_reach(r: Situation) -> int:
    """The strength I could add before the landing: with my cards, and more if it is far."""
    grain, wool, ore = (r.hand[NUMBER[card]] for card in ("grain", "wool", "ore"))
    return sum(r.memo(inactive_levels)[:grain]) + min(wool, ore) + min(AHEAD, r.memo(ship_steps_left) // 2)


def strength_value(r: Situation, n: int) -> float:
    """The value of n more active strength."""
    known: dict[int, float] = r.memo(_strength_value_cache)
    if n not in known:
        known[n] = (
            r.memo(strength_urgency) * strength_gain(r, n, range(n + 1, r.memo(strength_within_reach) + 1))
            if n
            else 0.0
        )
    return known[n]


def _strength_value_cache(r: Situation) -> dict[int, float]:
    return {}


def lasting_strength_value(r: Situation) -> float:
    """The value of one more level on the board for later attacks."""
    return LASTS * min(1.0, r.rolls / GAME)


# --- raising knights


@supplies_goals
def knight_goals(r: Situation) -> Iterable[Goal]:
    """A new active knight, grain for the inactive ones, and activating one of them."""
    if not r.knightly or r.view.phase == "setup":
        return
    late = r.memo(share_left_later)
    levels = r.memo(inactive_levels)
    if r.mine.knights_left and r.mine.knights_left[0]:
        price = cost_in_play(r, wool=1, grain=1 + len(levels), ore=1)
        yield Goal(("knight", 0), price, strength_value(r, 1) + STANDS + lasting_strength_value(r), late)
    if levels:
        yield Goal(("active", 0), cost_in_play(r, grain=1), strength_value(r, levels[0]), late)


def sleeping_strength_value(r: Situation, n: int) -> float:
    """The value of n more inactive strength: less if grain to activate it is missing."""
    sleepers = len(r.memo(inactive_levels))
    if r.hand[NUMBER["grain"]] > sleepers:
        return AWAKE * strength_value(r, n)
    return ASLEEP / (1 + CROWD * sleepers) * r.memo(share_left_later) * strength_value(r, n)


@scorer_for(Recruit)
def score_recruit(r: Situation, move: Recruit) -> float:
    """The fighting value, plus the value of its corner."""
    value = sleeping_strength_value(r, 1) + STANDS + lasting_strength_value(r) + knight_site_value(r, move.corner)
    return value + hand_worth_change(r, less=knight_cost(r), got=("knight", 0))


@scorer_for(Activate)
def score_activate(r: Situation, move: Activate) -> float:
    level = r.knights[move.corner].level
    near = 0.5 * robber.blocking_suffered(r) if r.robber in r.layout.hexes_at[move.corner] else 0.0
    got = ("active", 0) if len(r.memo(inactive_levels)) == 1 else None
    return strength_value(r, level) + near + hand_worth_change(r, less=cost_in_play(r, grain=1), got=got) - 0.02


@scorer_for(Promote)
def score_promote(r: Situation, move: Promote) -> float:
    return promotion_value(r, r.knights[move.corner]) + hand_worth_change(r, less=knight_cost(r))


def promotion_value(r: Situation, knight: KnightView) -> float:
    """The value of one more level of a knight."""
    if knight.active:
        return strength_value(r, 1) + lasting_strength_value(r)
    wakes = AWAKE if r.hand[NUMBER["grain"]] else ASLEEP * r.memo(share_left_later)
    return wakes * (strength_value(r, knight.level + 1) - strength_value(r, knight.level)) + lasting_strength_value(r)


def knight_site_value(r: Situation, corner: int) -> float:
    """The value of a corner for my knight: blocks others and not me, near the robber's hexes."""
    value = 0.0
    ways = r.layout.ways[corner]
    meeting = [r.roads[path] for path, _ in ways]
    for seat in r.others:
        if seat in meeting:
            value += 0.06 * meeting.count(seat)
    if any(site.corner == corner for _, site in r.memo(best_sites)):
        value -= 0.25
    return value + 0.004 * sum(r.dots[h] for h in r.layout.hexes_at[corner])


# --- using knights


@scorer_for(Chase)
def score_chase(r: Situation, move: Chase) -> float:
    """The value of removing the robber, less the missing strength afterwards."""
    return robber.robber_move_value(r) - fatigue_cost(r, r.knights[move.corner].level)


def fatigue_cost(r: Situation, level: int) -> float:
    """The cost of a knight becoming inactive: grain, or its strength if there is none."""
    now = r.mine.strength
    missed = r.memo(strength_urgency) * max(0.0, defence_value(r, now) - defence_value(r, now - level))
    return MARCH + (min(AGAIN, missed) if r.hand[NUMBER["grain"]] > len(r.memo(inactive_levels)) else missed)


@scorer_for(MoveKnight)
def score_knight_move(r: Situation, move: MoveKnight) -> float:
    """Displace another knight, or leave my own building site."""
    knight = r.knights[move.corner]
    value = knight_site_value(r, move.to) - knight_site_value(r, move.corner) - fatigue_cost(r, knight.level)
    other = r.knights.get(move.to)
    return value + (eviction_value(r, other) if other is not None else room_value(r, move.corner))


def room_value(r: Situation, corner: int) -> float:
    """The gain if my knight leaves a corner where I could build a settlement now."""
    if not r.mine.settlements_left or any(w in r.buildings for w in r.layout.beside[corner]):
        return 0.0
    if any(needs > have for needs, have in zip(settlement_cost(r), r.hand, strict=True)):
        return 0.0
    return 0.5 * settlement_gain(r, corner)


def eviction_value(r: Situation, knight: KnightView) -> float:
    """The gain of displacing an opponent's knight."""
    mine = sum(r.roads[path] == r.me for path, _ in r.layout.ways[knight.corner])
    way = 0.15 if mine and knight.corner in r.free else 0.0
    return DRIVEN * knight.level * r.threats[knight.seat] + way + (0.1 if mine > 1 else 0.0)


# --- decisions


@scorer_for(AnswerRelocate, AnswerKnight)
def score_knight_site(r: Situation, move: AnswerRelocate | AnswerKnight) -> float:
    return 0.5 + knight_site_value(r, move.corner)


@scorer_for(AnswerKnights)
def score_knights_sent(r: Situation, move: AnswerKnights) -> float:
    """As many as needed, because fighting knights become inactive."""
    sent = sum(r.knights[corner].level for corner in move.knights)
    return defence_value(r, sent) - 0.06 * len(move.knights)
