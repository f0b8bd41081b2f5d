"""Draws the board: the island and its pieces, plates on the places to choose, seats, dice, barbarians."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.look import DANGER, GOLD_INK, LAST, SEAT_COLOURS, Colour, Look, Mark
from render.core.shapes import SMOOTH, Point, paste_centred, scale_down
from rules.catan.view import BuildingView, CatanView

from .colours import LIGHT
from .island import island_sprite, token_at, token_radius
from .island_plan import WIDE, IslandPlan, plan_island
from .pieces import TALL, city_sprite, knight_sprite, merchant_sprite, road_sprite, robber_sprite, settlement_sprite
from .place_plates import TONES, place_plate, plate_text
from .sea_corners import draw_sea_corners
from .seats import draw_catan_strip
from .terrain import GAP, hex_points

PLATE: Final = 38
LARGE: Final = 56  # height of a plate with room, on free corners and paths
PIECE: Final = 32  # radius of a building or knight around its corner
ABOVE: Final = 0.57  # distance from the middle of a hex up to its plate, in radii
KINDS: Final = {"corners": "v", "paths": "e", "hexes": "h"}
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board and the boxes of its plates and texts, for tests of overlaps."""

    image: Image.Image
    plates: dict[str, Box]
    texts: dict[str, Box]


def parse_place(text: str) -> tuple[str, int] | None:
    """(kind, number) of `v23`; None if the text is no place."""
    return (text[0], int(text[1:])) if text[:1] in ("v", "e", "h") and text[1:].isdecimal() else None


def parse_known_place(view: CatanView, text: str) -> tuple[str, int] | None:
    """(kind, number) of a place of this board; None otherwise."""
    found = parse_place(text)
    if found is None:
        return None
    layout = plan_island(view.board, view.seats, False).layout
    many = {"v": len(layout.points), "e": len(layout.ends), "h": len(layout.centres)}[found[0]]
    return found if found[1] < many else None


def piece_sizes(radius: int) -> dict[str, int]:
    """Sizes of the pieces; on large boards slightly larger in proportion."""
    base = max(radius, round(0.55 * radius + 42))
    return {
        "settlement": round(base * 0.54),
        "city": round(base * 0.74),
        "knight": round(base * 0.67),
        "robber": round(base * 0.76),
        "tent": round(base * 0.62),
    }


@cached_sprite
def _hex_ring(radius: int, ink: Colour, line: int) -> Image.Image:
    """A frame along the sides of a hex."""
    size = 2 * radius + 8
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    draw = ImageDraw.Draw(big)
    centre = (big.width / 2, big.height / 2)
    casing = LIGHT if ink == DANGER else GOLD_INK  # red needs a light casing on land
    for wide, colour in ((line + 3, casing), (line, ink)):
        ring = hex_points(centre, (radius * (1 - GAP) - line / 2) * SMOOTH)
        draw.line([*ring, ring[0], ring[1]], fill=(*colour, 255), width=wide * SMOOTH, joint="curve")
    return scale_down(big, (size, size))


@cached_sprite
def _halo_sprite(size: int, ink: Colour, line: int, case: Colour = GOLD_INK) -> Image.Image:
    """A ring around a piece or token, between two thin lines."""
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*case, 0))
    draw = ImageDraw.Draw(big)
    edge = (line + 3) * SMOOTH
    draw.ellipse((0, 0, big.width - 1, big.height - 1), outline=(*case, 255), width=edge)
    inset = round(1.5 * SMOOTH)
    draw.ellipse(
        (inset, inset, big.width - 1 - inset, big.height - 1 - inset), outline=(*ink, 255), width=line * SMOOTH
    )
    return scale_down(big, (size, size))


@cached_sprite
def _new_road_glow(size: int, slope: int, ink: Colour) -> Image.Image:
    """The glow below a new road."""
    return _enlarged_silhouette(road_sprite("W", size, slope), ink)


def _enlarged_silhouette(sprite: Image.Image, ink: Colour) -> Image.Image:
    alpha = sprite.getchannel("A").point([255 if v > 150 else 0 for v in range(256)])
    wide = alpha.resize((round(alpha.width * 1.12), round(alpha.height * 1.12)), Image.Resampling.BILINEAR)
    image = Image.new("RGBA", wide.size, (*ink, 0))
    image.putalpha(wide)
    return image


def _building_sprite(look: Look, b: BuildingView, size: dict[str, int]) -> tuple[Image.Image, float]:
    """The sprite, and the height of its middle above its corner as a share of its size."""
    letter = look.seats[b.seat].letter
    if b.city or b.pillaged:
        return city_sprite(letter, size["city"], b.wall, b.metropolis, b.pillaged), 0.12
    return settlement_sprite(letter, size["settlement"]), 0.1


