"""The King takes the crown."""  # citadels.md 7.4

from __future__ import annotations

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.state import OUT, Ctx


class King(Character):
    key = "king"
    colour = "yellow"
    never_face_up = True

    def on_own_reveal(self, ctx: Ctx, holder: int) -> None:
        effects.move_crown(ctx, holder)

    def on_round_end(self, ctx: Ctx) -> None:
        """A murdered King takes the crown at the end of the round."""
        holder = ctx.s.holder_of(self.key)
        if ctx.s.is_named("murder", self.key) and holder != OUT:
            effects.move_crown(ctx, holder)


RULE = King
