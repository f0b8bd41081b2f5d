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

from .change_drawing import draw_changes, middle_of_change
from .colours import SEA, TOKEN
from .island_plan import IslandPlan, plan_island
from .terrain import hex_points
from .turn_changes import PlaceChange, TurnChanges

HEX_RADII: Final = (70, 60)  # radii of hexes to try; at the smaller one numbers are 24 px high
BAR_WIDE: Final = 4  # pixels between two windows
MOST_WINDOWS: Final = 3
# Kind of place -> (width, height) that must be visible to each side of its middle, in radii.
SURROUNDINGS: Final = {"v": (0.62, 0.68), "e": (0.55, 0.55), "h": (1.02, 1.1)}
GRID: Final = 10  # pixels of the island per pixel of the land mask
POSITION_STEP: Final = 12  # pixels between two positions of a window that are tried
LAND_OUTWEIGHED: Final = 1200  # pixels off the middle that weigh as much as a window full of land
MOST_CHANGES: Final = 12  # most changes considered when windows are chosen
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class IslandWindow:
    """A window: its upper left corner on the island, and the indices of the changes it shows entirely."""

    left: int
    top: int
    shown_changes: frozenset[int]


@cached_sprite
def plan_whole_island(board: str, radius: int) -> IslandPlan:
    """The island alone with hexes of that radius, and some sea around it."""
    default_plan = plan_island(board, seats=0, barbarians=False)
    scale = radius / default_plan.radius
    size = (round(default_plan.size[0] * scale) + 80, round(default_plan.size[1] * scale) + 80)
    middle = (round(default_plan.middle[0] * scale) + 40, round(default_plan.middle[1] * scale) + 40)
    return IslandPlan(board, size, middle, radius, 0, size[1])


