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
MINOR: Final = 40  # least weight that justifies smaller tiles
AROUND: Final = 0.3  # least distance in tiles between an item and the border
BAR: Final = 4  # pixels between two windows
FULL: Final = 0.7  # wanted share of land
SAME: Final = 1.0  # most tiles of land that two windows may share
BETTER: Final = 0.04  # least gain in land share for larger tiles


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
        a, b, c, d = self.shown
        return a <= part[0] and b <= part[1] and part[2] <= c and part[3] <= d


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
    left = sorted(items, key=lambda item: -item.weight)
    major = [item for item in left if item.weight >= MINOR] or left
    for some, sides in ((left, SIDES), (major, SIDES), (major, SMALLER)):
        found = _choose_single_window(some, land, size, sides) or _choose_two_windows(some, land, size, sides, mirrored)
        if found:
            return found
    if len(major) > 1:
        return choose_board_windows(major[:-1], land, size, mirrored)
    return [_clip_to_middle(major[0], land, size)]


def bounding_part(items: Sequence[CutoutItem]) -> Part:
    """The smallest part of the board with all items."""
    parts = [item.part for item in items]
    return min(p[0] for p in parts), min(p[1] for p in parts), max(p[2] for p in parts), max(p[3] for p in parts)


# --- one window


def _choose_single_window(
    items: Sequence[CutoutItem], land: Collection[XY], size: XY, sides: Sequence[int]
) -> list[Window]:
    part = bounding_part(items)
    for side in sides:
        found = _fit_window(part, land, (0, 0, *size), side)
        if found is not None:
            return [_enlarge_tiles(found, part, land).window if side == SIDES[0] else found.window]
    return []


def _enlarge_tiles(found: WindowFit, part: Part, land: Collection[XY]) -> WindowFit:
    """The fit with larger tiles, if they fill the picture with more land."""
    for side in LARGER:
        if found.land >= FULL:
            break
        nearer = _fit_window(part, land, found.window.box, side)
        if nearer is not None and nearer.land >= found.land + BETTER:
            found = nearer
    return found


def _fit_window(part: Part, land: Collection[XY], box: Box, side: int) -> WindowFit | None:
    """The window in a box that shows the part and the most land; None if the part does not fit."""
    wide, high = (box[2] - box[0]) / side, (box[3] - box[1]) / side
    across = _window_start_range(part[0], part[2], wide)
    down = _window_start_range(part[1], part[3], high)
    if across is None or down is None:
        return None
    heart = (part[0] + part[2] - wide) / 2, (part[1] + part[3] - high) / 2
    near = [c for c in land if across[0] - 1 < c[0] < across[1] + wide and down[0] - 1 < c[1] < down[1] + high]
    best = max(
        ((_land_share(near, x, y, wide, high) - 0.01 * (abs(x - heart[0]) + abs(y - heart[1])), x, y))
        for x in _window_starts(*across, wide)
        for y in _window_starts(*down, high)
    )
    _, x, y = best
    at = (round(-x * side), round(-y * side))
    return WindowFit(Window(box, side, at), _land_share(near, x, y, wide, high))


def _window_start_range(low: float, high: float, room: float) -> tuple[float, float] | None:
    """The positions at which a window of that width shows low to high; None if it cannot."""
    first, last = high + AROUND - room, low - AROUND
    return (first, last) if first <= last + 1e-6 else None


def _window_starts(first: float, last: float, room: float) -> list[float]:
    """The ends of the range, and the positions in it at which a border of the window lies between two cells: the land
    share is greatest at one of these."""
    found = {first, last, (first + last) / 2}
    found.update(float(i) for i in range(int(first) - 1, int(last) + 2) if first <= i <= last)
    ends = range(int(first + room) - 1, int(last + room) + 2)
    found.update(i - room for i in ends if first <= i - room <= last)
    return sorted(found)


def _land_share(near: Sequence[XY], x: float, y: float, wide: float, high: float) -> float:
    """The share of land in a window."""
    total = 0.0
    for a, b in near:
        over = min(a + 1, x + wide) - max(a, x)
        if over > 0:
            total += over * max(0.0, min(b + 1, y + high) - max(b, y))
    return total / (wide * high)


def _clip_to_middle(item: CutoutItem, land: Collection[XY], size: XY) -> Window:
    """A window with the smallest tiles on the middle of an item too large for the picture."""
    a, b, c, d = item.part
    side = SMALLER[-1]
    half = (size[0] / side / 2 - AROUND - 0.01, size[1] / side / 2 - AROUND - 0.01)
    x, y = (a + c) / 2, (b + d) / 2
    part = (max(a, x - half[0]), max(b, y - half[1]), min(c, x + half[0]), min(d, y + half[1]))
    (window,) = _choose_single_window([replace(item, part=part)], land, size, (side,))
    return window


# --- two windows


def _choose_two_windows(
    items: Sequence[CutoutItem], land: Collection[XY], size: XY, sides: Sequence[int], mirrored: bool
) -> list[Window]:
    """Two windows side by side or one above the other, with the largest tiles, then the most land."""
    for side in sides:
        found = [
            fits
            for first, second in _divide_items(items)
            for fits in _list_window_pairs(first, second, land, size, side, mirrored)
        ]
        if found:
            best = max(found, key=lambda fits: sum(fit.land * _window_area(fit.window) for fit in fits))
            return [fit.window for fit in best]
    return []


def _window_area(window: Window) -> int:
    return window.size[0] * window.size[1]


def _divide_items(items: Sequence[CutoutItem]) -> Iterator[tuple[list[CutoutItem], list[CutoutItem]]]:
    """Divisions into two groups by a line across the board; the group with the reader's items, else with the greatest
    weight, comes first."""
    for axis in (0, 1):
        row = sorted(items, key=lambda item: item.part[axis] + item.part[axis + 2])
        for at in range(1, len(row)):
            groups = sorted((row[:at], row[at:]), key=lambda group: max((one.mine, one.weight) for one in group))
            yield groups[1], groups[0]


def _list_window_pairs(
    first: Sequence[CutoutItem], second: Sequence[CutoutItem], land: Collection[XY], size: XY, side: int, mirrored: bool
) -> Iterator[tuple[WindowFit, WindowFit]]:
    """Windows for both groups, side by side and one above the other."""
    parts = bounding_part(first), bounding_part(second)
    for axis in (0, 1):
        needs = [round((part[axis + 2] - part[axis] + 2 * AROUND) * side) + 1 for part in parts]
        spare = size[axis] - BAR - sum(needs)
        if spare < 0:
            continue
        turned = mirrored and axis == 0
        order = (1, 0) if turned else (0, 1)
        border = needs[order[0]] + round(spare * needs[order[0]] / sum(needs))
        if axis == 0:
            boxes = (0, 0, border, size[1]), (border + BAR, 0, *size)
        else:
            boxes = (0, 0, size[0], border), (0, border + BAR, *size)
        fits = [_fit_window(parts[number], land, boxes[place], side) for place, number in enumerate(order)]
        if turned:
            fits.reverse()
        one, other = fits
        if one is not None and other is not None and _show_different_land(one.window.shown, other.window.shown):
            yield one, other


def _show_different_land(one: Part, other: Part) -> bool:
    """Whether two windows share little land; otherwise one smaller window is better."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high) < SAME
