"""A game in motion: the island, and what each turn changed on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PIL import Image

from render.core.film import Scene
from render.core.look import Look
from render.core.palette import Palette
from render.core.strip import gained
from rules.catan.view import CatanView
from rules.core import Phrase

from . import outlines
from .differs import changed
from .plan import plan
from .seats import public_points, strip
from .sides import corners
from .traces import drawn

TURN: Final = Phrase("turn")  # what is asked of whose turn it was: nothing of which there is more to say


class CatanFilm:
    """The island is kept as a sprite; what stands on it is drawn anew."""

    def __init__(self, last: CatanView, look: Look, colours: Palette) -> None:
        self.palette = colours
        self._look = look
        self._plan = plan(last.board, last.seats, last.barbarians is not None)

    @property
    def size(self) -> tuple[int, int]:
        return self._plan.size

    def paint(self, scene: Scene) -> Image.Image:
        """The table after the scene: the dice as they last fell in it, no offers, no questions."""
        before, view, look = scene.before, scene.view, self._look
        seat = view.active if scene.seat is None else scene.seat
        seen = changed(before, view, scene.events, None, seat)
        canvas = drawn(seen, look, self._plan, look.shades.ground, seat)
        shown = outlines.since(before, view, scene.events)
        tasks = {} if scene.seat is None else {seat: TURN}
        calm = replace(shown, changed=(), rolled=(), offer=None, done=(), tasks=tasks, invited={}, active=seat)
        corners(canvas, calm, look, self._plan)
        boxes = strip(canvas, calm, look)
        for one in range(view.seats):
            gain = public_points(view, one) - public_points(before, one)
            if gain and f"{one}.score" in boxes:
                left, _, right, bottom = boxes[f"{one}.score"]
                sprite = gained(gain)
                canvas.paste(sprite, ((left + right - sprite.width) // 2, bottom - 4), sprite)
        return canvas


__all__ = ["CatanFilm"]
