"""Knights, and the barbarians against whom they are needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb
from typing import Final

from rules.catan.expansions.cities_knights.moves import (
    Activate,
    AnswerDesert,
    AnswerKnight,
    AnswerKnights,
    AnswerRelocate,
    Chase,
    MoveKnight,
    Promote,
    Recruit,
)
from rules.catan.view import KnightView

from . import robber
from .building import best_sites, settlement_cost, settlement_gain
from .city import A_DRAW, plain_cities
from .hand import Goal, change, cost, wanted
from .reading import Cards, Reading
from .scores import scores

A_CITY: Final = 1.4  # what the city lost costs beside the cards it makes
LATER: Final = 0.3  # of an attack that does not come before my next turn
ASLEEP: Final = 0.6  # of a knight that is still to be activated
STANDS: Final = 0.08  # of a knight on the board, whatever it does
MARCH: Final = 0.15  # grain to activate the knight once more
DRIVEN: Final = 0.35  # of a level of a knight that is driven away
ENOUGH: Final = 5  # strength from which on more knights are hardly needed


def knight_cost(r: Reading) -> Cards:
    return cost(r, wool=1, ore=1)


# --- the attack


@cache
def landing(steps: int, rolls: int) -> float:
    """How likely the ship makes so many steps in so many rolls."""
    return sum(comb(rolls, n) for n in range(max(0, steps), rolls + 1)) / 2.0**rolls


def urgency(r: Reading) -> float:
    """How much the next attack matters already: all, if it comes before my next turn."""
    soon = r.memo(landing_soon)
    return soon + LATER * (1 - soon)


def landing_soon(r: Reading) -> float:
    """How likely the barbarians land before I can do anything more."""
    barbarians = r.view.barbarians
    return landing(barbarians.spaces - barbarians.at, r.view.seats) if barbarians is not None else 0.0


def defence(r: Reading, mine: int) -> float:
    """What the next attack brings me if I have so much strength then."""
    barbarians = r.view.barbarians
    if barbarians is None:
        return 0.0
    sleeping = [0] * r.view.seats
    for knight in r.view.knights:
        if not knight.active:
            sleeping[knight.seat] += knight.level
    now = [player.strength for player in r.view.players]
    risen = [awake + asleep for awake, asleep in zip(now, sleeping, strict=True)]
    return (outcome(r, mine, now, barbarians.strength) + outcome(r, mine, risen, barbarians.strength)) / 2


def outcome(r: Reading, mine: int, shares: Sequence[int], barbarians: int) -> float:
    """The same, if the others have that much."""
    others = [shares[seat] for seat in r.others]
    best = max(others)
    if mine + sum(others) >= barbarians:
        return r.points(1) if mine > best else A_DRAW if mine == best and mine else 0.0
    if not plain_cities(r):
        return 0.1
    owners = [
        shares[seat] for seat in r.others
        if any(building.city and not building.metropolis for building in r.of(seat))
    ]  # fmt: skip
    if mine <= min(owners, default=mine):
        worst = min(r.corner_yield(building.corner, True, True) for building in plain_cities(r))
        return -(A_CITY + r.dot * worst)
    return 0.3


def stronger(r: Reading, n: int) -> float:
    """What n more of active strength are worth."""
    known: dict[int, float] = r.memo(_stronger)
    if n not in known:
        now = r.mine.strength
        known[n] = r.memo(urgency) * (defence(r, now + n) - defence(r, now)) + (0.04 * n if now < ENOUGH else 0.0)
    return known[n]


def _stronger(r: Reading) -> dict[int, float]:
    return {}


# --- raising knights


@wanted
def knights(r: Reading) -> Iterable[Goal]:
    """A knight that fights, and to wake those that sleep."""
    if not r.knightly or r.view.phase == "setup":
        return
    if r.mine.knights_left and r.mine.knights_left[0]:
        yield Goal(("knight", 0), cost(r, wool=1, grain=1, ore=1), stronger(r, 1) + STANDS)
    asleep = [knight.level for knight in r.view.knights if knight.seat == r.me and not knight.active]
    if asleep:
        yield Goal(("active", 0), cost(r, grain=1), stronger(r, max(asleep)))


@scores(Recruit)
def recruit(r: Reading, move: Recruit) -> float:
    """Worth as much as it fights, and more where it stands well."""
    return ASLEEP * stronger(r, 1) + STANDS + stand(r, move.corner) + change(r, less=knight_cost(r), got=("knight", 0))


@scores(Activate)
def activate(r: Reading, move: Activate) -> float:
    level = r.knights[move.corner].level
    near = 0.5 * robber.suffered(r) if r.robber in r.layout.hexes_at[move.corner] else 0.0
    return stronger(r, level) + near + change(r, less=cost(r, grain=1), got=("active", 0)) - 0.02


@scores(Promote)
def promote(r: Reading, move: Promote) -> float:
    return raised(r, r.knights[move.corner]) + change(r, less=knight_cost(r))


def raised(r: Reading, knight: KnightView) -> float:
    """What one more level of a knight is worth."""
    return (1.0 if knight.active else ASLEEP) * stronger(r, 1) + 0.05


def stand(r: Reading, corner: int) -> float:
    """How well a knight of mine stands on a corner: in the way of others, not in my own, near the robber's hexes."""
    value = 0.0
    ways = r.layout.ways[corner]
    meeting = [r.roads[path] for path, _ in ways]
    for seat in r.others:
        if seat in meeting:
            value += 0.06 * meeting.count(seat)
    if any(site.corner == corner for _, site in r.memo(best_sites)):
        value -= 0.25
    return value + 0.004 * sum(r.dots[h] for h in r.layout.hexes_at[corner])


