"""The small pictures of what points were for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from render.core.cache import shared

from .expansions import EXTRAS
from .figures import sprite
from .icons import icon
from .sprites import land

HIGH: Final = 36
BIG: Final = 128
ROAD, CITY, MONASTERY = "base-U", "base-C", "base-B"  # tiles on which there is little else


def _part(tile: str, box: tuple[float, float, float, float], high: int) -> Image.Image:
    """A part of a tile, in shares of its side."""
    left, top, right, bottom = (round(share * BIG) for share in box)
    return land(tile, 0, BIG).crop((left, top, right, bottom)).resize((high, high), Image.Resampling.LANCZOS)


@shared
def _field(high: int) -> Image.Image:
    image = _part(MONASTERY, (0.0, 0.0, 0.3, 0.3), high).convert("RGBA")
    figure = sprite("follower", "K", round(high * 0.72), lying=True, shade=False)
    image.alpha_composite(figure, ((high - figure.width) // 2, (high - figure.height) // 2))
    return image


BASE: Final[Mapping[str, Callable[[int], Image.Image]]] = {
    "roads": lambda high: _part(ROAD, (0.25, 0.25, 0.75, 0.75), high),
    "cities": lambda high: _part(CITY, (0.05, 0.05, 0.6, 0.6), high),
    "monasteries": lambda high: _part(MONASTERY, (0.2, 0.15, 0.8, 0.75), high),
    "fields": _field,
}


def source(category: str, high: int = HIGH) -> Image.Image | None:
    """That of a category of points; None: it has none."""
    if category in BASE:
        return BASE[category](high)
    name = next((extra.sources[category] for extra in EXTRAS.values() if category in extra.sources), None)
    return icon(name, "K", high) if name is not None else None
