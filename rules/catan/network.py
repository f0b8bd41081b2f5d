"""Road networks: reach and lengths, maintained incrementally.

All modules place and remove pieces on corners with `place_piece` and `remove_piece`, so that roads cut or joined by
them are remeasured at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .layout import Layout
from .places import OUT
from .state import CatanState, Ctx

SHORTEST: Final = 5  # minimal length of a Longest Road
WORTH: Final = 2


def set_bits(mask: int) -> Iterator[int]:
    """The indexes of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# --- changes


def lay_road(ctx: Ctx, seat: int, path: int) -> None:
    """Put a road on a free path."""
    s = ctx.s
    layout = s.layout
    s.roads[path] = seat
    s.roads_left[seat] -= 1
    s.taken |= 1 << path
    s.reach[seat] |= layout.end_bits[path]
    held = s.held
    for v in layout.ends[path]:
        if held[v] in (OUT, seat):
            s.open[seat] |= layout.paths_at[v]
    length = longest_through(layout, s.roads, held, seat, path)
    if length > s.lengths[seat]:
        s.lengths[seat] = length
        award_longest_road(ctx)


def lift_road(ctx: Ctx, path: int) -> None:
    """Return a road to its owner."""
    s = ctx.s
    seat = s.roads[path]
    s.roads[path] = OUT
    s.roads_left[seat] += 1
    s.taken &= ~(1 << path)
    refresh_reach(s, seat)
    measure_roads(ctx, (seat,))


def place_piece(ctx: Ctx, seat: int, corner: int) -> None:
    """Put a piece on a free corner."""
    s = ctx.s
    s.held[corner] = seat
    s.stand |= 1 << corner
    _refresh_opponents(ctx, seat, corner)


def remove_piece(ctx: Ctx, corner: int) -> None:
    """Remove the piece on a corner."""
    s = ctx.s
    seat = s.held[corner]
    s.held[corner] = OUT
    s.stand &= ~(1 << corner)
    _refresh_opponents(ctx, seat, corner)


def move_piece(ctx: Ctx, seat: int, start: int, goal: int) -> None:
    """Move a player's piece from corner to corner. Roads are measured only after both changes."""  # catan.md R29
    s = ctx.s
    s.held[start], s.held[goal] = OUT, seat
    s.stand = s.stand & ~(1 << start) | 1 << goal
    owners = {s.roads[path] for v in (start, goal) for path, _ in s.layout.ways[v]} - {OUT}
    for owner in sorted(owners):
        refresh_reach(s, owner)
    measure_roads(ctx, sorted(owners))


def _refresh_opponents(ctx: Ctx, seat: int, corner: int) -> None:
    """Update opponents' networks that end at or pass through that corner."""
    s = ctx.s
    roads = s.roads
    meeting: dict[int, int] = {}
    for path, _ in s.layout.ways[corner]:
        owner = roads[path]
        if owner not in (OUT, seat):
            meeting[owner] = meeting.get(owner, 0) + 1
    for owner in meeting:
        refresh_reach(s, owner)
    measure_roads(ctx, [owner for owner, n in meeting.items() if n > 1])


def refresh_reach(s: CatanState, seat: int) -> None:
    """Recompute the reach of a seat's roads and the paths open to its network."""
    layout = s.layout
    reach = 0
    for path, owner in enumerate(s.roads):
        if owner == seat:
            reach |= layout.end_bits[path]
    s.reach[seat] = reach
    goes_on = 0
    held = s.held
    for v in set_bits(reach):
        if held[v] in (OUT, seat):
            goes_on |= layout.paths_at[v]
    for v, built in enumerate(s.buildings):
        if built and held[v] == seat:
            goes_on |= layout.paths_at[v]
    s.open[seat] = goes_on


def measure_roads(ctx: Ctx, seats: Iterable[int]) -> None:
    """Remeasure the roads of some seats."""
    s = ctx.s
    changed = False
    for seat in seats:
        length = longest_trail(s.layout, s.roads, s.held, seat)
        changed |= length != s.lengths[seat]
        s.lengths[seat] = length
    if changed:
        award_longest_road(ctx)


def award_longest_road(ctx: Ctx) -> None:
    """Determine the holder of the Longest Road."""  # catan.md 2.8
    s = ctx.s
    most = max(s.lengths)
    holder = s.longest
    if most < SHORTEST:
        holder = OUT
    elif holder == OUT or s.lengths[holder] != most:
        holder = s.lengths.index(most) if s.lengths.count(most) == 1 else OUT
    if holder == s.longest:
        return
    loser = s.longest
    if loser != OUT:
        s.points[loser] -= WORTH
    s.longest = holder
    if holder == OUT:
        ctx.emit("catan.longest.lost", seat=loser)
    else:
        s.points[holder] += WORTH
        ctx.emit("catan.longest.taken", seat=holder, n=most)


# --- measuring


def longest_trail(layout: Layout, roads: Sequence[int], held: Sequence[int], seat: int) -> int:
    """The length of a seat's longest trail: no road twice, not through a corner held by an opponent."""
    own = [path for path, owner in enumerate(roads) if owner == seat]
    best = 0
    for path in own:
        best = max(best, longest_through(layout, roads, held, seat, path))
        if best == len(own):
            break
    return best


def longest_through(layout: Layout, roads: Sequence[int], held: Sequence[int], seat: int, path: int) -> int:
    """The longest trail that uses this road."""
    ways = layout.ways

    def onward(v: int, used: int) -> int:
        """The maximal number of roads that continue a trail from a corner."""
        best = 0
        if held[v] in (OUT, seat):
            for e, w in ways[v]:
                if roads[e] == seat and not used >> e & 1:
                    n = 1 + onward(w, used | 1 << e)
                    if n > best:
                        best = n
        return best

    def both(v: int, other: int, used: int) -> int:
        """The best sum of a trail from `v` and one from the other end with the remaining roads."""
        best = onward(other, used)
        if held[v] in (OUT, seat):
            for e, w in ways[v]:
                if roads[e] == seat and not used >> e & 1:
                    n = 1 + both(w, other, used | 1 << e)
                    if n > best:
                        best = n
        return best

    a, b = layout.ends[path]
    return 1 + both(a, b, 1 << path)
