"""The Artist: gold on one or two districts."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_screens
from cogs.games.weighing import weigh_keys
from cogs.screen import MAX_BUTTONS, Button
from cogs.screen.event_text import Weight
from render import Mark
from rules.citadels.characters.artist import Beautify
from rules.core import Move

from ..card_face import CitadelsCardFace
from ..parts import CitadelsSeatView


class Artist(CitadelsCardFace):
    """Pairs of own districts, chosen one after the other if there are many."""

    def answer_buttons(self, seat_view: CitadelsSeatView, question: Question, asked: Question) -> list[Button] | None:
        beautify_moves = [move for move in question.moves if isinstance(move, Beautify)]
        other_moves = [move for move in question.moves if not isinstance(move, Beautify)]
        if len(question.moves) <= MAX_BUTTONS or not beautify_moves or any(move.kind != "pass" for move in other_moves):
            return None
        return picker_screens.first_card_buttons(seat_view, beautify_moves, "districts")[
            : MAX_BUTTONS - len(other_moves)
        ]

    def choice_marks(self, seat_view: CitadelsSeatView, move: Move) -> list[Mark] | None:
        if not isinstance(move, Beautify):
            return None
        return [
            Mark(card, f"{seat_view.seat}.{card}", note=seat_view.value_label("district", card))
            for card in move.districts
        ]


EXTRA: Final = Artist(weight_by_key=weigh_keys(Weight.LASTING, "power.beautify"))
