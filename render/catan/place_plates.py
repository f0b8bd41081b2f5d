"""Number plates of places: round on corners, square on paths, hexagonal on hexes."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, capitals_middle, fit_text, text_sprite
from render.core.look import DANGER, GOLD, GOLD_INK, LAST, Colour
from render.core.shapes import SMOOTH, add_shadow, scale_down

from .colours import TOKEN, TOKEN_INK
from .terrain import hex_points

TONES: Final[dict[str, tuple[Colour, Colour]]] = {
    "choice": (GOLD, GOLD_INK),
    "last": (LAST, GOLD_INK),
    "danger": (DANGER, LAST),
    "name": (TOKEN, TOKEN_INK),  # a name, not a choice
}


def plate_text(token: str, place: str) -> str:
    """The text of a plate: the number alone if its shape says the kind of place."""
    return token[1:] if token == place and token[:1] in "veh" and token[1:].isdecimal() else token


@cached_sprite
def place_plate(kind: str, text: str, high: int, tone: str) -> Image.Image:
    """A plate; `kind`: v (corner), e (path) or h (hex)."""
    fill, ink = TONES[tone]
    pad = max(3, round(high * 0.14))
    side = high + 2 * pad
    big = Image.new("RGBA", (side * SMOOTH, side * SMOOTH), (*ink, 0))
    draw = ImageDraw.Draw(big)
    near, far = pad * SMOOTH, (pad + high) * SMOOTH
    edge = max(2, round(high * 0.07)) * SMOOTH
    centre = (big.width / 2, big.height / 2)
    room, font_share = high * 0.8, 0.62
    if kind == "e":
        draw.rounded_rectangle((near, near, far - 1, far - 1), high * SMOOTH * 0.16, (*fill, 255), (*ink, 255), edge)
        room, font_share = high * 0.86, 0.66
    elif kind == "h":
        draw.polygon(hex_points(centre, high * SMOOTH * 0.56), fill=(*ink, 255))
        draw.polygon(hex_points(centre, high * SMOOTH * 0.56 - edge * 1.1), fill=(*fill, 255))
    else:
        draw.ellipse((near, near, far - 1, far - 1), fill=(*fill, 255), outline=(*ink, 255), width=edge)
    image = add_shadow(scale_down(big, (side, side)), pad / 2, 0.55, (1, 2))
    shown, points, width = fit_text(text, round(room), round(high * font_share), BOLD, 13)
    words = text_sprite(shown, points, BOLD, width, ink)
    image.alpha_composite(words, (round((side - words.width) / 2), round(side / 2 - capitals_middle(points, BOLD))))
    return image
