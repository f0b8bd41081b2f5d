"""Cut-outs of the island around the changes of a turn, in one to three windows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.look import Look

from .change_drawing import change_spot, draw_changes
from .colours import SEA, TOKEN
from .island_plan import IslandPlan, plan_island
from .terrain import hex_points
from .turn_changes import PlaceChange, TurnChanges

RADII: Final = (70, 60)  # radii of hexes to try; at the smaller one numbers are 24 px high
BAR: Final = 4  # pixels between two windows
WINDOWS: Final = 3
AROUND: Final = {"v": (0.62, 0.68), "e": (0.55, 0.55), "h": (1.02, 1.1)}  # visible surroundings of a place, in radii
GRID: Final = 10  # pixels of the island per pixel of the land mask
STEP: Final = 12
MOST: Final = 12  # most changes considered when windows are chosen
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class IslandWindow:
    """A window: its upper left corner on the island, and the indices of the changes it shows entirely."""

    left: int
    top: int
    seen: frozenset[int]


@cached_sprite
def table_plan(board: str, radius: int) -> IslandPlan:
    """The island alone with hexes of that radius, and some sea around it."""
    like = plan_island(board, 0, False)
    share = radius / like.radius
    size = (round(like.size[0] * share) + 80, round(like.size[1] * share) + 80)
    middle = (round(like.middle[0] * share) + 40, round(like.middle[1] * share) + 40)
    return IslandPlan(board, size, middle, radius, 0, size[1])


@cached_sprite
def _land_mask(at: IslandPlan) -> Image.Image:
    """White on land, scaled down by `GRID`."""
    mask = Image.new("L", (-(-at.size[0] // GRID), -(-at.size[1] // GRID)), 0)
    draw = ImageDraw.Draw(mask)
    for h in range(len(at.layout.centres)):
        x, y = at.hex(h)
        draw.polygon(hex_points((x / GRID, y / GRID), at.radius / GRID), fill=255)
    return mask


def change_box(at: IslandPlan, change: PlaceChange) -> Box:
    x, y = change_spot(at, change)
    wide, high = (share * at.radius for share in AROUND[change.kind])
    return x - wide, y - high, x + wide, y + high


# --- choosing windows


def window_width(room: int, count: int) -> int:
    """The width of each of `count` windows."""
    return (room - BAR * (count - 1)) // count


def choose_island_windows(
    board: str, changes: Sequence[PlaceChange], size: tuple[int, int]
) -> tuple[IslandPlan, list[IslandWindow]]:
    """The fewest windows side by side that show all changes, with the largest hexes; else windows that show the
    greatest weight. The reader's changes come first."""
    some = sorted(changes, key=lambda change: -change.weight)[:MOST]
    best: tuple[int, IslandPlan, list[IslandWindow]] | None = None
    for count in range(1, WINDOWS + 1):
        for radius in RADII:
            at = table_plan(board, radius)
            found = _pick_windows(at, some, size, count)
            seen = _union_of_sets(window.seen for window in found)
            weight = sum(some[i].weight for i in seen)
            if best is None or weight > best[0]:
                best = weight, at, found
            if len(seen) == len(some):
                return at, _order_windows(found, some)
    assert best is not None
    return best[1], _order_windows(best[2], some)


def _order_windows(found: list[IslandWindow], changes: Sequence[PlaceChange]) -> list[IslandWindow]:
    return sorted(found, key=lambda window: -max((changes[i].mine for i in window.seen), default=False))


def _pick_windows(
    at: IslandPlan, changes: Sequence[PlaceChange], size: tuple[int, int], count: int
) -> list[IslandWindow]:
    """At most `count` windows that fill the room and show the greatest weight."""
    boxes = [change_box(at, change) for change in changes]
    sets = _showable_sets(boxes, (window_width(size[0], count), size[1]))

    def weight(seen: frozenset[int]) -> int:
        return sum(changes[i].weight for i in seen)

    chosen: tuple[frozenset[int], ...] = ()
    for several in range(1, count + 1):
        if several <= 2:
            chosen = max(combinations(sets, several), key=lambda c: weight(_union_of_sets(c)), default=chosen)
        elif sets:
            seen = _union_of_sets(chosen)
            chosen = (*chosen, max(sets, key=lambda one: weight(one - seen)))
    apart: list[frozenset[int]] = []
    for one in chosen:
        if left := one - _union_of_sets(apart):
            apart.append(left)
    return [_place_window(at, boxes, one, (window_width(size[0], len(apart)), size[1])) for one in apart]


