"""The camera of Carcassonne: a plan with room for all land of the game, so that the board does not move."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core.look import Look, Theme
from render.core.palette import Palette
from rules.carcassonne.view import CarcassonneView

from .board import build_strip_and_bands, compose_board, empty_board, lay_tiles
from .layout import XY, HeadSize, Layout, SideColumn, plan_board

AROUND: Final = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
Tile = tuple[int, int, str, int]


class CameraLand:
    """Caches the land of a plan while tiles are only added."""

    def __init__(self, layout: Layout, theme: Theme) -> None:
        self._layout, self._theme = layout, theme
        self._laid: list[Tile] = []
        self._image = empty_board(layout, theme)

    def land_of_view(self, view: CarcassonneView) -> Image.Image:
        """The land of a view. Do not draw on it."""
        tiles = [(*laid.cell, laid.tile, laid.turn // 90) for laid in view.laid]
        known_count = len(self._laid)
        if tiles[:known_count] != self._laid:
            self._image, known_count = empty_board(self._layout, self._theme), 0
        new_tiles = tiles[known_count:]
        near_cells = {(x + dx, y + dy) for x, y, _, _ in new_tiles for dx, dy in AROUND}
        lay_tiles(self._image, self._layout, new_tiles, self._theme)
        redrawn = [
            tile for tile in tiles[:known_count] if tile[:2] in near_cells
        ]  # redraws tiles below the dark edge of new ones
        lay_tiles(self._image, self._layout, redrawn, self._theme, edged=False)
        self._laid = tiles
        return self._image


class BoardCamera:
    """Plans cells and strip with room for every position seen. The tile in hand is not shown, because the next picture
    shows it on the board."""

    def __init__(self, palette: Palette) -> None:
        self.palette: Palette | None = palette
        self._cells: set[XY] = set()
        self._head: HeadSize | None = None
        self._plan: Layout | None = None
        self._lands: dict[Theme, CameraLand] = {}

    def reserve_room(self, view: CarcassonneView, look: Look) -> None:
        self._cells.update((laid.cell.x, laid.cell.y) for laid in view.laid)
        head = build_strip_and_bands(view, look).head
        self._head = head if self._head is None else _roomier_head(self._head, head)

    def draw(self, view: CarcassonneView, look: Look) -> Image.Image:
        assert self._head is not None, "it has seen what it is to draw"
        if self._plan is None:
            self._plan = plan_board(self._cells, hand=False, mirrored=look.mirrored, head=self._head)
        if look.theme not in self._lands:
            self._lands[look.theme] = CameraLand(self._plan, look.theme)
        land = self._lands[look.theme].land_of_view(view)
        return compose_board(view, look, (), self._plan, build_strip_and_bands(view, look), land=land).image


def _roomier_head(head: HeadSize, other: HeadSize) -> HeadSize:
    """A head with room for both."""
    columns = tuple(
        SideColumn(first.wide, max(first.strip, second.strip), max(first.band, second.band), first.across, first.rows)
        for first, second in zip(head.columns, other.columns, strict=True)
    )
    return HeadSize(max(head.full, other.full), max(head.narrow, other.narrow), max(head.band, other.band), columns)
