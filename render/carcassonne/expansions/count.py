"""The Count of Carcassonne: the quarters of the City, their figures, and the count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from PIL import Image, ImageDraw

from render.carcassonne.colours import COIN
from render.carcassonne.extras import BoardCanvas, Extra, Target, region_target
from render.carcassonne.figure_bodies import GOWN, SKIN
from render.carcassonne.figure_sketch import Figure, Sketch, figure_word
from render.carcassonne.news import Event, FigureNews, MovedFigure
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
WALL_INSET: Final = 0.56  # inset of the City's wall from the rim of its outer tiles, in tiles
LEAST_NAMED_TILE_PX: Final = 100  # least side of tiles with legible names of quarters; choices have plates
NAME_PX: Final = 46  # least height of their plates
FLOOR: Final = 28  # least size of their letters


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
    figure_move_keys = frozenset({"carc.count.sent"})
    brief_key_prefixes = ("carc.count.outside", "carc.count.stands", "carc.count.stayed")
    figures: ClassVar = {"count": Figure(0.45, _draw_count)}

    def quarter_boxes(self, seen: Any) -> Iterator[tuple[Any, Box]]:
        """Each quarter and its box, in tiles from M50."""
        xs, ys = [c.x for c in seen.tiles], [c.y for c in seen.tiles]
        left, right = min(xs) + WALL_INSET, max(xs) + 1 - WALL_INSET
        top, bottom = min(ys) + WALL_INSET, max(ys) + 1 - WALL_INSET
        x, y = (left + right) / 2, (top + bottom) / 2
        for quarter in seen.quarters:
            west, east = (left, x) if quarter.cell.x + 0.5 < x else (x, right)
            north, south = (top, y) if quarter.cell.y + 0.5 < y else (y, bottom)
            yield quarter, (west, north, east, south)

    def find_mark_target(self, seen: Any, place: str) -> Target | None:
        word = f"pic.quarter.{place}"
        boxes = (box for quarter, box in self.quarter_boxes(seen) if quarter.name == place)
        return next((region_target(box, place, word) for box in boxes), None)

    def draw_on_land(self, board: BoardCanvas, seen: Any) -> None:
        if not any(board.layout.shows(cell) for cell in seen.tiles):
            return
        draw = ImageDraw.Draw(board.canvas)
        side = board.side
        origin_x, origin_y = board.layout.corner((0, 0))
        line = max(2, round(side * 0.045))
        for quarter, (west, north, east, south) in self.quarter_boxes(seen):
            left, right = round(origin_x + west * side), round(origin_x + east * side)
            top, bottom = round(origin_y + north * side), round(origin_y + south * side)
            line_width, dash = max(1, round(side * 0.03)), max(4, round(side * 0.12))
            draw_dashed_frame(draw, (left, top, right, bottom), PARCHMENT, line_width, dash)
            has_count = quarter.name == seen.count
            if has_count:
                sprite = quarter_veil_sprite((right - left - 2, bottom - top - 2), line)
                board.canvas.paste(sprite, (left + 1, top + 1), sprite)
            if not board.named:
                continue
            fill, ink = (ROBE, WHITE) if has_count else (PARCHMENT, INK)
            if side >= LEAST_NAMED_TILE_PX:
                word = board.look.say(f"pic.quarter.{quarter.name}")
                banner = plate_sprite(word, max(NAME_PX, round(side * 0.3)), right - left - 4, fill, ink, INK, FLOOR)
                paste_centred(board.canvas, banner, ((left + right) / 2, top + banner.height / 2 - 1))

    def figure_positions(self, seen: Any, view: CarcassonneView) -> Mapping[int, tuple[float, float]]:
        spots: dict[int, tuple[float, float]] = {}
        for quarter, (left, top, right, bottom) in self.quarter_boxes(seen):
            place = quarter.cell, quarter.name
            inside = [index for index, piece in enumerate(view.pieces) if (piece.cell, piece.place) == place]
            foot_y = top + (bottom - top) * 0.69
            rows = [inside] if len(inside) <= 4 else [inside[::2], inside[1::2]]
            shift = 0.3 if len(rows) > 1 else 0  # of the second row, as a share of the distance of figures
            for row, pieces in enumerate(rows):
                y = foot_y + 0.24 * (row - (len(rows) - 1) / 2) * 1.2
                for column, index in enumerate(pieces):
                    spots[index] = left + (right - left) * (column + 0.5 + shift * row) / (len(pieces) + shift), y
        return spots

    def read_figure_news(self, seen: Any, events: Sequence[Event]) -> Iterable[FigureNews]:
        return [MovedFigure("count", params["seat"]) for key, params in events if key == "carc.count.moved"]

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
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
