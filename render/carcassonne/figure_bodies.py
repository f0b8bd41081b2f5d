"""Draws the bodies of the figures, around the middle of a sketch."""

from __future__ import annotations

import math
from typing import Final

from render.core.look import Colour, rgb

from .colours import COIN
from .figure_sketch import WHITE, Sketch, contrasting_tone

SKIN: Final = rgb("#F3CFA6")

_BODY: Final = (
    (-0.085, -0.14),
    (-0.26, -0.115),
    (-0.42, -0.05),
    (-0.435, 0.04),
    (-0.40, 0.085),
    (-0.205, 0.075),
    (-0.36, 0.43),
    (-0.33, 0.47),
    (-0.09, 0.47),
    (0.0, 0.29),
    (0.09, 0.47),
    (0.33, 0.47),
    (0.36, 0.43),
    (0.205, 0.075),
    (0.40, 0.085),
    (0.435, 0.04),
    (0.42, -0.05),
    (0.26, -0.115),
    (0.085, -0.14),
)
_RAISED: Final = (
    (-0.085, -0.12),
    (-0.26, -0.095),
    (-0.42, -0.02),
    (-0.435, 0.06),
    (-0.40, 0.105),
    (-0.205, 0.095),
    (-0.36, 0.43),
    (-0.33, 0.47),
    (-0.09, 0.47),
    (0.0, 0.31),
    (0.09, 0.47),
    (0.33, 0.47),
    (0.36, 0.43),
    (0.2, 0.08),
    (0.33, -0.08),
    (0.42, -0.22),
    (0.30, -0.28),
    (0.2, -0.13),
    (0.085, -0.12),
)
GOWN: Final = (
    (-0.10, -0.10),
    (-0.25, -0.05),
    (-0.37, 0.14),
    (-0.33, 0.21),
    (-0.24, 0.17),
    (-0.38, 0.45),
    (-0.36, 0.48),
    (0.36, 0.48),
    (0.38, 0.45),
    (0.24, 0.17),
    (0.33, 0.21),
    (0.37, 0.14),
    (0.25, -0.05),
    (0.10, -0.10),
)
_CROWN: Final = ((-0.2, -0.26), (-0.25, -0.5), (-0.11, -0.39), (0.0, -0.55), (0.11, -0.39), (0.25, -0.5), (0.2, -0.26))


def draw_follower(s: Sketch, ink: Colour) -> None:
    s.poly(_BODY, ink, 0.07)
    s.oval(0.0, -0.28, 0.205, 0.205, ink)


def draw_large_follower(s: Sketch, ink: Colour) -> None:
    """A follower with a hat, so that size is not the only difference."""
    s.poly([(x * 1.06, y) for x, y in _BODY], ink, 0.08)
    s.oval(0.0, -0.24, 0.19, 0.19, ink)
    s.poly([(-0.19, -0.33), (-0.15, -0.52), (0.15, -0.52), (0.19, -0.33)], ink, 0.04)
    s.poly([(-0.36, -0.36), (0.36, -0.36), (0.33, -0.3), (-0.33, -0.3)], ink, 0.05)


def draw_large_follower_details(s: Sketch, ink: Colour) -> None:
    s.line([(-0.155, -0.4), (0.155, -0.4)], 0.055, contrasting_tone(ink, 0.4))
    s.line([(-0.33, -0.305), (0.33, -0.305)], 0.03, contrasting_tone(ink, 0.3))


def draw_mayor(s: Sketch, ink: Colour) -> None:
    s.poly(GOWN, ink, 0.05)
    s.oval(0.0, -0.17, 0.165, 0.165, ink)
    s.poly(_CROWN, COIN, 0.025)


def draw_mayor_details(s: Sketch, ink: Colour) -> None:
    s.poly(_CROWN, COIN, 0.025)
    s.line([(-0.19, -0.27), (0.19, -0.27)], 0.03, rgb("#A8741C"))
    s.line([(-0.17, -0.05), (0.0, 0.06), (0.17, -0.05)], 0.035, contrasting_tone(ink, 0.35))


