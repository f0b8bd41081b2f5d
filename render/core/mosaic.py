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
_NONZERO_TO_255: Final = [0, *[255] * 255] * 3
_NONZERO_BYTE: Final = re.compile(rb"[^\0]")


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
        frame_track = self._tracks[track]
        if self._size not in ((0, 0), picture.size):
            raise ValueError(f"a picture of {picture.size} in a mosaic of {self._size}")
        self._size = picture.size
        runs = list(self._list_runs(frame_track.last, picture))
        frame_track.last = picture
        encoded, previous_end, next_square = frame_track.frames, 0, 0
        _write_number(encoded, len(runs))
        for place, first, count in runs:
            _write_number(encoded, place - previous_end)
            difference = first - next_square
            _write_number(encoded, difference * 2 if difference >= 0 else -2 * difference - 1)  # zigzag
            _write_number(encoded, count)
            previous_end, next_square = place + count, first + count

    def _list_runs(self, before: Image.Image | None, picture: Image.Image) -> Iterator[tuple[int, int, int]]:
        """The runs of changed squares: place, number of the first square, count of consecutive places and numbers."""
        across = -(-picture.width // SQUARE)
        run: tuple[int, int, int] | None = None
        for place, number in self._list_changed_squares(before, picture, across):
            if run is not None:
                first_place, first_number, length = run
                if (place, number) == (first_place + length, first_number + length):
                    run = first_place, first_number, length + 1
                    continue
                yield run
            run = place, number, 1
        if run is not None:
            yield run

    def _list_changed_squares(
        self, before: Image.Image | None, picture: Image.Image, across: int
    ) -> Iterator[tuple[int, int]]:
        """(place, number of the square) of each changed square; `across`: squares in a row of the picture."""
        for box in _changed_regions(before, picture):
            columns, rows = (box[2] - box[0]) // SQUARE, (box[3] - box[1]) // SQUARE
            region = picture.crop(box)  # black beyond the edge
            indices = [*range(columns * rows)] if before is None else _changed_squares(before.crop(box), region)
            if self._palette is not None:
                region = self._palette.map(region)
            pixels, row_bytes = region.tobytes(), columns * SQUARE * len(region.getbands())
            square_bytes = SQUARE * len(region.getbands())
            for index in indices:
                row, column = divmod(index, columns)
                first = row * SQUARE * row_bytes + column * square_bytes
                lines = range(first, first + SQUARE * row_bytes, row_bytes)
                square = b"".join(pixels[line : line + square_bytes] for line in lines)
                place = (box[1] // SQUARE + row) * across + box[0] // SQUARE + column
                yield place, self._number_of_square(square)

    def _number_of_square(self, pixels: bytes) -> int:
        number = self._known.setdefault(pixels, len(self._known))
        if number >= self._most:
            raise MosaicTooLarge(f"more than {self._most} squares")
        return number

    def finish(self) -> Reel:
        """The finished mosaic; encoding takes a while."""
        tracks = tuple(bytes(track.frames) for track in self._tracks)
        return Reel(self._size, len(self._known), tuple(self._encode_sheets()), tracks)

    def _encode_sheets(self) -> Iterator[bytes]:
        """The distinct squares as WebP files."""
        squares = list(self._known)
        mode = "P" if self._palette is not None else "RGB"
        for first in range(0, len(squares), ACROSS * DOWN):
            sheet_squares = squares[first : first + ACROSS * DOWN]
            sheet = Image.new(mode, (ACROSS * SQUARE, -(-len(sheet_squares) // ACROSS) * SQUARE))
            if self._palette is not None:
                sheet.putpalette(self._palette.flat)
            for index, pixels in enumerate(sheet_squares):
                square = Image.frombytes(mode, (SQUARE, SQUARE), pixels)
                sheet.paste(square, (index % ACROSS * SQUARE, index // ACROSS * SQUARE))
            out = BytesIO()
            sheet.convert("RGB").save(out, "WEBP", lossless=True, quality=60, method=3)
            yield out.getvalue()


def _changed_regions(before: Image.Image | None, picture: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Boxes of differences, from the top: consecutive rows of squares, as wide as their differences."""
    across, down = -(-picture.width // SQUARE) * SQUARE, -(-picture.height // SQUARE) * SQUARE
    if before is None:
        yield 0, 0, across, down
        return
    difference = ImageChops.difference(before, picture)
    region: tuple[int, int, int, int] | None = None
    for top in range(0, picture.height, SQUARE):
        changed_box = difference.crop((0, top, picture.width, min(picture.height, top + SQUARE))).getbbox()
        if changed_box is not None:
            left, right = changed_box[0] // SQUARE * SQUARE, -(-changed_box[2] // SQUARE) * SQUARE
            first_left, first_top, first_right, _ = region or (left, top, right, 0)
            region = min(left, first_left), first_top, max(right, first_right), top + SQUARE
        elif region is not None:
            yield region
            region = None
    if region is not None:
        yield region


def _changed_squares(before: Image.Image, picture: Image.Image) -> list[int]:
    """Indices of the squares in which two pictures differ; their sides are multiples of a square."""
    channels = ImageChops.difference(before, picture).point(_NONZERO_TO_255).split()
    difference = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return [match.start() for match in _NONZERO_BYTE.finditer(difference.reduce(SQUARE).tobytes())]


def _write_number(out: bytearray, value: int) -> None:
    """Append a number as a varint."""
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
