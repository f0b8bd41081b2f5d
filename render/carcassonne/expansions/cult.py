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

    def draw_on_land(self, board: BoardCanvas, seen: Any) -> None:
        """Draws a band between the two buildings, below the figures."""
        draw = ImageDraw.Draw(board.canvas)
        for duel in seen.duels:
            if board.layout.shows(duel.shrine) or board.layout.shows(duel.monastery):
                middles = [board.pixel_at(duel.shrine, 0.5, 0.5), board.pixel_at(duel.monastery, 0.5, 0.5)]
                (ax, ay), (bx, by) = middles
                band_ends = [(ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3), (ax + (bx - ax) * 0.7, ay + (by - ay) * 0.7)]
                for width_share, ink in ((0.12, PALE), (0.07, CHALLENGE)):
                    draw.line(band_ends, fill=ink, width=max(2, round(width_share * board.side)))
                    radius = (width_share / 2 + 0.04) * board.side
                    for x, y in band_ends:
                        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if seen.duels:
            duels = (
                look.say("pic.cult.duel", shrine=str(duel.shrine), monastery=str(duel.monastery)) for duel in seen.duels
            )
            yield look.say("pic.cult.duels", list=join_list(duels))


EXTRA: Final = Duels()
