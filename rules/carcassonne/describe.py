"""A tile in words, for those who do not look at pictures."""

from __future__ import annotations

from rules.core import Phrase

from .tiles import BY_ID, CITY, EDGE_NAMES, MARKS, ROAD, Tile, marks_of

SIDES = ("north", "east", "south", "west")


def describe(tile_id: str, turn: int = 0) -> Phrase:
    """«north city, east road, south field, west road, with a shield», as the tile lies at that turn (in degrees)."""
    tile = BY_ID[tile_id]
    edges = tile.turned[turn // 90 % 4].edges
    params: dict[str, object] = {side: EDGE_NAMES[edge] for side, edge in zip(SIDES, edges, strict=True)}
    extras = _extras(tile)
    return Phrase("carc.look.more", {**params, "extras": extras}) if extras else Phrase("carc.look.plain", params)


def _extras(tile: Tile) -> list[str]:
    """What the edges do not tell."""
    segments = tile.segments
    marks = {mark for segment in segments for mark in marks_of(segment.marks)}
    told = {
        tile.role: tile.role in ("spring", "lake", "fork"),
        tile.building: bool(tile.building),
        "crossing": any(s.kind == ROAD and s.end == "crossing" for s in segments),
        "cities": sum(s.kind == CITY for s in segments) > 1,
        **{mark: mark in marks for mark in MARKS if mark not in EDGE_NAMES.values()},  # else the edges tell it
        **dict.fromkeys(sorted(tile.symbols), True),
    }
    return [word for word, holds in told.items() if holds]
