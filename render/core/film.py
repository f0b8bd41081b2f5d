"""A game in motion: one picture after the other on a plan that stands still, encoded while they are drawn.

Frames are made when the encoder asks for them, one at a time: a hundred of them would take 200 MB. What did not change
since the frame before is the same to the point, so the encoder leaves it out. All are drawn on one canvas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, Literal, Protocol

from PIL import Image, ImageDraw

from . import caption
from .ending import Ending
from .look import SEAT_COLOURS, Look
from .palette import Palette

Format = Literal["webp", "gif"]
FORMATS: Final[tuple[Format, ...]] = ("webp", "gif")
LONGEST: Final = 60_000  # milliseconds of playing
FIRST: Final = 1_200  # the table as it was laid
LAST: Final = 5_000  # how it ended
SLOW: Final = 1_400  # each frame in which it ends
BARE: Final = 2_500  # the last of them: the table, before the sheet of points covers it
SLOWEST: Final = 1_400  # a frame of a short game
SPRITES: Final = 14_000_000  # bytes of what a film draws for itself alone
MOST: Final = 108  # frames: so many have half a second each
TICK: Final = 10  # milliseconds in which formats count time
EDGE: Final = 4  # pixels around the card of the end
BEHIND: Final = 0.6  # how dark the table is behind it
BAR: Final = 4  # pixels: how far the game has come, above everything, where nothing is drawn
STRIP: Final = 128  # rows of the table that are made smaller at a time


@dataclass(frozen=True, slots=True)
class Scene:
    """What one frame shows: one turn, or several that are joined."""

    before: Any  # what everybody saw at its beginning
    view: Any  # and at its end
    events: Sequence[tuple[str, Any]] = ()  # key and parameters of what everybody was told meanwhile, the oldest first
    seat: int | None = None  # whose turn it was, the last of several; None: nobody's
    later: Sequence[tuple[str, Any]] = ()  # what the next scenes tell, though the view knows it already
    words: str = ""  # what happened, in a sentence
    ended: Ending | None = None  # what the points were for is shown over the table, and who won


class Film(Protocol):
    """Draws the frames of one game, all of one size. For one thread at a time, in the order of the game."""

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def palette(self) -> Palette:
        """For formats that have no more than 256 colours."""

    def paint(self, scene: Scene) -> Image.Image:
        """The table after the scene, with what is new in it outlined; a new image each time."""

    def card(self, ending: Ending) -> Image.Image:
        """Who won, and what everybody had points for."""


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """How a film leaves: its format, how wide it is in pixels, how good (1 to 100; where its format knows that)."""

    format: Format
    wide: int
    quality: int = 0


def frame_durations(frames: int, slow: int = 0) -> list[int]:
    """How many milliseconds each of so many frames stands: all alike, but for the first, the last, and so many before
    the last, which is a sheet over the table then."""
    ends = [*[SLOW] * (slow - 1), BARE, LAST] if slow else [LAST]
    between = max(0, frames - 1 - len(ends))
    each = min(SLOWEST, (LONGEST - FIRST - sum(ends)) // max(1, between) // TICK * TICK)
    return [FIRST, *[each] * between, *ends][-frames:]


class ScaledFilm:
    """The pictures of a film, so wide: the table, above it what happened, and a bar: how far the game has come."""

    def __init__(self, film: Film, cut: FilmSettings, seats: Look, frames: int) -> None:
        self._film, self._cut, self._seats, self._frames = film, cut, seats, frames
        wide, high = film.size
        self._table = (cut.wide, round(high * cut.wide / wide))
        self._top = caption.caption_height(cut.wide)
        self.size = (cut.wide, self._top + self._table[1])
        self._bar = Image.new("RGB", (cut.wide, BAR), seats.shades.line)
        self._at = 0
        self._canvas = Image.new("RGB", self.size, seats.shades.ground)

    def frame(self, scene: Scene) -> Image.Image:
        """The next one: look at it, or copy it, before asking for another."""
        if scene.ended is None:
            self._shrink(self._film.paint(scene))
            self._canvas.paste(caption.draw_caption_band(self._seats, scene.words, self.size[0], scene.seat), (0, 0))
        else:
            self._cover(self._film.card(scene.ended))
        self._advance(scene.seat)
        self._canvas.paste(self._bar, (0, 0))
        return self._film.palette.map(self._canvas) if self._cut.format == "gif" else self._canvas

    def _shrink(self, table: Image.Image) -> None:
        """Put a table on the canvas, some rows at a time: all at once would take twice the memory."""
        wide, high = self._table
        share = table.height / high
        for top in range(0, high, STRIP):
            bottom = min(high, top + STRIP)
            box = (0, top * share, table.width, bottom * share)
            part = table.resize((wide, bottom - top), Image.Resampling.HAMMING, box)
            self._canvas.paste(part, (0, self._top + top))

    def _cover(self, card: Image.Image) -> None:
        """Put the card in the middle of the last table, which is darker."""
        canvas, (wide, high) = self._canvas, self.size
        canvas.paste(self._seats.shades.ground, (0, 0, wide, high), Image.new("L", self.size, round(255 * BEHIND)))
        room = wide - 2 * EDGE, high - 2 * EDGE - BAR
        share = min(room[0] / card.width, room[1] / card.height)
        size = max(1, round(card.width * share)), max(1, round(card.height * share))
        small = card.resize(size, Image.Resampling.LANCZOS)
        canvas.paste(small, ((wide - size[0]) // 2, BAR + (high - BAR - size[1]) // 2))

    def _advance(self, seat: int | None) -> None:
        """A part of the bar more, in the colour of whose turn it was."""
        shades, wide = self._seats.shades, self.size[0]
        ink = shades.soft if seat is None else SEAT_COLOURS[self._seats.seats[seat].letter].fill
        parts = [wide * at // self._frames for at in (self._at, self._at + 1)]
        if self._seats.mirrored:
            parts = [wide - parts[1], wide - parts[0]]
        ImageDraw.Draw(self._bar).rectangle((parts[0], 0, max(parts[0], parts[1] - 1), BAR), fill=ink)
        self._at += 1


class LazyFrames(Image.Image):
    """Images that are made as Pillow's writers of animated pictures go from one to the next. They go forwards alone."""

    def __init__(self, make: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        self._make, self._frame = make, -1
        self.n_frames = count
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame >= self.n_frames:
            raise EOFError
        if frame <= self._frame:
            return
        image = next(self._make, None)
        if image is None:
            raise ValueError(f"a film of {self.n_frames} frames ends after {frame}")
        self.im, self._mode, self._size, self.palette = image.im, image.mode, image.size, image.palette
        self._frame += 1

    def tell(self) -> int:
        return self._frame


def write_animation(make: Iterator[Image.Image], count: int, cut: FilmSettings, slow: int = 0) -> bytes:
    """The animated picture of so many frames, so many of them slow ones. Whatever making one raises comes out here."""
    out = BytesIO()
    times = frame_durations(count, slow)
    frames = LazyFrames(make, count)
    if cut.format == "gif":
        frames.save(out, "GIF", save_all=True, duration=times, loop=0, optimize=True, disposal=1)
    else:
        # No key frames: nobody seeks in it, and each would be a whole picture more.
        options = {"quality": cut.quality, "method": 2, "kmin": count, "kmax": count + 1}
        frames.save(out, "WEBP", save_all=True, duration=times, loop=0, **options)
    return out.getvalue()


def encode_film(
    film: Film,
    cut: FilmSettings,
    look: Look,
    scenes: Iterator[Scene],
    count: int,
    told: Callable[[int], None],
    slow: int = 0,
) -> bytes:
    """The film of so many scenes. `told` hears with each frame how many there are; what it raises ends it all."""

    def made() -> Iterator[Image.Image]:
        reduced = ScaledFilm(film, cut, look, count)
        for at, scene in enumerate(scenes, 1):
            frame = reduced.frame(scene)
            told(at)
            yield frame

    return write_animation(made(), count, cut, slow)


__all__ = [
    "FORMATS",
    "LONGEST",
    "MOST",
    "Film",
    "FilmSettings",
    "Format",
    "LazyFrames",
    "ScaledFilm",
    "Scene",
    "encode_film",
    "frame_durations",
    "write_animation",
]
