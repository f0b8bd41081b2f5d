"""The pictures themselves: size, sameness, looks, words."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from render import Mark, Picture, load_renderer
from render.carcassonne.board import draw_board_pictures
from render.carcassonne.facts import tile_facts
from render.carcassonne.lay_preview import draw_lay_preview, draw_legal_turns
from render.core.fonts import REGULAR, WIDTHS, load_font, measure_text
from render.core.look import GOLD, SEAT_COLOURS, THEMES, mix_colours
from rules.carcassonne.cells import Cell
from tests.render.carcassonne.modules import whole
from tests.render.carcassonne.scenes import scene, strip_of_land, tile
from tests.render.looks import LONG, look
from tests.render.pictures import looks_as_before, opened, same_in_all_threads

GOLDEN = Path(__file__).parent / "golden"
MARKS = [Mark("N49", "N49"), Mark("P51", "P51"), Mark("M49", "M49", "last")]
PLACES = [Mark(place, f"N49.{place}") for place in ("road-S", "field-ESE", "field-NNW")]


def drawn() -> dict[str, Picture]:
    r = load_renderer("carcassonne")
    return {
        "table": r.table(scene(), look(), MARKS)[0],
        "light": r.table(scene(), look(theme="light", rtl=True), MARKS)[0],
        "preview": r.preview(scene(), look(), PLACES, cell="N49", turn=90),
        "turns": r.draw_turns(scene(), look(), "N49", (0, 90)),
        "score": r.counted(scene(), look(), ["M50", "N50"]),
        "everything": r.table(whole(), look(), [Mark("K50", "K50"), Mark("smithy", "smithy"), Mark("2", "lot-2")])[0],
    }


@pytest.mark.parametrize("name", ["table", "light", "preview", "turns", "score", "everything"])
def test_golden(name: str) -> None:
    looks_as_before(drawn()[name], GOLDEN / f"{name}.png")


def test_same_position_same_bytes() -> None:
    first, second = drawn(), drawn()
    assert all(first[name].png == second[name].png for name in first)


def test_threads_draw_the_same() -> None:
    r = load_renderer("carcassonne")
    same_in_all_threads(lambda: r.table(scene(), look(), MARKS)[0], 8)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_frames_have_their_exact_colours(theme: str) -> None:
    image = opened(load_renderer("carcassonne").table(scene(), look(theme=theme), MARKS)[0])
    shown = {c for _, c in image.getcolors(1 << 24) or []}
    assert {GOLD, (255, 255, 255), THEMES["light" if theme == "light" else "dark"].ground} <= shown
    assert {SEAT_COLOURS[x].fill for x in "RBY"} <= shown


def test_boards_without_choices_are_one_picture() -> None:
    big = scene(strip_of_land(26, 16), drawn=None)
    assert len(load_renderer("carcassonne").table(big, look())) == 1


@pytest.mark.parametrize("size", [(5, 4), (24, 14)])
def test_where_others_may_lay_is_shown_on_one_picture(size: tuple[int, int]) -> None:
    view = scene(strip_of_land(*size))
    cells = [Cell(x, 1) for x in range(-2, size[0] - 5)]
    (picture,) = load_renderer("carcassonne").table(view, look(), [Mark(str(c), str(c), "open") for c in cells])
    (bare,) = load_renderer("carcassonne").table(view, look())
    assert str(cells[0]) in picture.alt
    assert opened(picture).tobytes() != opened(bare).tobytes()
    drawing = draw_board_pictures(view, look(), [Mark(str(c), str(c), "open") for c in cells])[0]
    plates = {name for name, _ in drawing.boxes} & set(map(str, cells))
    assert len(plates) == (len(cells) if drawing.layout.side >= 80 else 0)
    middle = drawing.layout.corner(cells[0])[0] + 12, drawing.layout.corner(cells[0])[1] + 12
    assert drawing.image.getpixel(middle) == mix_colours(
        THEMES["dark"].ground, GOLD, 0.08
    )  # fainter than for who chooses


def test_who_did_it_is_told_by_colour_and_letter_and_white_is_a_seat() -> None:
    before = scene()
    new = tile("P50", "base-U", 90)
    view = replace(before, laid=(*before.laid, new), scores=(7, 17, 9), changed=(new.cell,))
    r = load_renderer("carcassonne")
    told = [("carc.tile.laid", {"seat": 1, "tile": "base-U", "cell": "P50", "turn": 90})]
    news = r.news(before, view, told)
    drawing = draw_board_pictures(view, look(), [Mark("P50", "P50", "last")], news)[0]
    boxes = dict(drawing.boxes)
    assert "new P50" in boxes
    assert "1.gain" in boxes
    assert "0.gain" not in boxes
    x, y = drawing.layout.corner(new.cell)
    side = drawing.layout.side
    edge = {drawing.image.getpixel((x + i, y + 2)) for i in range(side // 4, side // 2)}
    assert edge == {SEAT_COLOURS["B"].fill}
    assert r.table(view, look(), news=news) != r.table(view, look())


def test_big_boards_have_windows() -> None:
    big = scene(strip_of_land(24, 14))
    marks = [Mark(str(Cell(x, 1)), str(Cell(x, 1))) for x in (0, 2, 17)]
    found = load_renderer("carcassonne").choice(big, look(), marks)
    assert len(found) == 3
    assert found[1].alt.startswith("Window 1")
    assert "M51" in found[1].alt
    layouts = [d.layout for d in draw_board_pictures(big, look(), marks)]
    assert layouts[0].side < 56
    assert all(x.side >= 80 for x in layouts[1:])


def test_tokens_stand_in_the_plates() -> None:
    boxes = dict(draw_board_pictures(scene(), look(), MARKS)[0].boxes)
    assert {"N49", "P51"} <= set(boxes)
    assert "M49" not in boxes


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_texts_of_the_strip_do_not_touch(seats: int, rtl: bool) -> None:
    view = replace(scene(seats=seats, scores=tuple(108 + i for i in range(seats))), pieces=())
    boxes = dict(draw_board_pictures(view, look(seats, rtl=rtl, names=LONG), ())[0].boxes)
    supply = ("icon", "count") if seats < 6 else ("supply",)  # where chips are narrow it has a row of its own
    parts = [(name, box) for name, box in boxes.items() if name.split(".")[-1] in ("name", "score", "badge", *supply)]
    assert len(parts) == (3 + len(supply)) * seats
    for i, (name, a) in enumerate(parts):
        assert a[0] >= 12
        assert a[2] <= 1188
        for other, b in parts[:i]:
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            assert wide <= 0 or high <= 0, (name, other)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("tile", ["base-X", "base-W", "base-L", "river1-cwrw", "base-S", "river2-rwrw-inn"])
def test_plates_of_the_preview_do_not_touch(tile: str, quarters: int) -> None:
    marks = [Mark(t, f"N49.{t}") for t in tile_facts(tile, quarters).area_of_place()]
    plates = dict(draw_lay_preview(scene(), look(), Cell.parse("N49"), tile, 90 * quarters, marks).boxes)
    found = list(plates.items())
    for i, (name, a) in enumerate(found):
        for other, b in found[:i]:
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            assert wide <= 10 or high <= 12, (name, other)  # the soft shadows around plates may
            # overlap, the plates themselves do not
        assert a[0] >= 0
        assert a[2] <= 900


def test_the_legend_gives_each_of_five_places_a_line_that_a_phone_can_show() -> None:
    """At 400 px the letters must stay above ten pixels: a line in two columns was cut and unreadable."""
    words = "city (north): 4 tiles, 1 shield, open, nobody"
    marks = [Mark(t, f"N49.{t}", note=words) for t in list(tile_facts("base-X", 0).area_of_place())[:5]]
    boxes = dict(draw_lay_preview(scene(), look(), Cell.parse("N49"), "base-X", 0, marks).boxes)
    lines = [boxes[f"words {mark.token}"] for mark in marks]
    assert all(a[3] <= b[1] + 6 for a, b in itertools.pairwise(lines))
    least = measure_text(words, load_font(24, REGULAR, WIDTHS[-1]))
    assert all(least <= right - left <= 900 - left for left, _, right, _ in lines)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_turns_are_captioned(count: int) -> None:
    legal = (0, 90, 180, 270)[:count]
    drawing = draw_legal_turns(scene(), look(), Cell.parse("N49"), "base-V", legal)
    assert [name for name, _ in drawing.boxes] == [f"{t}°" for t in legal]
    assert drawing.image.width == 1200


def test_preview_of_a_tile_that_lies_there_ignores_the_next_one() -> None:
    r = load_renderer("carcassonne")
    marks = [Mark("road-E", "M50.road-E")]
    asked = [(drawn, turn) for drawn in (None, "base-V") for turn in (None, 0)]
    shown = {r.preview(scene(drawn=d), look(), marks, cell=Cell(0, 0), turn=t).alt for d, t in asked}
    assert len(shown) == 1
    assert "city north" in shown.pop()


def test_an_unknown_figure_is_a_lettered_disc() -> None:
    view = scene()
    odd = replace(view, pieces=(replace(view.pieces[0], kind="wizard"),))
    one = load_renderer("carcassonne").table(odd, look())[0].png
    assert one != load_renderer("carcassonne").table(replace(view, pieces=()), look())[0].png


def test_parts_and_wrong_parts() -> None:
    r = load_renderer("carcassonne")
    assert r.part(scene(), look(), "L49-N51").size[0] == 1200
    assert r.part(scene(), look(), "M50").alt.startswith("Part of the board")
    with pytest.raises(ValueError, match="no cell"):
        r.part(scene(), look(), "nowhere")


def test_sizes_and_speed() -> None:
    r = load_renderer("carcassonne")
    laid = tuple(
        replace(t, cell=Cell(x, y))
        for (x, y), t in zip(((x, y) for x in range(9) for y in range(8)), [*scene().laid] * 9, strict=True)
    )
    view = replace(scene(laid), drawn=None)
    r.table(view, look())
    begun = time.thread_time()
    picture = r.table(view, look())[0]
    assert time.thread_time() - begun < 0.5  # loose: the bench measures; this catches a lost cache
    assert len(picture.png) < 500_000


def test_everything_has_words() -> None:
    for picture in drawn().values():
        assert 20 < len(picture.alt) <= 1024


if __name__ == "__main__":  # python -m tests.render.carcassonne.test_renderer: keep today's pictures as golden
    GOLDEN.mkdir(exist_ok=True)
    for key, value in drawn().items():
        full = opened(value)
        full.resize((360, round(360 * full.height / full.width)), Image.Resampling.BOX).save(GOLDEN / f"{key}.png")
