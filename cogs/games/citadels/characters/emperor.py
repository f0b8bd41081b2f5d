"""The Emperor: the crown and its payment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.games.public_table import PublicTable
from cogs.games.weighing import weigh_keys
from cogs.screen import Button, ids
from cogs.screen.event_text import Weight
from rules.citadels.characters.emperor import Pay, PayEmperor
from rules.citadels.view import CitadelsView
from words import Voice

from ..card_face import CitadelsCardFace

GOLD: Final = f"{Pay.kind} gold"


class Emperor(CitadelsCardFace):
    """Payment in gold or a card, as available."""

    def may_show_quick_button(self, view: CitadelsView, seat: int, line: str) -> bool:
        return line != GOLD or bool(view.players[seat].gold)

    def next_screen_buttons(
        self, table: PublicTable[CitadelsView], view: CitadelsView, voice: Voice, seat: int, word: str
    ) -> Iterator[Button]:
        custom_id = ids.picker_custom_id(table.id, table.seq, Pay.kind)
        if word == PayEmperor.phrase_key and custom_id and view.players[seat].hand:
            yield Button(custom_id, voice("cit.button.give"), "blue")


EXTRA: Final = Emperor(
    weight_by_key=weigh_keys(Weight.PASSING, "power.unpaid"), quick_lines_by_task={PayEmperor.phrase_key: (GOLD,)}
)
