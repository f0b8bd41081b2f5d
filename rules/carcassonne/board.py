"""The tiles on the table and their features: a flat graph in which features only ever merge.

Each segment of a laid tile is a node, numbered in order of laying. `of[node]` is its feature, identified by the number
of one of its nodes (the root); the data of a feature is stored at its root, in the lists below. Merging two features
relabels the one with fewer tiles. Features never split; queries never write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from .cells import BRIDGE_PLACE, STEPS_OVER_EDGES, neighbour_positions
from .tiles import ROAD, TURNED, Turned, bridged_tile

SEAT_BITS = 8  # bits of `held` per seat
SEAT_MASK = (1 << SEAT_BITS) - 1
NO_BRIDGE = -1  # instead of the edge where a bridge begins


class Board:
    """Tiles, features, and their followers."""

    transient: ClassVar[frozenset[str]] = frozenset({"buildings", "cells", "frontier", "kinds"})

    # Saved:
    laid: dict[int, tuple[int, int]]  # position -> 4 * tile + quarter turns, first node; in the order laid
    bridges: dict[int, tuple[int, int]]  # position -> edge where its bridge begins (0 or 1), node of the bridge
    # By node:
    of: list[int]  # root of its feature
    ring: list[int]  # the next node of its feature, cyclic
    # By root (meaningless elsewhere):
    open: list[int]  # edges still unmatched; a monastery: empty cells around it
    tiles: list[int]  # bit set of tiles, by their order
    marks: list[int]  # packed, see tiles.pack_marks
    held: list[int]  # number of followers, eight bits per seat

    # Derived from the above:
    kinds: tuple[int, ...]  # by node (tuples: copies share them)
    cells: tuple[int, ...]  # by node: the position of its tile
    frontier: dict[int, int]  # empty position beside a tile -> requirement of its neighbours, three bits per edge
    buildings: dict[int, int]  # position -> node of its monastery

    __slots__ = (
        "bridges",
        "buildings",
        "cells",
        "frontier",
        "held",
        "kinds",
        "laid",
        "marks",
        "of",
        "open",
        "ring",
        "tiles",
    )

    def __init__(self) -> None:
        self.laid = {}
        self.bridges = {}
        self.of = []
        self.ring = []
        self.open = []
        self.tiles = []
        self.marks = []
        self.held = []
        self.kinds = ()
        self.cells = ()
        self.frontier = {}
        self.buildings = {}

    def copy(self) -> Self:
        """A copy-on-write copy: everything but the followers is shared until a tile is laid on either board."""
        new = self.__class__.__new__(self.__class__)
        new.laid = self.laid
        new.bridges = self.bridges
        new.of = self.of
        new.ring = self.ring
        new.open = self.open
        new.tiles = self.tiles
        new.marks = self.marks
        new.held = self.held[:]
        new.kinds = self.kinds
        new.cells = self.cells
        new.frontier = self.frontier
        new.buildings = self.buildings
        return new

    def _unshare(self) -> None:
        """Replace all data that a bridge changes by copies, because the copies of this board share it."""
        self.bridges = self.bridges.copy()
        self.of = self.of[:]
        self.ring = self.ring[:]
        self.open = self.open[:]
        self.tiles = self.tiles[:]
        self.marks = self.marks[:]
        self.frontier = self.frontier.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def recompute_unsaved_fields(self) -> None:
        """Recompute the fields that are not saved."""
        self.frontier = {}
        self.buildings = {}
        kinds, cells = self.of[:], self.of[:]
        for at in self.laid:
            turned = self.turned_tile_at(at)
            nodes = self.nodes_at(at)
            if turned.building_segment >= 0:
                self.buildings[at] = nodes[turned.building_segment]
            for node, kind in zip(nodes, turned.kinds, strict=True):
                kinds[node] = kind
                cells[node] = at
            for aside, facing in zip(STEPS_OVER_EDGES, turned.facing, strict=True):
                if at + aside not in self.laid:
                    self.frontier[at + aside] = self.frontier.get(at + aside, 0) | facing
        self.kinds = tuple(kinds)
        self.cells = tuple(cells)

    def lay(self, at: int, number: int, axis: int = NO_BRIDGE) -> list[int]:
        """Lay a tile without checking the neighbours; returns the roots of the features this completes. `axis`: the
        edge (0 or 1) where a bridge over the tile begins."""
        turned = TURNED[number] if axis == NO_BRIDGE else bridged_tile(number, axis)
        base = len(self.of)
        self._add_nodes(at, turned, base)
        if axis != NO_BRIDGE:
            self.bridges = {**self.bridges, at: (axis, base + turned.size - 1)}
        of, laid, frontier, open_ends, bridges = self.of, self.laid, self.frontier, self.open, self.bridges
        frontier.pop(at, None)
        opens = turned.printed_open_ends
        for edge, aside, requirement, out_segments in turned.edges_for_laying:
            there = at + aside
            if there not in laid:
                frontier[there] = frontier.get(there, 0) | requirement
                continue
            if there in bridges:
                self._connect_across_edge(at, edge)
                continue
            other_number, other_base = laid[there]
            for segment, other_segment in zip(out_segments, TURNED[other_number].seam_into[edge ^ 2], strict=False):
                root, other_root = of[base + segment], of[other_base + other_segment]
                if root != other_root:
                    root = self._merge_features(root, other_root)
                if opens[segment]:  # a field has no ends
                    open_ends[root] -= 2
        completed = []
        for segment in turned.completable_segments:
            root = of[base + segment]
            if not open_ends[root] and root not in completed:
                completed.append(root)
        if turned.closes_neighbours:
            self._close_ends_around(at, completed)
        if not self.buildings.keys().isdisjoint(neighbour_positions(at)) or turned.building_segment >= 0:
            self._count_around_monasteries(at, completed)
        return completed

    def _add_nodes(self, at: int, turned: Turned, base: int) -> None:
        """Add a tile and its unconnected nodes to a board that shares no data about to change."""
        size = turned.size
        nodes = range(base, base + size)
        self.of = [*self.of, *nodes]
        self.ring = [*self.ring, *nodes]
        self.kinds += turned.kinds
        self.cells += (at,) * size
        self.open = [*self.open, *turned.printed_open_ends]
        self.tiles = [*self.tiles, *(1 << len(self.laid),) * size]
        self.marks = [*self.marks, *turned.marks]
        self.held += turned.no_followers
        self.laid = self.laid.copy()
        self.laid[at] = turned.number, base
        self.frontier = self.frontier.copy()
        if turned.building_segment >= 0:
            self.buildings = {**self.buildings, at: base + turned.building_segment}

    def add_bridge(self, at: int, axis: int) -> None:
        """Build a bridge over a tile that was laid earlier."""
        self._unshare()
        node = len(self.of)
        number = self.laid[at][0]
        self.bridges[at] = axis, node
        self.of.append(node)
        self.ring.append(node)
        self.kinds += (ROAD,)
        self.cells += (at,)
        self.open.append(2)
        self.tiles.append(1 << list(self.laid).index(at))
        self.marks.append(0)
        self.held.append(0)
        for edge in (axis, axis + 2):
            there = at + STEPS_OVER_EDGES[edge]
            if there in self.laid:
                self._connect_across_edge(at, edge)
            else:
                self.frontier[there] += bridged_tile(number, axis).facing[edge] - TURNED[number].facing[edge]

    def _connect_across_edge(self, at: int, edge: int) -> None:
        """Connect the features of two tiles across one edge, bridges included."""
        there = at + STEPS_OVER_EDGES[edge]
        turned, nodes, other_nodes = self.turned_tile_at(at), self.nodes_at(at), self.nodes_at(there)
        for segment, other_segment in zip(
            turned.seam_out[edge], self.turned_tile_at(there).seam_into[edge ^ 2], strict=False
        ):
            root, other_root = self.of[nodes[segment]], self.of[other_nodes[other_segment]]
            if root != other_root:
                root = self._merge_features(root, other_root)
            if turned.printed_open_ends[segment]:  # a field has no ends
                self.open[root] -= 2

    def turned_tile_and_nodes(self, at: int) -> tuple[Turned, Sequence[int]]:
        """The turned tile at a position, with its bridge, and its nodes."""
        if at in self.bridges:
            return self.turned_tile_at(at), self.nodes_at(at)
        number, first = self.laid[at]
        turned = TURNED[number]
        return turned, range(first, first + turned.size)

    def turned_tile_at(self, at: int) -> Turned:
        """The turned tile at a position, with its bridge."""
        number = self.laid[at][0]
        return bridged_tile(number, self.bridges[at][0]) if at in self.bridges else TURNED[number]

    def nodes_at(self, at: int) -> Sequence[int]:
        """The nodes of the tile at a position, in the order of the segments of `turned(at)`."""
        number, first = self.laid[at]
        printed = range(first, first + TURNED[number].size)
        return (*printed, self.bridges[at][1]) if at in self.bridges else printed

    def _merge_features(self, a: int, b: int) -> int:
        """Merge two features, given by their roots; returns the root of the larger one, which remains."""
        of, ring, tiles = self.of, self.ring, self.tiles
        small, large = a, b
        if ring[b] == b or (ring[a] != a and tiles[a].bit_count() >= tiles[b].bit_count()):
            small, large = b, a
        node = ring[small]
        of[small] = large
        while node != small:
            of[node] = large
            node = ring[node]
        ring[small], ring[large] = ring[large], ring[small]
        tiles[large] |= tiles[small]
        self.open[large] += self.open[small]
        if self.marks[small]:
            self.marks[large] += self.marks[small]
        if self.held[small]:
            self.held[large] += self.held[small]
        return large

    def _close_ends_around(self, at: int, completed: list[int]) -> None:
        """End the roads and cities around the new tile at its edges."""  # carcassonne.md 13.1
        of, open_ends = self.of, self.open
        for edge in (0, 1, 2, 3):
            there = at + STEPS_OVER_EDGES[edge]
            if there in self.laid:
                beyond, nodes = self.turned_tile_at(there), self.nodes_at(there)
                for segment in beyond.seam_into[edge ^ 2]:
                    if beyond.printed_open_ends[segment]:  # a field has no ends
                        root = of[nodes[segment]]
                        open_ends[root] -= 1
                        if not open_ends[root]:
                            completed.append(root)

    def _count_around_monasteries(self, at: int, completed: list[int]) -> None:
        """Count the new tile for the monasteries around it, and the tiles around its own."""
        open_ends, buildings, laid = self.open, self.buildings, self.laid
        for node in sorted([buildings[there] for there in neighbour_positions(at) if there in buildings]):
            open_ends[node] -= 1
            if not open_ends[node]:
                completed.append(node)
        if at in buildings:
            node = buildings[at]
            open_ends[node] -= sum([there in laid for there in neighbour_positions(at)])
            if not open_ends[node]:
                completed.append(node)

    def feature_nodes(self, node: int) -> Iterator[int]:
        """The nodes of a feature, beginning with this one."""
        member = node
        while True:
            yield member
            member = self.ring[member]
            if member == node:
                return

    def bordered_cities(self, field: int) -> list[int]:
        """The roots of the cities a field borders, each once."""
        of, ring, laid, cells = self.of, self.ring, self.laid, self.cells
        cities: dict[int, None] = {}
        node = field
        while True:
            number, first = laid[cells[node]]
            for city in TURNED[number].bordered_city_segments[node - first]:
                cities[of[first + city]] = None
            node = ring[node]
            if node == field:
                return list(cities)

    def count_followers(self, root: int) -> int:
        """The number of followers in a feature."""
        held = self.held[root]
        count = 0
        while held:
            count += held & SEAT_MASK
            held >>= SEAT_BITS
        return count

    def occupying_seats(self, root: int) -> list[int]:
        """The seats with followers in a feature."""
        held = self.held[root]
        most_seats = -(-held.bit_length() // SEAT_BITS)
        return [seat for seat in range(most_seats) if held >> SEAT_BITS * seat & SEAT_MASK]

    def count_tiles(self, root: int) -> int:
        """The number of tiles of a feature."""
        return self.tiles[root].bit_count()

    def feature_positions(self, root: int) -> list[int]:
        """The positions of a feature's tiles, in the order they were laid."""
        bits, order, positions = self.tiles[root], list(self.laid), []
        while bits:
            lowest_bit = bits & -bits
            positions.append(order[lowest_bit.bit_length() - 1])
            bits ^= lowest_bit
        return positions

    def first_node(self, root: int) -> int:
        """The first node of a feature, which identifies it in views."""
        ring = self.ring
        first = root
        node = ring[root]
        while node != root:
            if node < first:
                first = node
            node = ring[node]
        return first

    def roots(self) -> list[int]:
        """The roots of all features, ordered by their first nodes."""
        return list(dict.fromkeys(self.of))

    def place_of_node(self, node: int) -> str:
        """The place of a node on its tile, such as `road-E`."""
        number, first = self.laid[self.cells[node]]
        turned = TURNED[number]
        return turned.places[node - first] if node - first < turned.size else BRIDGE_PLACE
