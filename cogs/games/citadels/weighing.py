"""What matters in the story of Citadels: what characters do to others, and what is built. Cards weigh their own."""

from __future__ import annotations

from typing import Final

from cogs.screen.event_text import Weight

from ..weighing import LOSER, Scales, keys
from .card_face import extras

SCALES: Final = Scales(
    "cit",
    {
        **keys(Weight.IDLE, "draft.picked", "draft.picked_several", "draft.threw", "action.looks"),
        **keys(Weight.PASSING, "call.silent", "call.silent_several", "call.hushed", "turn.income"),
        **keys(Weight.GREAT, "round.murdered", "turn.taken_over"),
    },
    {
        **keys(Weight.PASSING, "action", "cards"),
        **keys(Weight.LASTING, "build", "crown"),
        **keys(Weight.GREAT, "game", "power"),
    },
    {"round.murdered": LOSER},
).with_others(extra.scales for extra in extras())
