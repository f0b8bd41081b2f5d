"""The Count of Carcassonne: the quarters of the City, their figures, and the count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from PIL import Image, ImageDraw

from render.carcassonne.colours import COIN
from render.carcassonne.extras import BoardCanvas, Extra, Target, region_target
from render.carcassonne.figure_bodies import GOWN, SKIN
from render.carcassonne.figure_sketch import Figure, Sketch, figure_word
from render.carcassonne.news import Event, Moved, Told
from render.core.cache import cached_sprite
from render.core.look import Colour, Look, mix_colours, rgb
from render.core.sentences import join_list
from render.core.shapes import SMOOTH, draw_dashed_frame, paste_centred, plate_sprite, scale_down
from rules.carcassonne.view import CarcassonneView

ROBE: Final = rgb("#46607A")
PARCHMENT: Final = rgb("#F6ECD2")
INK: Final = rgb("#2E261C")
WHITE: Final = (255, 255, 255)
Box = tuple[float, float, float, float]
WALL: Final = 0.56  # inset of the City's wall from the rim of its outer tiles, in tiles
NAMED: Final = 100  # least side of tiles with legible names of quarters; choices have plates
NAME: Final = 46  # least height of their plates
LEAST: Final = 28  # least size of their letters


@cached_sprite
def quarter_veil_sprite(size: tuple[int, int], line: int) -> Image.Image:
    """The frame of the count's quarter, in the colour of his robe."""
    image = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH), (*ROBE, 0))
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, image.width - 1, image.height - 1),
        12 * SMOOTH,
        fill=(*ROBE, 78),
        outline=(*ROBE, 255),
        width=line * SMOOTH,
    )
    return scale_down(image, size)


def _draw_count(s: Sketch, _ink: Colour) -> None:
    """The count: a grey and blue robe, a golden chain, a hat with a feather."""
    robe, deep = rgb("#6E8BA8"), rgb("#46607A")
    s.poly(GOWN, robe, 0.05)
    s.poly([(0.02, 0.0), (0.24, 0.0), (0.36, 0.47), (0.08, 0.47)], deep)
    s.line([(-0.17, -0.05), (-0.1, 0.12), (0.0, 0.17), (0.1, 0.12), (0.17, -0.05)], 0.055, COIN)
    s.oval(0.0, 0.2, 0.075, 0.075, COIN)
    s.oval(0.0, 0.2, 0.035, 0.035, rgb("#B4541A"))
    s.oval(0.0, -0.19, 0.16, 0.165, SKIN)
    s.poly([(-0.1, -0.14), (0.1, -0.14), (0.0, 0.02)], rgb("#6B4A2E"), 0.02)
    s.line([(0.12, -0.36), (0.3, -0.52)], 0.08, WHITE)
    s.oval(0.0, -0.33, 0.24, 0.11, mix_colours(deep, (0, 0, 0), 0.25))
    s.line([(-0.22, -0.29), (0.22, -0.29)], 0.05, deep)


class Quarters(Extra):
    rank = 60
    travels = frozenset({"carc.count.sent"})
    briefed = ("carc.count.outside", "carc.count.stands", "carc.count.stayed")
    figures: ClassVar = {"count": Figure(0.45, _draw_count)}

    def regions(self, seen: Any) -> Iterator[tuple[Any, Box]]:
        """Each quarter and its box, in tiles from M50."""
        xs, ys = [c.x for c in seen.tiles], [c.y for c in seen.tiles]
        left, right, top, bottom = min(xs) + WALL, max(xs) + 1 - WALL, min(ys) + WALL, max(ys) + 1 - WALL
        x, y = (left + right) / 2, (top + bottom) / 2
        for quarter in seen.quarters:
            west, north = quarter.cell.x + 0.5 < x, quarter.cell.y + 0.5 < y
            yield (
                quarter,
                (
                    left if west else x,
                    top if north else y,
                    x if west else right,
                    y if north else bottom,
                ),
            )

    def target(self, seen: Any, place: str) -> Target | None:
        word = f"pic.quarter.{place}"
        return next(
            (region_target(box, place, word) for quarter, box in self.regions(seen) if quarter.name == place), None
        )

    def ground(self, desk: BoardCanvas, seen: Any) -> None:
        if not any(desk.layout.shows(cell) for cell in seen.tiles):
            return
        draw = ImageDraw.Draw(desk.canvas)
        side = desk.side
        x0, y0 = desk.layout.corner((0, 0))
        line = max(2, round(side * 0.045))
        for quarter, (a, b, c, d) in self.regions(seen):
            left, top, right, bottom = (
                round(x0 + a * side),
                round(y0 + b * side),
                round(x0 + c * side),
                round(y0 + d * side),
            )
            draw_dashed_frame(
                draw, (left, top, right, bottom), PARCHMENT, max(1, round(side * 0.03)), max(4, round(side * 0.12))
            )
            here = quarter.name == seen.count
            if here:
                sprite = quarter_veil_sprite((right - left - 2, bottom - top - 2), line)
                desk.canvas.paste(sprite, (left + 1, top + 1), sprite)
            if not desk.named:
                continue
            fill, ink = (ROBE, WHITE) if here else (PARCHMENT, INK)
            if side >= NAMED:
                word = desk.look.say(f"pic.quarter.{quarter.name}")
                banner = plate_sprite(word, max(NAME, round(side * 0.3)), right - left - 4, fill, ink, INK, LEAST)
                paste_centred(desk.canvas, banner, ((left + right) / 2, top + banner.height / 2 - 1))

    def stands(self, seen: Any, view: CarcassonneView) -> Mapping[int, tuple[float, float]]:
        found: dict[int, tuple[float, float]] = {}
        for quarter, (a, b, c, d) in self.regions(seen):
            inside = [i for i, p in enumerate(view.pieces) if p.cell == quarter.cell and p.place == quarter.name]
            low = b + (d - b) * 0.69
            rows = [inside] if len(inside) <= 4 else [inside[::2], inside[1::2]]
            for row, pieces in enumerate(rows):
                for k, i in enumerate(pieces):
                    x = a + (c - a) * (k + 0.5 + 0.3 * row * (len(rows) > 1)) / (len(pieces) + 0.3 * (len(rows) > 1))
                    found[i] = x, low + 0.24 * (row - (len(rows) - 1) / 2) * 1.2
        return found

    def read(self, seen: Any, events: Sequence[Event]) -> Iterable[Told]:
        return [Moved("count", params["seat"]) for key, params in events if key == "carc.count.moved"]

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        say = look.say
        if seen.sending:
            yield say("pic.count.sending", list=join_list(look.seats[seat].name for seat in seen.sending))
        inside = [
            say(
                "pic.count.inside",
                quarter=quarter.name,
                list=join_list(f"{look.seats[s].name} {figure_word(say, kind)}" for kind, s in quarter.followers),
            )
            for quarter in seen.quarters
            if quarter.followers
        ]
        yield say("pic.count.city", quarter=seen.count, list=join_list(inside, "; ") or say("pic.count.nobody"))
        if seen.sent:
            sent = (
                f"{look.seats[seat].name} {figure_word(say, kind)} {cell}.{place}"
                for kind, seat, _, cell, place in seen.sent
            )
            yield say("pic.count.sent", list=join_list(sent))


EXTRA: Final = Quarters()
