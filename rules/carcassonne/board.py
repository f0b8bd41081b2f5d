"""The tiles on the table and the features they make: a flat graph that only ever grows together.

Each segment of a laid tile is a node, numbered as it comes. `of[node]` is its feature, which bears the number of one
of its nodes (the root); what is known of a feature stands at the root, in the lists below. Joining two features
relabels the one with fewer tiles. Features never split; queries never write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from .cells import ASIDE, RING
from .tiles import FIELD, TURNED, Turned

SEAT_BITS = 8  # of `held`, for each seat
SEAT_MASK = 255


class Board:
    """Tiles, features, and who stands in them."""

    transient: ClassVar[frozenset[str]] = frozenset({"buildings", "first", "frontier", "index", "kinds", "tile_of"})

    # Saved. By tile, in the order laid:
    at: list[int]  # position
    laid: list[int]  # 4 * tile + quarter turns
    # By node:
    of: list[int]  # root of its feature
    ring: list[int]  # the next node of its feature, round and round
    # By root (worthless elsewhere):
    open: list[int]  # edges that are still to be met; a monastery: empty cells around it
    tiles: list[int]  # bit set of tiles, by their order
    marks: list[int]  # packed, see tiles.MARKS
    touches: list[int]  # of a field: bit set of nodes of the cities it touches
    held: list[int]  # number of followers, eight bits for each seat

    # Found again from the above:
    index: dict[int, int]  # position -> which tile
    first: list[int]  # by tile: its first node
    kinds: list[int]  # by node
    tile_of: list[int]  # by node
    frontier: dict[int, int]  # empty position beside a tile -> what its neighbours ask, three bits an edge
    buildings: dict[int, int]  # position -> node of its monastery

    __slots__ = (
        "at", "buildings", "first", "frontier", "held", "index", "kinds", "laid", "marks", "of", "open", "ring",
        "tile_of", "tiles", "touches",
    )  # fmt: skip

    def __init__(self) -> None:
        self.at = []
        self.laid = []
        self.of = []
        self.ring = []
        self.open = []
        self.tiles = []
        self.marks = []
        self.touches = []
        self.held = []
        self.index = {}
        self.first = []
        self.kinds = []
        self.tile_of = []
        self.frontier = {}
        self.buildings = {}

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.at = self.at[:]
        new.laid = self.laid[:]
        new.of = self.of[:]
        new.ring = self.ring[:]
        new.open = self.open[:]
        new.tiles = self.tiles[:]
        new.marks = self.marks[:]
        new.touches = self.touches[:]
        new.held = self.held[:]
        new.index = self.index.copy()
        new.first = self.first[:]
        new.kinds = self.kinds[:]
        new.tile_of = self.tile_of[:]
        new.frontier = self.frontier.copy()
        new.buildings = self.buildings.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # boards change

    def restore(self) -> None:
        """Find again what is not saved."""
        self.index = {}
        self.first = []
        self.kinds = []
        self.tile_of = []
        self.frontier = {}
        self.buildings = {}
        for i, (at, number) in enumerate(zip(self.at, self.laid, strict=True)):
            turned = TURNED[number]
            self.index[at] = i
            self.first.append(len(self.kinds))
            if turned.building >= 0:
                self.buildings[at] = len(self.kinds) + turned.building
            self.kinds.extend(turned.kinds)
            self.tile_of.extend([i] * turned.size)
            self._move_frontier(at, turned)

    def _move_frontier(self, at: int, turned: Turned) -> None:
        frontier = self.frontier
        index = self.index
        frontier.pop(at, None)
        for aside, facing in zip(ASIDE, turned.facing, strict=True):
            there = at + aside
            if there not in index:
                frontier[there] = frontier.get(there, 0) | facing

    def lay(self, at: int, number: int) -> list[int]:
        """Lay a tile, whatever its neighbours show; returns the roots of the features this completes."""
        turned = TURNED[number]
        base = len(self.of)
        self._add(at, number, turned, base)
        index = self.index
        frontier = self.frontier
        of, first, laid = self.of, self.first, self.laid
        frontier.pop(at, None)
        for edge in (0, 1, 2, 3):
            there = at + ASIDE[edge]
            other = index.get(there)
            if other is None:
                frontier[there] = frontier.get(there, 0) | turned.facing[edge]
                continue
            start = first[other]
            for mine, theirs in zip(turned.out[edge], TURNED[laid[other]].into[edge ^ 2], strict=False):
                self.join(of[base + mine], of[start + theirs])
        completed = []
        open_ends = self.open
        for segment in turned.closers:
            root = of[base + segment]
            if not open_ends[root] and root not in completed:
                completed.append(root)
        if self.buildings:
            self._surround(at, completed)
        return completed

    def _add(self, at: int, number: int, turned: Turned, base: int) -> None:
        """A tile and its nodes, joined to nothing yet."""
        i = len(self.laid)
        nodes = range(base, base + turned.size)
        self.index[at] = i
        self.at.append(at)
        self.laid.append(number)
        self.first.append(base)
        self.of.extend(nodes)
        self.ring.extend(nodes)
        self.kinds.extend(turned.kinds)
        self.tile_of.extend([i] * turned.size)
        self.open.extend(turned.opens)
        self.tiles.extend([1 << i] * turned.size)
        self.marks.extend(turned.marks)
        self.touches.extend([cities << base for cities in turned.touches])
        self.held.extend(turned.zeros)
        if turned.building >= 0:
            self.buildings[at] = base + turned.building

    def join(self, a: int, b: int) -> None:
        """Two features, given by their roots, meet at one seam."""
        if a == b:  # a loop closes, or a field comes round
            if self.kinds[a] != FIELD:
                self.open[a] -= 2
            return
        tiles = self.tiles
        if tiles[a].bit_count() < tiles[b].bit_count():
            a, b = b, a
        of, ring = self.of, self.ring
        node = b
        while True:
            of[node] = a
            node = ring[node]
            if node == b:
                break
        ring[a], ring[b] = ring[b], ring[a]
        tiles[a] |= tiles[b]
        self.marks[a] += self.marks[b]
        self.held[a] += self.held[b]
        if self.kinds[a] == FIELD:
            self.touches[a] |= self.touches[b]
        else:
            self.open[a] += self.open[b] - 2

    def _surround(self, at: int, completed: list[int]) -> None:
        """Count the new tile for the monasteries around it, and the tiles around its own."""
        own = self.buildings.get(at)
        index = self.index
        for ring in RING:
            there = at + ring
            if there in index:
                if own is not None:
                    self.open[own] -= 1
                node = self.buildings.get(there)
                if node is not None:
                    self.open[node] -= 1
                    if not self.open[node]:
                        completed.append(node)
        if own is not None and not self.open[own]:
            completed.append(own)

    def members(self, node: int) -> Iterator[int]:
        """The nodes of a feature, beginning with this one."""
        at = node
        while True:
            yield at
            at = self.ring[at]
            if at == node:
                return

    def cities_of(self, field: int) -> list[int]:
        """The roots of the cities a field touches, each once, the first laid first."""
        bits = self.touches[field]
        of = self.of
        found: dict[int, None] = {}
        while bits:
            low = bits & -bits
            found[of[low.bit_length() - 1]] = None
            bits ^= low
        return list(found)

    def followers(self, root: int) -> int:
        """How many followers stand in a feature."""
        held, n = self.held[root], 0
        while held:
            n += held & SEAT_MASK
            held >>= SEAT_BITS
        return n

    def size(self, root: int) -> int:
        """How many tiles a feature lies on."""
        return self.tiles[root].bit_count()

    def tiles_of(self, root: int) -> list[int]:
        """The positions of a feature's tiles, in the order they were laid."""
        bits = self.tiles[root]
        return [self.at[i] for i in range(bits.bit_length()) if bits >> i & 1]

    def roots(self) -> list[int]:
        """The features, by their first nodes."""
        return list(dict.fromkeys(self.of))

    def place(self, node: int) -> str:
        """The place of a node on its tile, such as `road-E`."""
        tile = self.tile_of[node]
        return TURNED[self.laid[tile]].places[node - self.first[tile]]
