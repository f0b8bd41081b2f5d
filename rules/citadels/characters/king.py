"""The King takes the crown."""  # citadels.md 7.4

from __future__ import annotations

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.state import OUT, Ctx


class King(Character):
    key = "king"
    colour = "yellow"
    unseen = True

    def revealed(self, ctx: Ctx, holder: int) -> None:
        effects.move_crown(ctx, holder)

    def round_ends(self, ctx: Ctx) -> None:
        """A murdered King takes the crown at the end of the round."""
        holder = ctx.s.holder(self.key)
        if ctx.s.is_named("murder", self.key) and holder != OUT:
            effects.move_crown(ctx, holder)


RULE = King
