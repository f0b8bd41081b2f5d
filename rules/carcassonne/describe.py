"""Short descriptions of tiles."""

from __future__ import annotations

from typing import Final

from rules.core import Phrase

from .tiles import BY_ID, CITY, EDGE_NAMES, MARKS, ROAD, Tile, marks_of

CROSSING: Final = "crossing"


def describe_printed_tile(tile_id: str) -> Phrase:
    """ "a city and road tile with a shield", independent of its turn. KeyError for an unknown tile."""
    tile = BY_ID[tile_id]
    lands, extras = _list_lands(tile), _list_extras(tile)
    if extras:
        return Phrase("carc.look.more", {"lands": lands, "extras": extras})
    return Phrase("carc.look.plain", {"lands": lands})


def _list_lands(tile: Tile) -> list[str]:
    """The main contents of a tile: a building first, then cities and roads; if none, rivers and fields."""
    kinds = {segment.kind for segment in tile.segments}
    crossing = any(segment.kind == ROAD and segment.end == CROSSING for segment in tile.segments)
    contents = {
        tile.building: bool(tile.building),
        "city": CITY in kinds,
        CROSSING: crossing and not tile.building,
        "road": ROAD in kinds and not crossing and not tile.building,
    }
    return [word for word, holds in contents.items() if holds] or ["river" if tile.rivers else "field"]


def _list_extras(tile: Tile) -> list[str]:
    """The other contents of a tile."""
    segments = tile.segments
    marks = {mark for segment in segments for mark in marks_of(segment.marks)}
    contents = {
        tile.role: tile.role in ("spring", "lake", "fork"),
        "cities": sum(segment.kind == CITY for segment in segments) > 1,
        **{mark: mark in marks for mark in MARKS if mark not in EDGE_NAMES.values()},
        **dict.fromkeys(sorted(tile.symbols), True),
    }
    return [word for word, holds in contents.items() if holds]
