"""Chooses the part of a board that a small picture shows: one window, or two for distant changes. Pure.

Places are in tiles from M50, y southward; windows are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from .layout import XY, Box

Part: TypeAlias = tuple[float, float, float, float]  # (left, top, right, bottom) on the board

SIDES: Final = (78, 72, 66, 60)  # tile sides to try, largest first
LARGER: Final = (86, 94, 104, 116)  # tile sides if the land does not fill the picture
SMALLER: Final = (56, 48, 42)  # tile sides if not even two windows show everything
LEAST_MAJOR_WEIGHT: Final = 40  # least weight that justifies smaller tiles
AROUND: Final = 0.3  # least distance in tiles between an item and the border
BAR: Final = 4  # pixels between two windows
WANTED_LAND_SHARE: Final = 0.7  # wanted share of land
MOST_SHARED_TILES: Final = 1.0  # most tiles of land that two windows may share
LEAST_LAND_GAIN: Final = 0.04  # least gain in land share for larger tiles


@dataclass(frozen=True, slots=True)
class CutoutItem:
    """A part worth seeing. The least `weight` is left out first; `mine`: it concerns the reader."""

    part: Part
    weight: int
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the picture. `at`: the corner of cell (0, 0), in pixels from the window's own corner."""

    box: Box
    side: int
    at: XY

    @property
    def size(self) -> XY:
        return self.box[2] - self.box[0], self.box[3] - self.box[1]

    @property
    def shown(self) -> Part:
        """The part of the board in the window."""
        (wide, high), (x, y) = self.size, self.at
        return -x / self.side, -y / self.side, (wide - x) / self.side, (high - y) / self.side

    def shows(self, part: Part) -> bool:
        """Whether the window shows all of a part."""
        left, top, right, bottom = self.shown
        return left <= part[0] and top <= part[1] and part[2] <= right and part[3] <= bottom


@dataclass(frozen=True, slots=True)
class WindowFit:
    """A possible window and its share of land, from 0 to 1."""

    window: Window
    land: float


def choose_board_windows(
    items: Sequence[CutoutItem], land: Collection[XY], size: XY, mirrored: bool = False
) -> list[Window]:
    """One or two windows for the items (at least one) on a picture of that size. The first of two (the right one if
    `mirrored`) shows the reader's items."""
    by_weight = sorted(items, key=lambda item: -item.weight)
    major = [item for item in by_weight if item.weight >= LEAST_MAJOR_WEIGHT] or by_weight
    for shown_items, sides in ((by_weight, SIDES), (major, SIDES), (major, SMALLER)):
        windows = _choose_single_window(shown_items, land, size, sides)
        windows = windows or _choose_two_windows(shown_items, land, size, sides, mirrored)
        if windows:
            return windows
    if len(major) > 1:
        return choose_board_windows(major[:-1], land, size, mirrored)
    return [_clip_to_middle(major[0], land, size)]


