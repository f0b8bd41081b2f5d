"""The Magician: swaps hands or replaces cards."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, Question
from cogs.games import picker_screens
from cogs.games.picker_frame import frame_screen
from cogs.games.weighing import AIM, weigh_keys
from cogs.screen import Row, Screen, split_into_rows
from cogs.screen.event_text import Weight
from rules.citadels.characters.magician import Redraw, Swap
from rules.core import Move, encode_move

from ..buttons import move_button
from ..card_face import CitadelsCardFace
from ..parts import CitadelsSeatView


class Magician(CitadelsCardFace):
    """Both powers on one screen."""

    async def menu_screen(self, seat_view: CitadelsSeatView, question: Question) -> Screen | None:
        """Players to swap with, and cards to replace."""
        moves = question.moves
        if not any(isinstance(move, Redraw) for move in moves):
            return None
        rows: list[Row] = [*split_into_rows([move_button(seat_view, move) for move in moves if isinstance(move, Swap)])]
        redraw = seat_view.question_at_path(ChoicePath((), (Redraw.kind,)))
        largest = max((move for move in redraw.moves if isinstance(move, Redraw)), key=lambda move: len(move.districts))
        label = seat_view.say("cit.button.redraw_all", n=len(seat_view.view.hand))
        rows.append([seat_view.play_button([encode_move(largest)], label)])
        if redraw.shape == "set":
            rows.append(picker_screens.set_select(seat_view, redraw))
        elif redraw.shape == "counts":  # more cards than a select holds
            rows.append([seat_view.next_screen_button(redraw.path, seat_view.vocabulary.kind_name(Redraw.kind))])
        return frame_screen(
            seat_view, question, seat_view.say("cit.ask.magician"), rows, await seat_view.draw_hand_picture()
        )

    def button_number(self, move: Move) -> int | None:
        return len(move.districts) if isinstance(move, Redraw) else None


EXTRA: Final = Magician(weight_by_key=weigh_keys(Weight.LASTING, "power.redraw"), losing_parameters={"power.swap": AIM})
