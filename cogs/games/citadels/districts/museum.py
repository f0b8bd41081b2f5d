"""The Museum: cards under it, known to its owner only."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import weigh_keys
from cogs.screen.event_text import Weight
from rules.citadels.view import CitadelsView
from words import Voice

from ..card_face import CitadelsCardFace


class Museum(CitadelsCardFace):
    def hand_lines(self, view: CitadelsView, seat: int, voice: Voice) -> list[str]:
        cards = [card for built in view.players[seat].city for card in built.names]
        return [voice("cit.hand.museum", districts=cards)] if cards else []


EXTRA: Final = Museum(weight_by_family=weigh_keys(Weight.LASTING, "museum"))