# --- using them


@scores(Chase)
def chase(r: Reading, move: Chase) -> float:
    """What the robber's going brings, less the strength that is missing afterwards."""
    return robber.best_move(r) - tired(r, r.knights[move.corner].level)


def tired(r: Reading, level: int) -> float:
    """What it costs that a knight is inactive after it has acted: grain, unless the barbarians land before."""
    now = r.mine.strength
    return MARCH + r.memo(landing_soon) * max(0.0, defence(r, now) - defence(r, now - level))


@scores(MoveKnight)
def move_knight(r: Reading, move: MoveKnight) -> float:
    """To drive another away, or out of my own way."""
    knight = r.knights[move.corner]
    value = stand(r, move.to) - stand(r, move.corner) - tired(r, knight.level)
    other = r.knights.get(move.to)
    return value + (driven(r, other) if other is not None else makes_room(r, move.corner))


def makes_room(r: Reading, corner: int) -> float:
    """What it brings that a knight of mine leaves a place where I could build a settlement now."""
    if not r.mine.settlements_left or any(w in r.buildings for w in r.layout.beside[corner]):
        return 0.0
    if any(needs > have for needs, have in zip(settlement_cost(r), r.hand, strict=True)):
        return 0.0
    return 0.5 * settlement_gain(r, corner)


def driven(r: Reading, knight: KnightView) -> float:
    """What it brings that a knight of somebody else has to go."""
    mine = sum(r.roads[path] == r.me for path, _ in r.layout.ways[knight.corner])
    way = 0.15 if mine and knight.corner in r.free else 0.0
    return DRIVEN * knight.level * r.threats[knight.seat] + way + (0.1 if mine > 1 else 0.0)


# --- decisions


@scores(AnswerRelocate, AnswerKnight)
def put(r: Reading, move: AnswerRelocate | AnswerKnight) -> float:
    return 0.5 + stand(r, move.corner)


@scores(AnswerDesert)
def desert(r: Reading, move: AnswerDesert) -> float:
    """The weakest, rather one that sleeps."""
    knight = r.knights[move.corner]
    return -knight.level - (0.5 if knight.active else 0.0) - stand(r, move.corner)


@scores(AnswerKnights)
def send(r: Reading, move: AnswerKnights) -> float:
    """As many as it takes: those that fight sleep afterwards."""
    sent = sum(r.knights[corner].level for corner in move.knights)
    return defence(r, sent) - 0.06 * len(move.knights)
