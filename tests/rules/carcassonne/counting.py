"""What the tests of the Count of Carcassonne share."""

from __future__ import annotations

from typing import Any

from rules.carcassonne.expansions.count.state import QUARTERS, Citizen, city_of_carcassonne, supply_index

from .table import RED, Table


def settle_in(t: Table, seat: int, quarter: str, figure: str = "follower") -> None:
    """A follower of the supply stands in a quarter."""
    t.s.supply[supply_index(t.s, seat, figure)] -= 1
    here = city_of_carcassonne(t.s)
    here.inside = (*here.inside, Citizen(figure, seat, QUARTERS.index(quarter)))


def count_goes(t: Table, quarter: str) -> None:
    city_of_carcassonne(t.s).count = QUARTERS.index(quarter)


def inside(t: Table, quarter: str) -> list[tuple[str, int]]:
    seen: Any = t.game.view(t.s, None).extras["count"]
    return list(next(q.followers for q in seen.quarters if q.name == quarter))


def open_road(t: Table, row: int, *seats: int) -> None:
    """A road of two tiles with a gap between them, and followers of these seats."""
    t.lay("base-A", f"T{row}", 90)
    t.lay("base-A", f"V{row}", 270)
    for seat, spot in zip(seats, (f"T{row}.road-E", f"V{row}.road-W"), strict=False):
        t.put(seat, spot)


def close_road(t: Table, row: int, seat: int = RED) -> None:
    """The missing tile of that road."""
    t.hold("base-U", seat)
    t.play(f"place U{row} 90")
    if t.asks_figure:
        t.play("pass figure")
