"""The rules of placing and of roads a second time, slow and plain: no masks, nothing kept from move to move."""

from __future__ import annotations

from rules.catan.layout import Layout
from rules.catan.places import OUT
from rules.catan.state import CatanState


def may_settle(s: CatanState, seat: int, corner: int, *, setup: bool = False) -> bool:
    """Is the corner free, far enough from buildings, and reached?"""
    if s.held[corner] != OUT:
        return False
    neighbours = [b if a == corner else a for a, b in s.layout.path_ends if corner in (a, b)]
    if any(s.buildings[v] for v in neighbours):
        return False
    return setup or any(s.roads[e] == seat for e, pair in enumerate(s.layout.path_ends) if corner in pair)


def may_lay(s: CatanState, seat: int, path: int) -> bool:
    """Is the path free, and joined at one of its ends to a building or an unblocked road?"""
    if s.roads[path] != OUT:
        return False
    for end in s.layout.path_ends[path]:
        if s.buildings[end] and s.held[end] == seat:
            return True
        blocked = s.held[end] not in (OUT, seat)
        others = [e for e, pair in enumerate(s.layout.path_ends) if end in pair and e != path]
        if not blocked and any(s.roads[e] == seat for e in others):
            return True
    return False


def trail(layout: Layout, roads: list[int], held: list[int], seat: int) -> int:
    """The longest trail by trying all of them from every corner."""
    own = [pair for e, pair in enumerate(layout.path_ends) if roads[e] == seat]
    best = 0
    stack: list[tuple[int, frozenset[int]]] = [(v, frozenset()) for v in {v for pair in own for v in pair}]
    while stack:
        at, used = stack.pop()
        best = max(best, len(used))
        if used and held[at] not in (OUT, seat):
            continue
        for n, (a, b) in enumerate(own):
            if n not in used and at in (a, b):
                stack.append((a + b - at, used | {n}))
    return best
