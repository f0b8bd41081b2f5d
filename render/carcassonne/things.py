"""What stands on the land, always upright and lit from the north-west: houses, trees, churches, signs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from render.core.kit import star
from render.core.look import Colour, rgb

from . import colours as c
from .pen import Pen

INK: Final = c.OUTLINE
DOOR: Final = rgb("#4A3322")
GLASS: Final = rgb("#41546B")


def house(pen: Pen, x: float, y: float, w: float, random: Random, roofs: tuple[tuple[Colour, ...], ...]) -> None:
    """A house standing with the middle of its foot at (x, y), about w wide and high."""
    roof, dark, light = random.choice(roofs)
    line = 0.0065
    if random.random() < 0.55:  # gable to the front
        half, eaves, ridge = w * 0.36, y - w * 0.42, y - w * 0.98
        pen.shape([(x - half, y), (x - half, eaves), (x, ridge + w * 0.14), (x + half, eaves), (x + half, y)],
                  c.PLASTER, INK, line)  # fmt: skip
        pen.box(x + half * 0.42, eaves + w * 0.03, half * 0.52, y - eaves - w * 0.05, c.PLASTER_SHADE, None)
        over, thick = w * 0.5, w * 0.17
        pen.shape([(x, ridge), (x - over, eaves + thick * 0.55), (x - over + thick * 0.5, eaves + thick * 1.15),
                   (x, ridge + thick * 1.5)], light, INK, line)  # fmt: skip
        pen.shape([(x, ridge), (x + over, eaves + thick * 0.55), (x + over - thick * 0.5, eaves + thick * 1.15),
                   (x, ridge + thick * 1.5)], dark, INK, line)  # fmt: skip
        pen.box(x - w * 0.09, y - w * 0.3, w * 0.18, w * 0.3, DOOR, None)
    else:  # eaves to the front
        half, eaves, ridge = w * 0.46, y - w * 0.4, y - w * 0.86
        pen.box(x - half, eaves, 2 * half, y - eaves, c.PLASTER, INK, line)
        pen.box(x + half * 0.62, eaves + w * 0.02, half * 0.3, y - eaves - w * 0.04, c.PLASTER_SHADE, None)
        pen.shape([(x - half - w * 0.07, eaves + w * 0.04), (x - half + w * 0.11, ridge), (x + half - w * 0.11, ridge),
                   (x + half + w * 0.07, eaves + w * 0.04)], roof, INK, line)  # fmt: skip
        pen.line([(x - half + w * 0.16, ridge + w * 0.09), (x + half - w * 0.22, ridge + w * 0.09)], w * 0.07, light)
        pen.line([(x - half + w * 0.05, eaves - w * 0.06), (x + half - w * 0.05, eaves - w * 0.06)], w * 0.05, dark)
        pen.box(x - w * 0.24, y - w * 0.28, w * 0.17, w * 0.28, DOOR, None)
        pen.box(x + w * 0.08, y - w * 0.27, w * 0.16, w * 0.14, GLASS, None)


def tower(pen: Pen, x: float, y: float, w: float, roof: tuple[Colour, ...]) -> None:
    """A tower of the wall with a pointed roof, its foot at (x, y)."""
    top = y - w * 1.35
    pen.box(x - w / 2, top, w, y - top, c.WALL, c.WALL_LINE, 0.008)
    pen.box(x - w / 2 + 0.006, top + 0.004, w * 0.3, y - top - 0.01, c.WALL_LIGHT, None)
    pen.box(x + w * 0.2, top + 0.004, w * 0.24, y - top - 0.01, c.WALL_FACE, None)
    pen.box(x - w * 0.1, top + w * 0.35, w * 0.2, w * 0.4, c.WALL_LINE, None)
    main, dark, light = roof
    pen.shape([(x - w * 0.68, top + w * 0.1), (x, top - w * 1.0), (x + w * 0.68, top + w * 0.1)], main, c.WALL_LINE, 0.007)
    pen.draw.polygon(pen.points([(x + w * 0.08, top - w * 0.72), (x + w * 0.52, top + 0.002), (x + w * 0.1, top + 0.002)]),
                     fill=dark)  # fmt: skip
    pen.line([(x - w * 0.12, top - w * 0.5), (x - w * 0.38, top - w * 0.04)], w * 0.1, light)


def tree(pen: Pen, x: float, y: float, r: float, random: Random) -> None:
    """A round tree, sometimes a pointed one; its foot at (x, y)."""
    line = rgb("#25431F")
    if random.random() < 0.3:
        pen.box(x - r * 0.12, y - r * 0.5, r * 0.24, r * 0.5, DOOR, None)
        pen.shape([(x - r * 0.8, y - r * 0.35), (x, y - r * 2.5), (x + r * 0.8, y - r * 0.35)], c.TREE_DARK, line, 0.006)
        pen.draw.polygon(pen.points([(x - r * 0.52, y - r * 0.5), (x - r * 0.05, y - r * 2.1), (x + r * 0.1, y - r * 0.5)]),
                         fill=c.TREE)  # fmt: skip
        return
    pen.oval(x, y - r, r, r, c.TREE_DARK, line, 0.006)
    pen.oval(x - r * 0.16, y - r * 1.14, r * 0.72, r * 0.68, c.TREE)
    pen.oval(x - r * 0.34, y - r * 1.34, r * 0.34, r * 0.28, c.TREE_LIGHT)


def tuft(pen: Pen, x: float, y: float, r: float) -> None:
    """A few blades of grass."""
    for dx, dy in ((-0.7, -0.8), (0.0, -1.2), (0.7, -0.75)):
        pen.line([(x + dx * r * 0.3, y), (x + dx * r, y + dy * r)], 0.006, c.TUFT)


def flowers(pen: Pen, x: float, y: float, random: Random) -> None:
    ink = random.choice(c.FLOWERS)
    for _ in range(3):
        pen.oval(x + random.uniform(-0.02, 0.02), y + random.uniform(-0.014, 0.014), 0.0072, 0.0066, ink)


def cloister(pen: Pen, x: float, y: float, s: float) -> None:
    """A church with a tower in a walled garden, its middle at (x, y)."""
    gx, gy, gw, gh = x - 0.22 * s, y - 0.03 * s, 0.44 * s, 0.235 * s
    pen.shape([(gx, gy), (gx + gw, gy), (gx + gw, gy + gh), (gx, gy + gh)], rgb("#C3D48C"), c.WALL_LINE, 0.03 * s)
    pen.shape([(gx, gy), (gx + gw, gy), (gx + gw, gy + gh), (gx, gy + gh)], rgb("#C3D48C"), c.WALL, 0.016 * s)
    for i in range(3):
        for side in (-1, 1):
            cx = x + side * 0.125 * s
            py = y + (0.125 + 0.03 * i) * s
            pen.line([(cx - 0.055 * s, py), (cx + 0.055 * s, py)], 0.013 * s, rgb("#6F9440"))
    pen.shape([(x - 0.025 * s, y + 0.09 * s), (x + 0.025 * s, y + 0.09 * s), (x + 0.035 * s, gy + gh), (x - 0.035 * s, gy + gh)],
              c.ROAD, None)  # fmt: skip
    church(pen, x, y + 0.1 * s, s)


def church(pen: Pen, x: float, foot: float, s: float) -> None:
    """The church itself, its foot at (x, foot)."""
    line = 0.009 * s
    roof, dark, light = c.ROOFS[0]
    left, wide, eaves, ridge = x - 0.185 * s, 0.25 * s, foot - 0.105 * s, foot - 0.225 * s
    pen.box(left, eaves, wide, foot - eaves, c.PLASTER, INK, line)
    pen.shape([(left - 0.018 * s, eaves + 0.012 * s), (left + 0.035 * s, ridge), (left + wide, ridge), (left + wide, eaves + 0.012 * s)],
              roof, INK, line)  # fmt: skip
    pen.line([(left + 0.052 * s, ridge + 0.022 * s), (left + wide - 0.02 * s, ridge + 0.022 * s)], 0.016 * s, light)
    for i in range(2):
        py = ridge + (0.055 + 0.032 * i) * s
        pen.line([(left + (0.03 - 0.012 * i) * s, py), (left + wide - 0.015 * s, py)], 0.006 * s, dark)
    for i in range(4):
        wx = left + (0.034 + 0.055 * i) * s
        pen.box(wx - 0.011 * s, eaves + 0.042 * s, 0.022 * s, 0.04 * s, GLASS, None)
        pen.oval(wx, eaves + 0.043 * s, 0.011 * s, 0.012 * s, GLASS)
    tx, tw, top = x + 0.045 * s, 0.115 * s, foot - 0.245 * s
    pen.box(tx, top, tw, foot - top, c.PLASTER, INK, line)
    pen.box(tx + tw * 0.68, top + line, tw * 0.28, foot - top - 2 * line, c.PLASTER_SHADE, None)
    pen.shape([(tx - 0.018 * s, top + 0.008 * s), (tx + tw / 2, top - 0.145 * s), (tx + tw + 0.018 * s, top + 0.008 * s)], roof, INK, line)
    pen.draw.polygon(pen.points([(tx + tw * 0.56, top - 0.1 * s), (tx + tw * 0.98, top), (tx + tw * 0.6, top)]), fill=dark)
    pen.oval(tx + tw / 2, top + 0.06 * s, 0.022 * s, 0.022 * s, GLASS, INK, line * 0.6)
    pen.box(tx + tw / 2 - 0.02 * s, foot - 0.06 * s, 0.04 * s, 0.06 * s, DOOR, None)
    pen.oval(tx + tw / 2, foot - 0.06 * s, 0.02 * s, 0.02 * s, DOOR)
    cx, cy = tx + tw / 2, top - 0.145 * s
    for width, ink in ((0.026 * s, INK), (0.012 * s, c.COIN)):
        pen.line([(cx, cy + 0.004 * s), (cx, cy - 0.062 * s)], width, ink)
        pen.line([(cx - 0.022 * s, cy - 0.04 * s), (cx + 0.022 * s, cy - 0.04 * s)], width, ink)


def shield(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """The coat of arms that counts twice."""
    w, h = 0.068 * s, 0.088 * s

    def outline(grow: float) -> list[tuple[float, float]]:
        a, b = w + grow, h + grow
        return [(x - a, y - b), (x + a, y - b), (x + a, y + b * 0.1), (x + a * 0.62, y + b * 0.66), (x, y + b * 1.12),
                (x - a * 0.62, y + b * 0.66), (x - a, y + b * 0.1)]  # fmt: skip

    pen.shape(outline(0.016 * s), INK, INK, 0.004)
    pen.shape(outline(0.008 * s), (255, 255, 255), None)
    pen.shape(outline(-0.004 * s), c.SHIELD, None)
    pen.shape([(x, y - h), (x + w, y - h), (x + w, y + h * 0.1), (x + w * 0.6, y + h * 0.6), (x, y + h)], c.SHIELD_DARK, None)
    for dx, dy in ((-0.5, -0.42), (0.5, -0.42), (0.0, 0.3)):
        pen.draw.polygon(pen.points(star((x + dx * w, y + dy * h), 0.028 * s, 0.014 * s)), fill=c.COIN)


def stones(pen: Pen, x: float, y: float) -> None:
    """The stones a river springs from."""
    for dx, dy, r in ((0.06, -0.075, 0.062), (0.115, -0.01, 0.072), (0.02, -0.12, 0.045), (0.07, 0.06, 0.055), (-0.01, 0.085, 0.04)):
        px, py = x + dx, y + dy
        pen.oval(px, py, r, r * 0.78, c.STONE_DARK, INK, 0.009)
        pen.oval(px - r * 0.12, py - r * 0.14, r * 0.72, r * 0.5, c.STONE)
        pen.oval(px - r * 0.3, py - r * 0.3, r * 0.3, r * 0.18, c.STONE_LIGHT)


def reeds(pen: Pen, x: float, y: float) -> None:
    for dx, up in ((-0.022, 0.06), (0.0, 0.078), (0.022, 0.055)):
        pen.line([(x + dx, y), (x + dx * 1.5, y - up)], 0.009, c.TREE)
        pen.oval(x + dx * 1.5, y - up, 0.0095, 0.019, rgb("#7A5330"))


def inn(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """A house at a small lake; its middle at (x, y)."""
    pen.oval(x, y + 0.035 * s, 0.125 * s, 0.08 * s, c.BANK, c.ROAD_RIM, 0.008)
    pen.oval(x, y + 0.035 * s, 0.105 * s, 0.062 * s, c.WATER, c.WATER_DARK, 0.006)
    pen.line([(x - 0.06 * s, y + 0.075 * s), (x - 0.02 * s, y + 0.08 * s)], 0.008, c.WATER_LIGHT)
    pen.line([(x + 0.03 * s, y + 0.07 * s), (x + 0.065 * s, y + 0.064 * s)], 0.008, c.WATER_LIGHT)
    house(pen, x, y + 0.04 * s, 0.15 * s, Random(3), (c.ROOFS[0],))


def volcano(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """A mountain of fire, its middle at (x, y)."""
    for dx, dy, r in ((-0.02, -0.2, 0.035), (0.02, -0.245, 0.028), (0.0, -0.165, 0.03)):
        pen.oval(x + dx * s, y + dy * s, r * s, r * 0.8 * s, rgb("#B9B4AE"), rgb("#8C8680"), 0.006)
    pen.shape([(x - 0.2 * s, y + 0.13 * s), (x - 0.06 * s, y - 0.11 * s), (x + 0.06 * s, y - 0.11 * s), (x + 0.2 * s, y + 0.13 * s)],
              rgb("#6A5546"), INK, 0.01)  # fmt: skip
    pen.shape([(x + 0.02 * s, y - 0.1 * s), (x + 0.056 * s, y - 0.1 * s), (x + 0.19 * s, y + 0.122 * s), (x + 0.07 * s, y + 0.122 * s)],
              rgb("#4E3D33"), None)  # fmt: skip
    pen.oval(x, y - 0.11 * s, 0.06 * s, 0.022 * s, rgb("#F5A623"), INK, 0.008)
    pen.shape([(x - 0.04 * s, y - 0.11 * s), (x - 0.005 * s, y - 0.1 * s), (x - 0.02 * s, y + 0.02 * s), (x - 0.055 * s, y + 0.1 * s),
               (x - 0.07 * s, y + 0.01 * s)], rgb("#E8452C"), None)  # fmt: skip
    pen.shape([(x + 0.01 * s, y - 0.1 * s), (x + 0.04 * s, y - 0.11 * s), (x + 0.07 * s, y + 0.04 * s), (x + 0.035 * s, y)],
              rgb("#F07A2A"), None)  # fmt: skip


def pigs(pen: Pen, x: float, y: float) -> None:
    """The herd of pigs."""
    pink, dark = rgb("#EFA9A0"), rgb("#7A4038")
    for dx, dy in ((-0.05, -0.03), (0.05, -0.045), (0.0, 0.035)):
        px, py = x + dx, y + dy
        for lx in (-0.025, -0.01, 0.012, 0.026):
            pen.line([(px + lx, py + 0.01), (px + lx, py + 0.034)], 0.01, dark)
        pen.oval(px, py, 0.043, 0.028, pink, dark, 0.007)
        pen.oval(px + 0.04, py - 0.008, 0.023, 0.021, pink, dark, 0.007)
        pen.oval(px + 0.056, py - 0.005, 0.009, 0.011, rgb("#D9847A"), dark, 0.004)
        pen.oval(px + 0.038, py - 0.014, 0.004, 0.004, dark)


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
        pen.shape([(tx - 0.06 * s, y - 0.125 * s), (tx, y - 0.33 * s), (tx + 0.06 * s, y - 0.125 * s)], slate, INK, 0.01)
        pen.draw.polygon(pen.points([(tx + 0.006 * s, y - 0.28 * s), (tx + 0.046 * s, y - 0.135 * s), (tx + 0.008 * s, y - 0.135 * s)]), fill=dark)
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
            pen.box(px - 0.08 * s + i * 0.032 * s, py - 0.07 * s, 0.032 * s, 0.06 * s, ink if i % 2 == 0 else (255, 255, 255), None)
        pen.box(px - 0.08 * s, py - 0.07 * s, 0.16 * s, 0.06 * s, None, INK, 0.008)  # type: ignore[arg-type]  # no fill


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
            pen.line([(px - 0.014 + i * 0.028, py - 0.024), (px - 0.014 + i * 0.028, py + 0.028)], 0.007, rgb("#9CC3F4"))

    rims = {"wine": rgb("#E8B33A"), "grain": rgb("#F0C543"), "cloth": rgb("#5E9BE8")}
    icons = {"wine": wine, "grain": grain, "cloth": cloth}
    badge(pen, x, y, rims[kind], rgb("#FBF6E8"), icons[kind])


def princess(pen: Pen, x: float, y: float) -> None:
    def icon(px: float, py: float) -> None:
        pen.shape([(px - 0.038, py + 0.055), (px, py - 0.01), (px + 0.038, py + 0.055)], rgb("#C94F8E"), INK, 0.006)
        pen.oval(px, py - 0.022, 0.026, 0.026, rgb("#F6D7B8"), INK, 0.006)
        pen.draw.polygon(pen.points([(px - 0.026, py - 0.036), (px - 0.026, py - 0.064), (px - 0.012, py - 0.05), (px, py - 0.068),
                                     (px + 0.012, py - 0.05), (px + 0.026, py - 0.064), (px + 0.026, py - 0.036)]), fill=c.COIN)  # fmt: skip

    badge(pen, x, y, rgb("#E77FB4"), rgb("#FBEFF5"), icon)


def dragon(pen: Pen, x: float, y: float) -> None:
    def icon(px: float, py: float) -> None:
        pen.draw.polygon(pen.points([(px - 0.05, py + 0.03), (px - 0.052, py - 0.03), (px - 0.02, py - 0.012), (px + 0.006, py - 0.05),
                                     (px + 0.05, py - 0.03), (px + 0.03, py - 0.008), (px + 0.042, py + 0.03), (px + 0.008, py + 0.012),
                                     (px - 0.006, py + 0.045)]), fill=rgb("#B4161C"))  # fmt: skip

    badge(pen, x, y, rgb("#C8282C"), rgb("#FFF3E4"), icon)


def portal(pen: Pen, x: float, y: float) -> None:
    pen.oval(x, y + 0.085, 0.1, 0.03, c.STONE_DARK, INK, 0.008)
    pen.oval(x, y, 0.078, 0.108, c.STONE, INK, 0.009)
    pen.oval(x, y, 0.052, 0.08, rgb("#6B2FB5"), INK, 0.007)
    pen.oval(x - 0.008, y - 0.01, 0.028, 0.05, rgb("#B98CF0"))
