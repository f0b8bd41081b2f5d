"""Tiles at the size they are needed: painted once, kept on disk and in memory."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core import cache
from render.core.cache import shared
from render.core.kit import reduced

from .facts import facts
from .paint import VERSION, Painter, paint
from .signs import SIGNS

SMALL: Final = (512, 256)  # painted at, kept at: for boards
LARGE: Final = (1024, 512)  # for pictures of a single tile


def _master(tile: str, quarters: int, sizes: tuple[int, int], plain: bool) -> Image.Image:
    painted, side = sizes
    lettered = [mark for mark, _ in facts(tile, quarters).marked() if mark not in SIGNS]  # until they are drawn
    key = f"{VERSION} {facts(tile, quarters)!r} {sizes} {plain}" + (f" {lettered}" if lettered else "")

    def make() -> Image.Image:
        return paint(tile, quarters, painted, plain).resize((side, side), Image.Resampling.LANCZOS)

    return cache.kept("carcassonne", key, (side, side), make)


@shared
def _small(tile: str, quarters: int, side: int, plain: bool) -> Image.Image:
    return _master(tile, quarters, SMALL, plain).resize((side, side), Image.Resampling.LANCZOS)


@shared
def _large(tile: str, quarters: int, side: int) -> Image.Image:
    return _master(tile, quarters, LARGE, False).resize((side, side), Image.Resampling.LANCZOS)


@shared
def things(tile: str, quarters: int, side: int) -> Image.Image:
    """Its buildings and marks alone, to be laid over what was built across it. Do not draw on it: it is shared."""
    painted, kept = SMALL
    key = f"{VERSION} things {facts(tile, quarters)!r}"

    def make() -> Image.Image:
        return reduced(Painter(tile, quarters, painted, True).things(), (kept, kept))

    return reduced(cache.kept("carcassonne", key, (kept, kept), make), (side, side))


def land(tile: str, quarters: int, side: int, plain: bool = False) -> Image.Image:
    """A tile as it lies, so many pixels wide. Do not draw on it: it is shared."""
    return _large(tile, quarters, side) if side > 140 else _small(tile, quarters, side, plain)
