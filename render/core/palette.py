"""One palette per game: pictures are composed in RGB, then mapped to it without dithering.

The palette is a file beside its game, made once from a sheet of all sprites, so that every machine maps alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from io import BytesIO
from operator import sub
from pathlib import Path
from threading import Lock
from typing import Final

from PIL import Image

from .look import DANGER, GOLD, GOLD_INK, LAST, SEAT_COLOURS, THEMES, Colour

NEAR_STEPS: Final = 6
PNG_COMPRESSION: Final = 1  # of the PNG encoder: a few per cent more bytes, a third of the time


def reserved_colours() -> tuple[Colour, ...]:
    """Colours that every palette holds exactly: seats with inks and outlines, both themes, frames."""
    colours: dict[Colour, None] = dict.fromkeys((GOLD, GOLD_INK, LAST, DANGER))
    for seat in SEAT_COLOURS.values():
        colours.update(dict.fromkeys((seat.fill, seat.ink, seat.outline)))
    for shades in THEMES.values():
        colours.update(dict.fromkeys(getattr(shades, field.name) for field in fields(shades)))
    return tuple(colours)


def learn_palette(sheet: Image.Image, exact: Iterable[Colour] = ()) -> list[Colour]:
    """At most 256 colours for a sheet: the reserved and `exact` ones, then those of its octree."""
    kept = list(dict.fromkeys((*reserved_colours(), *exact)))
    quantised = sheet.quantize(256 - len(kept), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    channels = quantised.getpalette("RGB") or []
    learnt = dict.fromkeys((channels[i], channels[i + 1], channels[i + 2]) for i in range(0, len(channels), 3))
    # The mapper looks colours up in boxes of four steps a side: a close neighbour would replace an exact colour.
    return [*kept, *(colour for colour in learnt if not any(_are_near(colour, other) for other in kept))]


def _are_near(colour: Colour, other: Colour) -> bool:
    return bool(max(map(abs, map(sub, colour, other))) <= NEAR_STEPS)


class Palette:
    """At most 256 colours, and Pillow's mapper to them with its lookup cache."""

    def __init__(self, colours: Sequence[Colour]) -> None:
        self.colours = tuple(colours)
        channels = [channel for colour in colours for channel in colour]
        channels += channels[:3] * (256 - len(colours))
        self.flat = tuple(channels)  # 256 colours, as `putpalette` takes them
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(channels)
        self._lock = Lock()  # the mapper's lookup cache is not thread-safe

    def map(self, image: Image.Image) -> Image.Image:
        """The picture in the colours of the palette."""
        with self._lock:
            return image.quantize(palette=self._image, dither=Image.Dither.NONE)


@lru_cache(maxsize=8)
def load_palette(path: Path) -> Palette:
    """Reads a palette file: one hexadecimal colour per line."""
    lines = path.read_text(encoding="ascii").split()
    return Palette([(int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)) for code in lines])


def save_palette(path: Path, colours: Iterable[Colour]) -> None:
    """Writes a palette file."""
    path.write_text("".join(f"{r:02x}{g:02x}{b:02x}\n" for r, g, b in colours), encoding="ascii")


def encode_png(image: Image.Image, palette: Palette | None) -> bytes:
    """The picture as a PNG file. Without a palette (tinted pictures) it learns its own."""
    out = BytesIO()
    (palette or Palette(learn_palette(image))).map(image).save(out, "PNG", compress_level=PNG_COMPRESSION)
    return out.getvalue()
