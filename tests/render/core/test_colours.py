"""Seats can be told apart by every eye, and reach the file exactly."""

from __future__ import annotations

import pytest
from PIL import Image

from render.carcassonne.board import draw_board_pictures
from render.carcassonne.renderer import carcassonne_palette
from render.core.look import SEAT_COLOURS
from render.core.palette import reserved_colours
from tests.render.carcassonne.scenes import scene
from tests.render.core.sights import SIGHT, far_apart
from tests.render.looks import look


@pytest.mark.parametrize("sight", SIGHT)
def test_seats_are_far_apart(sight: str) -> None:
    far_apart([c.fill for c in SEAT_COLOURS.values()], sight, 18)


def test_symbols_and_letters_differ() -> None:
    assert len({c.symbol for c in SEAT_COLOURS.values()}) == len({c.letter for c in SEAT_COLOURS.values()}) == 8


def test_the_palette_keeps_reserved_colours() -> None:
    for colour in reserved_colours():
        image = Image.new("RGB", (4, 4), colour)
        assert carcassonne_palette().map(image).convert("RGB").getpixel((1, 1)) == colour


def test_the_palette_is_faithful() -> None:
    image = draw_board_pictures(scene(), look(), ())[0].image
    mapped = carcassonne_palette().map(image).convert("RGB")
    pairs = zip(image.tobytes(), mapped.tobytes(), strict=True)
    error = sum((a - b) ** 2 for a, b in pairs) / (image.width * image.height * 3)
    assert error < 65025 / 10**3.4  # 34 dB
