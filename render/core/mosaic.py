"""Mosaics: store many similar pictures as squares, each distinct square once, and for each picture only the squares
that differ from the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from .palette import Palette

SQUARE: Final = 16  # pixels per side
ACROSS: Final = 64  # squares in a row of a sheet
DOWN: Final = 64  # rows of a sheet; browsers on phones refuse very large pictures
MOST: Final = 120_000  # most distinct squares; each takes about 400 bytes while the mosaic is made
_ANY: Final = [0, *[255] * 255] * 3
_SET: Final = re.compile(rb"[^\0]")


class MosaicTooLarge(ValueError):
    """The pictures have too many distinct squares."""


@dataclass(frozen=True, slots=True)
class Reel:
    """A finished mosaic. `tracks`: the frames of each track, in varints (seven bits each; the top bit: more follow). A
    frame is the number of its runs, then for each run: the places skipped after the end of the previous run (row by
    row), the difference (zigzag) between its first square and the square after the last one of the previous run, and
    its length."""

    size: tuple[int, int]
    squares: int
    sheets: tuple[bytes, ...] = field(repr=False)  # lossless WebP, `ACROSS` squares wide
    tracks: tuple[bytes, ...] = field(repr=False)


@dataclass(slots=True)
class _Track:
    last: Image.Image | None = None
    frames: bytearray = field(default_factory=bytearray)


class Mosaic:
    """Collects RGB pictures of one size. Several tracks (themes) share their squares."""

    def __init__(self, palette: Palette | None, tracks: int = 1, most: int = MOST) -> None:
        self._palette = palette
        self._most = most
        self._known: dict[bytes, int] = {}
        self._tracks = [_Track() for _ in range(tracks)]
        self._size = (0, 0)

    def add(self, picture: Image.Image, track: int = 0) -> None:
        """Add a track's next picture. Raises ValueError for another size, MosaicTooLarge for too many squares."""
        here = self._tracks[track]
        if self._size not in ((0, 0), picture.size):
            raise ValueError(f"a picture of {picture.size} in a mosaic of {self._size}")
        self._size = picture.size
        runs = list(self._runs(here.last, picture))
        here.last = picture
        out, end, after = here.frames, 0, 0
        _write_number(out, len(runs))
        for at, first, count in runs:
            _write_number(out, at - end)
            step = first - after
            _write_number(out, step * 2 if step >= 0 else -2 * step - 1)
            _write_number(out, count)
            end, after = at + count, first + count

    def _runs(self, before: Image.Image | None, now: Image.Image) -> Iterator[tuple[int, int, int]]:
        """The runs of changed squares: place, number of the first square, count of consecutive places and numbers."""
        across = -(-now.width // SQUARE)
        run: tuple[int, int, int] | None = None
        for at, number in self._changed(before, now, across):
            if run is not None and (at, number) == (run[0] + run[2], run[1] + run[2]):
                run = (run[0], run[1], run[2] + 1)
                continue
            if run is not None:
                yield run
            run = (at, number, 1)
        if run is not None:
            yield run

    def _changed(self, before: Image.Image | None, now: Image.Image, across: int) -> Iterator[tuple[int, int]]:
        for box in _changed_regions(before, now):
            wide, high = (box[2] - box[0]) // SQUARE, (box[3] - box[1]) // SQUARE
            places = [*range(wide * high)] if before is None else _changed_squares(before.crop(box), now.crop(box))
            part = now.crop(box)  # black beyond the edge
            if self._palette is not None:
                part = self._palette.map(part)
            pixels, row = part.tobytes(), wide * SQUARE * len(part.getbands())
            side = SQUARE * len(part.getbands())
            for place in places:
                start = place // wide * SQUARE * row + place % wide * side
                square = b"".join(pixels[at : at + side] for at in range(start, start + SQUARE * row, row))
                at = (box[1] // SQUARE + place // wide) * across + box[0] // SQUARE + place % wide
                yield at, self._number_of(square)

    def _number_of(self, pixels: bytes) -> int:
        number = self._known.setdefault(pixels, len(self._known))
        if number >= self._most:
            raise MosaicTooLarge(f"more than {self._most} squares")
        return number

    def finished(self) -> Reel:
        """The finished mosaic; encoding takes a while."""
        return Reel(self._size, len(self._known), tuple(self._sheets()), tuple(bytes(t.frames) for t in self._tracks))

    def _sheets(self) -> Iterator[bytes]:
        squares = list(self._known)
        mode = "P" if self._palette is not None else "RGB"
        for first in range(0, len(squares), ACROSS * DOWN):
            some = squares[first : first + ACROSS * DOWN]
            sheet = Image.new(mode, (ACROSS * SQUARE, -(-len(some) // ACROSS) * SQUARE))
            if self._palette is not None:
                sheet.putpalette(self._palette.flat)
            for n, pixels in enumerate(some):
                square = Image.frombytes(mode, (SQUARE, SQUARE), pixels)
                sheet.paste(square, (n % ACROSS * SQUARE, n // ACROSS * SQUARE))
            out = BytesIO()
            sheet.convert("RGB").save(out, "WEBP", lossless=True, quality=60, method=3)
            yield out.getvalue()


def _changed_regions(before: Image.Image | None, now: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Boxes of differences, from the top: consecutive rows of squares, as wide as their differences."""
    across, down = -(-now.width // SQUARE) * SQUARE, -(-now.height // SQUARE) * SQUARE
    if before is None:
        yield 0, 0, across, down
        return
    differs = ImageChops.difference(before, now)
    last: tuple[int, int, int, int] | None = None
    for top in range(0, now.height, SQUARE):
        found = differs.crop((0, top, now.width, min(now.height, top + SQUARE))).getbbox()
        if found is not None:
            left, right = found[0] // SQUARE * SQUARE, -(-found[2] // SQUARE) * SQUARE
            if last is None:
                last = left, top, right, top + SQUARE
            else:
                last = min(left, last[0]), last[1], max(right, last[2]), top + SQUARE
        elif last is not None:
            yield last
            last = None
    if last is not None:
        yield last


def _changed_squares(before: Image.Image, now: Image.Image) -> list[int]:
    """Indices of the squares in which two pictures differ; their sides are multiples of a square."""
    parts = ImageChops.difference(before, now).point(_ANY).split()
    differs = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])
    return [found.start() for found in _SET.finditer(differs.reduce(SQUARE).tobytes())]


def _write_number(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
