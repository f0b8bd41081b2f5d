"""The board: land, coordinates, spots, figures, the tile to lay, the strip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.chip_strip import FIGURE, ROWS, ChipItem, SeatChip, compute_strip_height, draw_chip_strip
from render.core.fonts import REGULAR, capitals_middle, text_sprite
from render.core.look import DANGER, GOLD, GOLD_INK, THEMES, Colour, Look, Mark, Theme, mix_colours
from render.core.shapes import paste_centred, plate_sprite
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.view import CarcassonneView

from . import choice_marks, news_drawing
from .board_figures import draw_figures
from .busy_map import LITTLE, SOME
from .changes_since import news_of_view
from .counted_places import Counted, highlight_counted
from .expansions import extras_in_view
from .extras import BoardCanvas
from .figure_sprites import follower_sprite
from .icons import seat_item_icon as thing
from .layout import (
    HAND,
    LETTERED,
    PLAIN,
    WIDTH,
    Box,
    HeadSize,
    Layout,
    SideColumn,
    bounding_box,
    plan_board,
    split_into_windows,
)
from .news import NOTHING, News
from .targets import cell_of_place, find_target
from .tile_sprites import tile_sprite

EDGE: Final[dict[Theme, Colour]] = {"dark": (12, 14, 16), "light": (122, 108, 88)}
COORDINATE: Final = 33
LEAST_ROOM: Final = 26  # in which a coordinate is written; tiles that are smaller share one
WASH: Final = 0.22  # of the land, so that what is new stands out


@dataclass(frozen=True, slots=True)
class Drawing:
    """A composed picture before it is encoded, with the boxes of its texts (for tests)."""

    image: Image.Image
    layout: Layout
    boxes: list[tuple[str, Box]]
    region: Box | None = None  # a window: the cells it shows


@cached_sprite
def _land_layer(
    layout: Layout, laid: tuple[tuple[int, int, str, int], ...], theme: Theme, washed: float = 0.0
) -> Image.Image:
    """Background, grid, coordinates and land: the layer that lasts from move to move. `washed`: how pale the land."""
    canvas = empty_board(layout, theme)
    lay_tiles(canvas, layout, laid, theme, washed)
    return canvas


def empty_board(layout: Layout, theme: Theme) -> Image.Image:
    """Background, grid and coordinates, on which nothing has been laid."""
    shades = THEMES[theme]
    canvas = Image.new("RGB", layout.size, shades.ground)
    draw = ImageDraw.Draw(canvas)
    side, (left, top) = layout.side, layout.at
    right, bottom = left + layout.cells[0] * side, top + layout.cells[1] * side
    quiet = mix_colours(shades.ground, shades.line, 0.5)
    for i in range(layout.cells[0] + 1):
        draw.line((left + i * side, top, left + i * side, bottom), fill=quiet)
    for i in range(layout.cells[1] + 1):
        draw.line((left, top + i * side, right, top + i * side), fill=quiet)
    letters = max(len(column_letters(layout.first[0] + i)) for i in range(layout.cells[0]))
    every = 1 if side >= LEAST_ROOM else -(-LEAST_ROOM * letters // side)  # of so many coordinates one is written
    for i in range(0, layout.cells[0], every):
        name = _coordinate_sprite(column_letters(layout.first[0] + i), every * side - 2, shades.soft)
        for y in (top - 23, bottom + 23):
            canvas.paste(
                name, (round(left + (i + 0.5) * side - name.width / 2), round(y - capitals_middle(COORDINATE))), name
            )
    for i in range(0, layout.cells[1], -(-LEAST_ROOM // side)):
        name = _coordinate_sprite(str(50 + layout.first[1] + i), 42, shades.soft)
        for x in (left - 23, right + 23):
            spot = (round(x - name.width / 2), round(top + (i + 0.5) * side - capitals_middle(COORDINATE)))
            canvas.paste(name, spot, name)
    return canvas


def lay_tiles(
    canvas: Image.Image,
    layout: Layout,
    laid: Iterable[tuple[int, int, str, int]],
    theme: Theme,
    washed: float = 0.0,
    *,
    edged: bool = True,
) -> None:
    """Put tiles on it: column and row, name, quarter turns. `edged`: with a dark edge around all of them."""
    draw, side = ImageDraw.Draw(canvas), layout.side
    corners = [(layout.corner((x, y)), tile, turn) for x, y, tile, turn in laid]
    for (x, y), _, _ in corners if edged else ():
        draw.rectangle((x - 3, y - 3, x + side + 2, y + side + 2), fill=EDGE[theme])
    veil = Image.new("RGB", (side, side), THEMES[theme].ground)
    for at, tile, turn in corners:
        sprite = tile_sprite(tile, turn, side, side < PLAIN)
        canvas.paste(Image.blend(sprite, veil, washed) if washed else sprite, at)


def _coordinate_sprite(text: str, room: int, ink: Colour) -> Image.Image:
    name = text_sprite(text, COORDINATE, REGULAR, 100, ink)
    return name if name.width <= room else text_sprite(text, COORDINATE, REGULAR, 62, ink)


def build_carcassonne_chips(view: CarcassonneView, look: Look, news: News | None = None) -> list[SeatChip]:
    """What the strip says of each seat."""
    gains = news.gained if news is not None else ()
    return [
        SeatChip(
            seat.name,
            seat.letter,
            view.scores[i],
            view.supply[i].get("follower"),
            active=not view.over and i in (view.tasks or (view.active,)),  # who is asked, whosever turn it is
            winner=view.over and i in view.winners,
            items=_list_chip_items(view, i),
            gain=gains[i] if i < len(gains) else 0,
        )
        for i, seat in enumerate(look.seats)
    ]


def _list_chip_items(view: CarcassonneView, seat: int) -> tuple[ChipItem, ...]:
    """The other figures of a seat, and what modules gave it."""
    found = [
        ChipItem(kind, n if n > 1 else None, FIGURE)
        for kind, n in view.supply[seat].items()
        if n and kind != "follower"
    ]
    for extra, seen in extras_in_view(view):
        found += extra.items(seen, view, seat)
    return tuple(found)


def strip_icon(name: str, letter: str, high: int) -> Image.Image:
    """The icons of the strip; without a name the small follower beside the supply."""
    return thing(name, letter, high) if name else follower_sprite(letter, high, False, False)


def draw_danger_frame(draw: ImageDraw.ImageDraw, at: tuple[int, int], side: int) -> None:
    """A solid red frame round a cell."""
    x, y = at
    line = max(3, round(side * 0.042))
    draw.rounded_rectangle((x - 3, y - 3, x + side + 2, y + side + 2), 7, outline=GOLD_INK, width=line + 4)
    draw.rounded_rectangle((x - 1, y - 1, x + side, y + side), 5, outline=DANGER, width=line)


def draw_tile_in_hand(canvas: Image.Image, tile: str, box: Box, theme: Theme) -> None:
    """The tile to lay, as it lies at 0 degrees, framed in gold."""
    draw = ImageDraw.Draw(canvas)
    x, y, right, bottom = box
    draw.rounded_rectangle((x - 9, y - 9, right + 8, bottom + 8), 14, fill=GOLD_INK)
    draw.rounded_rectangle((x - 7, y - 7, right + 6, bottom + 6), 12, fill=GOLD)
    draw.rectangle((x - 1, y - 1, right, bottom), fill=GOLD_INK)
    canvas.paste(tile_sprite(tile, 0, right - x), (x, y))


@dataclass(frozen=True, slots=True)
class Topping:
    """What lies above the board, or beside it."""

    chips: tuple[SeatChip, ...]
    bands: Mapping[int, tuple[Image.Image, ...]]  # by their width
    head: HeadSize


COLUMNS: Final = ((256, 1, 2), (256, 1, 1), (388, 2, 2))  # width, chips side by side, rows of items


def build_topping(view: CarcassonneView, look: Look, marks: Sequence[Mark] = (), news: News | None = None) -> Topping:
    """The strip and the bands of modules, and the room they take."""
    shown = tuple(build_carcassonne_chips(view, look, news))
    full, narrow = (
        compute_strip_height(shown, look, room, strip_icon) + 24 for room in (WIDTH - 24, WIDTH - HAND - 50)
    )
    bands = {
        wide: _module_bands(view, look, marks, wide) for wide in (WIDTH - 24, *dict.fromkeys(c[0] for c in COLUMNS))
    }
    heights = {wide: sum(image.height + 12 for image in images) for wide, images in bands.items()}
    columns = tuple(
        SideColumn(wide, compute_strip_height(shown, look, wide, strip_icon, rows, across), heights[wide], across, rows)
        for wide, across, rows in COLUMNS
    )
    return Topping(shown, bands, HeadSize(full, narrow, heights[WIDTH - 24], columns))


def _module_bands(view: CarcassonneView, look: Look, marks: Sequence[Mark], wide: int) -> tuple[Image.Image, ...]:
    found = (extra.band(seen, view, look, marks, wide) for extra, seen in extras_in_view(view))
    return tuple(image for image in found if image is not None)


def compose_board(
    view: CarcassonneView,
    look: Look,
    marks: Sequence[Mark],
    layout: Layout,
    top: Topping,
    counted: Counted | None = None,
    frames: Sequence[tuple[Box, int]] = (),
    news: News | None = None,
    base: Image.Image | None = None,
) -> Drawing:
    """Draw a board on its plan. `counted`: wash everything else; `frames`: numbered windows; without `news` what the
    view itself says is new. `base`: the land of the view on that plan, where somebody has it."""
    shown = tuple((*t.cell, t.tile, t.turn // 90) for t in view.laid if layout.shows(t.cell))
    if base is None:
        base = _land_layer(layout, shown, look.theme, 0.0 if news is None or news.quiet else WASH)
    if news is None:
        news = news_of_view(view) if counted is None else NOTHING
    canvas = base.copy()
    draw = ImageDraw.Draw(canvas)
    desk = BoardCanvas(canvas, view, look, layout, news)
    for extra, seen in extras_in_view(view):
        extra.ground(desk, seen)
    if counted is not None:
        highlight_counted(desk, counted)
    choices = [(m, find_target(view, m.place)) for m in marks if m.tone in ("choice", "open")]
    choices = [(m, t) for m, t in choices if any(map(layout.shows, t.cells))]
    choice_marks.draw_choice_grounds(desk, choices)
    for mark in marks:
        if mark.tone == "danger" and layout.shows(cell_of_place(mark.place)):
            draw_danger_frame(draw, layout.corner(cell_of_place(mark.place)), layout.side)
    room = None if news.quiet else news_drawing.build_room_map(desk, cells_area(layout))
    if room is not None:
        news_drawing.draw_news_below_figures(desk, room)
    figures = draw_figures(desk)
    for extra, seen in extras_in_view(view):
        extra.above(desk, seen)
    if len(shown) < len(view.laid):
        _clear_board_margins(canvas, base, layout)
    boxes = choice_marks.draw_choice_plates(
        desk, choices, layout.side >= LETTERED and not frames, [one.middle for one in figures]
    )
    for box, number in frames:
        _draw_window_frame(canvas, layout, box, number)
    if layout.hand and view.drawn:
        draw_tile_in_hand(canvas, view.drawn.tile, layout.hand, look.theme)
    if room is not None:
        for _, where in choices:
            for cell in where.cells if where.kind == "cell" else ():
                x, y = layout.corner(cell)
                inner = layout.side * 0.28  # at its rim a letter hides nothing that is read
                room.take((x, y, x + layout.side, y + layout.side), LITTLE)
                room.take((x + inner, y + inner, x + layout.side - inner, y + layout.side - inner), SOME)
        for box in (*(box for _, box in boxes), *([layout.hand] if layout.hand else [])):
            room.take(box)
        boxes += news_drawing.draw_news_above_figures(desk, room, figures)
    beside = layout.column
    rows, across = (beside.rows, beside.across) if beside is not None else (ROWS, 0)
    boxes += draw_chip_strip(canvas, look, top.chips, strip_icon, layout.strip, rows, across)
    if layout.band:
        y = layout.band[1]
        for image in top.bands.get(layout.band[2] - layout.band[0], ()):
            canvas.paste(image, (layout.band[0], y))
            y += image.height + 12
    return Drawing(canvas, layout, boxes)


def cells_area(layout: Layout) -> Box:
    """The cells, in pixels: letters and numbers stay clear of coordinates and strip."""
    (left, top), side = layout.at, layout.side
    return left, top, left + layout.cells[0] * side, top + layout.cells[1] * side


def _clear_board_margins(canvas: Image.Image, base: Image.Image, layout: Layout) -> None:
    """Take away what reaches out of a window into the margins."""
    (left, top), (wide, high) = layout.at, layout.size
    right, bottom = left + layout.cells[0] * layout.side, top + layout.cells[1] * layout.side
    for box in ((0, 0, wide, top), (0, bottom, wide, high), (0, 0, left, high), (right, 0, wide, high)):
        canvas.paste(base.crop(box), box[:2])


def _draw_window_frame(canvas: Image.Image, layout: Layout, box: Box, number: int) -> None:
    left, top = layout.corner((max(box[0], layout.first[0]), max(box[1], layout.first[1])))
    last = (min(box[2] + 1, layout.first[0] + layout.cells[0]), min(box[3] + 1, layout.first[1] + layout.cells[1]))
    right, bottom = layout.corner(last)
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((left - 2, top - 2, right + 2, bottom + 2), 8, outline=GOLD_INK, width=9)
    draw.rounded_rectangle((left, top, right, bottom), 6, outline=GOLD, width=5)
    paste_centred(canvas, plate_sprite(str(number), 44, 80), (left + 26, top + 26))


def cells_to_choose(view: CarcassonneView, marks: Sequence[Mark]) -> list[Cell]:
    """The cells that one may choose, or where there is something to choose."""
    return [cell for m in marks if m.tone == "choice" for cell in find_target(view, m.place).cells]


def cells_open_to_others(view: CarcassonneView, marks: Sequence[Mark]) -> list[Cell]:
    """The cells that somebody else may choose."""
    return [cell for m in marks if m.tone == "open" for cell in find_target(view, m.place).cells]


def draw_board_pictures(
    view: CarcassonneView, look: Look, marks: Sequence[Mark], news: News | None = None
) -> list[Drawing]:
    """The board; of a very big one with spots to choose from, the overview first, then its windows."""
    cells = {(t.cell.x, t.cell.y) for t in view.laid}
    choices = cells_to_choose(view, marks)
    taken = cells | {(c.x, c.y) for c in (*choices, *cells_open_to_others(view, marks))}
    top = build_topping(view, look, marks, news)
    in_hand = view.drawn is not None and not view.over
    layout = plan_board(taken, in_hand, look.mirrored, head=top.head)
    if layout.side >= LETTERED or not choices:
        return [compose_board(view, look, marks, layout, top, news=news)]
    regions = split_into_windows(choices)
    found = [
        compose_board(view, look, marks, layout, top, frames=[(r, i + 1) for i, r in enumerate(regions)], news=news)
    ]
    small = replace(top, head=replace(top.head, band=0, columns=()))
    for region in regions:
        near = plan_board(taken, in_hand, look.mirrored, only=region, head=small.head)
        found.append(replace(compose_board(view, look, marks, near, small, news=news), region=region))
    return found


__all__ = [
    "Drawing",
    "Topping",
    "bounding_box",
    "build_topping",
    "cell_of_place",
    "compose_board",
    "draw_board_pictures",
    "draw_tile_in_hand",
    "strip_icon",
]