def draw_pieces(canvas: Image.Image, view: CatanView, look: Look, at: IslandPlan, *, coloured: bool = False) -> None:
    """Draw the roads, then all other pieces from back to front. New pieces have a white outline; `coloured`: in the
    colour of their seat on corners."""
    size = piece_sizes(at.radius)
    changed = {parse_place(p) for p in view.changed}
    for e, seat in view.roads:
        x, y = at.path(e)
        if ("e", e) in changed:
            paste_centred(canvas, _new_road_glow(round(at.radius * 0.98), at.slope(e), LAST), (x, y))
        paste_centred(canvas, road_sprite(look.seats[seat].letter, round(at.radius * 0.98), at.slope(e)), (x, y))
    standing: list[tuple[float, Point, Image.Image, int | None]] = []  # (y, middle, sprite, seat of a new piece)
    for b in view.buildings:
        x, y = at.corner(b.corner)
        sprite, lift = _building_sprite(look, b, size)
        new = b.seat if ("v", b.corner) in changed else None
        standing.append((y, (x, y - sprite.height * lift), sprite, new))
    for k in view.knights:
        x, y = at.corner(k.corner)
        sprite = knight_sprite(look.seats[k.seat].letter, size["knight"], k.level, k.active)
        new = k.seat if ("v", k.corner) in changed else None
        standing.append((y, (x, y - sprite.height * 0.08), sprite, new))
    for h, hexagon in enumerate(view.hexes):
        x, y = token_at(at, h)
        if hexagon.robber:
            aside = at.radius * (0.66 if hexagon.token else 0.0)
            standing.append((y, (x - aside, y - at.radius * 0.08), robber_sprite(size["robber"]), None))
        if (owner := hexagon.merchant) >= 0:  # named here: a field of the view
            letter = look.seats[owner].letter
            spot = (x + at.radius * 0.5, y - at.radius * 0.36)
            standing.append((y, spot, merchant_sprite(letter, size["tent"]), None))
    for _, spot, sprite, new in sorted(standing, key=lambda s: s[0]):
        if new is not None and coloured:
            colour = look.seats[new].colour
            paste_centred(canvas, _halo_sprite(round(max(sprite.size) * 1.14), colour.fill, 9, colour.outline), spot)
        elif new is not None:
            paste_centred(canvas, _halo_sprite(round(max(sprite.size) * 1.06), LAST, 4), spot)
        paste_centred(canvas, sprite, spot)


def draw_highlights(
    canvas: Image.Image, view: CatanView, at: IslandPlan, marks: Sequence[Mark], letter: str = ""
) -> None:
    """Draw white outlines of rolled tokens and changed hexes (`letter`: in that seat's colour), and choice frames."""
    for text in view.changed:
        found = parse_place(text)
        if found is not None and found[0] == "h":
            ring = _hex_ring(at.radius, SEAT_COLOURS[letter].fill, 9) if letter else _hex_ring(at.radius, LAST, 5)
            paste_centred(canvas, ring, at.hex(found[1]))
    for mark in marks:
        place = parse_known_place(view, mark.place)
        if place is not None and place[0] == "h":
            paste_centred(canvas, _hex_ring(at.radius, TONES[mark.tone][0], 6), at.hex(place[1]))
    for h in view.rolled:
        paste_centred(canvas, _halo_sprite(2 * token_radius(at.radius) + 16, LAST, 6), token_at(at, h))


def _taken_corners(view: CatanView) -> set[int]:
    return {b.corner for b in view.buildings} | {k.corner for k in view.knights}


def _plate_spot(view: CatanView, at: IslandPlan, kind: str, n: int, taken: set[int]) -> Point:
    """The position of a plate, on a free place or above pieces and tokens."""
    if kind == "e":
        x, y = at.path(n)
        if n in dict(view.roads):
            return _plate_spot_beside_road(at, n)
        if at.layout.ends[n] not in at.layout.harbours:
            return x, y
        out = at.harbour(at.layout.ends[n])  # the plate keeps off the harbour
        return x + (x - out[0]) * 0.2, y + (y - out[1]) * 0.2
    if kind == "h":
        x, y = at.hex(n)
        return x, y - at.radius * ABOVE
    x, y = at.corner(n)
    if n not in taken:
        return x, y
    armed = any(k.corner == n for k in view.knights)  # between the knight's digit and the token above
    above = 0.48 * TALL * piece_sizes(at.radius)["knight"] if armed else 0.45 * at.radius
    return x, max(at.top + PLATE / 2 + 4, y - above)


