"""Colours of Citadels: districts, characters, stone and gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from render.core.look import Colour, mix_colours, rgb
from render.core.paints import COIN, PAPER, STONE, WHITE


@dataclass(frozen=True, slots=True)
class Shade:
    """The colours of a kind of district or character: card, ink, sky and hills of its scene."""

    fill: Colour
    ink: Colour
    sky: Colour
    hill: Colour


def _build_shade(fill: str, ink: Colour) -> Shade:
    colour = rgb(fill)
    return Shade(colour, ink, mix_colours(WHITE, colour, 0.17), mix_colours(WHITE, colour, 0.42))


SHADES: Final = {
    "yellow": Shade(rgb("#F2B21A"), rgb("#2C1E02"), rgb("#FCE9B4"), rgb("#F5CF74")),
    "blue": Shade(rgb("#17479E"), WHITE, rgb("#D6E8FB"), rgb("#9CC2EE")),
    "green": Shade(rgb("#419A55"), WHITE, rgb("#DDF1D8"), rgb("#A4D29A")),
    "red": Shade(rgb("#9E1B1B"), WHITE, rgb("#F7D8CB"), rgb("#E4A08B")),
    "purple": Shade(rgb("#A85BCB"), WHITE, rgb("#E9DBF5"), rgb("#C7A4E4")),
    "slate": _build_shade("#5B6273", WHITE),  # characters without income
    "brown": _build_shade("#8A6848", WHITE),  # the builders of rank 7
}
YELLOW, BLUE, GREEN, RED, PURPLE = (SHADES[c].fill for c in ("yellow", "blue", "green", "red", "purple"))
VIOLET, DEEP, NIGHT = map(rgb, ("#7848B0", "#7A3C9E", "#4A346E"))
COLOURS: Final = ("yellow", "blue", "green", "red", "purple")

MURDER, SPELL = map(rgb, ("#F05448", "#4C9642"))
EXACT: Final = (*(s.fill for s in SHADES.values()), COIN, PAPER, STONE, MURDER, SPELL)
