"""The reach of my roads: further settlement sites, and the longest possible trail."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.catan.network import SHORTEST, longest_trail_through
from rules.catan.places import OUT

from .situation import Situation

MOST_ROADS: Final = 3  # roads planned ahead


class Site(NamedTuple):
    """A corner for a settlement of mine, and the roads to it."""

    corner: int
    paths: tuple[int, ...]


def network_corners(r: Situation) -> dict[int, bool]:
    """Corner of my network -> whether it may continue there."""
    found: dict[int, bool] = {}
    for path, seat in r.view.roads:
        if seat == r.me:
            for corner in r.layout.path_ends[path]:
                found[corner] = r.owner_by_corner[corner] in (OUT, r.me)
    for building in r.own_buildings:
        found[building.corner] = True
    return found


def list_sites(r: Situation) -> list[Site]:
    """Sites within reach, the nearest first."""
    network = r.cached_for_board(network_corners)
    roads_to: dict[int, tuple[int, ...]] = dict.fromkeys(sorted(network), ())
    road_ends = {corner for path, seat in r.view.roads if seat == r.me for corner in r.layout.path_ends[path]}
    sites = [Site(corner, ()) for corner in roads_to if corner in r.free_corners and corner in road_ends]
    front = [corner for corner in roads_to if network[corner]]
    for _ in range(MOST_ROADS):
        following = []
        for corner in front:
            for path, neighbour in r.layout.paths_and_neighbours[corner]:
                if r.owner_by_path[path] == OUT and neighbour not in roads_to:
                    roads_to[neighbour] = (*roads_to[corner], path)
                    if neighbour in r.free_corners:
                        sites.append(Site(neighbour, roads_to[neighbour]))
                    if r.owner_by_corner[neighbour] in (OUT, r.me):
                        following.append(neighbour)
        front = following
    return sites


def longest_with(r: Situation, path: int) -> int:
    """The length of my longest trail with a road there."""
    return max(r.mine.road_length, r.cached_for_board(_trail_length_through, path))


def _trail_length_through(r: Situation, path: int) -> int:
    roads = [*r.owner_by_path]
    roads[path] = r.me
    return longest_trail_through(r.layout, roads, r.owner_by_corner, r.me, path)


def last_roads(r: Situation) -> tuple[int, ...]:
    """One or two roads that complete the Longest Road for me; empty: none."""
    need = goal_length(r)
    if not need or need > r.mine.road_length + 2:
        return ()
    open_corners = [corner for corner, may_continue in r.cached_for_board(network_corners).items() if may_continue]
    open_paths = [
        path
        for corner in open_corners
        for path, _ in r.layout.paths_and_neighbours[corner]
        if r.owner_by_path[path] == OUT
    ]
    for path in dict.fromkeys(open_paths):
        if longest_with(r, path) >= need:
            return (path,)
    if need == r.mine.road_length + 1:
        return ()
    for path in dict.fromkeys(open_paths):
        roads = [*r.owner_by_path]
        roads[path] = r.me
        far_ends = [corner for corner in r.layout.path_ends[path] if r.owner_by_corner[corner] in (OUT, r.me)]
        onward = [next_path for corner in far_ends for next_path, _ in r.layout.paths_and_neighbours[corner]]
        for other in dict.fromkeys((*open_paths, *onward)):
            if roads[other] == OUT:
                roads[other] = r.me
                if longest_trail_through(r.layout, roads, r.owner_by_corner, r.me, other) >= need:
                    return path, other
                roads[other] = OUT
    return ()


def goal_length(r: Situation) -> int:
    """The trail length I need for the Longest Road; 0: I have it."""
    if r.mine.longest_road:
        return 0
    return max(SHORTEST, 1 + max(r.view.players[seat].road_length for seat in r.others))