def _plate_spot_beside_road(at: IslandPlan, n: int) -> Point:
    """The position of a plate beside the middle of a road, away from a harbour."""
    x, y = at.path(n)
    turn, aside = math.radians(at.slope(n)), at.radius * 0.1 + PLATE / 2 + 3
    dx, dy = -math.sin(turn) * aside, math.cos(turn) * aside
    if at.layout.ends[n] in at.layout.harbours:
        out = at.harbour(at.layout.ends[n])
        if dx * (out[0] - x) + dy * (out[1] - y) > 0:
            dx, dy = -dx, -dy
    return x + dx, y + dy


def _draw_plates(
    canvas: Image.Image, view: CatanView, at: IslandPlan, marks: Sequence[Mark], tone: str = ""
) -> dict[str, Box]:
    taken = _taken_corners(view)
    places = [(mark, place) for mark in marks if (place := parse_known_place(view, mark.place)) is not None]
    spots = [_plate_spot(view, at, kind, n, taken) for _, (kind, n) in places]
    large = _has_room_for_large_plates(spots)
    found: dict[str, Box] = {}
    for (mark, (kind, n)), spot in zip(places, spots, strict=True):
        high = _plate_height(view, at, kind, n, taken) if large else PLATE
        sprite = place_plate(kind, plate_text(mark.token, mark.place), high, tone or mark.tone)
        box = paste_centred(canvas, sprite, spot)
        pad = (sprite.width - high) // 2
        found[mark.place] = (box[0] + pad, box[1] + pad, box[2] - pad, box[3] - pad)
    return found


def _plate_height(view: CatanView, at: IslandPlan, kind: str, n: int, taken: set[int]) -> int:
    """The height of a plate that hides neither pieces nor tokens."""
    if kind == "h":
        return max(PLATE, min(LARGE, int(2 * (at.radius * ABOVE - token_radius(at.radius)))))
    if kind == "e":
        return PLATE if n in dict(view.roads) else max(PLATE, min(LARGE, at.radius - 2 * PIECE))
    return PLATE if n in taken else LARGE


def _has_room_for_large_plates(spots: Sequence[Point]) -> bool:
    """Whether large plates at these positions do not overlap."""
    return all(math.dist(a, b) > LARGE + 4 for a, b in itertools.combinations(spots, 2))


def draw_board(view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> DrawnBoard:
    """The whole table: seats above, island, dice, bank and the like in the corners of the sea."""
    at = plan_island(view.board, view.seats, view.barbarians is not None)
    canvas = _island_with_pieces(view, look, at, marks)
    texts = draw_sea_corners(canvas, view, look, at) | draw_catan_strip(canvas, view, look, marks)
    return DrawnBoard(canvas, _draw_plates(canvas, view, at, marks), texts)


def draw_island(view: CatanView, look: Look, marks: Sequence[Mark] = (), names: str = "") -> DrawnBoard:
    """The island alone, enlarged, for choosing a place; `names` numbers all corners, paths or hexes."""
    at = plan_island(view.board, 0, False)
    canvas = _island_with_pieces(view, look, at, marks)
    if names:
        every = [Mark(p, p) for p in list_places(view, names)]
        return DrawnBoard(canvas, _draw_plates(canvas, view, at, every, "name"), {})
    return DrawnBoard(canvas, _draw_plates(canvas, view, at, marks), {})


def _island_with_pieces(view: CatanView, look: Look, at: IslandPlan, marks: Sequence[Mark]) -> Image.Image:
    tiles = tuple((h.terrain, h.token) for h in view.hexes)
    canvas = island_sprite(at, tiles, view.harbours, look.shades.ground if at.top else None).copy()
    draw_highlights(canvas, view, at, marks)
    draw_pieces(canvas, view, look, at)
    return canvas


def list_places(view: CatanView, names: str) -> list[str]:
    """The names of all corners, paths or hexes."""
    layout = plan_island(view.board, view.seats, False).layout
    many = {"corners": len(layout.points), "paths": len(layout.ends), "hexes": len(layout.centres)}[names]
    return [f"{KINDS[names]}{n}" for n in range(many)]


def draw_board_window(view: CatanView, look: Look, place: tuple[str, int], marks: Sequence[Mark] = ()) -> DrawnBoard:
    """An enlarged part of the board around a place."""
    kind, n = place
    size, radius = (WIDE, 900), 190
    zero = IslandPlan(view.board, size, (0, 0), radius)
    x, y = {"v": zero.corner, "e": zero.path, "h": zero.hex}[kind](n)
    at = IslandPlan(view.board, size, (round(size[0] / 2 - x), round(size[1] / 2 - y)), radius, 0, size[1])
    canvas = _island_with_pieces(view, look, at, marks)
    named = f"{kind}{n}"
    plates = _draw_plates(canvas, view, at, [Mark(named, named)], "name")
    return DrawnBoard(canvas, {**plates, **_draw_plates(canvas, view, at, marks)}, {})
