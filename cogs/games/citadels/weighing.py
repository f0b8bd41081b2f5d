"""Weights of story lines in Citadels. Cards add their own."""

from __future__ import annotations

from typing import Final

from cogs.screen.event_text import Weight

from ..weighing import LOSER, Scales, weigh_keys
from .card_face import extra_faces

SCALES: Final = Scales(
    "cit",
    {
        **weigh_keys(Weight.IDLE, "draft.picked", "draft.picked_several", "draft.threw", "action.looks"),
        **weigh_keys(Weight.PASSING, "call.silent", "call.silent_several", "call.hushed", "turn.income"),
        **weigh_keys(Weight.GREAT, "round.murdered", "turn.taken_over"),
    },
    {
        **weigh_keys(Weight.PASSING, "action", "cards"),
        **weigh_keys(Weight.LASTING, "build", "crown"),
        **weigh_keys(Weight.GREAT, "game", "power"),
    },
    {"round.murdered": LOSER},
).with_others(extra.scales for extra in extra_faces())
