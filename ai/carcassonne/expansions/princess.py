"""The Princess & the Dragon: points of the fairy, and the threat of the dragon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.carcassonne.cells import X_BITS
from rules.carcassonne.expansions.princess.dragon import dragon_steps_left
from rules.carcassonne.expansions.princess.fairy import seats_beside_fairy, tiles_of_wide_figures
from rules.carcassonne.expansions.princess.lair import lair_of
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import FIELD, MONASTERY, TILES

from ...reasons import Scene, Values
from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook, Prospects

LEAST_CHANGE: Final = 0.2  # minimal change, in followers, for a sentence about fairy or dragon
FAIRY_MOST: Final = 2.0  # points for the fairy at the beginning of turns
FAIRY_PER_TURN: Final = 0.5
FAIRY_SCORED: Final = 3.0  # points for the fairy when the feature is scored
MONASTERY_SCORED: Final = 0.6  # probability of that for a monastery
MOVING_ALARM: Final = 0.8  # share of losses by a dragon that moves
MOST_ALARM: Final = 0.5  # and by one that may move
EATEN_ALONE: Final = 0.5  # share of a feature's worth, for its last follower
EATEN: Final = 0.3  # cost of another figure
REACHES: Final = (1.0, 0.8, 0.55, 0.35, 0.2, 0.1, 0.05)  # steps -> probability that a moving dragon gets there


def has_fairy_beside(s: CarcassonneState, seat: int) -> float:
    """1 if the fairy is with a follower of the seat, else 0."""
    return float(lair_of(s).fairy >= 0 and seat in seats_beside_fairy(s, s.figures))


def dragon_safety(s: CarcassonneState, seat: int) -> float:
    """A number below 0; lower if figures of the seat are nearer to the dragon."""
    lair, cells = lair_of(s), s.board.cells
    if lair.dragon < 0:
        return 0.0
    distances = (step_distance(cells[node], lair.dragon) for _, owner, node in s.figures if owner == seat)
    return -sum(REACHES[steps] for steps in distances if steps < len(REACHES))


class FairyAndDragon(Extra):
    weighed = (0.44, 0.12, 0.00, 0.24, 0.91)

    variants = ("fairy", "dragon")

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        sign = 1 if scene.seat == scene.mover else -1
        if sign * scene.mean(lambda s: has_fairy_beside(s, scene.seat)) >= LEAST_CHANGE:
            return "fairy", {}
        if sign * scene.mean(lambda s: dragon_safety(s, scene.seat)) >= LEAST_CHANGE:
            return "dragon", {}
        return None

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        s = r.s
        lair = lair_of(s)
        board = s.board
        of, cells, kinds = board.of, board.cells, board.kinds
        for seat in seats_beside_fairy(s, s.figures) if lair.fairy >= 0 else ():
            values[seat] += min(FAIRY_MOST, FAIRY_PER_TURN * r.odds.turns_left)
        wide_figures = tiles_of_wide_figures(s) if lair.fairy >= 0 else {}
        weights = s.hooks.follower_weights
        steps_left = dragon_steps_left(s) if lair.moving else 0
        dragon_share = r.odds.cached(count_dragon_tiles) / max(1, r.odds.tiles_left)
        alarm = MOVING_ALARM if steps_left else min(MOST_ALARM, dragon_share * 2 * s.seats / 4)
        is_threat = lair.dragon >= 0 and alarm > 0
        reach = steps_left or len(REACHES) - 1
        for figure in s.figures:
            kind, seat, node = figure
            cell = cells[node]
            if cell == lair.fairy or (wide_figures and lair.fairy in wide_figures.get(node, ())):
                root = of[node]
                if kind in weights and kinds[root] != FIELD:
                    values[seat] += FAIRY_SCORED * (
                        r.completion_chance(root) if kinds[root] < MONASTERY else MONASTERY_SCORED
                    )
            elif is_threat and (steps := step_distance(cell, lair.dragon)) <= reach and cell not in lair.path:
                if any(spares(s, figure) for spares in s.hooks.protects_figure):
                    continue
                root = of[node]
                worth = r.feature_worth(root)[0] if kind in weights else 1.0
                is_alone = root in r.strengths and r.strengths[root][seat] <= weights.get(kind, 0)
                values[seat] -= alarm * REACHES[steps] * (EATEN_ALONE * worth if is_alone else EATEN)


def count_dragon_tiles(odds: Prospects) -> int:
    """The number of remaining tiles that move the dragon."""
    return sum(n for tile, n in odds.tile_counts.items() if "dragon" in TILES[tile].symbols)


def step_distance(cell: int, other: int) -> int:
    """The number of steps between two cells."""
    low_bits = (1 << X_BITS) - 1
    return abs((cell >> X_BITS) - (other >> X_BITS)) + abs((cell & low_bits) - (other & low_bits))


EXTRA: Final = FairyAndDragon()
