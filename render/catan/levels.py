"""Levels of improvement tracks as small fields."""

from __future__ import annotations

from PIL import Image

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import GOLD, Colour, mix_colours
from render.core.shapes import panel_sprite

from .colours import TRACKS


@cached_sprite
def level_field(track: str, level: int, metropolis: bool, wide: int, ground: Colour, high: int = 38) -> Image.Image:
    """A track's symbol and level; pale at level 0."""
    fill, ink = level_inks(track, level, ground)
    image = panel_sprite((wide, high), 9, fill, GOLD if metropolis else fill, 4).copy()
    words = text_sprite(str(level), 34, BOLD, 100, ink)
    start = (wide - words.width - 26) // 2
    mark = _track_sign(track, 22, ink)
    image.alpha_composite(mark, (start, high // 2 - 11))
    image.alpha_composite(words, (start + 26, round(high / 2 - capitals_middle(34, BOLD))))
    return image


def level_inks(track: str, level: int, ground: Colour) -> tuple[Colour, Colour]:
    """(ground, ink) of a track on a chip of that ground."""
    colours = TRACKS[track]
    if level:
        return colours.fill, colours.ink
    contrast = (255, 255, 255) if sum(ground) < 384 else (0, 0, 0)
    return mix_colours(ground, colours.fill, 0.25), mix_colours(colours.fill, contrast, 0.5)


@cached_sprite
def _track_sign(track: str, size: int, ink: Colour) -> Image.Image:
    """Disc, triangle or square, as on the backs of its cards."""
    b = Brush(size, size)
    if track == "trade":
        b.oval(50, 50, 40, 40, ink, None)
    elif track == "politics":
        b.polygon([(50, 8), (94, 86), (6, 86)], ink, None)
    else:
        b.box(12, 12, 76, 76, ink, None)
    return b.finish()
