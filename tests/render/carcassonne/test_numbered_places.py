"""The figure step: numbers on the tile, a line for each place, who is there."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from render import Mark, load_renderer
from render.carcassonne.facts import tile_facts
from render.carcassonne.numbered_places import DISC, TAKEN, WIDE, draw_numbered_places, is_numbered
from render.carcassonne.overview import SECTORS
from rules.carcassonne.cells import Cell
from tests.render.carcassonne.scenes import scene, tile
from tests.render.looks import look

AT = Cell.parse("N49")


def marks(name: str, quarters: int) -> list[Mark]:
    places = list(tile_facts(name, quarters).area_of_place())
    return [
        Mark(str(n), f"N49.{place}", note=f"{place}, 12 tiles, open at 3 cells") for n, place in enumerate(places, 1)
    ]


@pytest.mark.parametrize("quarters", range(2))
@pytest.mark.parametrize("name", ["base-X", "base-W", "base-L", "river2-rwrw-inn", "abbey-cccf-x2-shield"])
def test_numbers_and_lines_do_not_touch(name: str, quarters: int) -> None:
    asked = marks(name, quarters)
    drawing = draw_numbered_places(scene(), look(), AT, name, 90 * quarters, asked)
    assert drawing.image.width == WIDE
    assert drawing.image.height <= 1.05 * WIDE
    boxes = dict(drawing.boxes)
    for one, other in itertools.combinations([boxes[mark.token] for mark in asked], 2):
        far = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
        assert far >= DISC
    lines = [boxes[f"words {n}"] for n in range(1, len(asked) + 1)]
    assert all(one[3] <= other[1] for one, other in itertools.pairwise(lines))
    assert all(right <= WIDE - 10 for _, _, right, _ in lines)


@pytest.mark.parametrize("rtl", [False, True])
def test_who_is_there_is_drawn_and_told(rtl: bool) -> None:
    laid = (*scene().laid, tile("N49", "base-D", 0))
    road = next(f for f in scene().features if f.kind == "road")
    shared = replace(road, places=(*road.places, (AT, "road-E")), strength=(0, 1, 1))
    view = replace(scene(), laid=laid, features=(shared, *scene().features[1:]))
    asked = [Mark(TAKEN, "N49.road-E", note="road, 3 tiles"), Mark("1", "N49.city-N", note="city, 1 tile")]
    assert is_numbered(asked)
    alt = load_renderer("carcassonne").preview(view, look(rtl=rtl), asked, cell=AT).alt
    assert "–: road, 3 tiles, held by Ionuț, נועה" in alt
    assert "1: city, 1 tile" in alt
    held = draw_numbered_places(view, look(rtl=rtl), AT, "base-D", 0, asked).image
    free = draw_numbered_places(replace(view, features=()), look(rtl=rtl), AT, "base-D", 0, asked).image
    assert held.crop((0, held.height - 130, WIDE, held.height - 70)).tobytes() != (
        free.crop((0, free.height - 130, WIDE, free.height - 70)).tobytes()
    )


def test_the_feature_of_a_place_stays_bright_on_the_tiles_around() -> None:
    """A city that goes on beyond the tile is seen as one."""
    laid = (*scene().laid, tile("N49", "base-E", 180))
    city = replace(scene().features[1], places=((AT, "city-S"), (Cell.parse("N50"), "city-N")))
    lit = replace(scene(), laid=laid, features=(city,))
    lit = replace(lit, laid=(*(t for t in laid if t.cell != Cell.parse("N50")), tile("N50", "base-E", 0)))
    asked = [Mark("1", "N49.city-S", note="city, 2 tiles")]
    bright = draw_numbered_places(lit, look(), AT, "base-E", 180, asked)
    dim = draw_numbered_places(replace(lit, features=()), look(), AT, "base-E", 180, asked)
    x, y = bright.layout.at[0] + bright.layout.side // 2, bright.layout.at[1] + bright.layout.side + 30
    bright_point, dim_point = (drawn.image.crop((x, y, x + 1, y + 1)).tobytes() for drawn in (bright, dim))
    assert sum(bright_point) > sum(dim_point) + 60
    assert SECTORS[0] in {c for _, c in bright.image.getcolors(1 << 24) or []}
