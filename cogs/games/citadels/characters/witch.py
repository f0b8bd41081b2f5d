"""The Witch: an action before she names a character."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question

from ..card_face import Extra
from ..parts import CitadelsRoom


class Witch(Extra):
    """Half a turn of her own, in which nobody is bewitched."""

    def ask_key(self, room: CitadelsRoom, question: Question, key: str) -> str:
        turn = room.view.turn
        return "half_witch" if key == "half" and turn is not None and not turn.bewitched else ""


EXTRA: Final = Witch()
