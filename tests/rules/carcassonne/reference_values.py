"""Values of the second Carcassonne: directions, figures, features, awards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
HALF_ACROSS = {0: 5, 5: 0, 1: 4, 4: 1, 2: 7, 7: 2, 3: 6, 6: 3}
ROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]
FIGURES = {"follower": 7}
FOLLOWERS = {"follower": 1}  # and what they weigh
CATEGORY = {"road": "roads", "city": "cities", "monastery": "monasteries"}
At = tuple[int, int]


def beside(at: At, edge: str) -> At:
    return at[0] + STEP[edge][0], at[1] + STEP[edge][1]


Node = tuple[At, int]  # a tile, and which of its patches


class Man(NamedTuple):
    """A figure on the board."""

    seat: int
    node: Node
    kind: str


@dataclass(slots=True)
class Feature:
    """All patches of one road, city, field or monastery."""

    kind: str
    nodes: list[Node]
    tiles: frozenset[At]
    open_at: frozenset[At]
    shields: int
    herds: int
    farmed: list[Feature] = field(default_factory=list)  # a field: the cities it touches, each once

    @property
    def complete(self) -> bool:
        return self.kind != "field" and not self.open_at


class Mouth(NamedTuple):
    """An end of the river."""

    at: At
    flow: str
    bend: int  # of the tile it leaves: 1 right, 3 left, 0 straight on


class Award(NamedTuple):
    """Points for some seats, and what for."""

    kind: str
    tiles: frozenset[At]
    shields: int
    points: int
    seats: tuple[int, ...]
    cities: tuple[frozenset[At], ...] = ()
