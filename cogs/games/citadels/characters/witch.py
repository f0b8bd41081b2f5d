"""The Witch: an action before naming a character."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question

from ..card_face import CitadelsCardFace
from ..parts import CitadelsSeatView


class Witch(CitadelsCardFace):
    """Its half turn, in which nobody is bewitched yet."""

    def question_key(self, seat_view: CitadelsSeatView, question: Question, key: str) -> str:
        turn = seat_view.view.turn
        return "half_witch" if key == "half" and turn is not None and not turn.bewitched else ""


EXTRA: Final = Witch()
