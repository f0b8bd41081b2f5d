"""The Hospital: an action in spite of a murder."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight

from ..card_face import CitadelsCardFace
from ..parts import CitadelsSeatView

WORD: Final = "hospital"


class Hospital(CitadelsCardFace):
    """Asked even if useless, because not asking would reveal the role."""

    def question_key(self, seat_view: CitadelsSeatView, question: Question, key: str) -> str:
        return "hospital_no" if key == WORD and len(question.moves) == 1 else ""


EXTRA: Final = Hospital(
    weight_by_family=weigh_keys(Weight.GREAT, "hospital"),
    quick_lines_by_task={WORD: ("gold", "cards", "pass hospital")},
    lines_needing_deck=("cards",),
)
