"""Seats can be told apart by every eye, and reach the file exactly."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from render.carcassonne.board import boards
from render.carcassonne.renderer import colours
from render.core.look import SEAT_COLOURS, Colour
from render.core.palette import reserved
from tests.render.scenes import look, scene

# Machado, Oliveira and Fernandes (2009), full strength, on linear RGB.
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def oklab(colour: Colour, sight: str) -> tuple[float, float, float]:
    linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    r, g, b = (min(1.0, max(0.0, sum(a * x for a, x in zip(row, linear, strict=True)))) for row in SIGHT[sight])
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    mid = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * mid - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * mid + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * mid - 0.8086757660 * short,
    )


@pytest.mark.parametrize("sight", SIGHT)
def test_seats_are_far_apart(sight: str) -> None:
    for one, two in combinations(SEAT_COLOURS.values(), 2):
        a, b = oklab(one.fill, sight), oklab(two.fill, sight)
        assert 100 * sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 >= 18, (one.letter, two.letter)


def test_symbols_and_letters_differ() -> None:
    assert len({c.symbol for c in SEAT_COLOURS.values()}) == len({c.letter for c in SEAT_COLOURS.values()}) == 8


def test_the_palette_keeps_reserved_colours() -> None:
    for colour in reserved():
        image = Image.new("RGB", (4, 4), colour)
        assert colours().map(image).convert("RGB").getpixel((1, 1)) == colour


def test_the_palette_is_faithful() -> None:
    image = boards(scene(), look(), ())[0].image
    mapped = colours().map(image).convert("RGB")
    pairs = zip(image.tobytes(), mapped.tobytes(), strict=True)
    error = sum((a - b) ** 2 for a, b in pairs) / (image.width * image.height * 3)
    assert error < 65025 / 10**3.4  # 34 dB
