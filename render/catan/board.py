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
from rules.catan.layout import load_layouts
from rules.catan.view import BuildingView, CatanView

from .colours import LIGHT
from .island import island_sprite, token_middle, token_radius
from .island_plan import WIDE, IslandPlan, plan_island
from .pieces import ASPECT, city_sprite, knight_sprite, merchant_sprite, road_sprite, robber_sprite, settlement_sprite
from .place_plates import TONES, place_plate, plate_text
from .sea_corners import draw_sea_corners
from .seats import draw_catan_strip
from .terrain import BEACH_GAP, hex_points

PLATE_HIGH: Final = 38  # height of a plate on a taken place
LARGE_PLATE_HIGH: Final = 56  # height of a plate with room, on free corners and paths
PIECE_RADIUS: Final = 32  # radius of a building or knight around its corner
HEX_TO_PLATE: Final = 0.57  # distance from the middle of a hex up to its plate, in radii
KINDS: Final = {"corners": "v", "paths": "e", "hexes": "h"}  # first letters of the names of places
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
    place = parse_place(text)
    if place is None:
        return None
    layout = load_layouts()[view.board]
    place_count = {"v": len(layout.drawing_points), "e": len(layout.path_ends), "h": len(layout.centres)}[place[0]]
    return place if place[1] < place_count else None


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
    for line_width, colour in ((line + 3, casing), (line, ink)):
        ring = hex_points(centre, (radius * (1 - BEACH_GAP) - line / 2) * SMOOTH)
        draw.line([*ring, ring[0], ring[1]], fill=(*colour, 255), width=line_width * SMOOTH, joint="curve")
    return scale_down(big, (size, size))


@cached_sprite
def _halo_sprite(size: int, ink: Colour, line: int, casing: Colour = GOLD_INK) -> Image.Image:
    """A ring around a piece or token, between two thin lines."""
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*casing, 0))
    draw = ImageDraw.Draw(big)
    edge = (line + 3) * SMOOTH
    draw.ellipse((0, 0, big.width - 1, big.height - 1), outline=(*casing, 255), width=edge)
    inset = round(1.5 * SMOOTH)
    draw.ellipse(
        (inset, inset, big.width - 1 - inset, big.height - 1 - inset), outline=(*ink, 255), width=line * SMOOTH
    )
    return scale_down(big, (size, size))


@cached_sprite
def _new_road_glow(size: int, slope: int, ink: Colour) -> Image.Image:
    """The glow below a new road: the slightly enlarged silhouette of a road."""
    sprite = road_sprite("W", size, slope)
    alpha = sprite.getchannel("A").point([255 if opacity > 150 else 0 for opacity in range(256)])
    enlarged = alpha.resize((round(alpha.width * 1.12), round(alpha.height * 1.12)), Image.Resampling.BILINEAR)
    image = Image.new("RGBA", enlarged.size, (*ink, 0))
    image.putalpha(enlarged)
    return image


def _building_sprite(look: Look, building: BuildingView, sizes: dict[str, int]) -> tuple[Image.Image, float]:
    """The sprite, and the height of its middle above its corner as a share of its size."""
    letter = look.seats[building.seat].letter
    if building.city or building.pillaged:
        return city_sprite(letter, sizes["city"], building.wall, building.metropolis, building.pillaged), 0.12
    return settlement_sprite(letter, sizes["settlement"]), 0.1


