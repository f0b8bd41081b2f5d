"""Films of Citadels: the table after each turn, with built, taken and destroyed districts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PIL import Image, ImageDraw

from render.core.chip_strip import gained_points_sprite
from render.core.ending import Ending
from render.core.film import Scene
from render.core.look import Look
from render.core.palette import Palette
from render.core.sheet import Sheet
from rules.citadels.view import CitadelsView, SheetRow
from rules.core import Phrase

from . import changes_since
from . import ending as result
from .table import draw_table, plan_panels

TURN_TASK: Final = Phrase("turn")  # the task shown for the seat of the turn
RING_WIDE: Final = 6  # width of the ring around a moved crown


class CitadelsFilm:
    """Draws frames, composed of cached cards and panels."""

    def __init__(self, last: CitadelsView, look: Look, colours: Palette) -> None:
        self.palette = colours
        self._look = look
        self.size = plan_panels(last.seats).size

    def card(self, ending: Ending) -> Image.Image:
        """The result card."""
        return result.draw_citadels_result(ending, self._look)

    def paint(self, scene: Scene) -> Image.Image:
        """The table after the scene, with a frame around the seat of the turn."""
        before, view = scene.before, scene.view
        shown = with_round_of_turn(before, changes_since.mark_new_districts(before, view, scene.events))
        tasks = {} if scene.seat is None else {scene.seat: TURN_TASK}
        sheet = draw_table(replace(shown, tasks=tasks, sheet=without_bonus_points(shown.sheet)), self._look)
        for seat in range(view.seats):
            if view.players[seat].crown and not before.players[seat].crown:
                self._draw_crown_ring(sheet, seat)
            if gain := view.scores[seat] - before.scores[seat]:
                self._draw_gained_points(sheet, seat, gain)
        return sheet.image

    @staticmethod
    def _draw_gained_points(sheet: Sheet, seat: int, points: int) -> None:
        """Draw gained points beside the points, clear of gold and cards."""
        sprite = gained_points_sprite(points)
        left, top, right, _ = sheet.boxes[f"{seat}.score"]
        progress_box = sheet.boxes.get(f"{seat}.progress")
        y = top - sprite.height + 8 if progress_box is None else progress_box[3]
        x = left if sheet.look.mirrored else right - sprite.width
        sheet.image.paste(sprite, (x, max(0, y)), sprite)

    def _draw_crown_ring(self, sheet: Sheet, seat: int) -> None:
        """Draw a ring around a moved crown."""
        colour = self._look.seats[seat].colour
        left, top, right, bottom = sheet.boxes[f"{seat}.crown"]
        draw = ImageDraw.Draw(sheet.image)
        for line, ink in ((RING_WIDE + 2, colour.outline), (RING_WIDE, colour.fill)):
            draw.rounded_rectangle((left - line, top - line, right + line, bottom + line), 14, outline=ink, width=line)


def without_bonus_points(rows: Sequence[SheetRow]) -> tuple[SheetRow, ...]:
    """The rows without bonus points, whose place the gained points take."""
    return tuple(replace(row, districts=row.total) for row in rows)


def with_round_of_turn(before: CitadelsView, view: CitadelsView) -> CitadelsView:
    """The view with the characters of the turn's round, if the turn ended that round."""
    if view.over or view.round == before.round or before.phase != "call":
        return view
    players = tuple(
        replace(player_now, shown=player_before.shown, secret=0, drafting=False)
        for player_before, player_now in zip(before.players, view.players, strict=True)
    )
    return replace(
        view,
        players=players,
        round=before.round,
        phase=before.phase,
        rank=before.rank,
        turn=None,
        face_up=before.face_up,
        silent=before.silent,
        marks=before.marks,
    )
