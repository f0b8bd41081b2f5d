"""Animated pictures: how long frames stand, that they are made one by one, what the bar says."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.core import caption, film
from render.core.ending import Ending
from render.core.film import (
    BARE,
    FIRST,
    LAST,
    LONGEST,
    MOST,
    SLOW,
    FilmSettings,
    ScaledFilm,
    Scene,
    encode_film,
    frame_durations,
    write_animation,
)
from render.core.look import SEAT_COLOURS
from render.core.palette import Palette, learn_palette
from tests.render.looks import look

SIZE = (600, 420)


class Squares:
    """A film of a square that goes on its way, and others that stay where they are."""

    def __init__(self) -> None:
        self.size = SIZE
        self.palette = Palette(learn_palette(self.paint(Scene(0, 0))))

    def card(self, ending: Ending) -> Image.Image:
        return Image.new("RGB", (500, 250), (250, 250, 250))

    def paint(self, scene: Scene) -> Image.Image:
        image = Image.new("RGB", SIZE, (40, 90, 60))
        draw = ImageDraw.Draw(image)
        for i in range(7):
            draw.line((0, 61 * i, 600, 17 * i), fill=(200, 30 * i, 90), width=3)
        x = 37 * scene.view % 520
        draw.rectangle((x, 211, x + 71, 288), fill=(250, 240, 20))
        return image


def scenes(count: int) -> Iterator[Scene]:
    return (Scene(max(0, at - 1), at, (), at % 3) for at in range(count))


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Each frame with how long it stands."""
    found = []
    with Image.open(BytesIO(data)) as image:
        for at in range(getattr(image, "n_frames", 1)):
            image.seek(at)
            image.load()
            found.append((image.convert("RGB"), int(image.info["duration"])))
    return found


def difference(a: Image.Image, b: Image.Image) -> int:
    """The largest of all points."""
    return max(high for _, high in pairs(ImageChops.difference(a, b).getextrema()))


def pairs(found: Any) -> list[tuple[int, int]]:
    return [found] if isinstance(found[0], int) else list(found)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 50, MOST, 300])
def test_no_film_is_longer_than_a_minute_and_its_last_frame_stands(count: int) -> None:
    times = frame_durations(count)
    assert len(times) == count
    assert times[-1] == LAST
    assert sum(times) <= LONGEST
    assert all(time % 10 == 0 and time > 0 for time in times)
    if count > 2:
        assert times[0] == FIRST
        assert len(set(times[1:-1])) == 1
    slow = frame_durations(count, 7)
    assert len(slow) == count
    assert sum(slow) <= LONGEST
    if count > 9:
        assert slow[-8:] == [SLOW] * 6 + [BARE, LAST]


def test_the_last_table_stands_for_two_seconds_before_the_sheet_covers_it() -> None:
    for count in (3, 10, MOST):
        *_, bare, sheet = frame_durations(count, 1)
        assert (2_000 <= bare <= 3_000, sheet) == (True, LAST)
        assert sum(frame_durations(count, 1)) <= LONGEST


