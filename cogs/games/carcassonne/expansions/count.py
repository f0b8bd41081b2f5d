"""The Count: entering the City, moving the count, deploying followers from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cogs.choose.picker import Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales, weigh_keys
from cogs.screen import Button, Screen, split_into_rows
from cogs.screen.event_text import Weight
from rules.carcassonne.expansions.count.moves import EnterCity, MoveCount, SendOut
from rules.carcassonne.expansions.count.view import CitySeen
from rules.carcassonne.view import CarcassonneView
from rules.core import Move
from words import Voice

from .. import decisions
from ..places import CarcSeatView, board_picture, list_places
from .base import Answer, CarcExpansionFace, quick_move_button

QUARTERS: Final = ("castle", "market", "smithy", "cathedral")
ENTER, MOVE, SEND = EnterCity.kind, MoveCount.kind, SendOut.kind


class Count(CarcExpansionFace[CitySeen]):
    """Quarters and the followers in them."""

    key = "count"
    omitted_keys = ("carc.count.outside", "carc.count.stayed")
    kinds_with_own_next_decision = (ENTER,)  # followed by moving the count
    scales = Scales("carc", weigh_keys(Weight.IDLE, "count.stands"), weigh_keys(Weight.LASTING, "count"))

    async def own_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """If too many for buttons: first figure and quarter, then the place."""
        moves = [move for move in question.moves if isinstance(move, SendOut)]
        if len(question.moves) <= decisions.MOST or question.shape != "kinds" or not moves:
            return None
        groups = unique_items((move.figure, move.quarter) for move in moves)
        buttons = []
        for figure, quarter in groups:
            path = seat_view.path_to(SEND, figure, quarter) if len(groups) > 1 else seat_view.path_to(SEND)
            label = seat_view.say("carc.pick.send_on", who=figure, quarter=quarter)
            buttons.append(seat_view.next_screen_button(path, label))
        buttons += [decisions.move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
        files = await board_picture(seat_view, "leaving", unique_items(quarter for _, quarter in groups))
        return frame_screen(seat_view, question, seat_view.say("carc.ask.count-send"), split_into_rows(buttons), files)

    def decision_text(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        if kind == ENTER:
            return self._entering(seat_view)
        if kind == MOVE:
            return [seat_view.say("carc.ask.count-move", quarter=self.shown_view(seat_view.view).count)]
        if kind == SEND:
            is_last = seat_view.view.tasks[seat_view.seat].key.endswith("last_send")
            spots = [move.spot for move in moves if isinstance(move, SendOut)]
            return [
                seat_view.say("carc.ask.last_send" if is_last else "carc.ask.count-send"),
                *list_places(seat_view, spots),
            ]
        return None

    def _entering(self, seat_view: CarcSeatView) -> list[str]:
        """The question for a quarter, and the followers in each."""
        seen = self.shown_view(seat_view.view)
        lines = [seat_view.say("carc.ask.count-enter", quarter=seen.count)]
        for quarter in seen.quarters:
            seats = unique_items(seat for _, seat in quarter.followers)
            key = "carc.ask.quarter_held" if seats else "carc.ask.quarter"
            lines.append(seat_view.say(key, quarter=quarter.name, feature=quarter.helps, seats=seats))
        return lines

    def answer_label(self, seat_view: CarcSeatView, move: Move) -> Answer | None:
        stays = isinstance(move, MoveCount) and move.quarter == self.shown_view(seat_view.view).count
        return Answer("count-stays") if stays else None

    def answer_places(self, seat_view: CarcSeatView, move: Move) -> list[str] | None:
        return [move.quarter] if isinstance(move, (EnterCity, MoveCount)) else None

    def quick_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        """Moving the count to a quarter, or leaving it."""
        if task != "count":
            return
        current = self.shown_view(view).count
        for quarter in QUARTERS:
            if quarter != current:
                yield from quick_move_button(table, f"{MOVE} {quarter}", voice(f"carc.button.{MOVE}", quarter=quarter))
        yield from quick_move_button(table, f"{MOVE} {current}", voice("carc.button.count-stays", quarter=current))


EXTRA: Final = Count()
