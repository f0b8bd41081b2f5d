"""Films of Carcassonne: scene by scene on the plan of the final board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PIL import Image

from render.core.chip_strip import GAP, ROWS, SeatChip, draw_chip_strip, highest_chip_height
from render.core.ending import Ending
from render.core.film import Scene
from render.core.look import Look
from render.core.palette import Palette
from rules.carcassonne.view import CarcassonneView, Laid

from . import changes_since, news_drawing
from . import ending as result
from .board import COLUMNS, build_carcassonne_chips, cells_area, empty_board, lay_tiles, strip_icon
from .board_figures import draw_figures
from .busy_map import SLIGHTLY_BUSY, BusyMap
from .expansions import draw_modules_above, draw_modules_on_land
from .extras import BoardCanvas
from .layout import WIDTH, HeadSize, Layout, SideColumn, plan_board
from .news import NOTHING, News

AROUND: Final = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


class CarcassonneFilm:
    """Draws frames; only new land is drawn on the land of the frame before."""

    def __init__(self, first: CarcassonneView, last: CarcassonneView, look: Look, colours: Palette) -> None:
        self.palette = colours
        self._look = look
        chips_at_ends = [self._chips(view, NOTHING, seat=None) for view in (first, last)]
        self._layout, self._high = _plan_film(chips_at_ends, last, look)
        self._land = empty_board(self._layout, look.theme)
        self._busy = BusyMap(self._layout.size)
        self._scores: tuple[int, ...] | None = None  # scores of the last frame
        self._tiles: dict[tuple[int, int], Laid] = {}

    @property
    def size(self) -> tuple[int, int]:
        return self._layout.size

    def card(self, ending: Ending) -> Image.Image:
        """The result card."""
        return result.draw_carcassonne_result(ending, self._look)

    def paint(self, scene: Scene) -> Image.Image:
        """The board after the scene."""
        before, view = scene.before, hide_untold_points(scene.view, scene.later)
        if self._scores is not None:
            before = replace(before, scores=self._scores)
        self._scores = view.scores
        news = changes_since.collect_news(before, view, scene.events)
        self._draw_new_tiles(view)
        board = BoardCanvas(self._land.copy(), view, self._look, self._layout, news)
        draw_modules_on_land(board)
        busy_map = BusyMap(self._layout.size, cells_area(self._layout), self._busy.cost_map)
        news_drawing.draw_news_below_figures(board, busy_map)
        figures = draw_figures(board)
        draw_modules_above(board)
        news_drawing.draw_news_above_figures(board, busy_map, figures)
        side_column = self._layout.column
        rows, across = (side_column.rows, side_column.across) if side_column is not None else (ROWS, 0)
        chips = self._chips(view, news, scene.seat)
        draw_chip_strip(board.canvas, self._look, chips, strip_icon, self._layout.strip, rows, across, self._high)
        return board.canvas

    def _draw_new_tiles(self, view: CarcassonneView) -> None:
        """Draw new tiles, and their neighbours again, which cover the dark edge."""
        new_tiles = [tile for tile in view.laid if self._tiles.get((tile.cell.x, tile.cell.y)) != tile]
        self._tiles.update({(tile.cell.x, tile.cell.y): tile for tile in new_tiles})
        for tile in new_tiles:
            self._busy.mark_busy(self._layout.cell_box(tile.cell), SLIGHTLY_BUSY)
        redrawn_cells = dict.fromkeys((tile.cell.x + dx, tile.cell.y + dy) for tile in new_tiles for dx, dy in AROUND)
        neighbours = [self._tiles[cell] for cell in redrawn_cells if cell in self._tiles]
        for tiles, edged in ((new_tiles, True), (neighbours, False)):
            placed = [(laid.cell.x, laid.cell.y, laid.tile, laid.turn // 90) for laid in tiles]
            lay_tiles(self._land, self._layout, placed, self._look.theme, edged=edged)

    def _chips(self, view: CarcassonneView, news: News, seat: int | None) -> list[SeatChip]:
        """The chips, with a frame around the seat whose turn it was."""
        chips = build_carcassonne_chips(view, self._look, news)
        return [replace(chip, active=not view.over and index == seat) for index, chip in enumerate(chips)]


def hide_untold_points(view: CarcassonneView, later: Sequence[tuple[str, Any]]) -> CarcassonneView:
    """The view without points that later scenes tell; until then nobody has won."""
    if not later:
        return view
    scores = list(view.scores)
    for _, params in later:
        for seat in params.get("seats", ()) if "category" in params else ():
            scores[seat] -= params.get("points", 0)
    return replace(view, scores=tuple(scores), over=False)


def _plan_film(chips_at_ends: list[list[SeatChip]], last: CarcassonneView, look: Look) -> tuple[Layout, int]:
    """The layout of the last board, with room for the largest strip of any frame, and the height of its chips."""
    count = len(look.seats)
    columns = []
    for width, across, rows in COLUMNS:
        lines = -(-count // across)
        chip_height = highest_chip_height(chips_at_ends, look, width, strip_icon, rows, across)
        columns.append(SideColumn(width, lines * chip_height + (lines - 1) * GAP, 0, across, rows))
    full_width_height = highest_chip_height(chips_at_ends, look, WIDTH - 24, strip_icon)
    head = HeadSize(full_width_height + 24, full_width_height + 24, 0, tuple(columns))
    layout = plan_board(
        {(tile.cell.x, tile.cell.y) for tile in last.laid}, hand=False, mirrored=look.mirrored, head=head
    )
    side_column = layout.column
    return layout, full_width_height if side_column is None else highest_chip_height(
        chips_at_ends, look, side_column.wide, strip_icon, side_column.rows, side_column.across
    )