@pytest.mark.parametrize("cut", [FilmSettings("webp", 400, 90), FilmSettings("gif", 240)])
def test_what_is_read_again_has_all_frames_at_their_times(cut: FilmSettings) -> None:
    told: list[int] = []
    data = encode_film(Squares(), cut, look(3), scenes(9), 9, told.append)
    found = frames(data)
    assert told == list(range(1, 10))
    assert [time for _, time in found] == frame_durations(9)
    assert {image.size for image, _ in found} == {(cut.wide, caption.caption_height(cut.wide) + cut.wide * 420 // 600)}
    assert all(difference(a, b) > 60 for (a, _), (b, _) in pairwise(found))


@pytest.mark.parametrize("wide", [400, 240, 333])
def test_what_does_not_change_is_the_same_to_the_point(wide: int) -> None:
    """Else the encoder would write all of it again with every frame."""
    reduced = ScaledFilm(Squares(), FilmSettings("webp", wide, 90), look(3), 20)
    for before, now in pairwise(reduced.draw_next_frame(scene).copy() for scene in scenes(20)):
        below = (0, caption.caption_height(wide) + 292 * wide // 600 + 1, *now.size)
        assert difference(before.crop(below), now.crop(below)) == 0


@pytest.mark.parametrize("size", [(600, 420), (1200, 1247), (1200, 3)])
@pytest.mark.parametrize("wide", [800, 480, 333])
def test_a_table_made_smaller_in_parts_is_what_it_is_at_once(size: tuple[int, int], wide: int) -> None:
    table = Image.merge("RGB", [Image.effect_noise(size, 90) for _ in range(3)])

    class Noise(Squares):
        def paint(self, scene: Scene) -> Image.Image:
            return table

    noise = Noise()
    noise.size = size
    frame = ScaledFilm(noise, FilmSettings("webp", wide, 90), look(3), 2).draw_next_frame(Scene(0, 0))
    shown = frame.crop((0, caption.caption_height(wide), *frame.size))
    once = table.resize(shown.size, Image.Resampling.HAMMING)
    assert difference(shown, once) <= 1


@pytest.mark.parametrize("kind", film.FORMATS)
def test_frames_are_taken_one_by_one_while_they_are_made(kind: film.Format) -> None:
    """A hundred of them would take 200 MB: all are drawn on one canvas, so none may be looked at later."""

    def made() -> Iterator[Image.Image]:
        canvas = Image.new("P" if kind == "gif" else "RGB", (64, 48))
        if kind == "gif":
            canvas.putpalette([v for i in range(256) for v in (i, 40, 90)])
        for at in range(30):
            canvas.paste(8 * at if kind == "gif" else (8 * at, 40, 90), (0, 0, 64, 48))
            yield canvas

    found = frames(write_animation(made(), 30, FilmSettings(kind, 64, 90)))
    reds = [image.getpixel((30, 20))[0] for image, _ in found]
    assert reds == pytest.approx([8 * at for at in range(30)], abs=4)


@pytest.mark.parametrize("kind", film.FORMATS)
def test_what_a_frame_raises_ends_the_film(kind: film.Format) -> None:
    class Enough(Exception):
        pass

    def told(at: int) -> None:
        if at == 4:
            raise Enough

    with pytest.raises(Enough):
        encode_film(Squares(), FilmSettings(kind, 240, 60), look(3), scenes(9), 9, told)


def test_too_few_frames_are_no_film() -> None:
    with pytest.raises(ValueError, match="ends after 5"):
        encode_film(Squares(), FilmSettings("webp", 240, 60), look(3), scenes(5), 9, lambda at: None)


@pytest.mark.parametrize("rtl", [False, True])
def test_the_bar_grows_in_the_colours_of_whose_turn_it_was(rtl: bool) -> None:
    seats = look(3, rtl=rtl)
    reduced = ScaledFilm(Squares(), FilmSettings("webp", 240, 60), seats, 6)
    for at, scene in enumerate(scenes(6)):
        frame = reduced.draw_next_frame(scene)
        colours = [frame.getpixel((20 + 40 * part, 1)) for part in range(6)]
        if rtl:
            colours.reverse()
        assert colours[: at + 1] == [SEAT_COLOURS["RBY"[part % 3]].fill for part in range(at + 1)]
        assert colours[at + 1 :] == [seats.shades.line] * (5 - at)


def test_the_sheet_of_the_end_lies_over_the_last_table() -> None:
    reduced = ScaledFilm(Squares(), FilmSettings("webp", 300, 90), look(3), 2)
    table = reduced.draw_next_frame(Scene(3, 4, (), 0)).copy()
    over = reduced.draw_next_frame(Scene(4, 4, ended=Ending(4, (0,))))
    assert over.size == table.size
    assert over.getpixel((150, 124)) == (250, 250, 250)
    corner, dark = table.getpixel((2, 230)), over.getpixel((2, 230))
    assert isinstance(corner, tuple)
    assert isinstance(dark, tuple)
    assert 0 < sum(dark) < sum(corner)
