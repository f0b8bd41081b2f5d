"""How far a player has come on a track, as a small field."""

from __future__ import annotations

from PIL import Image

from render.core.brush import Brush
from render.core.cache import shared
from render.core.fonts import BOLD, label, middle
from render.core.kit import panel
from render.core.look import GOLD, Colour, mix

from .colours import TRACKS


@shared
def level_field(track: str, level: int, metropolis: bool, wide: int, ground: Colour, high: int = 38) -> Image.Image:
    """A track by its sign, and its level; pale where nothing is built."""
    fill, ink = level_inks(track, level, ground)
    image = panel((wide, high), 9, fill, GOLD if metropolis else fill, 4).copy()
    words = label(str(level), 34, BOLD, 100, ink)
    start = (wide - words.width - 26) // 2
    mark = _track_sign(track, 22, ink)
    image.alpha_composite(mark, (start, high // 2 - 11))
    image.alpha_composite(words, (start + 26, round(high / 2 - middle(34, BOLD))))
    return image


def level_inks(track: str, level: int, ground: Colour) -> tuple[Colour, Colour]:
    """Ground and letters of a track on a chip of that ground."""
    t = TRACKS[track]
    if level:
        return t.fill, t.ink
    far = (255, 255, 255) if sum(ground) < 384 else (0, 0, 0)
    return mix(ground, t.fill, 0.25), mix(t.fill, far, 0.5)


@shared
def _track_sign(track: str, size: int, ink: Colour) -> Image.Image:
    """Disc, triangle or square, as on the backs of its cards."""
    b = Brush(size, size)
    if track == "trade":
        b.oval(50, 50, 40, 40, ink, None)
    elif track == "politics":
        b.poly([(50, 8), (94, 86), (6, 86)], ink, None)
    else:
        b.box(12, 12, 76, 76, ink, None)
    return b.finished()
