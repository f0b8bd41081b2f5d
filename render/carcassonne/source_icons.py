"""Icons of the sources of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from render.core.cache import cached_sprite

from .expansions import EXTRAS
from .figure_sprites import figure_sprite
from .icons import seat_item_icon
from .tile_sprites import tile_sprite

ICON_HEIGHT_PX: Final = 36
TILE_PX: Final = 128
ROAD, CITY, MONASTERY = "base-U", "base-C", "base-B"  # tiles with little else on them


def _cut_from_tile(tile: str, box: tuple[float, float, float, float], high: int) -> Image.Image:
    """A part of a tile; `box`: in shares of its side."""
    left, top, right, bottom = (round(share * TILE_PX) for share in box)
    return tile_sprite(tile, 0, TILE_PX).crop((left, top, right, bottom)).resize((high, high), Image.Resampling.LANCZOS)


@cached_sprite
def _field_icon(high: int) -> Image.Image:
    image = _cut_from_tile(MONASTERY, (0.0, 0.0, 0.3, 0.3), high).convert("RGBA")
    figure = figure_sprite("follower", "K", round(high * 0.72), lying=True, shade=False)
    image.alpha_composite(figure, ((high - figure.width) // 2, (high - figure.height) // 2))
    return image


BASE: Final[Mapping[str, Callable[[int], Image.Image]]] = {
    "roads": lambda high: _cut_from_tile(ROAD, (0.25, 0.25, 0.75, 0.75), high),
    "cities": lambda high: _cut_from_tile(CITY, (0.05, 0.05, 0.6, 0.6), high),
    "monasteries": lambda high: _cut_from_tile(MONASTERY, (0.2, 0.15, 0.8, 0.75), high),
    "fields": _field_icon,
}


def source_icon(category: str, high: int = ICON_HEIGHT_PX) -> Image.Image | None:
    """The icon of a category of points, or None."""
    if category in BASE:
        return BASE[category](high)
    name = next((extra.sources[category] for extra in EXTRAS.values() if category in extra.sources), None)
    return seat_item_icon(name, "K", high) if name is not None else None
