"""The band above the frames of a film."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render.core import caption
from render.core.fonts import REGULAR, WIDTHS, fit_lines, load_font, measure_text, visual_order
from tests.render.looks import look

WIDES = [800, 640, 480, 360]
LONG = "Cities lost: " + "; ".join(f"Ann at Fields {n} · Pasture {n} · Forest {n}" for n in range(2, 12))


def inked(image: Image.Image) -> tuple[int, int, int, int]:
    """The box of the letters."""
    plain = Image.new("RGB", image.size, image.getpixel((0, 0)))  # type: ignore[arg-type]
    found = ImageChops.difference(image, plain).getbbox()
    assert found is not None
    return found


@pytest.mark.parametrize("wide", WIDES)
def test_letters_are_as_high_as_a_phone_needs_them(wide: int) -> None:
    size = caption.caption_letter_size(wide)
    top = -load_font(1000, REGULAR).getbbox("x", anchor="ls")[1] * size / 1000
    assert 9 <= top * 400 / wide < 9.7
    left, above, right, below = inked(caption.draw_caption_band(look(3), "xxx", wide))
    assert (below - above) * 400 / wide >= 8.9
    assert (left, right) > (0, 0)


@pytest.mark.parametrize("wide", WIDES)
@pytest.mark.parametrize("text", ["Ann built a city.", LONG, "W" * 300, "Ann " + "m" * 24 + " took it."])
@pytest.mark.parametrize("rtl", [False, True])
def test_whatever_is_said_stays_inside_and_no_letter_is_smaller(wide: int, text: str, rtl: bool) -> None:
    image = caption.draw_caption_band(look(3, rtl=rtl), text, wide)
    assert image.size == (wide, caption.caption_height(wide))
    left, above, right, below = inked(image)
    edge = wide // 100
    assert (left > edge, right < wide - edge, above > 0, below < image.height) == (True, True, True, True)
    size = caption.caption_letter_size(wide)
    lines, at, width = fit_lines(text, wide - 2 * round(wide / 60), image.height, size + 1, REGULAR, size)
    assert at >= size
    assert len(lines) <= 2
    assert all(measure_text(line, load_font(at, REGULAR, width)) <= wide - 2 * round(wide / 60) for line in lines)


def test_what_does_not_fit_ends_with_an_ellipsis_and_what_fits_does_not() -> None:
    size = caption.caption_letter_size(800)
    assert fit_lines(LONG, 774, caption.caption_height(800), size + 1, REGULAR, size)[0][-1].endswith("…")
    fits = "Ben moved the robber to Mountains 10 and took a card from Ann."
    assert " ".join(fit_lines(fits, 774, caption.caption_height(800), size + 1, REGULAR, size)[0]) == fits


def test_all_words_are_there_where_only_the_narrowest_letters_have_room() -> None:
    """Nothing is cut before it is as narrow as it may be."""
    words, room = "one two three", 0
    face = load_font(30, REGULAR, WIDTHS[-1])
    room = round(measure_text(words, face)) + 1
    assert fit_lines(words, room, 38, 31, REGULAR, 30) == ([words], 30, WIDTHS[-1])


@pytest.mark.parametrize("rtl", [False, True])
def test_it_begins_where_its_reader_begins(rtl: bool) -> None:
    left, _, right, _ = inked(caption.draw_caption_band(look(3, rtl=rtl), "Ann won.", 800))
    assert (left > 400, right > 780) == ((True, True) if rtl else (False, False))


def test_it_has_a_shade_of_whose_turn_it_was() -> None:
    shades = [caption.draw_caption_band(look(3), "Ann won.", 400, seat).getpixel((2, 2)) for seat in (None, 0, 1, 2)]
    assert len(set(shades)) == 4


def test_a_name_from_the_right_turns_nothing_round_it() -> None:
    isolated = visual_order("Ann: \u2068דן\u2069 1 ore", "L")
    assert isolated == "Ann: ןד 1 ore"
    assert visual_order("Ann: דן 1 ore", "L") != isolated
    assert visual_order("\u2068דן\u2069") == "ןד"