def draw_builder(s: Sketch, ink: Colour) -> None:
    s.line([(0.37, -0.16), (0.37, -0.45)], 0.075, rgb("#9A6B3C"))
    s.poly([(0.2, -0.53), (0.54, -0.53), (0.54, -0.38), (0.2, -0.38)], rgb("#9FA6AD"), 0.02)
    s.poly(_RAISED, ink, 0.07)
    s.oval(-0.02, -0.25, 0.195, 0.195, ink)


def draw_builder_details(s: Sketch, ink: Colour) -> None:
    s.poly([(0.2, -0.53), (0.54, -0.53), (0.54, -0.38), (0.2, -0.38)], rgb("#B9C0C6"), 0.02)
    s.poly([(-0.21, -0.3), (-0.15, -0.43), (-0.02, -0.47), (0.11, -0.43), (0.17, -0.3)], contrasting_tone(ink, 0.28))
    s.line([(-0.24, -0.29), (0.2, -0.29)], 0.04, contrasting_tone(ink, 0.4))


_COVER: Final = tuple(
    (-0.05 + 0.55 * math.cos(math.pi * i / 16), 0.06 - 0.46 * math.sin(math.pi * i / 16)) for i in range(17)
)
_WHEELS: Final = (-0.36, 0.26)


def draw_wagon(s: Sketch, ink: Colour) -> None:
    """A covered cart with its shaft to the east."""
    s.line([(0.4, 0.16), (0.66, 0.06)], 0.06, ink)
    s.poly(_COVER, ink, 0.05)
    s.poly([(-0.62, 0.06), (0.52, 0.06), (0.46, 0.24), (-0.56, 0.24)], ink, 0.03)
    for x in _WHEELS:
        s.oval(x, 0.29, 0.2, 0.2, ink)


def draw_wagon_details(s: Sketch, ink: Colour) -> None:
    dark = contrasting_tone(ink, 0.38)
    s.line([(-0.6, 0.07), (0.5, 0.07)], 0.05, dark)
    for x in (-0.36, 0.26):
        s.line([(x, 0.06), (x * 0.9, -0.3)], 0.028, dark)
    for x in _WHEELS:
        s.oval(x, 0.29, 0.2, 0.2, dark)
        s.oval(x, 0.29, 0.14, 0.14, ink)
        s.line([(x - 0.12, 0.29), (x + 0.12, 0.29)], 0.03, dark)
        s.line([(x, 0.17), (x, 0.41)], 0.03, dark)


def draw_pig(s: Sketch, ink: Colour) -> None:
    s.line([(-0.44, -0.04), (-0.58, -0.13), (-0.55, -0.27), (-0.46, -0.22)], 0.05, ink)
    for x in (-0.31, -0.14, 0.14, 0.28):
        s.poly([(x - 0.055, 0.12), (x + 0.055, 0.12), (x + 0.045, 0.44), (x - 0.045, 0.44)], ink, 0.02)
    s.oval(-0.04, 0.02, 0.46, 0.32, ink)
    s.oval(0.38, -0.06, 0.23, 0.22, ink)
    s.oval(0.57, 0.0, 0.09, 0.12, ink)
    s.poly([(0.24, -0.2), (0.28, -0.42), (0.44, -0.24)], ink, 0.03)


def draw_pig_details(s: Sketch, ink: Colour) -> None:
    dark = contrasting_tone(ink, 0.42)
    s.oval(0.6, 0.01, 0.05, 0.085, contrasting_tone(ink, 0.25))
    s.oval(0.44, -0.11, 0.036, 0.036, dark)
    s.poly([(0.26, -0.2), (0.29, -0.36), (0.38, -0.23)], contrasting_tone(ink, 0.28))


_BARN: Final = (
    (-0.42, 0.46),
    (-0.42, -0.04),
    (-0.5, -0.06),
    (-0.31, -0.33),
    (0.0, -0.5),
    (0.31, -0.33),
    (0.5, -0.06),
    (0.42, -0.04),
    (0.42, 0.46),
)


def draw_barn(s: Sketch, ink: Colour) -> None:
    s.poly(_BARN, ink, 0.05)


