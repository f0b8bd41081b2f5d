"""The remaining tiles with their counts, as pictures in pages and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from render.core.look import Look
from render.core.sentences import cut_to_limit, join_list
from render.core.sheet import Sheet
from rules.carcassonne.view import CarcassonneView

from .facts import tile_facts
from .tile_description import describe_land_tile
from .tile_sprites import tile_sprite

WIDE: Final = 1000
EDGE: Final = 40
COLUMNS: Final = 6
SIDE: Final = 140  # side of a tile: 56 px in a picture shown 400 px wide
GAP: Final = 16
TITLE: Final = 76
HEADING: Final = 56
HIGHEST: Final = TITLE + 6 * (SIDE + GAP) + GAP
COUNT: Final = 36  # 14 px in a picture shown 400 px wide
LABEL: Final = "pic.stock"

Row = str | tuple[tuple[str, int], ...]  # a heading, or (tile, count) pairs


def count_tiles_left(view: CarcassonneView) -> int:
    """The number of tiles still to be drawn."""
    return sum(sum(pile.values()) for pile in (*view.piles, view.later))


def tile_groups_left(view: CarcassonneView) -> list[tuple[str, Mapping[str, int]]]:
    """(last part of its key, tile -> count) of each group of remaining tiles, in the order in which they come."""
    *earlier, last = view.piles or ({},)
    groups = [("first" if number == 0 else "then", pile) for number, pile in enumerate(earlier)]
    groups += [("rest" if earlier else "any", last), ("later", view.later)]
    return [(group_key, pile) for group_key, pile in groups if pile]


def order_tiles(pile: Mapping[str, int]) -> list[tuple[str, int]]:
    """Tiles with many cities first, then those with many roads, then the others."""

    def place(tile: str) -> tuple[int, int, bool]:
        edges = tile_facts(tile).edges
        return -edges.count("city"), -edges.count("road"), not tile_facts(tile).building

    return sorted(pile.items(), key=lambda item: place(item[0]))


def list_stock_rows(view: CarcassonneView) -> Iterator[Row]:
    groups = tile_groups_left(view)
    for group_key, pile in groups:
        if len(groups) > 1:
            yield group_key
        tiles = order_tiles(pile)
        yield from (tuple(tiles[start : start + COLUMNS]) for start in range(0, len(tiles), COLUMNS))


def stock_pages(view: CarcassonneView) -> list[list[Row]]:
    """The rows of each page; no page ends with a heading."""
    pages: list[list[Row]] = [[]]
    room_left = HIGHEST - TITLE
    pending_heading: list[Row] = []
    for row in list_stock_rows(view):
        if isinstance(row, str):
            pending_heading = [row]
            continue
        height_needed = sum(map(_stock_row_height, (*pending_heading, row)))
        if pages[-1] and height_needed > room_left:
            pages.append([])
            room_left = HIGHEST - TITLE
        pages[-1] += [*pending_heading, row]
        room_left -= height_needed
        pending_heading = []
    return pages


def _stock_row_height(row: Row) -> int:
    return HEADING if isinstance(row, str) else SIDE + GAP


def draw_stock_page(view: CarcassonneView, look: Look, page: int = 0) -> Sheet:
    """One page. Raises ValueError if there are fewer."""
    pages = stock_pages(view)
    if not 0 <= page < len(pages):
        raise ValueError(page)
    rows, shades = pages[page], look.shades
    sheet = Sheet(look, (WIDE, TITLE + sum(map(_stock_row_height, rows)) + GAP))
    title = look.say(f"{LABEL}.title", n=count_tiles_left(view))
    sheet.text(title, (EDGE, WIDE - EDGE - 150, TITLE // 2), 44, shades.ink, bold=True, floor=33, name="title")
    if len(pages) > 1:
        number = look.say(f"{LABEL}.page", n=page + 1, of=len(pages))
        sheet.text(number, (WIDE - EDGE - 150, WIDE - EDGE, TITLE // 2), 36, shades.soft, align="end", name="page")
    y = TITLE
    for row_number, row in enumerate(rows):
        if isinstance(row, str):
            heading = look.say(f"{LABEL}.{row}")
            box = (EDGE, WIDE - EDGE, y + HEADING // 2)
            sheet.text(heading, box, 34, shades.accent, floor=28, name=f"heading {row_number}")
        else:
            _draw_tile_row(sheet, row, y)
        y += _stock_row_height(row)
    return sheet


def _draw_tile_row(sheet: Sheet, row: Sequence[tuple[str, int]], y: int) -> None:
    """Draws a row of tiles with their counts in the corners."""
    shades = sheet.look.shades
    for column, (tile, count) in enumerate(row):
        x = EDGE + column * (SIDE + GAP)
        sheet.put(tile_sprite(tile, 0, SIDE), x, y, f"tile {tile}")
        if count > 1:
            count_width = 50 if count < 10 else 68
            box = (x + SIDE - count_width, y + SIDE - 48, x + SIDE, y + SIDE)
            sheet.panel(box, 12, shades.ground, shades.accent, 3)
            sheet.text(str(count), (box[0], box[2], y + SIDE - 24), COUNT, shades.ink, bold=True, align="middle")


# --- words


def list_stock_sentences(view: CarcassonneView, look: Look) -> list[str]:
    """A sentence for each group of remaining tiles, after one with the number of all."""
    say = look.say
    sentences = [say(f"{LABEL}.count", n=count_tiles_left(view))]
    groups = tile_groups_left(view)
    for group_key, pile in groups:
        tile_texts = [
            say(f"{LABEL}.tile", n=count, tile=describe_land_tile(say, tile_facts(tile)), id=tile)
            for tile, count in order_tiles(pile)
        ]
        tile_list = join_list(tile_texts, "; ")
        sentences.append(say(f"{LABEL}.group", when=say(f"{LABEL}.{group_key}"), list=tile_list))
    return sentences


def describe_stock_page(view: CarcassonneView, look: Look, page: int = 0) -> str:
    """The alternative text of one page."""
    say = look.say
    row_texts = [
        say(f"{LABEL}.{row}") + ":"
        if isinstance(row, str)
        else "; ".join(
            say(f"{LABEL}.each", n=count, tile=describe_land_tile(say, tile_facts(tile))) for tile, count in row
        )
        + "."
        for row in stock_pages(view)[page]
    ]
    return cut_to_limit([say(f"{LABEL}.count", n=count_tiles_left(view)), *row_texts], say("pic.alt.more"))
