"""Signs for answers to an offer: a tick, a cross, two arrows for a counter-offer, dots for none yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.look import DANGER, GOLD, GOLD_INK, Colour
from render.core.paints import WHITE
from render.core.shapes import SMOOTH, scale_down

from .colours import GREY_DARK

ACCEPT_GREEN: Final[Colour] = (52, 136, 62)
GRID: Final = 44  # units of the grid of the strokes
Stroke = Sequence[tuple[int, int]]
# kind -> (ground, ink, strokes)
SIGNS: Final[dict[str, tuple[Colour, Colour, Sequence[Stroke]]]] = {
    "accept": (ACCEPT_GREEN, WHITE, [[(11, 23), (19, 31), (33, 14)]]),
    "decline": (DANGER, WHITE, [[(14, 14), (30, 30)], [(30, 14), (14, 30)]]),
    "counter": (
        GOLD,
        GOLD_INK,
        [
            [(9, 17), (34, 17)],
            [(27, 10), (34, 17), (27, 23)],
            [(35, 28), (10, 28)],
            [(17, 21), (10, 28), (17, 35)],
        ],
    ),
    "silent": (GREY_DARK, WHITE, [[(12, 22), (13, 22)], [(22, 22), (23, 22)], [(32, 22), (33, 22)]]),
}


@cached_sprite
def answer_sign(kind: str, size: int) -> Image.Image:
    """The sign of a kind of answer on a disc."""
    ground, ink, strokes = SIGNS[kind]
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*ground, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, size * SMOOTH - 1, size * SMOOTH - 1), fill=(*ground, 255))
    scale = size * SMOOTH / GRID
    line = round((4 if kind == "counter" else 6) * scale)
    for stroke in strokes:
        points = [(x * scale, y * scale) for x, y in stroke]
        draw.line(points, fill=(*ink, 255), width=line, joint="curve")
        for x, y in points:  # round ends
            r = line / 2
            draw.ellipse((x - r, y - r, x + r, y + r), fill=(*ink, 255))
    return scale_down(big, (size, size))