@cached_sprite
def _land_mask(plan: IslandPlan) -> Image.Image:
    """White on land, scaled down by `GRID`."""
    mask = Image.new("L", (-(-plan.size[0] // GRID), -(-plan.size[1] // GRID)), 0)
    draw = ImageDraw.Draw(mask)
    for number in range(len(plan.layout.centres)):
        x, y = plan.hex_middle(number)
        draw.polygon(hex_points((x / GRID, y / GRID), plan.radius / GRID), fill=255)
    return mask


def surroundings_of_change(plan: IslandPlan, change: PlaceChange) -> Box:
    """The changed place with the surroundings that must be visible."""
    x, y = middle_of_change(plan, change)
    half_wide, half_high = (share * plan.radius for share in SURROUNDINGS[change.kind])
    return x - half_wide, y - half_high, x + half_wide, y + half_high


# --- choosing windows


def window_width(room: int, count: int) -> int:
    """The width of each of `count` windows."""
    return (room - BAR_WIDE * (count - 1)) // count


def choose_island_windows(
    board: str, changes: Sequence[PlaceChange], size: tuple[int, int]
) -> tuple[IslandPlan, list[IslandWindow]]:
    """The fewest windows side by side that show all changes, with the largest hexes; else windows that show the
    greatest weight. The reader's changes come first."""
    heaviest = sorted(changes, key=lambda change: -change.weight)[:MOST_CHANGES]
    best: tuple[int, IslandPlan, list[IslandWindow]] | None = None
    for count in range(1, MOST_WINDOWS + 1):
        for radius in HEX_RADII:
            plan = plan_whole_island(board, radius)
            windows = _pick_windows(plan, heaviest, size, count)
            shown = _union_of_sets(window.shown_changes for window in windows)
            weight = sum(heaviest[i].weight for i in shown)
            if best is None or weight > best[0]:
                best = weight, plan, windows
            if len(shown) == len(heaviest):
                return plan, _order_windows(windows, heaviest)
    assert best is not None
    return best[1], _order_windows(best[2], heaviest)


def _order_windows(windows: list[IslandWindow], changes: Sequence[PlaceChange]) -> list[IslandWindow]:
    """The windows with changes that concern the reader come first."""
    return sorted(
        windows, key=lambda window: -max((changes[i].concerns_reader for i in window.shown_changes), default=False)
    )


def _pick_windows(
    plan: IslandPlan, changes: Sequence[PlaceChange], size: tuple[int, int], count: int
) -> list[IslandWindow]:
    """At most `count` windows that fill the room and show the greatest weight."""
    boxes = [surroundings_of_change(plan, change) for change in changes]
    sets = _showable_sets(boxes, (window_width(size[0], count), size[1]))

    def total_weight(shown_sets: Iterable[frozenset[int]]) -> int:
        return sum(changes[i].weight for i in _union_of_sets(shown_sets))

    chosen: tuple[frozenset[int], ...] = ()
    for window_count in range(1, count + 1):
        if window_count <= 2:
            chosen = max(combinations(sets, window_count), key=total_weight, default=chosen)
        elif sets:
            seen = _union_of_sets(chosen)
            chosen = (*chosen, max(sets, key=lambda new_set: total_weight([new_set - seen])))
    disjoint_sets: list[frozenset[int]] = []
    for new_set in chosen:
        if remaining := new_set - _union_of_sets(disjoint_sets):
            disjoint_sets.append(remaining)
    window_size = (window_width(size[0], max(1, len(disjoint_sets))), size[1])
    return [_place_window(plan, boxes, indices, window_size) for indices in disjoint_sets]


def _union_of_sets(sets: Iterable[frozenset[int]]) -> frozenset[int]:
    return frozenset[int]().union(*sets)


def _showable_sets(boxes: Sequence[Box], size: tuple[int, int]) -> list[frozenset[int]]:
    """The largest sets of boxes that fit into one window."""
    sets: set[frozenset[int]] = set()
    for left in {box[0] for box in boxes}:
        for top in {box[1] for box in boxes}:
            inside = frozenset(
                i
                for i, box in enumerate(boxes)
                if left <= box[0] and top <= box[1] and box[2] <= left + size[0] and box[3] <= top + size[1]
            )
            if inside:
                sets.add(inside)
    return [indices for indices in sorted(sets, key=sorted) if not any(indices < other for other in sets)]


def _place_window(plan: IslandPlan, boxes: Sequence[Box], seen: frozenset[int], size: tuple[int, int]) -> IslandWindow:
    """The window that shows these boxes with the most land, then the one with the boxes nearest to its middle."""
    left, top = (min(boxes[i][axis] for i in seen) for axis in (0, 1))
    right, bottom = (max(boxes[i][axis] for i in seen) for axis in (2, 3))
    mask = _land_mask(plan)
    best: tuple[float, int, int] | None = None
    for x in _window_positions(left, right, size[0], plan.size[0]):
        for y in _window_positions(top, bottom, size[1], plan.size[1]):
            box = max(0, x), max(0, y), min(x + size[0], plan.size[0]), min(y + size[1], plan.size[1])
            mask_box = box[0] / GRID, box[1] / GRID, box[2] / GRID, box[3] / GRID
            land = mask.resize((1, 1), Image.Resampling.BOX, mask_box).getpixel((0, 0))  # 255 times the share of land
            assert isinstance(land, int | float)
            off_centre = math.dist((x + size[0] / 2, y + size[1] / 2), ((left + right) / 2, (top + bottom) / 2))
            score = land / 255 - off_centre / LAND_OUTWEIGHED
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
    return sorted({*range(first, last, POSITION_STEP), last})


# --- drawing


def draw_changes_cutout(changed: TurnChanges, look: Look, size: tuple[int, int]) -> Image.Image:
    """The windows side by side."""
    plan, windows = choose_island_windows(changed.view.board, changed.changes, size)
    whole = draw_changes(changed, look, plan)
    image = Image.new("RGB", size, TOKEN)  # the bars between windows
    wide = window_width(size[0], len(windows))
    for i, window in enumerate(reversed(windows) if look.mirrored else windows):
        x = i * (wide + BAR_WIDE)
        left, top = max(0, window.left), max(0, window.top)  # windows may reach beyond the island
        part = whole.crop((left, top, min(whole.width, window.left + wide), min(whole.height, window.top + size[1])))
        image.paste(SEA, (x, 0, x + wide, size[1]))
        image.paste(part, (x + left - window.left, top - window.top))
    return image
