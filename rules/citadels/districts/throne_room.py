"""The Throne Room pays whenever the crown changes its holder."""

from __future__ import annotations

from rules.citadels.hooks import District
from rules.citadels.state import Ctx


class ThroneRoom(District):
    key = "throne_room"
    presets = ("dark_city",)

    def on_crown_moved(self, ctx: Ctx, owner: int) -> None:
        ctx.s.gold[owner] += 1
        ctx.emit("cit.throne_room.gold", seat=owner)


RULE = ThroneRoom