def draw_barn_details(s: Sketch, ink: Colour) -> None:
    roof = contrasting_tone(ink, 0.36)
    s.line([(-0.49, -0.06), (-0.31, -0.33), (0.0, -0.5), (0.31, -0.33), (0.49, -0.06)], 0.1, roof)
    s.poly([(-0.07, -0.28), (0.07, -0.28), (0.07, -0.13), (-0.07, -0.13)], roof, 0.02)
    s.line([(-0.27, 0.48), (-0.27, 0.0), (0.27, 0.0), (0.27, 0.48)], 0.035, contrasting_tone(ink, 0.28))


def draw_flying_dragon(s: Sketch, _ink: Colour) -> None:
    """A dragon with spread wings that breathes fire to the west."""
    red, deep, dusk, belly = rgb("#D0282C"), rgb("#A3161D"), rgb("#7C1017"), rgb("#F2A541")
    s.line([(0.1, 0.36), (0.3, 0.44), (0.48, 0.36), (0.53, 0.2)], 0.1, deep)
    s.poly([(0.44, 0.22), (0.55, 0.04), (0.63, 0.24)], deep, 0.02)
    for way in (-1, 1):
        wing = [
            (0.06, 0.05),
            (0.16, -0.36),
            (0.62, -0.46),
            (0.55, -0.3),
            (0.62, -0.12),
            (0.46, -0.1),
            (0.42, 0.08),
            (0.28, 0.06),
            (0.2, 0.2),
        ]
        s.poly([(x * way + 0.04, y) for x, y in wing], deep, 0.03)
        for x, y in ((0.56, -0.42), (0.55, -0.15), (0.38, 0.03)):
            s.line([(0.13 * way + 0.04, -0.05), (x * way + 0.04, y)], 0.03, dusk)
    s.oval(0.04, 0.2, 0.24, 0.28, red)
    s.oval(0.0, 0.23, 0.14, 0.22, belly)
    for y in (0.1, 0.2, 0.3, 0.39):
        s.line([(-0.1, y), (0.1, y)], 0.022, rgb("#C9792A"))
    for x in (-0.12, 0.2):
        s.oval(x, 0.45, 0.11, 0.065, red)
    s.line([(0.06, 0.05), (0.14, -0.12), (0.06, -0.28)], 0.19, red)
    s.poly([(0.19, -0.41), (0.0, -0.45), (-0.24, -0.34), (-0.27, -0.25), (-0.04, -0.2), (0.16, -0.22)], red, 0.03)
    s.poly([(0.09, -0.43), (0.26, -0.56), (0.19, -0.38)], rgb("#F6E3B4"), 0.015)
    s.oval(-0.02, -0.36, 0.042, 0.042, WHITE)
    s.oval(-0.03, -0.36, 0.02, 0.02, rgb("#1A0B0B"))
    s.poly([(-0.28, -0.3), (-0.52, -0.36), (-0.44, -0.28), (-0.56, -0.22), (-0.28, -0.22)], rgb("#F7B733"), 0.01)


def draw_fairy(s: Sketch, _ink: Colour) -> None:
    pale, vein, dress = rgb("#E3D6FA"), rgb("#B79CEB"), rgb("#8457C6")
    for way in (-1, 1):
        s.oval(0.27 * way, -0.12, 0.24, 0.29, pale)
        s.oval(0.22 * way, 0.2, 0.17, 0.2, pale)
        s.line([(0.05 * way, 0.02), (0.36 * way, -0.24)], 0.035, vein)
        s.line([(0.05 * way, 0.06), (0.3 * way, 0.26)], 0.035, vein)
    s.poly([(-0.07, -0.13), (0.07, -0.13), (0.24, 0.46), (-0.24, 0.46)], dress, 0.03)
    s.poly([(0.0, -0.1), (0.06, -0.1), (0.2, 0.45), (0.05, 0.45)], rgb("#6C40AE"))
    s.line([(0.08, -0.06), (0.26, -0.02), (0.34, -0.2)], 0.06, SKIN)
    s.line([(0.34, -0.14), (0.38, -0.34)], 0.035, rgb("#8A5A22"))
    s.star(0.39, -0.4, 0.14, COIN)
    s.oval(0.0, -0.27, 0.15, 0.15, rgb("#B3541E"))
    s.oval(0.0, -0.24, 0.11, 0.115, SKIN)
