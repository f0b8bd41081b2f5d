"""Tile sprites: painted once, cached on disk and in memory."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core import cache
from render.core.cache import cached_sprite
from render.core.shapes import scale_down

from .facts import tile_facts
from .signs import SIGNS
from .tile_painter import VERSION, Painter, paint_tile

SMALL: Final = (512, 256)  # (painted size, cached size) for boards
LARGE: Final = (1024, 512)  # for pictures of a single tile


def _painted_tile(tile: str, quarters: int, sizes: tuple[int, int], plain: bool) -> Image.Image:
    painted, side = sizes
    undrawn_marks = [
        mark for mark, _ in tile_facts(tile, quarters).list_marks() if mark not in SIGNS
    ]  # marks without a drawing
    key = f"{VERSION} {tile_facts(tile, quarters)!r} {sizes} {plain}" + (f" {undrawn_marks}" if undrawn_marks else "")

    def make() -> Image.Image:
        return paint_tile(tile, quarters, painted, plain).resize((side, side), Image.Resampling.LANCZOS)

    return cache.load_or_paint("carcassonne", key, (side, side), make)


@cached_sprite
def _small_tile_sprite(tile: str, quarters: int, side: int, plain: bool) -> Image.Image:
    return _painted_tile(tile, quarters, SMALL, plain).resize((side, side), Image.Resampling.LANCZOS)


@cached_sprite
def _large_tile_sprite(tile: str, quarters: int, side: int) -> Image.Image:
    return _painted_tile(tile, quarters, LARGE, plain=False).resize((side, side), Image.Resampling.LANCZOS)


@cached_sprite
def tile_things_sprite(tile: str, quarters: int, side: int) -> Image.Image:
    """Buildings and marks of a tile alone, to paste over pieces built across it. Shared: do not draw on it."""
    painted_side, cached_side = SMALL
    key = f"{VERSION} things {tile_facts(tile, quarters)!r}"

    def make() -> Image.Image:
        return scale_down(Painter(tile, quarters, painted_side, plain=True).paint_things(), (cached_side, cached_side))

    return scale_down(cache.load_or_paint("carcassonne", key, (cached_side, cached_side), make), (side, side))


def tile_sprite(tile: str, quarters: int, side: int, plain: bool = False) -> Image.Image:
    """A tile as it lies, `side` pixels wide. Shared: do not draw on it."""
    return _large_tile_sprite(tile, quarters, side) if side > 140 else _small_tile_sprite(tile, quarters, side, plain)