def bounding_part(items: Sequence[CutoutItem]) -> Part:
    """The smallest part of the board with all items."""
    lefts, tops, rights, bottoms = zip(*(item.part for item in items), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


# --- one window


def _choose_single_window(
    items: Sequence[CutoutItem], land: Collection[XY], size: XY, sides: Sequence[int]
) -> list[Window]:
    part = bounding_part(items)
    for side in sides:
        fit = _fit_window(part, land, (0, 0, *size), side)
        if fit is not None:
            return [_enlarge_tiles(fit, part, land).window if side == SIDES[0] else fit.window]
    return []


def _enlarge_tiles(fit: WindowFit, part: Part, land: Collection[XY]) -> WindowFit:
    """The fit with larger tiles, if they fill the picture with more land."""
    for side in LARGER:
        if fit.land >= WANTED_LAND_SHARE:
            break
        larger_fit = _fit_window(part, land, fit.window.box, side)
        if larger_fit is not None and larger_fit.land >= fit.land + LEAST_LAND_GAIN:
            fit = larger_fit
    return fit


def _fit_window(part: Part, land: Collection[XY], box: Box, side: int) -> WindowFit | None:
    """The window in a box that shows the part and the most land; None if the part does not fit."""
    columns, rows = (box[2] - box[0]) / side, (box[3] - box[1]) / side
    x_range = _window_start_range(part[0], part[2], columns)
    y_range = _window_start_range(part[1], part[3], rows)
    if x_range is None or y_range is None:
        return None
    centred = (part[0] + part[2] - columns) / 2, (part[1] + part[3] - rows) / 2
    in_columns = [cell for cell in land if x_range[0] - 1 < cell[0] < x_range[1] + columns]
    near_land = [cell for cell in in_columns if y_range[0] - 1 < cell[1] < y_range[1] + rows]
    best_start = max(
        ((_land_share(near_land, x, y, columns, rows) - 0.01 * (abs(x - centred[0]) + abs(y - centred[1])), x, y))
        for x in _window_starts(*x_range, columns)
        for y in _window_starts(*y_range, rows)
    )
    _, x, y = best_start
    corner = (round(-x * side), round(-y * side))
    return WindowFit(Window(box, side, corner), _land_share(near_land, x, y, columns, rows))


def _window_start_range(low: float, high: float, room: float) -> tuple[float, float] | None:
    """The positions at which a window of that width shows low to high; None if it cannot."""
    first, last = high + AROUND - room, low - AROUND
    return (first, last) if first <= last + 1e-6 else None


def _window_starts(first: float, last: float, room: float) -> list[float]:
    """The ends of the range, and the positions in it at which a border of the window lies between two cells: the land
    share is greatest at one of these."""
    starts = {first, last, (first + last) / 2}
    starts.update(float(i) for i in range(int(first) - 1, int(last) + 2) if first <= i <= last)
    end_cells = range(int(first + room) - 1, int(last + room) + 2)
    starts.update(i - room for i in end_cells if first <= i - room <= last)
    return sorted(starts)


def _land_share(near: Sequence[XY], x: float, y: float, wide: float, high: float) -> float:
    """The share of land in a window."""
    land_area = 0.0
    for cell_x, cell_y in near:
        overlap = min(cell_x + 1, x + wide) - max(cell_x, x)
        if overlap > 0:
            land_area += overlap * max(0.0, min(cell_y + 1, y + high) - max(cell_y, y))
    return land_area / (wide * high)


def _clip_to_middle(item: CutoutItem, land: Collection[XY], size: XY) -> Window:
    """A window with the smallest tiles on the middle of an item too large for the picture."""
    left, top, right, bottom = item.part
    side = SMALLER[-1]
    half = (size[0] / side / 2 - AROUND - 0.01, size[1] / side / 2 - AROUND - 0.01)
    x, y = (left + right) / 2, (top + bottom) / 2
    part = (max(left, x - half[0]), max(top, y - half[1]), min(right, x + half[0]), min(bottom, y + half[1]))
    (window,) = _choose_single_window([replace(item, part=part)], land, size, (side,))
    return window


# --- two windows


def _choose_two_windows(
    items: Sequence[CutoutItem], land: Collection[XY], size: XY, sides: Sequence[int], mirrored: bool
) -> list[Window]:
    """Two windows side by side or one above the other, with the largest tiles, then the most land."""
    for side in sides:
        pairs = [
            pair
            for first, second in _divide_items(items)
            for pair in _list_window_pairs(first, second, land, size, side, mirrored)
        ]
        if pairs:
            best_pair = max(pairs, key=lambda pair: sum(fit.land * _window_area(fit.window) for fit in pair))
            return [fit.window for fit in best_pair]
    return []


def _window_area(window: Window) -> int:
    return window.size[0] * window.size[1]


def _divide_items(items: Sequence[CutoutItem]) -> Iterator[tuple[list[CutoutItem], list[CutoutItem]]]:
    """Divisions into two groups by a line across the board; the group with the reader's items, else with the greatest
    weight, comes first."""
    for axis in (0, 1):
        ordered = sorted(items, key=lambda item: item.part[axis] + item.part[axis + 2])
        for cut in range(1, len(ordered)):
            lesser, greater = sorted((ordered[:cut], ordered[cut:]), key=_group_weight)
            yield greater, lesser


def _group_weight(group: Sequence[CutoutItem]) -> tuple[bool, int]:
    return max((item.mine, item.weight) for item in group)


def _list_window_pairs(
    first: Sequence[CutoutItem], second: Sequence[CutoutItem], land: Collection[XY], size: XY, side: int, mirrored: bool
) -> Iterator[tuple[WindowFit, WindowFit]]:
    """Windows for both groups, side by side and one above the other."""
    parts = bounding_part(first), bounding_part(second)
    for axis in (0, 1):
        lengths = [round((part[axis + 2] - part[axis] + 2 * AROUND) * side) + 1 for part in parts]
        spare_length = size[axis] - BAR - sum(lengths)
        if spare_length < 0:
            continue
        is_swapped = mirrored and axis == 0
        order = (1, 0) if is_swapped else (0, 1)
        border = lengths[order[0]] + round(spare_length * lengths[order[0]] / sum(lengths))
        if axis == 0:
            boxes = (0, 0, border, size[1]), (border + BAR, 0, *size)
        else:
            boxes = (0, 0, size[0], border), (0, border + BAR, *size)
        fits = [_fit_window(parts[number], land, boxes[box_index], side) for box_index, number in enumerate(order)]
        if is_swapped:
            fits.reverse()
        first_fit, second_fit = fits
        if first_fit is None or second_fit is None:
            continue
        if _show_different_land(first_fit.window.shown, second_fit.window.shown):
            yield first_fit, second_fit


def _show_different_land(one: Part, other: Part) -> bool:
    """Whether two windows share little land; otherwise one smaller window is better."""
    shared_width = min(one[2], other[2]) - max(one[0], other[0])
    shared_height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, shared_width) * max(0.0, shared_height) < MOST_SHARED_TILES
