"""The signs of the expansions and the coat of arms: shields, goods, temples, markets, round badges."""

from __future__ import annotations

from collections.abc import Callable

from render.core.kit import star
from render.core.look import Colour, rgb

from . import colours as c
from .pen import Pen
from .things import DOOR, GLASS, INK


def shield(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """The coat of arms that counts twice."""
    w, h = 0.068 * s, 0.088 * s

    def outline(grow: float) -> list[tuple[float, float]]:
        a, b = w + grow, h + grow
        return [
            (x - a, y - b),
            (x + a, y - b),
            (x + a, y + b * 0.1),
            (x + a * 0.62, y + b * 0.66),
            (x, y + b * 1.12),
            (x - a * 0.62, y + b * 0.66),
            (x - a, y + b * 0.1),
        ]

    pen.shape(outline(0.016 * s), INK, INK, 0.004)
    pen.shape(outline(0.008 * s), (255, 255, 255), None)
    pen.shape(outline(-0.004 * s), c.SHIELD, None)
    pen.shape(
        [(x, y - h), (x + w, y - h), (x + w, y + h * 0.1), (x + w * 0.6, y + h * 0.6), (x, y + h)], c.SHIELD_DARK, None
    )
    for dx, dy in ((-0.5, -0.42), (0.5, -0.42), (0.0, 0.3)):
        pen.draw.polygon(pen.points(star((x + dx * w, y + dy * h), 0.028 * s, 0.014 * s)), fill=c.COIN)


def cathedral(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """Two towers and a rose window; its middle at (x, y)."""
    slate, dark, _ = c.SLATES[0]
    foot = y + 0.2 * s
    pen.box(x - 0.13 * s, y - 0.06 * s, 0.26 * s, foot - y + 0.06 * s, c.PLASTER, INK, 0.01)
    pen.shape([(x - 0.14 * s, y - 0.05 * s), (x, y - 0.19 * s), (x + 0.14 * s, y - 0.05 * s)], slate, INK, 0.01)
    for side in (-1, 1):
        tx = x + side * 0.165 * s
        pen.box(tx - 0.05 * s, y - 0.13 * s, 0.1 * s, foot - y + 0.13 * s, c.PLASTER, INK, 0.01)
        pen.box(tx + 0.015 * s, y - 0.12 * s, 0.028 * s, foot - y + 0.11 * s, c.PLASTER_SHADE, None)
        pen.shape(
            [(tx - 0.06 * s, y - 0.125 * s), (tx, y - 0.33 * s), (tx + 0.06 * s, y - 0.125 * s)], slate, INK, 0.01
        )
        pen.draw.polygon(
            pen.points(
                [(tx + 0.006 * s, y - 0.28 * s), (tx + 0.046 * s, y - 0.135 * s), (tx + 0.008 * s, y - 0.135 * s)]
            ),
            fill=dark,
        )
        pen.box(tx - 0.013 * s, y - 0.06 * s, 0.026 * s, 0.07 * s, GLASS, None)
    pen.oval(x, y + 0.01 * s, 0.05 * s, 0.05 * s, GLASS, INK, 0.008)
    pen.draw.polygon(pen.points(star((x, y + 0.01 * s), 0.036 * s, 0.014 * s, 8)), fill=rgb("#8CC8E4"))
    pen.box(x - 0.035 * s, foot - 0.08 * s, 0.07 * s, 0.08 * s, DOOR, None)
    pen.oval(x, foot - 0.08 * s, 0.035 * s, 0.035 * s, DOOR)


def shrine(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """A small temple of another faith."""
    stone, edge = rgb("#D6CCDA"), rgb("#4A3E55")
    pen.box(x - 0.14 * s, y + 0.1 * s, 0.28 * s, 0.04 * s, stone, edge, 0.009)
    pen.box(x - 0.1 * s, y - 0.06 * s, 0.2 * s, 0.16 * s, rgb("#8E7FA0"), edge, 0.009)
    for i in range(4):
        pen.box(x - 0.125 * s + i * 0.07 * s, y - 0.06 * s, 0.036 * s, 0.16 * s, stone, edge, 0.007)
    pen.shape([(x - 0.16 * s, y - 0.055 * s), (x, y - 0.18 * s), (x + 0.16 * s, y - 0.055 * s)], stone, edge, 0.01)
    pen.oval(x, y - 0.1 * s, 0.022 * s, 0.022 * s, rgb("#6B4FA0"), edge, 0.006)


def bazaar(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """Three market stalls."""
    for dx, dy, ink in ((-0.1, -0.02, rgb("#D8433A")), (0.1, -0.02, rgb("#3A78C8")), (0.0, 0.08, rgb("#E7A23A"))):
        px, py = x + dx * s, y + dy * s
        pen.box(px - 0.07 * s, py, 0.14 * s, 0.055 * s, rgb("#A97B4B"), INK, 0.008)
        for i in range(5):
            pen.box(
                px - 0.08 * s + i * 0.032 * s,
                py - 0.07 * s,
                0.032 * s,
                0.06 * s,
                ink if i % 2 == 0 else (255, 255, 255),
                None,
            )
        pen.line([(px - 0.08 * s, py - 0.07 * s), (px + 0.08 * s, py - 0.07 * s)], 0.008, INK)
        pen.line([(px - 0.08 * s, py - 0.01 * s), (px + 0.08 * s, py - 0.01 * s)], 0.008, INK)


def badge(pen: Pen, x: float, y: float, rim: Colour, ground: Colour, icon: Callable[[float, float], None]) -> None:
    """A round sign with a coloured rim, readable at 40 pixels."""
    pen.oval(x, y, 0.098, 0.098, INK)
    pen.oval(x, y, 0.088, 0.088, rim)
    pen.oval(x, y, 0.068, 0.068, ground)
    icon(x, y)


def goods(pen: Pen, x: float, y: float, kind: str) -> None:
    """Wine, grain or cloth."""

    def wine(px: float, py: float) -> None:
        pen.oval(px, py, 0.04, 0.046, rgb("#7A4A28"), INK, 0.007)
        for dy in (-0.02, 0.02):
            pen.line([(px - 0.036, py + dy), (px + 0.036, py + dy)], 0.008, INK)

    def grain(px: float, py: float) -> None:
        pen.line([(px, py + 0.05), (px, py - 0.02)], 0.009, rgb("#9A6A14"))
        for i in range(3):
            for side in (-1, 1):
                pen.oval(px + side * 0.018, py - 0.03 + i * 0.024, 0.014, 0.011, rgb("#D99B1E"), rgb("#7A520C"), 0.004)

    def cloth(px: float, py: float) -> None:
        pen.box(px - 0.044, py - 0.026, 0.088, 0.056, rgb("#2F6FD6"), INK, 0.007)
        for i in range(2):
            pen.line(
                [(px - 0.014 + i * 0.028, py - 0.024), (px - 0.014 + i * 0.028, py + 0.028)], 0.007, rgb("#9CC3F4")
            )

    rims = {"wine": rgb("#E8B33A"), "grain": rgb("#F0C543"), "cloth": rgb("#5E9BE8")}
    icons = {"wine": wine, "grain": grain, "cloth": cloth}
    badge(pen, x, y, rims[kind], rgb("#FBF6E8"), icons[kind])


def princess(pen: Pen, x: float, y: float) -> None:
    def icon(px: float, py: float) -> None:
        pen.shape([(px - 0.038, py + 0.055), (px, py - 0.01), (px + 0.038, py + 0.055)], rgb("#C94F8E"), INK, 0.006)
        pen.oval(px, py - 0.022, 0.026, 0.026, rgb("#F6D7B8"), INK, 0.006)
        pen.draw.polygon(
            pen.points(
                [
                    (px - 0.026, py - 0.036),
                    (px - 0.026, py - 0.064),
                    (px - 0.012, py - 0.05),
                    (px, py - 0.068),
                    (px + 0.012, py - 0.05),
                    (px + 0.026, py - 0.064),
                    (px + 0.026, py - 0.036),
                ]
            ),
            fill=c.COIN,
        )

    badge(pen, x, y, rgb("#E77FB4"), rgb("#FBEFF5"), icon)


def dragon(pen: Pen, x: float, y: float) -> None:
    def icon(px: float, py: float) -> None:
        pen.draw.polygon(
            pen.points(
                [
                    (px - 0.05, py + 0.03),
                    (px - 0.052, py - 0.03),
                    (px - 0.02, py - 0.012),
                    (px + 0.006, py - 0.05),
                    (px + 0.05, py - 0.03),
                    (px + 0.03, py - 0.008),
                    (px + 0.042, py + 0.03),
                    (px + 0.008, py + 0.012),
                    (px - 0.006, py + 0.045),
                ]
            ),
            fill=rgb("#B4161C"),
        )

    badge(pen, x, y, rgb("#C8282C"), rgb("#FFF3E4"), icon)


def portal(pen: Pen, x: float, y: float) -> None:
    pen.oval(x, y + 0.085, 0.1, 0.03, c.STONE_DARK, INK, 0.008)
    pen.oval(x, y, 0.078, 0.108, c.STONE, INK, 0.009)
    pen.oval(x, y, 0.052, 0.08, rgb("#6B2FB5"), INK, 0.007)
    pen.oval(x - 0.008, y - 0.01, 0.028, 0.05, rgb("#B98CF0"))
