"""Plates with numbers on the board of Catan: on every place, apart, clear of pieces and tokens."""

from __future__ import annotations

import pytest

from render import Mark
from render.catan.board import draw_board, draw_island, list_places, piece_sizes
from render.catan.island import token_radius
from render.catan.island_plan import plan_island
from render.catan.place_plates import place_plate, plate_text
from tests.render.catan.scenes import scene as position
from tests.render.looks import look
from tests.render.pictures import (
    apart,
)

PHONE = 400  # the width of a picture in the chat


@pytest.mark.parametrize("names", ["corners", "paths", "hexes"])
@pytest.mark.parametrize("seats", [4, 6])
def test_every_place_bears_its_number(seats: int, names: str) -> None:
    """All plates apart from each other, 11 px high at the width of a phone."""
    view = position(seats)
    sheet = draw_island(view, look(seats), names=names)
    assert len(sheet.plates) == {4: (54, 72, 19), 6: (80, 109, 30)}[seats][("corners", "paths", "hexes").index(names)]
    apart(sheet.plates, sheet.image.size)
    for box in sheet.plates.values():
        assert (box[3] - box[1]) * PHONE / sheet.image.width >= 11
    for text in list_places(view, names):
        assert plate_text(text, text) == text[1:]


def test_plates_are_told_apart_by_shape() -> None:
    assert len({place_plate(kind, "9", 38, "choice").tobytes() for kind in "veh"}) == 3
    assert plate_text("3", "v20") == "3"


def test_plates_hide_neither_pieces_nor_tokens() -> None:
    view, seen = position(4), look(4)
    at = plan_island(view.board, 4, True)
    marks = [Mark(f"v{b.corner}", f"v{b.corner}") for b in view.buildings] + [Mark(f"h{h}", f"h{h}") for h in range(19)]
    sheet = draw_board(view, seen, marks)
    for b in view.buildings:
        _, y = at.corner_point(b.corner)
        box = sheet.plates[f"v{b.corner}"]
        assert box[3] <= y - at.radius * 0.2
    for h in range(19):
        _, y = at.hex_middle(h)
        assert sheet.plates[f"h{h}"][3] <= y - at.radius * 0.25


@pytest.mark.parametrize("seats", [4, 6])
def test_plates_of_knights_leave_their_strength_and_the_tokens_in_sight(seats: int) -> None:
    view = position(seats)
    at = plan_island(view.board, 0, False)
    plates = draw_island(view, look(seats), [Mark(f"v{k.corner}", f"v{k.corner}") for k in view.knights]).plates
    digit = piece_sizes(at.radius)["knight"] * 0.62 * 0.36  # half of its height
    for k in view.knights:
        box, (_, y) = plates[f"v{k.corner}"], at.corner_point(k.corner)
        assert box[3] <= y - digit
        assert box[1] >= y - at.radius * 0.95 + token_radius(at.radius) - 4


def test_plates_are_as_large_as_a_phone_needs() -> None:
    """Numbers of free paths and of hexes: a phone shows a third of the pixels."""
    view, seen = position(4), look(4)
    free = sorted(set(range(72)) - set(dict(view.roads)))[:8]
    for marks in ([f"e{e}" for e in free], [f"h{h}" for h in range(19)]):
        sheet = draw_island(view, seen, [Mark(place, place) for place in marks])
        assert min(box[3] - box[1] for box in sheet.plates.values()) >= 46