def _union_of_sets(sets: Iterable[frozenset[int]]) -> frozenset[int]:
    return frozenset(i for one in sets for i in one)


def _showable_sets(boxes: Sequence[Box], size: tuple[int, int]) -> list[frozenset[int]]:
    """The largest sets of boxes that fit into one window."""
    found: set[frozenset[int]] = set()
    for left in {box[0] for box in boxes}:
        for top in {box[1] for box in boxes}:
            inside = frozenset(
                i
                for i, box in enumerate(boxes)
                if left <= box[0] and top <= box[1] and box[2] <= left + size[0] and box[3] <= top + size[1]
            )
            if inside:
                found.add(inside)
    return [one for one in sorted(found, key=sorted) if not any(one < other for other in found)]


def _place_window(at: IslandPlan, boxes: Sequence[Box], seen: frozenset[int], size: tuple[int, int]) -> IslandWindow:
    """The window that shows these boxes with the most land, then the one with the boxes nearest to its middle."""
    left, top = (min(boxes[i][axis] for i in seen) for axis in (0, 1))
    right, bottom = (max(boxes[i][axis] for i in seen) for axis in (2, 3))
    mask = _land_mask(at)
    best: tuple[float, int, int] | None = None
    for x in _window_positions(left, right, size[0], at.size[0]):
        for y in _window_positions(top, bottom, size[1], at.size[1]):
            box = max(0, x), max(0, y), min(x + size[0], at.size[0]), min(y + size[1], at.size[1])
            share = box[0] / GRID, box[1] / GRID, box[2] / GRID, box[3] / GRID
            part = mask.resize((1, 1), Image.Resampling.BOX, share)
            land = part.getpixel((0, 0))
            assert isinstance(land, int | float)
            aside = math.dist((x + size[0] / 2, y + size[1] / 2), ((left + right) / 2, (top + bottom) / 2))
            score = land / 255 - aside / 1200
            if best is None or score > best[0]:
                best = score, x, y
    assert best is not None
    return IslandWindow(best[1], best[2], seen)


def _window_positions(low: float, high: float, size: int, whole: int) -> list[int]:
    """The positions of a window that shows low to high, within the picture if possible, else centred."""
    if whole <= size:
        return [(whole - size) // 2]
    first, last = math.ceil(high - size), math.floor(low)
    if first > last:
        first = last = round((low + high - size) / 2)
    first, last = (min(max(0, v), whole - size) for v in (first, last))
    return sorted({*range(first, last, STEP), last})


# --- drawing


def draw_changes_cutout(changed: TurnChanges, look: Look, size: tuple[int, int]) -> Image.Image:
    """The windows side by side."""
    at, found = choose_island_windows(changed.view.board, changed.changes, size)
    whole = draw_changes(changed, look, at)
    image = Image.new("RGB", size, TOKEN)  # the bars between windows
    wide = window_width(size[0], len(found))
    for i, window in enumerate(reversed(found) if look.mirrored else found):
        x = i * (wide + BAR)
        left, top = max(0, window.left), max(0, window.top)  # windows may reach beyond the island
        part = whole.crop((left, top, min(whole.width, window.left + wide), min(whole.height, window.top + size[1])))
        image.paste(SEA, (x, 0, x + wide, size[1]))
        image.paste(part, (x + left - window.left, top - window.top))
    return image


__all__ = [
    "RADII",
    "IslandWindow",
    "change_box",
    "change_spot",
    "choose_island_windows",
    "draw_changes_cutout",
    "table_plan",
]
