"""Films of Catan: the island and the changes of each turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PIL import Image

from render.core.chip_strip import gained_points_sprite
from render.core.ending import Ending
from render.core.film import Scene
from render.core.look import Look
from render.core.palette import Palette
from rules.catan.view import CatanView
from rules.core import Phrase

from . import changes_since
from . import ending as result
from .change_drawing import draw_changes
from .island_plan import plan_island
from .sea_corners import draw_sea_corners
from .seats import Box, chip_box, draw_catan_strip, public_points
from .turn_changes import find_turn_changes

TURN_TASK: Final = Phrase("turn")  # the task shown for the seat of the turn
CHIP_PADDING: Final = 6  # gap between gained points and the edge of the chip


class CatanFilm:
    """Draws frames; the island is a cached sprite, the pieces are drawn for each frame."""

    def __init__(self, last: CatanView, look: Look, colours: Palette) -> None:
        self.palette = colours
        self._look = look
        self._seats = last.seats
        self._plan = plan_island(last.board, last.seats, last.barbarians is not None)

    @property
    def size(self) -> tuple[int, int]:
        return self._plan.size

    def card(self, ending: Ending) -> Image.Image:
        """The result card."""
        return result.draw_catan_result(ending, self._look)

    def paint(self, scene: Scene) -> Image.Image:
        """The table after the scene with its last dice, without offers and pending decisions."""
        before, view, look = scene.before, scene.view, self._look
        seat = view.active if scene.seat is None else scene.seat
        changes = find_turn_changes(before, view, scene.events, reader=None, seat=seat)
        canvas = draw_changes(changes, look, self._plan, look.shades.ground, seat)
        shown = changes_since.mark_new_pieces(before, view, scene.events)
        tasks = {} if scene.seat is None else {seat: TURN_TASK}
        calm = replace(shown, changed=(), rolled=(), offer=None, done=(), tasks=tasks, invited={}, active=seat)
        draw_sea_corners(canvas, calm, look, self._plan)
        boxes = draw_catan_strip(canvas, calm, look)
        for other in range(view.seats):
            if gain := public_points(view, other) - public_points(before, other):
                self._draw_gained_points(canvas, boxes, other, gain)
        return canvas

    def _draw_gained_points(self, canvas: Image.Image, boxes: dict[str, Box], seat: int, points: int) -> None:
        """Draw gained points at the end of the chip's line with the name."""
        sprite = gained_points_sprite(points)
        name_box, score_box = boxes[f"{seat}.name"], boxes.get(f"{seat}.score box")
        left, wide = chip_box(seat, self._seats, self._look.mirrored)
        right = left + wide
        if score_box is not None:  # before the points of a broad chip
            left, right = (score_box[2], right) if self._look.mirrored else (left, score_box[0])
        x = left + CHIP_PADDING if self._look.mirrored else right - CHIP_PADDING - sprite.width
        canvas.paste(sprite, (x, (name_box[1] + name_box[3] - sprite.height) // 2), sprite)
