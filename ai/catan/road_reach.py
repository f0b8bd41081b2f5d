"""The reach of my roads: further settlement sites, and the longest possible trail."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.catan.network import SHORTEST, longest_through
from rules.catan.places import OUT

from .situation import Situation

FAR: Final = 3  # roads planned ahead


class Site(NamedTuple):
    """A corner for a settlement of mine, and the roads to it."""

    corner: int
    paths: tuple[int, ...]


def network_corners(r: Situation) -> dict[int, bool]:
    """Corner of my network -> whether it may continue there."""
    found: dict[int, bool] = {}
    for path, seat in r.view.roads:
        if seat == r.me:
            for v in r.layout.ends[path]:
                found[v] = r.held[v] in (OUT, r.me)
    for building in r.own:
        found[building.corner] = True
    return found


def list_sites(r: Situation) -> list[Site]:
    """Sites within reach, the nearest first."""
    begin = r.kept(network_corners)
    ways, roads, held, free = r.layout.ways, r.roads, r.held, r.free
    reached: dict[int, tuple[int, ...]] = dict.fromkeys(sorted(begin), ())
    touched = {v for path, seat in r.view.roads if seat == r.me for v in r.layout.ends[path]}
    found = [Site(v, ()) for v in reached if v in free and v in touched]
    front = [v for v in reached if begin[v]]
    for _ in range(FAR):
        following = []
        for v in front:
            for path, w in ways[v]:
                if roads[path] == OUT and w not in reached:
                    reached[w] = (*reached[v], path)
                    if w in free:
                        found.append(Site(w, reached[w]))
                    if held[w] in (OUT, r.me):
                        following.append(w)
        front = following
    return found


def longest_with(r: Situation, path: int) -> int:
    """The length of my longest trail with a road there."""
    known = r.kept(_trail_length_cache)
    if path not in known:
        roads = [*r.roads]
        roads[path] = r.me
        known[path] = longest_through(r.layout, roads, r.held, r.me, path)
    return max(r.mine.road_length, known[path])


def last_roads(r: Situation) -> tuple[int, ...]:
    """One or two roads that complete the Longest Road for me; empty: none."""
    need = goal_length(r)
    if not need or need > r.mine.road_length + 2:
        return ()
    begin = r.kept(network_corners)
    open_paths = [path for v, on in begin.items() if on for path, _ in r.layout.ways[v] if r.roads[path] == OUT]
    for path in dict.fromkeys(open_paths):
        if longest_with(r, path) >= need:
            return (path,)
    if need == r.mine.road_length + 1:
        return ()
    for path in dict.fromkeys(open_paths):
        roads = [*r.roads]
        roads[path] = r.me
        onward = [e for v in r.layout.ends[path] if r.held[v] in (OUT, r.me) for e, _ in r.layout.ways[v]]
        for other in dict.fromkeys((*open_paths, *onward)):
            if roads[other] == OUT:
                roads[other] = r.me
                if longest_through(r.layout, roads, r.held, r.me, other) >= need:
                    return path, other
                roads[other] = OUT
    return ()


def _trail_length_cache(r: Situation) -> dict[int, int]:
    return {}


def goal_length(r: Situation) -> int:
    """The trail length I need for the Longest Road; 0: I have it."""
    if r.mine.longest_road:
        return 0
    return max(SHORTEST, 1 + max(r.view.players[seat].road_length for seat in r.others))
