"""A game in motion: the board where it lies at the end, and on it one scene after the other."""

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
from .busy_map import LITTLE, Room
from .expansions import extras_in_view
from .extras import BoardCanvas
from .layout import WIDTH, HeadSize, Layout, SideColumn, plan_board
from .news import NOTHING, News

AROUND: Final = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


class CarcassonneFilm:
    """The land is kept from frame to frame; what stands on it is drawn anew."""

    def __init__(self, first: CarcassonneView, last: CarcassonneView, look: Look, colours: Palette) -> None:
        self.palette = colours
        self._look = look
        ends = [self._chips(view, NOTHING, None) for view in (first, last)]
        self._layout, self._high = _plan_film(ends, last, look)
        self._land = empty_board(self._layout, look.theme)
        self._busy = Room(self._layout.size)
        self._scores: tuple[int, ...] | None = None  # as they were last shown
        self._tiles: dict[tuple[int, int], Laid] = {}

    @property
    def size(self) -> tuple[int, int]:
        return self._layout.size

    def card(self, ending: Ending) -> Image.Image:
        """The sheet of points."""
        return result.draw_carcassonne_result(ending, self._look)

    def paint(self, scene: Scene) -> Image.Image:
        """The board after the scene."""
        before, view = scene.before, hide_untold_points(scene.view, scene.later)
        if self._scores is not None:
            before = replace(before, scores=self._scores)
        self._scores = view.scores
        news = changes_since.collect_news(before, view, scene.events)
        self._lay(view)
        desk = BoardCanvas(self._land.copy(), view, self._look, self._layout, news)
        for extra, seen in extras_in_view(view):
            extra.ground(desk, seen)
        room = Room(self._layout.size, cells_area(self._layout), self._busy.map)
        news_drawing.draw_news_below_figures(desk, room)
        figures = draw_figures(desk)
        for extra, seen in extras_in_view(view):
            extra.above(desk, seen)
        news_drawing.draw_news_above_figures(desk, room, figures)
        beside = self._layout.column
        rows, across = (beside.rows, beside.across) if beside is not None else (ROWS, 0)
        shown = self._chips(view, news, scene.seat)
        draw_chip_strip(desk.canvas, self._look, shown, strip_icon, self._layout.strip, rows, across, self._high)
        return desk.canvas

    def _lay(self, view: CarcassonneView) -> None:
        """Put what is new on the land, and its neighbours again: its dark edge lies over them."""
        new = [tile for tile in view.laid if self._tiles.get((tile.cell.x, tile.cell.y)) != tile]
        self._tiles.update({(tile.cell.x, tile.cell.y): tile for tile in new})
        side = self._layout.side
        for tile in new:
            x, y = self._layout.corner(tile.cell)
            self._busy.take((x, y, x + side, y + side), LITTLE)
        around = dict.fromkeys((tile.cell.x + dx, tile.cell.y + dy) for tile in new for dx, dy in AROUND)
        near = [self._tiles[cell] for cell in around if cell in self._tiles]
        for tiles, edged in ((new, True), (near, False)):
            put = [(t.cell.x, t.cell.y, t.tile, t.turn // 90) for t in tiles]
            lay_tiles(self._land, self._layout, put, self._look.theme, edged=edged)

    def _chips(self, view: CarcassonneView, news: News, seat: int | None) -> list[SeatChip]:
        """What the strip says, with a frame for whose turn it was."""
        found = build_carcassonne_chips(view, self._look, news)
        return [replace(chip, active=not view.over and at == seat) for at, chip in enumerate(found)]


def hide_untold_points(view: CarcassonneView, later: Sequence[tuple[str, Any]]) -> CarcassonneView:
    """The view without the points that are told later; until they are, nobody has won."""
    if not later:
        return view
    scores = list(view.scores)
    for _, told in later:
        for seat in told.get("seats", ()) if "category" in told else ():
            scores[seat] -= told.get("points", 0)
    return replace(view, scores=tuple(scores), over=False)


def _plan_film(ends: list[list[SeatChip]], last: CarcassonneView, look: Look) -> tuple[Layout, int]:
    """The plan of the last board, with as much room for the strip as any frame needs; how high a chip is there."""
    count = len(look.seats)
    columns = []
    for wide, across, rows in COLUMNS:
        lines = -(-count // across)
        one = highest_chip_height(ends, look, wide, strip_icon, rows, across)
        columns.append(SideColumn(wide, lines * one + (lines - 1) * GAP, 0, across, rows))
    full = highest_chip_height(ends, look, WIDTH - 24, strip_icon)
    head = HeadSize(full + 24, full + 24, 0, tuple(columns))
    found = plan_board({(tile.cell.x, tile.cell.y) for tile in last.laid}, False, look.mirrored, head=head)
    beside = found.column
    return found, full if beside is None else highest_chip_height(
        ends, look, beside.wide, strip_icon, beside.rows, beside.across
    )


__all__ = ["CarcassonneFilm"]