def draw_pieces(canvas: Image.Image, view: CatanView, look: Look, plan: IslandPlan, *, coloured: bool = False) -> None:
    """Draw the roads, then all other pieces from back to front. New pieces have a white outline; with `coloured`, those
    on corners have one in their seat's colour."""
    sizes = piece_sizes(plan.radius)
    changed = {parse_place(place) for place in view.changed}
    for path, seat in view.roads:
        x, y = plan.path_middle(path)
        if ("e", path) in changed:
            paste_centred(canvas, _new_road_glow(round(plan.radius * 0.98), plan.path_slope(path), LAST), (x, y))
        paste_centred(
            canvas, road_sprite(look.seats[seat].letter, round(plan.radius * 0.98), plan.path_slope(path)), (x, y)
        )
    upright_pieces: list[tuple[float, Point, Image.Image, int | None]] = []  # (y, middle, sprite, seat of a new piece)
    for building in view.buildings:
        x, y = plan.corner_point(building.corner)
        sprite, lift_share = _building_sprite(look, building, sizes)
        new_owner = building.seat if ("v", building.corner) in changed else None
        upright_pieces.append((y, (x, y - sprite.height * lift_share), sprite, new_owner))
    for knight in view.knights:
        x, y = plan.corner_point(knight.corner)
        sprite = knight_sprite(look.seats[knight.seat].letter, sizes["knight"], knight.level, knight.active)
        new_owner = knight.seat if ("v", knight.corner) in changed else None
        upright_pieces.append((y, (x, y - sprite.height * 0.08), sprite, new_owner))
    for hex_number, hexagon in enumerate(view.hexes):
        x, y = token_middle(plan, hex_number)
        if hexagon.robber:
            robber_offset = plan.radius * (0.66 if hexagon.token else 0.0)
            middle = (x - robber_offset, y - plan.radius * 0.08)
            upright_pieces.append((y, middle, robber_sprite(sizes["robber"]), None))
        if (owner := hexagon.merchant) >= 0:  # named here: a field of the view
            letter = look.seats[owner].letter
            middle = (x + plan.radius * 0.5, y - plan.radius * 0.36)
            upright_pieces.append((y, middle, merchant_sprite(letter, sizes["tent"]), None))
    for _, middle, sprite, new_owner in sorted(upright_pieces, key=lambda piece: piece[0]):
        if new_owner is not None and coloured:
            colour = look.seats[new_owner].colour
            paste_centred(canvas, _halo_sprite(round(max(sprite.size) * 1.14), colour.fill, 9, colour.outline), middle)
        elif new_owner is not None:
            paste_centred(canvas, _halo_sprite(round(max(sprite.size) * 1.06), LAST, 4), middle)
        paste_centred(canvas, sprite, middle)


def draw_highlights(
    canvas: Image.Image, view: CatanView, plan: IslandPlan, marks: Sequence[Mark], letter: str = ""
) -> None:
    """Draw white outlines of rolled tokens and changed hexes (`letter`: in that seat's colour), and choice frames."""
    for text in view.changed:
        changed_place = parse_place(text)
        if changed_place is not None and changed_place[0] == "h":
            ring = _hex_ring(plan.radius, SEAT_COLOURS[letter].fill, 9) if letter else _hex_ring(plan.radius, LAST, 5)
            paste_centred(canvas, ring, plan.hex_middle(changed_place[1]))
    for mark in marks:
        place = parse_known_place(view, mark.place)
        if place is not None and place[0] == "h":
            paste_centred(canvas, _hex_ring(plan.radius, TONES[mark.tone][0], 6), plan.hex_middle(place[1]))
    for hex_number in view.rolled:
        paste_centred(canvas, _halo_sprite(2 * token_radius(plan.radius) + 16, LAST, 6), token_middle(plan, hex_number))


def _plate_spot(view: CatanView, plan: IslandPlan, kind: str, number: int, taken: set[int]) -> Point:
    """The position of a plate, on a free place or above pieces and tokens."""
    if kind == "e":
        x, y = plan.path_middle(number)
        if number in dict(view.roads):
            return _plate_spot_beside_road(plan, number)
        if plan.layout.path_ends[number] not in plan.layout.harbours:
            return x, y
        harbour = plan.harbour_middle(plan.layout.path_ends[number])  # the plate keeps off the harbour
        return x + (x - harbour[0]) * 0.2, y + (y - harbour[1]) * 0.2
    if kind == "h":
        x, y = plan.hex_middle(number)
        return x, y - plan.radius * HEX_TO_PLATE
    x, y = plan.corner_point(number)
    if number not in taken:
        return x, y
    # Above a knight the plate lies between the knight's digit and the token.
    has_knight = any(knight.corner == number for knight in view.knights)
    lift = 0.48 * ASPECT * piece_sizes(plan.radius)["knight"] if has_knight else 0.45 * plan.radius
    return x, max(plan.sea_top + PLATE_HIGH / 2 + 4, y - lift)


def _plate_spot_beside_road(plan: IslandPlan, path: int) -> Point:
    """The position of a plate beside the middle of a road, away from a harbour."""
    x, y = plan.path_middle(path)
    angle, distance = math.radians(plan.path_slope(path)), plan.radius * 0.1 + PLATE_HIGH / 2 + 3
    dx, dy = -math.sin(angle) * distance, math.cos(angle) * distance
    if plan.layout.path_ends[path] in plan.layout.harbours:
        harbour = plan.harbour_middle(plan.layout.path_ends[path])
        if dx * (harbour[0] - x) + dy * (harbour[1] - y) > 0:
            dx, dy = -dx, -dy
    return x + dx, y + dy


