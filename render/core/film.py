"""Films: frames of one game on a fixed plan, encoded while they are drawn.

The encoder requests one frame at a time on one shared canvas, because a hundred frames would take 200 MB. Unchanged
areas are identical to the pixel, so the encoder omits them.
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
LONGEST: Final = 60_000  # milliseconds: longest film
FIRST: Final = 1_200  # milliseconds of the first frame
LAST: Final = 5_000  # milliseconds of the last frame
SLOW: Final = 1_400  # milliseconds of each slow frame at the end
BARE: Final = 2_500  # milliseconds of the last slow frame, before the result card covers the table
LONGEST_FRAME_MS: Final = 1_400  # milliseconds: longest frame in between
SPRITES: Final = 14_000_000  # bytes: the film's separate sprite cache
MOST: Final = 108  # most frames, for half a second each
DURATION_UNIT_MS: Final = 10  # milliseconds: unit of time of the formats
CARD_MARGIN_PX: Final = 4  # pixels around the result card
TABLE_DARKNESS: Final = 0.6  # darkness of the table behind the card
PROGRESS_BAR_PX: Final = 4  # pixels: height of the progress bar at the top
ROWS_AT_ONCE: Final = 128  # rows of the table that are scaled at a time


@dataclass(frozen=True, slots=True)
class Scene:
    """The content of one frame: one turn, or several joined ones."""

    before: Any  # public view before it
    view: Any  # public view after it
    events: Sequence[tuple[str, Any]] = ()  # (key, parameters) of its public events, oldest first
    seat: int | None = None  # seat of its (last) turn, or None
    later: Sequence[tuple[str, Any]] = ()  # events that `view` includes but later scenes tell
    words: str = ""  # caption
    ended: Ending | None = None  # draws the result card over the table


class Film(Protocol):
    """Draws the frames of one game, all of one size. Not thread-safe; scenes come in the order of the game."""

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def palette(self) -> Palette:
        """The colours for formats with at most 256 of them."""

    def paint(self, scene: Scene) -> Image.Image:
        """The table after the scene, with its news outlined, as a new image."""

    def card(self, ending: Ending) -> Image.Image:
        """The result card: winners and points by source."""


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """The encoding of a film: format, width in pixels, quality (1 to 100, if the format has one)."""

    format: Format
    wide: int
    quality: int = 0


def frame_durations(frames: int, slow: int = 0) -> list[int]:
    """Milliseconds of each frame. All are equal but the first, the last and, if `slow` is not 0, that many frames
    before the last, which is then the result card."""
    last_durations = [*[SLOW] * (slow - 1), BARE, LAST] if slow else [LAST]
    middle_frames = max(0, frames - 1 - len(last_durations))
    share = (LONGEST - FIRST - sum(last_durations)) // max(1, middle_frames)
    middle_duration = min(LONGEST_FRAME_MS, share // DURATION_UNIT_MS * DURATION_UNIT_MS)
    return [FIRST, *[middle_duration] * middle_frames, *last_durations][-frames:]


class ScaledFilm:
    """Frames at the width of a film: progress bar, caption band, table."""

    def __init__(self, film: Film, settings: FilmSettings, look: Look, frame_count: int) -> None:
        self._film, self._settings, self._look, self._frame_count = film, settings, look, frame_count
        wide, high = film.size
        self._table_size = (settings.wide, round(high * settings.wide / wide))
        self._table_top = caption.caption_height(settings.wide)
        self.size = (settings.wide, self._table_top + self._table_size[1])
        self._progress_bar = Image.new("RGB", (settings.wide, PROGRESS_BAR_PX), look.shades.line)
        self._frames_drawn = 0
        self._canvas = Image.new("RGB", self.size, look.shades.ground)

    def draw_next_frame(self, scene: Scene) -> Image.Image:
        """The next frame. The image is reused: copy it before requesting another."""
        if scene.ended is None:
            self._paste_scaled_table(self._film.paint(scene))
            self._canvas.paste(caption.draw_caption_band(self._look, scene.words, self.size[0], scene.seat), (0, 0))
        else:
            self._draw_card_over_table(self._film.card(scene.ended))
        self._extend_progress_bar(scene.seat)
        self._canvas.paste(self._progress_bar, (0, 0))
        return self._film.palette.map(self._canvas) if self._settings.format == "gif" else self._canvas

    def _paste_scaled_table(self, table: Image.Image) -> None:
        """Scale a table onto the canvas, some rows at a time, which halves the memory."""
        wide, high = self._table_size
        scale = table.height / high
        for top in range(0, high, ROWS_AT_ONCE):
            bottom = min(high, top + ROWS_AT_ONCE)
            box = (0, top * scale, table.width, bottom * scale)
            part = table.resize((wide, bottom - top), Image.Resampling.HAMMING, box)
            self._canvas.paste(part, (0, self._table_top + top))

    def _draw_card_over_table(self, card: Image.Image) -> None:
        """Draw the card centred over the darkened last table."""
        canvas, (wide, high) = self._canvas, self.size
        veil = Image.new("L", self.size, round(255 * TABLE_DARKNESS))
        canvas.paste(self._look.shades.ground, (0, 0, wide, high), veil)
        room = wide - 2 * CARD_MARGIN_PX, high - 2 * CARD_MARGIN_PX - PROGRESS_BAR_PX
        scale = min(room[0] / card.width, room[1] / card.height)
        size = max(1, round(card.width * scale)), max(1, round(card.height * scale))
        scaled_card = card.resize(size, Image.Resampling.LANCZOS)
        canvas.paste(scaled_card, ((wide - size[0]) // 2, PROGRESS_BAR_PX + (high - PROGRESS_BAR_PX - size[1]) // 2))

    def _extend_progress_bar(self, seat: int | None) -> None:
        """Extend the progress bar by one frame, in the seat's colour."""
        shades, wide = self._look.shades, self.size[0]
        ink = shades.soft if seat is None else SEAT_COLOURS[self._look.seats[seat].letter].fill
        edges = [wide * at // self._frame_count for at in (self._frames_drawn, self._frames_drawn + 1)]
        if self._look.mirrored:
            edges = [wide - edges[1], wide - edges[0]]
        ImageDraw.Draw(self._progress_bar).rectangle(
            (edges[0], 0, max(edges[0], edges[1] - 1), PROGRESS_BAR_PX), fill=ink
        )
        self._frames_drawn += 1


class LazyFrames(Image.Image):
    """Presents an iterator of images as one multi-frame image for Pillow's writers; seeks forwards only."""

    def __init__(self, make: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        self._images, self._frame = make, -1
        self.n_frames = count
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame >= self.n_frames:
            raise EOFError
        if frame <= self._frame:
            return
        image = next(self._images, None)
        if image is None:
            raise ValueError(f"a film of {self.n_frames} frames ends after {frame}")
        self.im, self._mode, self._size, self.palette = image.im, image.mode, image.size, image.palette
        self._frame += 1

    def tell(self) -> int:
        return self._frame


def write_animation(images: Iterator[Image.Image], count: int, settings: FilmSettings, slow: int = 0) -> bytes:
    """Encodes `count` frames; `slow`: see `frame_durations`. Exceptions of `images` pass through."""
    out = BytesIO()
    durations = frame_durations(count, slow)
    frames = LazyFrames(images, count)
    if settings.format == "gif":
        frames.save(out, "GIF", save_all=True, duration=durations, loop=0, optimize=True, disposal=1)
    else:
        # No key frames: players do not seek, and each would store a whole picture.
        options = {"quality": settings.quality, "method": 2, "kmin": count, "kmax": count + 1}
        frames.save(out, "WEBP", save_all=True, duration=durations, loop=0, **options)
    return out.getvalue()


def encode_film(
    film: Film,
    settings: FilmSettings,
    look: Look,
    scenes: Iterator[Scene],
    count: int,
    report: Callable[[int], None],
    slow: int = 0,
) -> bytes:
    """Encodes `count` scenes. Calls `report` with the number of frames so far; an exception from it aborts."""

    def scaled_frames() -> Iterator[Image.Image]:
        scaled_film = ScaledFilm(film, settings, look, count)
        for number, scene in enumerate(scenes, 1):
            frame = scaled_film.draw_next_frame(scene)
            report(number)
            yield frame

    return write_animation(scaled_frames(), count, settings, slow)
