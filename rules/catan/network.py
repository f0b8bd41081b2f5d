"""Roads, what they reach, and how long they are: kept up to date piece by piece.

Every module that puts a piece on a corner or takes one away does it here (`stand`, `leave`), so that roads that are cut
or joined by it are measured at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .layout import Layout
from .places import OUT
from .state import CatanState, Ctx

SHORTEST: Final = 5  # roads that make a Longest Road
WORTH: Final = 2


def set_bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# --- changes


def lay_road(ctx: Ctx, seat: int, path: int) -> None:
    """A road comes to lie on a free path."""
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
    """A road goes back to its owner."""
    s = ctx.s
    seat = s.roads[path]
    s.roads[path] = OUT
    s.roads_left[seat] += 1
    s.taken &= ~(1 << path)
    refresh_reach(s, seat)
    measure_roads(ctx, (seat,))


def place_piece(ctx: Ctx, seat: int, corner: int) -> None:
    """A piece comes to stand on a free corner."""
    s = ctx.s
    s.held[corner] = seat
    s.stand |= 1 << corner
    _refresh_opponents(ctx, seat, corner)


def remove_piece(ctx: Ctx, corner: int) -> None:
    """The piece on a corner goes away."""
    s = ctx.s
    seat = s.held[corner]
    s.held[corner] = OUT
    s.stand &= ~(1 << corner)
    _refresh_opponents(ctx, seat, corner)


def move_piece(ctx: Ctx, seat: int, start: int, goal: int) -> None:
    """A piece of a player goes from corner to corner, where nothing counts as standing any more.

    Roads are measured once it has come to rest.
    """  # catan.md R29
    s = ctx.s
    s.held[start], s.held[goal] = OUT, seat
    s.stand = s.stand & ~(1 << start) | 1 << goal
    owners = {s.roads[path] for v in (start, goal) for path, _ in s.layout.ways[v]} - {OUT}
    for owner in sorted(owners):
        refresh_reach(s, owner)
    measure_roads(ctx, sorted(owners))


def _refresh_opponents(ctx: Ctx, seat: int, corner: int) -> None:
    """What the others built towards that corner goes on there no more, or again."""
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
    """What the roads of a seat reach, and where its network may go on, from scratch."""
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
    """Measure the roads of some seats anew."""
    s = ctx.s
    changed = False
    for seat in seats:
        length = longest_trail(s.layout, s.roads, s.held, seat)
        changed |= length != s.lengths[seat]
        s.lengths[seat] = length
    if changed:
        award_longest_road(ctx)


def award_longest_road(ctx: Ctx) -> None:
    """Who holds the Longest Road now."""  # catan.md 2.8
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
    """The most roads of a seat on one trail: no road twice, nor through a corner where somebody else stands."""
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
        """The most roads that continue a trail standing at a corner."""
        best = 0
        if held[v] in (OUT, seat):
            for e, w in ways[v]:
                if roads[e] == seat and not used >> e & 1:
                    n = 1 + onward(w, used | 1 << e)
                    if n > best:
                        best = n
        return best

    def both(v: int, other: int, used: int) -> int:
        """Every trail from v, and for each the best from the other end with what it leaves."""
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
