"""Abbey & Mayor: abbey, barn and wagon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cogs.choose.picker import ChoicePath, Question
from cogs.games.picker_frame import frame_screen
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales, weigh_keys
from cogs.screen import Button, Screen, split_into_rows
from cogs.screen.event_text import Weight
from render import Mark
from rules.carcassonne.expansions.abbey.moves import LayAbbey, MoveWagon, PutBarn
from rules.carcassonne.expansions.abbey.view import EstateSeen
from rules.carcassonne.view import CarcassonneView
from rules.core import Move
from service.state.model import StoredEvent
from words import Voice

from .. import decisions, figures, laying, story
from ..places import CarcSeatView, board_picture, join_lines, just_laid_cell, list_places, tile_picture
from .base import CarcExpansionFace, quick_move_button

LAID: Final = "carc.abbey.laid"
BARNS: Final = ("farmers", "farmers_each", "merged", "merged_each", "nothing")


class Abbey(CarcExpansionFace[EstateSeen]):
    """An abbey replaces a tile, a barn a figure; a wagon moves on."""

    key = "abbey"
    turn_start_keys = (LAID,)
    omitted_keys = ("carc.abbey.passed",)
    scales = Scales("carc", weigh_keys(Weight.PASSING, "abbey.kept"), weigh_keys(Weight.GREAT, "barn"))
    keys_naming_returned_figures = MappingProxyType({f"carc.barn.{how}": f"carc.barn.{how}_whom" for how in BARNS})
    tile_laying_kinds = (LayAbbey.kind,)
    kinds_instead_of_figure = (PutBarn.kind,)

    async def own_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The choice of a hole for the abbey, then its preview with the monk."""
        if next((move.kind for move in question.moves if move.kind != "pass"), "") != LayAbbey.kind:
            return None
        move = question.moves[0]
        if question.shape == "move" and isinstance(move, LayAbbey):
            return await laying.lay_preview_screen(seat_view, question, move, move.cell)
        cells = [move.cell for move in seat_view.legal if isinstance(move, LayAbbey)]
        files = await board_picture(seat_view, "holes", cells)
        pass_buttons = [decisions.move_button(seat_view, move) for move in seat_view.legal if move.kind == "pass"]
        buttons = []
        for cell in cells:
            path = ChoicePath((), (LayAbbey.kind, str(cell)))
            buttons.append(seat_view.next_screen_button(path, seat_view.say("carc.pick.abbey", cell=str(cell))))
        is_last = seat_view.view.tasks[seat_view.seat].key.endswith("last_abbey")
        key = "carc.ask.last_abbey" if is_last else "carc.ask.abbey"
        return frame_screen(seat_view, question, seat_view.say(key), split_into_rows([*pass_buttons, *buttons]), files)

    async def figure_alternative_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The choice of a corner for the barn."""
        moves = [move for move in question.moves if isinstance(move, PutBarn)]
        marks = tuple(
            Mark(move.corner, move.corner, note=seat_view.value_label("corner", move.corner)) for move in moves
        )
        files = await tile_picture(seat_view, "barn", just_laid_cell(seat_view), marks)
        buttons = [seat_view.move_button(move, seat_view.say("carc.button.barn", corner=move.corner)) for move in moves]
        text = join_lines(seat_view.say("carc.pick.barn"), seat_view.say("carc.about.barn"))
        return frame_screen(
            seat_view, question, text, split_into_rows(buttons), files, parent=figures.path_to_others(seat_view)
        )

    def decision_text(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        if kind != MoveWagon.kind:
            return None
        spots = [move.spot for move in moves if isinstance(move, MoveWagon)]
        return [seat_view.say("carc.ask.wagon"), *list_places(seat_view, spots)]

    def quick_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        if task == "abbey":
            yield from quick_move_button(table, "pass abbey", voice("carc.button.pass_abbey"))

    def pieces_left(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        seen = self.expansion_view(view)
        return {"abbey": seen.abbeys[seat]} if seen is not None else {}

    def join_pair(self, before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
        """Joins the abbey with the monk on it."""
        if (before.key, event.key) != (LAID, story.DEPLOYED) or before.params["cell"] != event.params["cell"]:
            return None
        return StoredEvent(f"{LAID}_with", {**event.params, **before.params}, None, before.reveals)


EXTRA: Final = Abbey()
