"""Font faces: the main font at each size, and a fallback font for letters it lacks.

The main font has Latin, Romanian and Hebrew, enough for all sentences; names of people use any script. The fallback is
a subset of Noto Sans made with `pyftsubset`: the other Latin letters, Greek and Cyrillic, both axes, no features.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

import pylopdf_fonts_he
from PIL import ImageDraw, ImageFont

from words.numbers import MINUS

REGULAR: Final = 500
BOLD: Final = 700
FALLBACK_FONT: Final = Path(__file__).with_name("noto") / "NotoSans.ttf"
# Ranges with letters of the fallback font. The main font has the Romanian ones, and a minus that looks like a hyphen.
_FALLBACK_LETTERS: Final = re.compile(r"[\u0100\u0101\u0104-\u0217\u021c-\u058f\u1e00-\u1eff\u2116\u2212]")


class Face(ImageFont.FreeTypeFont):
    """The main or fallback font at a size; `axes`: requested weight and width."""

    axes: tuple[int, int] = (REGULAR, 100)


@lru_cache(maxsize=256)
def load_font(size: int, weight: int = REGULAR, width: int = 100) -> Face:
    """The main font at a size in pixels, a weight (100-900) and a width (62-100)."""
    return _open_font(str(pylopdf_fonts_he.sans_path()), size, weight, width)


@lru_cache(maxsize=64)
def fallback_font(size: int, weight: int = REGULAR, width: int = 100) -> Face:
    """The fallback font, whose weights are 500-700."""
    return _open_font(str(FALLBACK_FONT), size, min(max(weight, REGULAR), BOLD), width)


def _open_font(path: str, size: int, weight: int, width: int) -> Face:
    face = Face(path, size, layout_engine=ImageFont.Layout.BASIC)
    face.set_variation_by_axes([weight, width])
    face.axes = weight, width
    return face


@lru_cache(maxsize=4096)
def needs_fallback_font(character: str) -> bool:
    """Whether only the fallback font has a good glyph for a character."""
    if _FALLBACK_LETTERS.match(character) is None:
        return False
    return character == MINUS or (
        not _font_has_glyph(load_font(40), character) and _font_has_glyph(fallback_font(40), character)
    )


def has_glyphs(text: str) -> bool:
    """Whether one of the fonts has each character of the text."""
    return all(c.isspace() or _font_has_glyph(load_font(40), c) or needs_fallback_font(c) for c in text)


def _font_has_glyph(face: Face, character: str) -> bool:
    return bytes(face.getmask(character)) != _missing_glyph(face)


@lru_cache(maxsize=4)
def _missing_glyph(face: Face) -> bytes:
    return bytes(face.getmask("\ue000"))


def visual_text_width(text: str, face: Face) -> float:
    """The width of a text in visual order."""
    if _FALLBACK_LETTERS.search(text) is None:
        return face.getlength(text)
    return sum(run_face.getlength(run) for run_face, run in _split_by_font(text, face))


def draw_visual_text(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, face: Face, ink: tuple[int, ...]
) -> None:
    """Draws a text in visual order; `at`: the left end of its baseline."""
    if _FALLBACK_LETTERS.search(text) is None:
        draw.text(at, text, font=face, fill=ink, anchor="ls")
        return
    x, y = at
    for run_face, run in _split_by_font(text, face):
        draw.text((x, y), run, font=run_face, fill=ink, anchor="ls")
        x += run_face.getlength(run)


def _split_by_font(text: str, face: Face) -> Iterator[tuple[Face, str]]:
    """The runs of the text, each with its face."""
    for is_fallback, run in groupby(text, needs_fallback_font):
        yield fallback_font(round(face.size), *face.axes) if is_fallback else face, "".join(run)
