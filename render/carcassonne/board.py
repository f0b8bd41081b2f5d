"""The board: land, coordinates, spots, figures, the tile to lay, the strip."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.core.fonts import BOLD, REGULAR, label, middle
from render.core.kit import dashes, plate, put
from render.core.look import DANGER, GOLD, GOLD_INK, LAST, THEMES, Colour, Look, Mark, Theme, mix
from render.core.strip import Chip, strip
from rules.carcassonne.cells import Cell, column
from rules.carcassonne.view import CarcassonneView, Piece

from .areas import places
from .layout import LETTERED, PLAIN, Box, Layout, bounds, plan, windows
from .sprites import figure, follower, land

EDGE: Final[dict[Theme, Colour]] = {"dark": (12, 14, 16), "light": (122, 108, 88)}
COORDINATE: Final = 27


@dataclass(frozen=True, slots=True)
class Drawing:
    """A composed picture before it is encoded, with the boxes of its texts (for tests)."""

    image: Image.Image
    layout: Layout
    boxes: list[tuple[str, Box]]


def cell_of(place: str) -> Cell:
    """The cell of a place: of `N50` and of `N50.road-E`."""
    return Cell.parse(place.partition(".")[0])


@lru_cache(maxsize=4)
def _ground(layout: Layout, laid: tuple[tuple[int, int, str, int], ...], theme: Theme) -> Image.Image:
    """Background, grid, coordinates and land: the layer that lasts from move to move."""
    shades = THEMES[theme]
    canvas = Image.new("RGB", layout.size, shades.ground)
    draw = ImageDraw.Draw(canvas)
    side, (left, top) = layout.side, layout.at
    right, bottom = left + layout.cells[0] * side, top + layout.cells[1] * side
    quiet = mix(shades.ground, shades.line, 0.5)
    for i in range(layout.cells[0] + 1):
        draw.line((left + i * side, top, left + i * side, bottom), fill=quiet)
    for i in range(layout.cells[1] + 1):
        draw.line((left, top + i * side, right, top + i * side), fill=quiet)
    for i in range(layout.cells[0]):
        name = _coordinate(column(layout.first[0] + i), side - 2, shades.soft)
        for y in (top - 23, bottom + 23):
            canvas.paste(name, (round(left + (i + 0.5) * side - name.width / 2), round(y - middle(COORDINATE))), name)
    for i in range(layout.cells[1]):
        name = _coordinate(str(50 + layout.first[1] + i), 42, shades.soft)
        for x in (left - 23, right + 23):
            spot = (round(x - name.width / 2), round(top + (i + 0.5) * side - middle(COORDINATE)))
            canvas.paste(name, spot, name)
    corners = [(layout.corner((x, y)), tile, turn) for x, y, tile, turn in laid]
    for (x, y), _, _ in corners:
        draw.rectangle((x - 3, y - 3, x + side + 2, y + side + 2), fill=EDGE[theme])
    for at, tile, turn in corners:
        canvas.paste(land(tile, turn, side, side < PLAIN), at)
    return canvas


def _coordinate(text: str, room: int, ink: Colour) -> Image.Image:
    name = label(text, COORDINATE, REGULAR, 100, ink)
    return name if name.width <= room else label(text, COORDINATE, REGULAR, 62, ink)


def chips(view: CarcassonneView, look: Look) -> list[Chip]:
    """What the strip says of each seat."""
    return [
        Chip(
            seat.name,
            seat.letter,
            view.scores[i],
            view.supply[i].get("follower"),
            active=not view.over and view.active == i,
            winner=view.over and i in view.winners,
        )
        for i, seat in enumerate(look.seats)
    ]


def icon(letter: str, high: int) -> Image.Image:
    """The small follower beside the supply."""
    return follower(letter, high, False, False)


def where(piece: Piece, laid: dict[Cell, tuple[str, int]], layout: Layout) -> tuple[float, float]:
    """The middle of a figure, in pixels."""
    tile, turn = laid[piece.cell]
    x, y = places(tile, turn).get(piece.place, (0.5, 0.5))
    at = layout.corner(piece.cell)
    return at[0] + x * layout.side, at[1] + y * layout.side


def apart(spots: Sequence[tuple[float, float]], least: float, reach: float) -> list[tuple[float, float]]:
    """The spots moved a little, so that no two figures cover each other."""
    now = list(spots)
    for _ in range(6):
        for i in range(len(now)):
            for j in range(i):
                dx, dy = now[i][0] - now[j][0], now[i][1] - now[j][1]
                gap = (dx * dx + dy * dy) ** 0.5
                if gap >= least:
                    continue
                if gap < 0.01:
                    dx, dy, gap = 1.0, 0.0, 1.0
                step = min((least - gap) / 2, reach / 2)
                now[i] = (now[i][0] + dx / gap * step, now[i][1] + dy / gap * step)
                now[j] = (now[j][0] - dx / gap * step, now[j][1] - dy / gap * step)
    return [
        (x + max(-reach, min(reach, a - x)), y + max(-reach, min(reach, b - y)))
        for (x, y), (a, b) in zip(spots, now, strict=True)
    ]


def outline(draw: ImageDraw.ImageDraw, at: tuple[int, int], side: int, ink: Colour) -> None:
    """A solid frame round a cell: the last move, or danger."""
    x, y = at
    line = max(3, round(side * 0.042))
    draw.rounded_rectangle((x - 3, y - 3, x + side + 2, y + side + 2), 7, outline=GOLD_INK, width=line + 4)
    draw.rounded_rectangle((x - 1, y - 1, x + side, y + side), 5, outline=ink, width=line)


def _spots(
    canvas: Image.Image, layout: Layout, marks: Iterable[Mark], theme: Theme, lettered: bool
) -> list[tuple[str, Box]]:
    draw = ImageDraw.Draw(canvas)
    side, boxes = layout.side, []
    fill = mix(THEMES[theme].ground, GOLD, 0.16 if theme == "dark" else 0.3)
    frame = GOLD if theme == "dark" else THEMES[theme].accent
    for mark in marks:
        x, y = layout.corner(cell_of(mark.place))
        inset = max(2, side // 32)
        box = (x + inset, y + inset, x + side - inset, y + side - inset)
        draw.rectangle(box, fill=fill)
        dashes(draw, box, frame, max(2, side // 34), max(4, side // 12))
        if lettered:
            sprite = plate(mark.token, max(42, round(side * 0.4)), side - 6, floor=27)
            boxes.append((mark.token, put(canvas, sprite, (x + side / 2, y + side / 2))))
        else:
            r = side * 0.16
            draw.ellipse(
                (x + side / 2 - r, y + side / 2 - r, x + side / 2 + r, y + side / 2 + r), fill=GOLD, outline=GOLD_INK
            )
    return boxes


def hand(canvas: Image.Image, tile: str, box: Box, theme: Theme) -> None:
    """The tile to lay, as it lies at 0 degrees, framed in gold."""
    draw = ImageDraw.Draw(canvas)
    x, y, right, bottom = box
    draw.rounded_rectangle((x - 9, y - 9, right + 8, bottom + 8), 14, fill=GOLD_INK)
    draw.rounded_rectangle((x - 7, y - 7, right + 6, bottom + 6), 12, fill=GOLD)
    draw.rectangle((x - 1, y - 1, right, bottom), fill=GOLD_INK)
    canvas.paste(land(tile, 0, right - x), (x, y))


def compose(
    view: CarcassonneView,
    look: Look,
    marks: Sequence[Mark],
    layout: Layout,
    bright: Collection[Cell] | None = None,
    frames: Sequence[tuple[Box, int]] = (),
) -> Drawing:
    """Draw a board on its plan. `bright`: wash everything but these cells; `frames`: numbered windows."""
    shown = tuple((*t.cell, t.tile, t.turn // 90) for t in view.laid if layout.shows(t.cell))
    canvas = _ground(layout, shown, look.theme).copy()
    draw = ImageDraw.Draw(canvas)
    side = layout.side
    choices = [m for m in marks if m.tone == "choice" and layout.shows(cell_of(m.place))]
    lettered = side >= LETTERED and not frames
    if bright is not None:
        _wash(canvas, layout, [t.cell for t in view.laid if layout.shows(t.cell)], bright, look)
    boxes = _spots(canvas, layout, choices, look.theme, lettered)
    for mark in marks:
        if mark.tone != "choice" and layout.shows(cell_of(mark.place)):
            outline(draw, layout.corner(cell_of(mark.place)), side, LAST if mark.tone == "last" else DANGER)
    _figures(canvas, view, look, layout)
    for box, number in frames:
        _frame(canvas, layout, box, number)
    if layout.hand and view.drawn:
        hand(canvas, view.drawn.tile, layout.hand, look.theme)
    boxes += strip(canvas, look, chips(view, look), icon, layout.strip)
    return Drawing(canvas, layout, boxes)


def _figures(canvas: Image.Image, view: CarcassonneView, look: Look, layout: Layout) -> None:
    laid = {t.cell: (t.tile, t.turn // 90) for t in view.laid}
    pieces = sorted((p for p in view.pieces if layout.shows(p.cell)), key=lambda p: where(p, laid, layout)[::-1])
    side = layout.side
    spots = apart([where(p, laid, layout) for p in pieces], side * 0.36, side * 0.12)
    for piece, spot in zip(pieces, spots, strict=True):
        letter = "" if piece.seat is None else look.seats[piece.seat].letter
        put(canvas, figure(piece.kind, letter, side, piece.place, side < PLAIN), spot)


def _wash(canvas: Image.Image, layout: Layout, cells: Iterable[Cell], bright: Collection[Cell], look: Look) -> None:
    side = layout.side
    veil = Image.new("RGB", (side, side), look.shades.ground)
    inner = [c for c in cells if c in bright]
    for cell in cells:
        if cell not in bright:
            canvas.paste(veil, layout.corner(cell), Image.new("L", (side, side), 150))
    draw = ImageDraw.Draw(canvas)
    for cell in inner:
        x, y = layout.corner(cell)
        for dx, dy, line in (
            (0, -1, (x, y, x + side, y)),
            (1, 0, (x + side, y, x + side, y + side)),
            (0, 1, (x, y + side, x + side, y + side)),
            (-1, 0, (x, y, x, y + side)),
        ):
            if (cell[0] + dx, cell[1] + dy) not in bright:
                draw.line(line, fill=look.shades.ink, width=4)


def _frame(canvas: Image.Image, layout: Layout, box: Box, number: int) -> None:
    left, top = layout.corner((max(box[0], layout.first[0]), max(box[1], layout.first[1])))
    last = (min(box[2] + 1, layout.first[0] + layout.cells[0]), min(box[3] + 1, layout.first[1] + layout.cells[1]))
    right, bottom = layout.corner(last)
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((left - 2, top - 2, right + 2, bottom + 2), 8, outline=GOLD_INK, width=9)
    draw.rounded_rectangle((left, top, right, bottom), 6, outline=GOLD, width=5)
    put(canvas, plate(str(number), 44, 80), (left + 26, top + 26))


def boards(view: CarcassonneView, look: Look, marks: Sequence[Mark]) -> list[Drawing]:
    """The board; of a very big one with spots to choose from, the overview first, then its windows."""
    cells = {(t.cell.x, t.cell.y) for t in view.laid}
    choices = [cell_of(m.place) for m in marks if m.tone == "choice"]
    taken = cells | {(c.x, c.y) for c in choices}
    layout = plan(taken, view.drawn is not None and not view.over, look.mirrored)
    if layout.side >= LETTERED or not choices:
        return [compose(view, look, marks, layout)]
    regions = windows(choices)
    found = [compose(view, look, marks, layout, frames=[(r, i + 1) for i, r in enumerate(regions)])]
    for region in regions:
        found.append(compose(view, look, marks, plan(taken, view.drawn is not None, look.mirrored, only=region)))
    return found


def heading(text: str, size: int, ink: Colour) -> Image.Image:
    """A line of words on a board."""
    return label(text, size, BOLD, 100, ink)


__all__ = ["Drawing", "apart", "boards", "bounds", "cell_of", "compose", "hand", "heading", "icon", "outline", "where"]
