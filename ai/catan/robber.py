"""The robber: scores of hexes and victims."""

from __future__ import annotations

from typing import Final

from rules.catan.layout import DESERT
from rules.catan.moves import Robber
from rules.catan.places import OUT

from .scores import scorer_for
from .situation import A_CARD, Situation

STAYS: Final = 9.0  # expected rolls at one place
THEFT: Final = 0.12  # value of a stolen card
OWN: Final = 1.2


@scorer_for(Robber)
def score_robber(r: Situation, move: Robber) -> float:
    """The loss of the others, leading players first, and the theft."""
    value = blocking_value(r, int(move.hex)) + r.blur(0.01)
    if move.victim == OUT:
        return value + 0.6 * theft_value_of_all(r, int(move.hex)) if r.view.phase == "robber" else value
    return value + theft_value(r, int(move.victim))


def theft_value(r: Situation, victim: int) -> float:
    """The value of a card from that player."""
    cards = r.view.players[victim].cards
    return (THEFT + 0.25 * r.threats[victim] + 0.004 * min(cards, 10)) if cards else 0.0


def theft_value_of_all(r: Situation, hex_: int) -> float:
    """The value of a card from every player there (the Bishop names no victim)."""
    there = {building.seat for building in r.view.buildings if building.corner in r.layout.corners_of[hex_]}
    return sum(theft_value(r, seat) for seat in sorted(there - {r.me}))


def blocking_value(r: Situation, hex_: int) -> float:
    """The cost of the robber on a hex for the others, less that for me."""
    known: dict[int, float] = r.memo(_blocking_cache)
    if hex_ not in known:
        known[hex_] = _compute_blocking(r, hex_)
    return known[hex_]


def _blocking_cache(r: Situation) -> dict[int, float]:
    return {}


def _compute_blocking(r: Situation, hex_: int) -> float:
    terrain = r.terrain[hex_]
    if terrain == DESERT:
        return -0.05
    each = A_CARD * STAYS / 36 * r.dots[hex_]
    value = 0.0
    for corner in r.layout.corners_of[hex_]:
        building = r.buildings.get(corner)
        if building is not None:
            cards = each * (2 if building.city else 1)
            value += -OWN * cards if building.seat == r.me else r.threats[building.seat] * cards * 1.5
    return value


def blocking_suffered(r: Situation) -> float:
    """The cost of the robber's present place for me."""
    return max(0.0, -blocking_value(r, r.robber))


def robber_move_value(r: Situation) -> float:
    """The value of moving the robber now."""
    best = 0.0
    for h in range(len(r.terrain)):
        if h != r.robber:
            there = {
                r.buildings[v].seat for v in r.layout.corners_of[h] if v in r.buildings and r.buildings[v].seat != r.me
            }
            best = max(best, blocking_value(r, h) + max((theft_value(r, seat) for seat in sorted(there)), default=0.0))
    return best + blocking_suffered(r)
