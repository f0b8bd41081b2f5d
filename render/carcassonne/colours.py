"""Colours of the land of Carcassonne."""

from __future__ import annotations

from typing import Final

from render.core.look import rgb

GRASS, GRASS_DARK, GRASS_LIGHT, TUFT = map(rgb, ("#9CBD58", "#86A94A", "#B3CF6D", "#6F9440"))
TREE_DARK, TREE, TREE_LIGHT = map(rgb, ("#35602C", "#4F7F3A", "#72A24C"))
CITY, CITY_DARK, CITY_LIGHT = map(rgb, ("#E0BD85", "#C79C62", "#EED3A2"))
WALL, WALL_LIGHT, WALL_FACE, WALL_LINE = map(rgb, ("#CFC4AE", "#EFE8D8", "#A5977E", "#4B3A2C"))
ROOFS: Final = tuple(
    tuple(map(rgb, trio))
    for trio in (
        ("#C4512F", "#8F3320", "#DE7546"),
        ("#C4512F", "#8F3320", "#DE7546"),
        ("#A8452E", "#7A2C1E", "#C6603F"),
        ("#D98B3C", "#A86424", "#EBAA62"),
    )
)
SLATES: Final = (tuple(map(rgb, ("#5E7A94", "#3E566E", "#86A2BA"))),)
ROAD, ROAD_RIM, PEBBLE = map(rgb, ("#F3E7C3", "#8C6D43", "#D9C597"))
WATER, WATER_LIGHT, WATER_DARK, BANK = map(rgb, ("#4A9BC7", "#8CC8E4", "#2E6F9C", "#D8C48E"))
PLASTER, PLASTER_SHADE = map(rgb, ("#F6ECD2", "#DDCDA8"))
STONE, STONE_LIGHT, STONE_DARK = map(rgb, ("#A6A29C", "#C9C6C0", "#77726B"))
OUTLINE = rgb("#3A2C22")
SHIELD, SHIELD_DARK = map(rgb, ("#1E56B0", "#143C7E"))
COIN = rgb("#FFD25A")
FLOWERS: Final = tuple(map(rgb, ("#F4F1E4", "#F3D45C", "#E58A7A")))
WAY: Final = rgb("#FF6257")  # the way of a neutral figure: unlike all seats and roofs
EXACT: Final = (GRASS, CITY, ROAD, WATER, WALL, WAY)
