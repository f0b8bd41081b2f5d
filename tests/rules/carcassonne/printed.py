"""The printed tiles as the slow reference sees them: read from data/tiles.toml by a reader of its own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import rules.carcassonne

COMPASS = "NESW"
POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DRAWN = ("inn", "cathedral", "wine", "grain", "cloth")
HALF_NAMES = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")


class Patch(NamedTuple):
    """A piece of road, city, field or monastery as it lies on a tile."""

    kind: str
    edges: frozenset[str] = frozenset()
    halves: frozenset[int] = frozenset()
    shut: str = ""  # where a shut-in field lies
    shields: int = 0
    herd: bool = False
    wall: bool = False  # a field: at the wall of Carcassonne
    drawn: tuple[str, ...] = ()  # inn, cathedral, goods
    touches: frozenset[str] = frozenset()  # a field: the edges of the cities of the tile that it touches
    cap: bool = False  # a city: a half-circle
    bridge: bool = False  # a road built over the tile

    @property
    def name(self) -> str:
        if self.kind == "monastery":
            return self.kind
        if self.bridge:
            return "bridge"
        if self.kind == "field":
            return "field-" + (HALF_NAMES[min(self.halves)] if self.halves else self.shut)
        return f"{self.kind}-{min(self.edges, key=COMPASS.index)}"


class Lying(NamedTuple):
    """A tile as it lies."""

    edges: Mapping[str, str]  # compass letter -> C, R, F or W
    patches: tuple[Patch, ...]
    river: frozenset[str]
    building: str = ""  # monastery or shrine

    @property
    def look(self) -> object:
        """Two tiles that lie alike have the same look."""
        return tuple(self.edges.items()), frozenset(self.patches), self.river


def _turned(text: str, quarters: int) -> frozenset[str]:
    return frozenset(COMPASS[(COMPASS.index(letter) + quarters) % 4] for letter in text)


def _shut(where: str, quarters: int) -> str:
    return where if where == "C" else POINTS[(POINTS.index(where) + 2 * quarters) % 8]


def _drawn(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word in DRAWN)


@cache
def box() -> Mapping[str, Mapping[str, Any]]:
    """What is printed on the tiles, by id."""
    folder = Path(rules.carcassonne.__file__).parent
    table = tomllib.loads((folder / "data" / "tiles.toml").read_text(encoding="utf-8"))
    table.pop("marks")
    return {f"{group}-{name}": {**row, "set": group} for group, rows in table.items() for name, row in rows.items()}


@cache
def lying(tile: str, degrees: int) -> Lying:
    row, q = box()[tile], degrees // 90
    patches = []
    for text in row.get("roads", ()):
        course, *words = text.split()
        patches.append(Patch("road", _turned(course.partition(":")[0], q), drawn=_drawn(words)))
    for text in row.get("cities", ()):
        words = text.split()
        shields = next((int(n) for n, word in pairwise(words) if word.startswith("shield")), 0)
        patches.append(Patch("city", _turned(words[0], q), shields=shields, drawn=_drawn(words), cap="cap" in words))
    if "building" in row:
        patches.append(Patch("monastery"))
    for text in row.get("fields", ()):
        where, *words = text.split()
        halves, _, cities = where.partition("/")
        touched = frozenset(e for p in patches for e in p.edges if p.kind == "city" and p.edges & _turned(cities, q))
        patches.append(
            Patch(
                "field",
                halves=frozenset((int(h) + 2 * q) % 8 for h in halves if h.isdigit()),
                shut=_shut(halves[1:], q) if halves[0] == "@" else "",
                herd="pig_herd" in words,
                wall="wall" in words,
                touches=touched,
            )
        )
    rivers = row.get("rivers", ())
    assert len(rivers) <= 1
    edges = {letter: row["edges"][(i - q) % 4] for i, letter in enumerate(COMPASS)}
    return Lying(edges, tuple(patches), _turned("".join(rivers), q), row.get("building", ""))
