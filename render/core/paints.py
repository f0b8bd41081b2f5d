"""Colours that scenes of several games share."""

from __future__ import annotations

from typing import Final

from .look import rgb

WHITE: Final = rgb("#FFFFFF")
INK: Final = rgb("#281C12")
PAPER: Final = rgb("#FCF4E2")
LINE: Final = rgb("#2A2019")  # outlines
DARK: Final = rgb("#3A2C22")  # doors and windows
STONE, STONE_SHADE, STONE_DARK = map(rgb, ("#F1E9DA", "#CFC2AB", "#9A8C76"))
WOOD, WOOD_LIGHT, WOOD_DARK = map(rgb, ("#8A5A2B", "#B98347", "#5C3A1A"))
COIN, COIN_LIGHT, COIN_DARK = map(rgb, ("#F8C63A", "#FFE48A", "#B98310"))
STEEL, STEEL_DARK = map(rgb, ("#C9D0D6", "#8D979F"))
SEA, SEA_LIGHT = map(rgb, ("#4A9BC7", "#B9DEF0"))
LEAF, LEAF_DARK = map(rgb, ("#6DA64B", "#3F7433"))
FIRE, FLAME = map(rgb, ("#E8622C", "#FFC24A"))
GLASS: Final = rgb("#7CC0E2")
SKIN: Final = rgb("#F0C9A0")
ROSE: Final = rgb("#D2474B")
