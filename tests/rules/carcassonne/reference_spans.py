"""Bridges of the slow Carcassonne: carcassonne.md 5.2 and 15.2, by walking over the whole board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.carcassonne.cells import Cell

from .printed import COMPASS, Lying, Patch, lying
from .reference import Reference
from .reference_values import At, Feature, Node, beside

AXES = ("NS", "EW")


def spanned(tile: Lying, axis: str) -> Lying:
    """The tile with a bridge over it."""
    edges = {edge: "R" if edge in axis else letter for edge, letter in tile.edges.items()}
    return tile._replace(edges=edges, patches=(*tile.patches, Patch("road", frozenset(axis), bridge=True)))


class Spans(Reference):
    """The board of one game on which bridges are built."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.bridges = [3 if seats <= 4 else 2] * seats
        self.bridged: dict[At, tuple[str, int]] = {}
        self.nodes: list[Node] = []  # in the order they came
        self.built = False
        self.id = ""
        super().__init__(modules, chosen, seats, first, order)
        self.nodes = [((0, 0), i) for i in range(len(self.board[0, 0].patches))]

    # Laying: 5.2, 15.2.

    def hosts(self, host: At, axis: str) -> bool:
        """May a bridge lie there, as far as the tile is concerned?"""
        return host not in self.bridged and all(self.board[host].edges[edge] == "F" for edge in axis)

    def bridge_lays(self) -> set[tuple[At, int, At, str]]:
        """Every way to lay the tile with the bridge it needs."""
        if not self.bridges[self.active]:
            return set()
        plain = self.lays()
        mouths = list(self.mouths()) if self.rivers else []
        empty = {beside(at, edge) for at in self.board for edge in COMPASS} - set(self.board)
        found = set()
        for at in empty:
            for turn in (0, 90, 180, 270):
                tile = lying(self.hand, turn)
                if (at, turn) in plain or not self.flows(at, tile, mouths):
                    continue
                for host in (at, *(beside(at, edge) for edge in COMPASS)):
                    for axis in AXES:
                        if self.stands(at, tile, host, axis):
                            found.add((at, turn, host, axis))
        return found

    def stands(self, at: At, tile: Lying, host: At, axis: str) -> bool:
        """Does every edge match with the tile there and the bridge on its host?"""
        before = self.board
        self.board = {**before, at: tile}
        try:
            if host not in self.board or not self.hosts(host, axis):
                return False
            self.board[host] = spanned(self.board[host], axis)
            return self.fits(at, self.board[at]) and self.fits(host, self.board[host])
        finally:
            self.board = before

    def free(self) -> list[str]:
        """The bridges that may be built now."""
        if self.built or not self.bridges[self.active]:
            return []
        return [
            f"bridge-build {Cell(*host)}.{axis}"
            for host in (self.last, *(beside(self.last, edge) for edge in COMPASS))
            if host in self.board
            for axis in AXES
            if self.hosts(host, axis) and not any(beside(host, edge) in self.board for edge in axis)
        ]

    def span(self, host: At, axis: str) -> None:
        self.bridged[host] = (axis, self.active)
        self.bridges[self.active] -= 1
        self.nodes.append((host, len(self.board[host].patches)))
        self.board[host] = spanned(self.board[host], axis)
        self.built = True
        self.found_of = -1

    def lay(self, at: At, turn: int) -> None:
        self.id = self.hand
        self.last = at
        self.board[at] = lying(self.hand, turn)
        self.nodes += [(at, i) for i in range(len(self.board[at].patches))]
        self.hand = ""
        self.found_of = -1

    @staticmethod
    def at(cell: str) -> At:
        x, y = Cell.parse(cell)
        return x, y

    def first(self, feature: Feature) -> str:
        """The place that names a feature."""
        at, i = min(feature.nodes, key=self.nodes.index)
        return f"{Cell(*at)}.{self.board[at].patches[i].name}"
