"""Draws the board: land, coordinates, choices, figures, the tile in hand, the strip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_ground
from render.core.chip_strip import FIGURE, ROWS, ChipItem, SeatChip, compute_strip_height, draw_chip_strip
from render.core.fonts import REGULAR, capitals_middle, text_sprite
from render.core.look import DANGER, GOLD, GOLD_INK, THEMES, Colour, Look, Mark, Theme, mix_colours
from render.core.shapes import paste_centred, plate_sprite
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.view import CarcassonneView

from . import choice_marks, news_drawing
from .board_figures import draw_figures
from .busy_map import PARTLY_BUSY, SLIGHTLY_BUSY
from .changes_since import news_of_view
from .counted_places import CountedPlaces, highlight_counted
from .expansions import draw_modules_above, draw_modules_on_land, extras_in_view
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
    plan_board,
    split_into_windows,
)
from .news import NOTHING, News
from .targets import cell_of_place, find_target
from .tile_sprites import tile_sprite

EDGE: Final[dict[Theme, Colour]] = {"dark": (12, 14, 16), "light": (122, 108, 88)}
LABEL_PX: Final = 33
LEAST_LABEL_PX: Final = 26  # least width of a coordinate; with smaller tiles only some are written
NEWS_LAND_PALENESS: Final = 0.22  # how pale the land gets below news


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture before encoding, with the boxes of its texts for tests."""

    image: Image.Image
    layout: Layout
    boxes: list[tuple[str, Box]]
    region: Box | None = None  # the cells of a window


@cached_ground
def _land_layer(
    layout: Layout, laid: tuple[tuple[int, int, str, int], ...], theme: Theme, washed: float = 0.0
) -> Image.Image:
    """Background, grid, coordinates and tiles, cached between moves. `washed`: how pale the tiles are."""
    canvas = empty_board(layout, theme)
    lay_tiles(canvas, layout, laid, theme, washed)
    return canvas


