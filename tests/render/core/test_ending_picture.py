"""What the pictures of all endings share."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest
from PIL import ImageChops

from render import Ending
from render.core import ending_picture
from render.core.ending_picture import GameWording
from render.core.points_table import PointsTable, draw_points_table, sources_with_points
from render.core.sheet import Sheet
from tests.render.looks import LONG, look

TALLY = {"roads": (7, 0, 12), "cities": (40, 3, 0), "goods": (0, 0, 0), "auctions": (-4, 4, 0)}


def points(order: tuple[int, ...] = (0, 2, 1)) -> PointsTable:
    return PointsTable(TALLY, (43, 7, 12), order, (0,), str, lambda source: None, [("Tiles laid", (9, 0, 8))])


def test_what_gave_nobody_anything_has_no_row() -> None:
    assert sources_with_points(TALLY) == ["roads", "cities", "auctions"]
    assert sources_with_points({"roads": (0, 0)}) == ["roads"]  # but there is a row


def test_a_sentence_has_the_direction_of_its_reader() -> None:
    """«נועה wins with 13 points» was turned round, points first."""
    ink = (255, 255, 255)
    drawn = []
    for sentence in (True, False):
        sheet = Sheet(look(3), (700, 60))
        sheet.text("נועה wins", (0, 700, 30), 40, ink, sentence=sentence)
        drawn.append(sheet.image)
    assert ImageChops.difference(*drawn).getbbox() is not None
    alone = Sheet(look(3), (700, 60))
    alone.text("נועה", (0, 700, 30), 40, ink, sentence=True)
    name = alone.image.crop((0, 0, 60, 60))
    assert ImageChops.difference(name, drawn[0].crop((0, 0, 60, 60))).getbbox() is None  # the name comes first


def test_a_tie_has_a_line_of_its_own_and_is_told_in_words() -> None:
    view = SimpleNamespace(tally={"roads": (7, 7)}, scores=(7, 7))
    ending, how = Ending(view, (1,)), look(2)
    bare, tied = (
        GameWording("carc", "turn", "10 turns"),
        GameWording("carc", "turn", "10 turns", tie="Equal points: it was her turn."),
    )
    assert (
        ending_picture.draw_result_card(how, ending, tied).height
        == ending_picture.draw_result_card(how, ending, bare).height + ending_picture.TIE + ending_picture.GAP
    )
    drawn, words = ending_picture.draw_finale(how, ending, tied, [], [], [])
    assert "Equal points: it was her turn." in words
    assert drawn.height == ending_picture.draw_result_card(how, ending, tied).height
    assert "Equal" not in ending_picture.draw_finale(how, ending, bare, [], [], [])[1]


@pytest.mark.parametrize("many", [2, 3, 5, 8])
def test_long_names_and_numbers_do_not_touch(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Sheet] = []

    class Kept(Sheet):
        def __post_init__(self) -> None:
            Sheet.__post_init__(self)
            made.append(self)

    monkeypatch.setattr("render.core.points_table.Sheet", Kept)
    letters = "RBYKWTVN"
    names = tuple((LONG[i % len(LONG)][0], letters[i]) for i in range(many))
    tally = {"monasteries": tuple(range(100, 100 + many)), "Defender of Catan": (-123,) * many}
    what = PointsTable(tally, (-1234,) * many, tuple(range(many)), (), str, lambda source: None)
    draw_points_table(look(many, names=names), ending_picture.INSIDE, what)
    boxes = made[0].boxes
    assert len(boxes) == 2 + 4 * many
    for row in ("name", "monasteries", "Defender of Catan", "sum"):
        line = sorted(boxes[f"{row} {seat}"] for seat in range(many))
        assert all(left[2] <= right[0] for left, right in pairwise(line)), row
        assert line[-1][2] <= ending_picture.INSIDE
    assert boxes["source monasteries"][2] <= boxes["monasteries 0"][0]


def test_mirrored_the_winner_stands_on_the_right() -> None:
    left, right = (draw_points_table(look(3, rtl=rtl), ending_picture.INSIDE, points()) for rtl in (False, True))
    gold = look(3).shades.accent
    columns = [[x for x in range(980) if image.getpixel((x, 100)) == gold] for image in (left, right)]
    assert min(columns[0]) < 490 < max(columns[1])
    assert sum(columns[0]) < sum(columns[1])


def test_nobody_wins_what_was_given_up() -> None:
    view = SimpleNamespace(scores=(43, 7, 12), tally=TALLY)
    assert ending_picture.finale_title(look(3), Ending(view, ())) == "Ended without a winner"
    assert ending_picture.finale_title(look(3), Ending(view, (0,))) == "Mara wins with 43 points"
    assert (
        ending_picture.finale_title(look(3), Ending(view, (0, 2))) == "Mara and נועה share the victory with 43 points"
    )


def test_the_alternative_text_is_never_too_long() -> None:
    view = SimpleNamespace(scores=(43, 7, 12), tally={f"source {n}": (1, 1, 1) for n in range(40)})
    said = ending_picture.describe_finale(
        look(3), Ending(view, (0,)), GameWording("toy", "turn", "Toys, 9 turns"), ["More."] * 99
    )
    assert len(said) <= 1024
    assert said.startswith("The game is over: Mara wins with 43 points. Toys, 9 turns.")
