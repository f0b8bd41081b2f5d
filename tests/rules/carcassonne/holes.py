"""Holes for abbeys, and turns beside them."""

from __future__ import annotations

from rules.carcassonne.cells import STEPS, Cell

from .table import RED, Table


def pass_turn(t: Table, tile: str = "base-B", cell: str = "M51", turn: int = 0, seat: int = RED) -> None:
    """A turn in which nothing happens."""
    t.turn(tile, cell, turn, None, seat)


def ring_around(t: Table, cell: str = "T60", *, edges: tuple[tuple[str, int], ...] = ()) -> None:
    """Four tiles around a hole; (tile, turn) for north, east, south, west."""
    x, y = Cell.parse(cell)
    for (dx, dy), (tile, turn) in zip(STEPS, edges or (("base-B", 0),) * 4, strict=True):
        t.lay(tile, str(Cell(x + dx, y + dy)), turn)


def hole_of_roads_and_city(t: Table) -> None:
    """West a road whose last open end is the hole, east a road and south a city that go on elsewhere."""
    ring_around(t, edges=(("base-B", 0), ("base-U", 90), ("base-G", 0), ("base-A", 90)))