def _draw_plates(
    canvas: Image.Image, view: CatanView, plan: IslandPlan, marks: Sequence[Mark], tone: str = ""
) -> dict[str, Box]:
    """Draw the plate of each mark that names a place; returns their boxes without shadows by place."""
    taken = {building.corner for building in view.buildings} | {knight.corner for knight in view.knights}
    places = [(mark, place) for mark in marks if (place := parse_known_place(view, mark.place)) is not None]
    spots = [_plate_spot(view, plan, kind, number, taken) for _, (kind, number) in places]
    is_roomy = _has_room_for_large_plates(spots)
    boxes: dict[str, Box] = {}
    for (mark, (kind, number)), spot in zip(places, spots, strict=True):
        plate_high = _plate_height(view, plan, kind, number, taken) if is_roomy else PLATE_HIGH
        sprite = place_plate(kind, plate_text(mark.token, mark.place), plate_high, tone or mark.tone)
        box = paste_centred(canvas, sprite, spot)
        pad = (sprite.width - plate_high) // 2
        boxes[mark.place] = (box[0] + pad, box[1] + pad, box[2] - pad, box[3] - pad)
    return boxes


def _plate_height(view: CatanView, plan: IslandPlan, kind: str, number: int, taken: set[int]) -> int:
    """The height of a plate that hides neither pieces nor tokens."""
    if kind == "h":
        room = int(2 * (plan.radius * HEX_TO_PLATE - token_radius(plan.radius)))
    elif kind == "e":
        room = 0 if number in dict(view.roads) else plan.radius - 2 * PIECE_RADIUS
    else:
        room = 0 if number in taken else LARGE_PLATE_HIGH
    return max(PLATE_HIGH, min(LARGE_PLATE_HIGH, room))


def _has_room_for_large_plates(spots: Sequence[Point]) -> bool:
    """Whether large plates at these positions do not overlap."""
    return all(math.dist(a, b) > LARGE_PLATE_HIGH + 4 for a, b in itertools.combinations(spots, 2))


def draw_board(view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> DrawnBoard:
    """The whole table: seats above, island, dice, bank and the like in the corners of the sea."""
    plan = plan_island(view.board, view.seats, view.barbarians is not None)
    canvas = _island_with_pieces(view, look, plan, marks)
    texts = draw_sea_corners(canvas, view, look, plan) | draw_catan_strip(canvas, view, look, marks)
    return DrawnBoard(canvas, _draw_plates(canvas, view, plan, marks), texts)


def draw_island(view: CatanView, look: Look, marks: Sequence[Mark] = (), names: str = "") -> DrawnBoard:
    """The island alone, enlarged, for choosing a place; `names` numbers all corners, paths or hexes."""
    plan = plan_island(view.board, seats=0, barbarians=False)
    canvas = _island_with_pieces(view, look, plan, marks)
    if names:
        marks = [Mark(place, place) for place in list_places(view, names)]
    return DrawnBoard(canvas, _draw_plates(canvas, view, plan, marks, "name" if names else ""), texts={})


def _island_with_pieces(view: CatanView, look: Look, plan: IslandPlan, marks: Sequence[Mark]) -> Image.Image:
    """The island with its pieces and highlights, without plates."""
    tiles = tuple((h.terrain, h.token) for h in view.hexes)
    canvas = island_sprite(plan, tiles, view.harbours, look.shades.ground if plan.sea_top else None).copy()
    draw_highlights(canvas, view, plan, marks)
    draw_pieces(canvas, view, look, plan)
    return canvas


def list_places(view: CatanView, names: str) -> list[str]:
    """The names of all corners, paths or hexes."""
    layout = load_layouts()[view.board]
    count = {"corners": len(layout.drawing_points), "paths": len(layout.path_ends), "hexes": len(layout.centres)}[names]
    return [f"{KINDS[names]}{number}" for number in range(count)]


def draw_board_window(view: CatanView, look: Look, place: tuple[str, int], marks: Sequence[Mark] = ()) -> DrawnBoard:
    """An enlarged part of the board around a place."""
    kind, number = place
    size, radius = (WIDE, 900), 190
    uncentred = IslandPlan(view.board, size, (0, 0), radius)
    x, y = {"v": uncentred.corner_point, "e": uncentred.path_middle, "h": uncentred.hex_middle}[kind](number)
    middle = (round(size[0] / 2 - x), round(size[1] / 2 - y))
    plan = IslandPlan(view.board, size, middle, radius, sea_bottom=size[1])
    canvas = _island_with_pieces(view, look, plan, marks)
    place_name = f"{kind}{number}"
    plates = _draw_plates(canvas, view, plan, [Mark(place_name, place_name)], "name")
    return DrawnBoard(canvas, plates | _draw_plates(canvas, view, plan, marks), texts={})
