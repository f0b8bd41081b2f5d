"""Marks on tiles: their modules and names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .expansion import Expansion
from .tiles import TILES, Tile, marks_of


class UnknownMark(ValueError):
    """A tile bears a mark of no module."""


def mark_words(modules: Iterable[type[Expansion]], tiles: Sequence[Tile] = TILES) -> dict[str, str]:
    """Mark of these modules -> the key of its word. UnknownMark names a tile with another mark."""
    words = {mark: f"carc.mark.{mark}" for module in modules for mark in module.marks}
    for tile in tiles:
        for mark in marks_on(tile):
            if mark not in words:
                raise UnknownMark(f"tile {tile.id} bears the mark {mark!r}, which no module has among its marks")
    return words


def marks_on(tile: Tile) -> tuple[str, ...]:
    """The marks on a tile: those of its features, then its symbols."""
    marks = [mark for segment in tile.segments for mark in marks_of(segment.marks)]
    return tuple(dict.fromkeys([*marks, *sorted(tile.symbols)]))
