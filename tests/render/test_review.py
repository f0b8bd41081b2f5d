"""A review as a picture: everything has room, in both directions, and each decision bears its own number."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops

from render.review import MARGIN, WIDE, ReviewPage, ReviewRow, _swing_disc, draw_review, review_sheet
from tests.render.looks import LONG, look


def page(seats: int) -> ReviewPage:
    rows = [(at, [min(100, (at * (seat + 3)) % 90 + 10) for seat in range(seats)]) for at in range(0, 130, 3)]
    lines = [ReviewRow(seat, ("−100% in 12", "+100%", "123.5 (123.4)")) for seat in range(seats)]
    marks = [(0, 0), (0, 1), (60, 0), (61, 1), (120, 1)]
    names = ("Decisions", "Luck", "Cells that fit (due)")
    title = "Review · Carcassonne #12345"
    return ReviewPage(title, "Chances of winning", "In words.", "Tile", rows, range(seats), marks, names, lines)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", [2, 5, len(LONG)])
def test_nothing_touches_and_nothing_is_cut_off(seats: int, rtl: bool) -> None:
    sheet = review_sheet(page(seats), look(seats, rtl=rtl, names=LONG))
    texts = {name: box for name, box in sheet.boxes.items() if name not in ("chart", "lines")}
    assert len(texts) == 2 + 3 + 4 * seats
    for name, (left, top, right, bottom) in texts.items():
        assert MARGIN <= left < right <= WIDE - MARGIN, name
        assert 0 <= top < bottom <= sheet.size[1], name
    for (one, a), (other, b) in combinations(sorted(texts.items()), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)


def test_each_number_is_drawn_on_a_disc_of_its_own() -> None:
    first = _swing_disc(look(), 1, 0)
    kept = first.copy()
    second = _swing_disc(look(), 2, 0)
    assert ImageChops.difference(first.convert("RGB"), kept.convert("RGB")).getbbox() is None
    assert ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox() is not None


def test_it_is_a_picture_with_its_words() -> None:
    made = draw_review(page(3), look())
    assert made.alt == "In words."
    assert made.size[0] == WIDE
    assert len(made.png) < 200_000
