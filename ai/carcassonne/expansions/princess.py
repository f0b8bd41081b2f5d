"""The Princess & the Dragon: points of the fairy, and the threat of the dragon."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from rules.carcassonne.cells import SHIFT
from rules.carcassonne.expansions.princess.dragon import dragon_steps_left
from rules.carcassonne.expansions.princess.fairy import figures_on_many_tiles, seats_beside_fairy
from rules.carcassonne.expansions.princess.lair import lair_of
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import FIELD, MONASTERY, TILES

from ...reasons import Scene, Values
from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook, Prospects

TOLD: Final = 0.2  # minimal change, in followers, for a sentence about fairy or dragon
NEAR: Final = (1.0, 0.8, 0.55, 0.35, 0.2, 0.1, 0.05)  # distance in steps -> probability that a moving dragon gets there


def has_fairy_beside(s: CarcassonneState, seat: int) -> float:
    """1 if the fairy is with a follower of the seat, else 0."""
    return float(lair_of(s).fairy >= 0 and seat in seats_beside_fairy(s, s.figures))


def dragon_safety(s: CarcassonneState, seat: int) -> float:
    """A number below 0; lower if figures of the seat are nearer to the dragon."""
    here, cells = lair_of(s), s.board.cells
    if here.dragon < 0:
        return 0.0
    steps = (step_distance(cells[node], here.dragon) for _, owner, node in s.figures if owner == seat)
    return -sum(NEAR[n] for n in steps if n < len(NEAR))


class FairyAndDragon(Extra):
    weighed = (0.44, 0.12, 0.00, 0.24, 0.91)

    variants = ("fairy", "dragon")

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        sign = 1 if scene.of == scene.me else -1
        for name, ask in zip(self.variants, (has_fairy_beside, dragon_safety), strict=True):
            if sign * scene.mean(partial(_ask_of_seat, ask, scene.of)) >= TOLD:
                return name, {}
        return None

    def add(self, r: Outlook, found: list[float]) -> None:
        s = r.s
        here = lair_of(s)
        board = s.board
        of, cells, kinds = board.of, board.cells, board.kinds
        friends = seats_beside_fairy(s, s.figures) if here.fairy >= 0 else []
        for seat in friends:
            found[seat] += min(2.0, 0.5 * r.odds.turns)
        wide = figures_on_many_tiles(s) if here.fairy >= 0 else {}
        weights = s.hooks.weights
        moving = dragon_steps_left(s) if here.moving else 0
        alarm = 0.8 if moving else min(0.5, r.odds.once(count_dragon_tiles) / max(1, r.odds.left) * 2 * s.seats / 4)
        threat = here.dragon >= 0 and alarm > 0
        reach = moving or len(NEAR) - 1
        for figure in s.figures:
            kind, seat, node = figure
            at = cells[node]
            if at == here.fairy or (wide and here.fairy in wide.get(node, ())):
                root = of[node]
                if kind in weights and kinds[root] != FIELD:
                    found[seat] += 3.0 * (r.chance(root) if kinds[root] < MONASTERY else 0.6)
            elif threat and (steps := step_distance(at, here.dragon)) <= reach and at not in here.path:
                if any(ask(s, figure) for ask in s.hooks.spares):
                    continue
                root = of[node]
                gives = r.worth(root)[0] if kind in weights else 1.0
                alone = root in r.strengths and r.strengths[root][seat] <= weights.get(kind, 0)
                found[seat] -= alarm * NEAR[steps] * (0.5 * gives if alone else 0.3)


def _ask_of_seat(ask: Callable[[CarcassonneState, int], float], seat: int, s: CarcassonneState) -> float:
    return ask(s, seat)


def count_dragon_tiles(odds: Prospects) -> int:
    """The number of remaining tiles that move the dragon."""
    return sum(n for tile, n in odds.counts.items() if "dragon" in TILES[tile].symbols)


def step_distance(a: int, b: int) -> int:
    """The number of steps between two positions."""
    mask = (1 << SHIFT) - 1
    return abs((a >> SHIFT) - (b >> SHIFT)) + abs((a & mask) - (b & mask))


EXTRA: Final = FairyAndDragon()
