"""The Diplomat: own district, other player, their district."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_screens
from cogs.games.weighing import AIM, weigh_keys
from cogs.screen import Button
from cogs.screen.event_text import Weight
from rules.citadels.characters.diplomat import Exchange, ExchangeOne

from ..card_face import CitadelsCardFace
from ..parts import CitadelsSeatView


class Diplomat(CitadelsCardFace):
    """The exchange, field by field."""

    def question_key(self, seat_view: CitadelsSeatView, question: Question, key: str) -> str:
        return f"{key}_{question.field}" if key == ExchangeOne.phrase_key and question.field is not None else ""

    def answer_buttons(self, seat_view: CitadelsSeatView, question: Question, asked: Question) -> list[Button] | None:
        if asked.kind != Exchange.kind or asked.shape != "values" or asked.field == "district":
            return None
        return picker_screens.choice_buttons(seat_view, asked)


EXTRA: Final = Diplomat(
    weight_by_key=weigh_keys(Weight.IDLE, "power.no_exchange"), losing_parameters={"power.exchange": AIM}
)
