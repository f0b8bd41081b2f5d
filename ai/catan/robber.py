"""The robber: where he does most harm to the others, and whom he robs."""

from __future__ import annotations

from typing import Final

from rules.catan.layout import DESERT
from rules.catan.moves import Robber
from rules.catan.places import OUT

from .scores import scorer_for
from .situation import A_CARD, Situation

STAYS: Final = 9.0  # rolls that he stays in a place, about
THEFT: Final = 0.12  # what a card robbed is worth
OWN: Final = 1.2


@scorer_for(Robber)
def score_robber(r: Situation, move: Robber) -> float:
    """Who leads, and what stands beside the hex."""
    value = blocking_value(r, int(move.hex)) + r.blur(0.01)
    if move.victim == OUT:
        return value + 0.6 * theft_value_of_all(r, int(move.hex)) if r.view.phase == "robber" else value
    return value + theft_value(r, int(move.victim))


def theft_value(r: Situation, victim: int) -> float:
    """A card of that player."""
    cards = r.view.players[victim].cards
    return (THEFT + 0.25 * r.threats[victim] + 0.004 * min(cards, 10)) if cards else 0.0


def theft_value_of_all(r: Situation, hex_: int) -> float:
    """A card of everybody there: with the Bishop nobody is named."""
    there = {building.seat for building in r.view.buildings if building.corner in r.layout.corners_of[hex_]}
    return sum(theft_value(r, seat) for seat in sorted(there - {r.me}))


def blocking_value(r: Situation, hex_: int) -> float:
    """What the robber on a hex costs the others, less what he costs me."""
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
    """What the robber costs me where he is."""
    return max(0.0, -blocking_value(r, r.robber))


def robber_move_value(r: Situation) -> float:
    """What moving him now brings."""
    best = 0.0
    for h in range(len(r.terrain)):
        if h != r.robber:
            there = {
                r.buildings[v].seat for v in r.layout.corners_of[h] if v in r.buildings and r.buildings[v].seat != r.me
            }
            best = max(best, blocking_value(r, h) + max((theft_value(r, seat) for seat in sorted(there)), default=0.0))
    return best + blocking_suffered(r)
