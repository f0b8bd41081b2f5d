"""Draws the games to play: type, preset, seats, pace, late policy."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from rules.core import Choices, registry

from .people import DAY
from .world import draw_weighted

PACES: Final = {
    "24h": 34,
    "12h": 10,
    "48h": 14,
    "72h": 8,
    "7d": 6,
    "10m": 2,
    "none": 10,
    "bank:3d+12h": 10,
    "bank:1d+6h": 6,
}
LATE: Final = {"ask": 70, "fallback": 15, "machine": 15}
MACHINES: Final = 0.08  # share of tables with a machine at one seat
DESERTED: Final = 0.03  # share of tables that everybody deserts at some time
# Presets by game, with their weights.
BOXES: Final[dict[str, dict[str, float]]] = {
    "carcassonne": {"first": 6, "river": 6, "classic": 6, "2007": 2, "bigbox": 3},
    "catan": {"base": 4, "official": 4, "colonist": 3},
    "citadels": {"first": 3, "classic": 3, "dark_city": 3, "everything": 3, "random": 2},
}
QUICK: Final = ("carcassonne",)  # its length depends on the tiles, not on the players


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to play."""

    number: int
    kind: str
    box: str
    choices: Choices
    seats: int
    people: int
    pace: str
    late: str
    quick: bool
    deserted: int | None  # seconds after the beginning


def draw_plans(games: int, luck: Random, only: str | None = None) -> list[Plan]:
    """Plans of `games` games: types in turn (or `only` one), numbers of seats in turn."""
    kinds = {key: kind for key, kind in registry.game_types().items() if only in (None, key)}
    counts = {
        key: sorted(
            {
                n
                for preset in BOXES[key]
                for n in kind.allowed_player_counts(kind.normalize_choices(kind.presets[preset]))
            }
        )
        for key, kind in kinds.items()
    }
    made = []
    for number in range(games):
        key = list(kinds)[number % len(kinds)]
        kind, turn = kinds[key], number // len(kinds)
        seats = counts[key][turn % len(counts[key])]
        fitting = {
            name: weight
            for name, weight in BOXES[key].items()
            if seats in kind.allowed_player_counts(kind.normalize_choices(kind.presets[name]))
        }
        box = draw_weighted(luck.random, fitting)
        machines = 1 if seats > 2 and luck.random() < MACHINES else 0
        deserted = int(luck.uniform(2, 12) * DAY) if luck.random() < DESERTED else None
        choices = kind.normalize_choices(kind.presets[box])
        made.append(
            Plan(
                number,
                key,
                box,
                choices,
                seats,
                seats - machines,
                draw_weighted(luck.random, PACES),
                draw_weighted(luck.random, LATE),
                key in QUICK,
                deserted,
            )
        )
    return made
