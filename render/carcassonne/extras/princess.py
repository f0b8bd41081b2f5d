"""The Princess & the Dragon: the way the dragon came."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, Final

from PIL import Image, ImageDraw

from render.carcassonne.extra import Desk, Extra
from render.core.cache import shared
from render.core.fonts import BOLD, label, middle
from render.core.kit import put, reduced
from render.core.look import Look, rgb
from render.core.words import listed
from rules.carcassonne.view import CarcassonneView

SCALES: Final = rgb("#A3161D")
PALE: Final = rgb("#FFF3E4")


@shared
def step(number: int, wide: int) -> Image.Image:
    """The number of a step, on a disc."""
    size = (wide + 4) * 4
    image = Image.new("RGBA", (size, size), (*SCALES, 0))
    ImageDraw.Draw(image).ellipse((6, 6, size - 6, size - 6), fill=PALE, outline=SCALES, width=max(8, wide // 2))
    done = reduced(image, (wide + 4, wide + 4))
    words = label(str(number), round(wide * 0.68), BOLD, 100, SCALES)
    done.alpha_composite(
        words, (round((done.width - words.width) / 2), round(done.height / 2 - middle(round(wide * 0.68), BOLD)))
    )
    return done


class Lair(Extra):
    rank = 40

    def ground(self, desk: Desk, seen: Any) -> None:
        if len(seen.path) < 2:
            return
        draw = ImageDraw.Draw(desk.canvas)
        points = [desk.at(cell, 0.5, 0.5) for cell in seen.path]
        for wide, ink in ((0.12, PALE), (0.07, SCALES)):
            draw.line(points, fill=ink, width=max(2, round(wide * desk.side)), joint="curve")

    def above(self, desk: Desk, seen: Any) -> None:
        points = [desk.at(cell, 0.5, 0.5) for cell in seen.path]
        # Not in the middle, where figures stand: toward where the dragon came from.
        for number, (a, b) in enumerate(itertools.pairwise(points), 1):
            spot = (b[0] + (a[0] - b[0]) * 0.36, b[1] + (a[1] - b[1]) * 0.36)
            put(desk.canvas, step(number, max(22, round(desk.side * 0.3))), spot)

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        say = look.say
        if seen.left and seen.mover is not None:
            ways = listed(map(str, seen.ways))
            yield say("pic.lair.moving", name=look.seats[seen.mover].name, n=seen.left, list=ways)
        if len(seen.path) > 1:
            yield say("pic.lair.path", list=listed(map(str, seen.path)))
        if seen.dragon is not None:
            yield say("pic.lair.dragon", cell=str(seen.dragon))
        if seen.fairy is not None:
            yield say("pic.lair.fairy", cell=str(seen.fairy))
        if seen.away:
            yield say("pic.lair.away", n=seen.away)

    def lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        yield " ".join(self.told(seen, view, look))
        if seen.volcanoes:
            yield look.say("pic.lair.volcanoes", list=listed(map(str, seen.volcanoes)))


EXTRA: Final = Lair()
