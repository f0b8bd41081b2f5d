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
WORTH: Final = 2  # points of the Longest Road


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
    s.paths_taken |= 1 << path
    s.corners_reached[seat] |= layout.end_bits[path]
    held = s.held
    for corner in layout.path_ends[path]:
        if held[corner] in (OUT, seat):
            s.paths_open[seat] |= layout.path_bits_at[corner]
    length = longest_trail_through(layout, s.roads, held, seat, path)
    if length > s.lengths[seat]:
        s.lengths[seat] = length
        award_longest_road(ctx)


def lift_road(ctx: Ctx, path: int) -> None:
    """Return a road to its owner."""
    s = ctx.s
    seat = s.roads[path]
    s.roads[path] = OUT
    s.roads_left[seat] += 1
    s.paths_taken &= ~(1 << path)
    refresh_reach(s, seat)
    measure_roads(ctx, (seat,))


def place_piece(ctx: Ctx, seat: int, corner: int) -> None:
    """Put a piece on a free corner."""
    s = ctx.s
    s.held[corner] = seat
    s.corners_occupied |= 1 << corner
    _refresh_opponents(ctx, seat, corner)


def remove_piece(ctx: Ctx, corner: int) -> None:
    """Remove the piece on a corner."""
    s = ctx.s
    seat = s.held[corner]
    s.held[corner] = OUT
    s.corners_occupied &= ~(1 << corner)
    _refresh_opponents(ctx, seat, corner)


def move_piece(ctx: Ctx, seat: int, start: int, goal: int) -> None:
    """Move a player's piece from corner to corner. Roads are measured only after both changes."""  # catan.md R29
    s = ctx.s
    s.held[start], s.held[goal] = OUT, seat
    s.corners_occupied = s.corners_occupied & ~(1 << start) | 1 << goal
    owners = {s.roads[path] for corner in (start, goal) for path, _ in s.layout.paths_and_neighbours[corner]} - {OUT}
    for owner in sorted(owners):
        refresh_reach(s, owner)
    measure_roads(ctx, sorted(owners))


def _refresh_opponents(ctx: Ctx, seat: int, corner: int) -> None:
    """Update opponents' networks that end at or pass through that corner."""
    s = ctx.s
    roads = s.roads
    roads_here: dict[int, int] = {}  # opponent -> number of their roads at the corner
    for path, _ in s.layout.paths_and_neighbours[corner]:
        owner = roads[path]
        if owner not in (OUT, seat):
            roads_here[owner] = roads_here.get(owner, 0) + 1
    for owner in roads_here:
        refresh_reach(s, owner)
    measure_roads(ctx, [owner for owner, n in roads_here.items() if n > 1])


def refresh_reach(s: CatanState, seat: int) -> None:
    """Recompute the reach of a seat's roads and the paths open to its network."""
    layout = s.layout
    reach = 0
    for path, owner in enumerate(s.roads):
        if owner == seat:
            reach |= layout.end_bits[path]
    s.corners_reached[seat] = reach
    open_paths = 0
    held = s.held
    for corner in set_bits(reach):
        if held[corner] in (OUT, seat):
            open_paths |= layout.path_bits_at[corner]
    for corner, built in enumerate(s.buildings):
        if built and held[corner] == seat:
            open_paths |= layout.path_bits_at[corner]
    s.paths_open[seat] = open_paths


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
        best = max(best, longest_trail_through(layout, roads, held, seat, path))
        if best == len(own):
            break
    return best


def longest_trail_through(layout: Layout, roads: Sequence[int], held: Sequence[int], seat: int, path: int) -> int:
    """The longest trail that uses this road."""
    ways = layout.paths_and_neighbours

    def onward(corner: int, used: int) -> int:
        """The maximal number of roads that continue a trail from a corner without those used (bits)."""
        best = 0
        if held[corner] in (OUT, seat):
            for next_path, next_corner in ways[corner]:
                if roads[next_path] == seat and not used >> next_path & 1:
                    n = 1 + onward(next_corner, used | 1 << next_path)
                    if n > best:
                        best = n
        return best

    def in_both_directions(corner: int, other: int, used: int) -> int:
        """The best sum of a trail from `corner` and one from the other end with the remaining roads."""
        best = onward(other, used)
        if held[corner] in (OUT, seat):
            for next_path, next_corner in ways[corner]:
                if roads[next_path] == seat and not used >> next_path & 1:
                    n = 1 + in_both_directions(next_corner, other, used | 1 << next_path)
                    if n > best:
                        best = n
        return best

    first_end, second_end = layout.path_ends[path]
    return 1 + in_both_directions(first_end, second_end, 1 << path)