def empty_board(layout: Layout, theme: Theme) -> Image.Image:
    """Background, grid and coordinates without tiles."""
    shades = THEMES[theme]
    canvas = Image.new("RGB", layout.size, shades.ground)
    draw_grid(canvas, layout, theme)
    side, (left, top, right, bottom) = layout.side, cells_area(layout)
    most_letters = max(len(column_letters(layout.first[0] + i)) for i in range(layout.cells[0]))
    label_step = 1 if side >= LEAST_LABEL_PX else -(-LEAST_LABEL_PX * most_letters // side)
    for i in range(0, layout.cells[0], label_step):
        label = _coordinate_sprite(column_letters(layout.first[0] + i), label_step * side - 2, shades.soft)
        for y in (top - 23, bottom + 23):
            spot = (round(left + (i + 0.5) * side - label.width / 2), round(y - capitals_middle(LABEL_PX)))
            canvas.paste(label, spot, label)
    for i in range(0, layout.cells[1], -(-LEAST_LABEL_PX // side)):
        label = _coordinate_sprite(str(50 + layout.first[1] + i), 42, shades.soft)
        for x in (left - 23, right + 23):
            spot = (round(x - label.width / 2), round(top + (i + 0.5) * side - capitals_middle(LABEL_PX)))
            canvas.paste(label, spot, label)
    return canvas


def draw_grid(canvas: Image.Image, layout: Layout, theme: Theme) -> None:
    """Draw faint lines between the cells."""
    draw, side, (left, top, right, bottom) = ImageDraw.Draw(canvas), layout.side, cells_area(layout)
    ink = mix_colours(THEMES[theme].ground, THEMES[theme].line, 0.5)
    for x in range(left, right + 1, side):
        draw.line((x, top, x, bottom), fill=ink)
    for y in range(top, bottom + 1, side):
        draw.line((left, y, right, y), fill=ink)


def lay_tiles(
    canvas: Image.Image,
    layout: Layout,
    laid: Iterable[tuple[int, int, str, int]],
    theme: Theme,
    paleness: float = 0.0,
    *,
    edged: bool = True,
) -> None:
    """Draw tiles, each as (column, row, name, quarter turns). `edged`: with a dark edge around the land."""
    draw, side = ImageDraw.Draw(canvas), layout.side
    corners = [(layout.corner((x, y)), tile, turn) for x, y, tile, turn in laid]
    for (x, y), _, _ in corners if edged else ():
        draw.rectangle((x - 3, y - 3, x + side + 2, y + side + 2), fill=EDGE[theme])
    veil = Image.new("RGB", (side, side), THEMES[theme].ground)
    for corner, tile, turn in corners:
        sprite = tile_sprite(tile, turn, side, side < PLAIN)
        canvas.paste(Image.blend(sprite, veil, paleness) if paleness else sprite, corner)


def _coordinate_sprite(text: str, room: int, ink: Colour) -> Image.Image:
    label = text_sprite(text, LABEL_PX, REGULAR, 100, ink)
    return label if label.width <= room else text_sprite(text, LABEL_PX, REGULAR, 62, ink)


def build_carcassonne_chips(view: CarcassonneView, look: Look, news: News | None = None) -> list[SeatChip]:
    """The chips of all seats."""
    gains = news.gained if news is not None else ()
    return [
        SeatChip(
            seat.name,
            seat.letter,
            view.scores[i],
            view.supply[i].get("follower"),
            active=not view.over and i in (view.tasks or (view.active,)),  # seats with a decision, else the active one
            winner=view.over and i in view.winners,
            items=_list_chip_items(view, i),
            gain=gains[i] if i < len(gains) else 0,
        )
        for i, seat in enumerate(look.seats)
    ]


def _list_chip_items(view: CarcassonneView, seat: int) -> tuple[ChipItem, ...]:
    """The chip items of a seat: other figures, and items of modules."""
    items = [
        ChipItem(kind, count if count > 1 else None, FIGURE)
        for kind, count in view.supply[seat].items()
        if count and kind != "follower"
    ]
    for extra, seen in extras_in_view(view):
        items += extra.chip_items(seen, view, seat)
    return tuple(items)


def strip_icon(name: str, letter: str, high: int) -> Image.Image:
    """An icon of the strip; the empty name is the small follower beside the supply."""
    return thing(name, letter, high) if name else follower_sprite(letter, high, lying=False, shade=False)


def draw_danger_frame(draw: ImageDraw.ImageDraw, corner: tuple[int, int], side: int) -> None:
    """Draws a solid red frame around a cell."""
    x, y = corner
    line = max(3, round(side * 0.042))
    draw.rounded_rectangle((x - 3, y - 3, x + side + 2, y + side + 2), 7, outline=GOLD_INK, width=line + 4)
    draw.rounded_rectangle((x - 1, y - 1, x + side, y + side), 5, outline=DANGER, width=line)


def draw_tile_in_hand(canvas: Image.Image, tile: str, box: Box, theme: Theme) -> None:
    """Draws the tile in hand, unturned, in a gold frame."""
    draw = ImageDraw.Draw(canvas)
    x, y, right, bottom = box
    draw.rounded_rectangle((x - 9, y - 9, right + 8, bottom + 8), 14, fill=GOLD_INK)
    draw.rounded_rectangle((x - 7, y - 7, right + 6, bottom + 6), 12, fill=GOLD)
    draw.rectangle((x - 1, y - 1, right, bottom), fill=GOLD_INK)
    canvas.paste(tile_sprite(tile, 0, right - x), (x, y))


@dataclass(frozen=True, slots=True)
class StripAndBands:
    """The strip and the bands of modules, above or beside the board."""

    chips: tuple[SeatChip, ...]
    bands: Mapping[int, tuple[Image.Image, ...]]  # width -> bands
    head: HeadSize


COLUMNS: Final = ((256, 1, 2), (256, 1, 1), (388, 2, 2))  # (width, chips side by side, rows of items)


def build_strip_and_bands(
    view: CarcassonneView, look: Look, marks: Sequence[Mark] = (), news: News | None = None
) -> StripAndBands:
    """The chips and bands of a view with their sizes."""
    chips = tuple(build_carcassonne_chips(view, look, news))
    full, narrow = (
        compute_strip_height(chips, look, room, strip_icon) + 24 for room in (WIDTH - 24, WIDTH - HAND - 50)
    )
    widths = dict.fromkeys((WIDTH - 24, *(wide for wide, _, _ in COLUMNS)))
    bands = {wide: _module_bands(view, look, marks, wide) for wide in widths}
    heights = {wide: sum(image.height + 12 for image in images) for wide, images in bands.items()}
    columns = tuple(
        SideColumn(wide, compute_strip_height(chips, look, wide, strip_icon, rows, across), heights[wide], across, rows)
        for wide, across, rows in COLUMNS
    )
    return StripAndBands(chips, bands, HeadSize(full, narrow, heights[WIDTH - 24], columns))


def _module_bands(view: CarcassonneView, look: Look, marks: Sequence[Mark], wide: int) -> tuple[Image.Image, ...]:
    bands = (extra.draw_band(seen, view, look, marks, wide) for extra, seen in extras_in_view(view))
    return tuple(image for image in bands if image is not None)


def compose_board(
    view: CarcassonneView,
    look: Look,
    marks: Sequence[Mark],
    layout: Layout,
    topping: StripAndBands,
    counted: CountedPlaces | None = None,
    frames: Sequence[tuple[Box, int]] = (),
    news: News | None = None,
    land: Image.Image | None = None,
) -> Drawing:
    """Draw a board on its layout. `counted`: wash everything else; `frames`: numbered windows; `news`: None takes the
    news from the view; `land`: the land of the view on that layout, if it is drawn already."""
    visible_tiles = tuple((*laid.cell, laid.tile, laid.turn // 90) for laid in view.laid if layout.shows(laid.cell))
    if land is None:
        land = _land_layer(
            layout, visible_tiles, look.theme, 0.0 if news is None or news.is_empty else NEWS_LAND_PALENESS
        )
    if news is None:
        news = news_of_view(view) if counted is None else NOTHING
    canvas = land.copy()
    draw = ImageDraw.Draw(canvas)
    board = BoardCanvas(canvas, view, look, layout, news)
    draw_modules_on_land(board)
    if counted is not None:
        highlight_counted(board, counted)
    choices = [(mark, find_target(view, mark.place)) for mark in marks if mark.tone in ("choice", "open")]
    choices = [(mark, target) for mark, target in choices if any(map(layout.shows, target.cells))]
    choice_marks.draw_choice_grounds(board, choices)
    for mark in marks:
        if mark.tone == "danger" and layout.shows(cell_of_place(mark.place)):
            draw_danger_frame(draw, layout.corner(cell_of_place(mark.place)), layout.side)
    busy_map = None if news.is_empty else news_drawing.build_busy_map(board, cells_area(layout))
    if busy_map is not None:
        news_drawing.draw_news_below_figures(board, busy_map)
    figures = draw_figures(board)
    draw_modules_above(board)
    if len(visible_tiles) < len(view.laid):
        _clear_board_margins(canvas, land, layout)
    has_letters = layout.side >= LETTERED and not frames
    boxes = choice_marks.draw_choice_plates(board, choices, has_letters, [figure.middle for figure in figures])
    for box, number in frames:
        _draw_window_frame(canvas, layout, box, number)
    if layout.hand and view.drawn:
        draw_tile_in_hand(canvas, view.drawn.tile, layout.hand, look.theme)
    if busy_map is not None:
        inset = layout.side * 0.28  # seat letters stand in the corners, where they hide little
        for cell in (cell for _, target in choices if target.kind == "cell" for cell in target.cells):
            left, top, right, bottom = layout.cell_box(cell)
            busy_map.mark_busy((left, top, right, bottom), SLIGHTLY_BUSY)
            busy_map.mark_busy((left + inset, top + inset, right - inset, bottom - inset), PARTLY_BUSY)
        for box in (*(box for _, box in boxes), *([layout.hand] if layout.hand else [])):
            busy_map.mark_busy(box)
        boxes += news_drawing.draw_news_above_figures(board, busy_map, figures)
    side_column = layout.column
    rows, across = (side_column.rows, side_column.across) if side_column is not None else (ROWS, 0)
    boxes += draw_chip_strip(canvas, look, topping.chips, strip_icon, layout.strip, rows, across)
    if layout.band:
        y = layout.band[1]
        for image in topping.bands.get(layout.band[2] - layout.band[0], ()):
            canvas.paste(image, (layout.band[0], y))
            y += image.height + 12
    return Drawing(canvas, layout, boxes)


def cells_area(layout: Layout) -> Box:
    """The box of the cells in pixels; letters and numbers stay within it."""
    (left, top), side = layout.at, layout.side
    return left, top, left + layout.cells[0] * side, top + layout.cells[1] * side


def _clear_board_margins(canvas: Image.Image, base: Image.Image, layout: Layout) -> None:
    """Restore the margins where drawings of a window reach into them."""
    (left, top, right, bottom), (wide, high) = cells_area(layout), layout.size
    for box in ((0, 0, wide, top), (0, bottom, wide, high), (0, 0, left, high), (right, 0, wide, high)):
        canvas.paste(base.crop(box), box[:2])


def _draw_window_frame(canvas: Image.Image, layout: Layout, box: Box, number: int) -> None:
    left, top = layout.corner((max(box[0], layout.first[0]), max(box[1], layout.first[1])))
    end_cell = (min(box[2] + 1, layout.first[0] + layout.cells[0]), min(box[3] + 1, layout.first[1] + layout.cells[1]))
    right, bottom = layout.corner(end_cell)
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((left - 2, top - 2, right + 2, bottom + 2), 8, outline=GOLD_INK, width=9)
    draw.rounded_rectangle((left, top, right, bottom), 6, outline=GOLD, width=5)
    paste_centred(canvas, plate_sprite(str(number), 44, 80), (left + 26, top + 26))


def cells_to_choose(view: CarcassonneView, marks: Sequence[Mark]) -> list[Cell]:
    """The marked cells with something to choose."""
    return [cell for mark in marks if mark.tone == "choice" for cell in find_target(view, mark.place).cells]


def cells_open_to_others(view: CarcassonneView, marks: Sequence[Mark]) -> list[Cell]:
    """The marked cells that another seat chooses from."""
    return [cell for mark in marks if mark.tone == "open" for cell in find_target(view, mark.place).cells]


def draw_board_pictures(
    view: CarcassonneView, look: Look, marks: Sequence[Mark], news: News | None = None
) -> list[Drawing]:
    """The board; a very big one with marks as an overview followed by its windows."""
    cells = {(laid.cell.x, laid.cell.y) for laid in view.laid}
    choices = cells_to_choose(view, marks)
    taken = cells | {(cell.x, cell.y) for cell in (*choices, *cells_open_to_others(view, marks))}
    topping = build_strip_and_bands(view, look, marks, news)
    in_hand = view.drawn is not None and not view.over
    layout = plan_board(taken, in_hand, look.mirrored, head=topping.head)
    if layout.side >= LETTERED or not choices:
        return [compose_board(view, look, marks, layout, topping, news=news)]
    regions = split_into_windows(choices)
    drawings = [
        compose_board(view, look, marks, layout, topping, frames=[(r, i + 1) for i, r in enumerate(regions)], news=news)
    ]
    bare_topping = replace(topping, head=replace(topping.head, band=0, columns=()))
    for region in regions:
        window_layout = plan_board(taken, in_hand, look.mirrored, only=region, head=bare_topping.head)
        drawings.append(
            replace(compose_board(view, look, marks, window_layout, bare_topping, news=news), region=region)
        )
    return drawings
