"""The Architect draws two extra cards and builds up to three districts."""  # citadels.md 7.7

from __future__ import annotations

from typing import Final

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.state import Ctx

CARDS: Final = 2


class Architect(Character):
    key = "architect"
    build_limit = 3

    def gain_after_action(self, ctx: Ctx, seat: int) -> None:
        effects.draw_cards(ctx, seat, CARDS)


RULE = Architect
