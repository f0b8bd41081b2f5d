"""The small pictures of the strip: what a seat has, each about 30 pixels high."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from render.core.cache import shared
from render.core.kit import reduced, star
from render.core.look import SEAT_COLOURS, Colour, rgb

from . import colours as c
from . import signs, things
from .bridges import bridge
from .figures import FIGURES, sprite
from .pen import Pen
from .things import INK

RIM: Final = rgb("#F4EFE4")
CROWN: Final = (
    (0.22, 0.68),
    (0.14, 0.3),
    (0.34, 0.46),
    (0.5, 0.2),
    (0.66, 0.46),
    (0.86, 0.3),
    (0.78, 0.68),
)


def _painted(high: int, paint: Callable[[Pen], None], smooth: int = 4) -> Image.Image:
    """A square drawn with the pen of the tiles, on nothing."""
    pen = Pen(high * smooth)
    pen.image = Image.new("RGBA", (pen.side, pen.side), (*INK, 0))
    pen.draw = ImageDraw.Draw(pen.image)
    paint(pen)
    return reduced(pen.image, (high, high))


def _goods(kind: str, high: int) -> Image.Image:
    big = _painted(round(high / 0.2), lambda pen: signs.goods(pen, 0.5, 0.5, kind), 2)
    middle, half = big.width // 2, high // 2
    return big.crop((middle - half, middle - half, middle + half, middle + half))


def _disc(pen: Pen, rim: Colour, ground: Colour) -> None:
    pen.oval(0.5, 0.5, 0.5, 0.5, INK)
    pen.oval(0.5, 0.5, 0.46, 0.46, rim)
    pen.oval(0.5, 0.5, 0.37, 0.37, ground)


def _king(pen: Pen) -> None:
    _disc(pen, rgb("#8E2A3A"), rgb("#FBF2DC"))
    pen.shape(CROWN, c.COIN, INK, 0.05)
    pen.box(0.22, 0.66, 0.56, 0.1, c.COIN, INK, 0.045)
    pen.oval(0.5, 0.56, 0.05, 0.06, rgb("#B4161C"))


def _robber(pen: Pen) -> None:
    _disc(pen, rgb("#3E4A54"), rgb("#F3CFA6"))
    pen.shape([(0.14, 0.36), (0.86, 0.36), (0.8, 0.6), (0.6, 0.62), (0.5, 0.52), (0.4, 0.62), (0.2, 0.6)], INK, None)
    for x in (0.33, 0.67):
        pen.oval(x, 0.47, 0.09, 0.065, (255, 255, 255))
        pen.oval(x, 0.47, 0.04, 0.045, INK)
    pen.shape([(0.1, 0.36), (0.3, 0.12), (0.7, 0.12), (0.9, 0.36)], rgb("#5B3A22"), INK, 0.04)


def _castle(pen: Pen, colour: Colour, ink: Colour, line: Colour) -> None:
    pen.line([(0.5, 0.3), (0.5, 0.04)], 0.06, line)
    pen.shape([(0.5, 0.03), (0.88, 0.12), (0.5, 0.24)], colour, line, 0.03)
    pen.shape(
        [
            (0.1, 0.96),
            (0.1, 0.42),
            (0.24, 0.42),
            (0.24, 0.54),
            (0.38, 0.54),
            (0.38, 0.34),
            (0.62, 0.34),
            (0.62, 0.54),
            (0.76, 0.54),
            (0.76, 0.42),
            (0.9, 0.42),
            (0.9, 0.96),
        ],
        colour,
        line,
        0.06,
    )
    pen.box(0.4, 0.68, 0.2, 0.27, ink, None)
    pen.oval(0.5, 0.68, 0.1, 0.1, ink)


def _abbey(pen: Pen, colour: Colour, line: Colour) -> None:
    pen.draw.rounded_rectangle((0, 0, pen.side - 1, pen.side - 1), pen.side * 0.16, fill=line)
    edge = pen.side * 0.05
    pen.draw.rounded_rectangle((edge, edge, pen.side - edge, pen.side - edge), pen.side * 0.13, fill=colour)
    pen.box(0.13, 0.13, 0.74, 0.74, c.GRASS, None)
    things.cloister(pen, 0.5, 0.56, 1.3)


def _again(pen: Pen) -> None:
    """A tile more: a card with a plus."""
    pen.draw.rounded_rectangle((0, 0, pen.side - 1, pen.side - 1), pen.side * 0.16, fill=INK)
    pen.box(0.08, 0.08, 0.84, 0.84, c.GRASS, None)
    pen.line([(0.5, 0.24), (0.5, 0.76)], 0.17, INK)
    pen.line([(0.24, 0.5), (0.76, 0.5)], 0.17, INK)
    pen.line([(0.5, 0.26), (0.5, 0.74)], 0.11, (255, 255, 255))
    pen.line([(0.26, 0.5), (0.74, 0.5)], 0.11, (255, 255, 255))


def _bridge(letter: str, high: int) -> Image.Image:
    big = bridge("EW", letter, round(high * 1.22))
    top = round(big.height * 0.5 - high / 2)
    return big.crop((0, top, big.width, top + high))


def _rimmed(image: Image.Image) -> Image.Image:
    """With a pale rim: dark figures must stand out on a dark panel, too."""
    wide = Image.new("RGBA", (image.width + 2, image.height), (*RIM, 0))
    wide.paste(image, (1, 0))
    glow = wide.getchannel("A").filter(ImageFilter.MaxFilter(3)).point([round(v * 0.7) for v in range(256)])
    rim = Image.new("RGBA", wide.size, (*RIM, 0))
    rim.putalpha(glow)
    rim.alpha_composite(wide)
    return rim


@shared
def icon(name: str, letter: str, high: int) -> Image.Image:
    """The icon of something that a seat of that colour has."""
    return _rimmed(_icon(name, letter, high))


def _icon(name: str, letter: str, high: int) -> Image.Image:
    colour = SEAT_COLOURS[letter]
    if name in FIGURES:
        made = sprite(name, letter, round(high / 1.12), shade=False)
        box = made.getbbox() or (0, 0, *made.size)
        return made.crop((box[0], (made.height - high) // 2, box[2], (made.height - high) // 2 + high))
    if name in ("wine", "grain", "cloth"):
        return _goods(name, high)
    if name == "bridge":
        return _bridge(letter, high)
    drawn: dict[str, Callable[[Pen], None]] = {
        "king": _king,
        "robber": _robber,
        "again": _again,
        "castle": lambda pen: _castle(pen, colour.fill, colour.ink, colour.outline),
        "abbey": lambda pen: _abbey(pen, colour.fill, colour.outline),
    }
    return _painted(high, drawn.get(name, _unknown))


def _unknown(pen: Pen) -> None:
    """Something that has no picture: a star."""
    pen.draw.polygon(pen.points(star((0.5, 0.52), 0.5, 0.22)), fill=c.COIN)
