"""Colours of Catan: sea and land, tokens, goods, tracks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from render.core.look import Colour, mix_colours, rgb
from render.core.paints import COIN, STONE, WHITE
from render.core.recap_strip import LOSS

SEA, SEA_DARK, SEA_LIGHT, FOAM, SHALLOW, BEACH, BEACH_DARK = map(
    rgb, ("#2F7FB5", "#2A73A6", "#4C9CCB", "#8CC9E6", "#6DB9DA", "#EFDDAB", "#D9BF83")
)
OFFSHORE: Final = mix_colours(SEA, SEA_LIGHT, 0.45)


@dataclass(frozen=True, slots=True)
class Land:
    """The colours of a terrain: ground, darker, lighter."""

    ground: Colour
    dark: Colour
    light: Colour


LANDS: Final = {
    "forest": Land(*map(rgb, ("#4E8B45", "#3F7739", "#5F9C52"))),
    "hills": Land(*map(rgb, ("#D9844F", "#BE6B3A", "#E79A66"))),
    "pasture": Land(*map(rgb, ("#A6D05A", "#8FBC48", "#B9DD74"))),
    "fields": Land(*map(rgb, ("#F0C543", "#D9A92C", "#F8D667"))),
    "mountains": Land(*map(rgb, ("#A6A29C", "#8A8681", "#BBB7B0"))),
    "desert": Land(*map(rgb, ("#E9D49B", "#D3B878", "#F2E2B5"))),
}
TREE, TREE_DARK, TREE_LIGHT = map(rgb, ("#35702F", "#27541F", "#5A9A48"))
ROCK, ROCK_DARK, ROCK_LIGHT, SNOW = map(rgb, ("#85838A", "#66646B", "#B9B5B1", "#FAFBFB"))

TOKEN, TOKEN_RIM, TOKEN_INK, TOKEN_RED = map(rgb, ("#FBF2DC", "#3A2A1C", "#241A12", "#C5221F"))
PIER, PIER_DARK = map(rgb, ("#A4713A", "#5B3A1A"))
NIGHT, NIGHT_LIGHT = map(rgb, ("#33323A", "#6A6974"))  # robber and barbarians
GREY, GREY_DARK = map(rgb, ("#8E9296", "#5F6367"))  # an inactive knight
LIGHT: Final = rgb("#FFF1DC")  # outline of red pieces
CREAM: Final = rgb("#FFF4D6")  # an active knight
PLUME: Final = rgb("#D8362E")

GOODS: Final[dict[str, Colour]] = {
    "brick": rgb("#E59A6C"),
    "lumber": rgb("#7FB069"),
    "wool": rgb("#CBEA97"),
    "grain": rgb("#F4CC4E"),
    "ore": rgb("#B3BDC4"),
    "cloth": rgb("#F0B4D6"),
    "coin": rgb("#8FB8E8"),
    "paper": rgb("#EADFC0"),
    "any": rgb("#FFFFFF"),
}
BRICK, BRICK_DARK = map(rgb, ("#CB5530", "#9A3A1C"))
CLOTH, CLOTH_LIGHT, CLOTH_DARK = map(rgb, ("#C0408F", "#F19BD0", "#8C2265"))


@dataclass(frozen=True, slots=True)
class Track:
    """The colours of an improvement track: its fields, the text on them, the ground of its cards."""

    fill: Colour
    ink: Colour
    sky: Colour
    hill: Colour
    commodity: str  # its commodity


# Found by search: any two are at least 12 apart (OKLab), also for colour-blind people.
TRACKS: Final = {
    "trade": Track(rgb("#EDB81C"), rgb("#2C1E02"), rgb("#FCEBBB"), rgb("#F1D37C"), "cloth"),
    "politics": Track(rgb("#1F4FB0"), WHITE, rgb("#D9E8FC"), rgb("#A3C6F3"), "coin"),
    "science": Track(rgb("#35983F"), WHITE, rgb("#DDF2D9"), rgb("#A6D59E"), "paper"),
}
DEVELOPMENT: Final = Track(rgb("#6B4A8C"), WHITE, rgb("#EADFF3"), rgb("#C6AEDC"), "")
EXACT: Final = (
    SEA,
    SEA_DARK,
    SEA_LIGHT,
    OFFSHORE,
    FOAM,
    SHALLOW,
    BEACH,
    *(land.ground for land in LANDS.values()),
    TOKEN_INK,
    TOKEN_RED,
    *(track.fill for track in TRACKS.values()),
    DEVELOPMENT.fill,
    *GOODS.values(),
    COIN,
    STONE,
    GREY,
    *LOSS.values(),
)
