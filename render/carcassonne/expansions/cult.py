"""Cult: challenges between heretics and monks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from PIL import ImageDraw

from render.carcassonne.extras import BoardCanvas, Extra
from render.core.look import Look, rgb
from render.core.sentences import join_list
from rules.carcassonne.view import CarcassonneView

CHALLENGE: Final = rgb("#6B4FA0")
PALE: Final = rgb("#F4EFE4")


class Duels(Extra):
    rank = 10

    def ground(self, desk: BoardCanvas, seen: Any) -> None:
        """Draws a band between the two buildings, below the figures."""
        draw = ImageDraw.Draw(desk.canvas)
        for duel in seen.duels:
            if desk.layout.shows(duel.shrine) or desk.layout.shows(duel.monastery):
                ends = [desk.at(duel.shrine, 0.5, 0.5), desk.at(duel.monastery, 0.5, 0.5)]
                (ax, ay), (bx, by) = ends
                near = [(ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3), (ax + (bx - ax) * 0.7, ay + (by - ay) * 0.7)]
                for wide, ink in ((0.12, PALE), (0.07, CHALLENGE)):
                    draw.line(near, fill=ink, width=max(2, round(wide * desk.side)))
                    r = (wide / 2 + 0.04) * desk.side
                    for x, y in near:
                        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if seen.duels:
            duels = (look.say("pic.cult.duel", shrine=str(d.shrine), monastery=str(d.monastery)) for d in seen.duels)
            yield look.say("pic.cult.duels", list=join_list(duels))


EXTRA: Final = Duels()
