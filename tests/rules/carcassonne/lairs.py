"""The dragon and the fairy set where a test wants them."""

from __future__ import annotations

from rules.carcassonne.cells import CELLS, Cell, position_of_cell
from rules.carcassonne.expansions.princess.dragon import erupt_volcano
from rules.carcassonne.expansions.princess.lair import Lair, lair_of
from rules.core.chance import Chance
from rules.core.game import Context

from .table import KEY, Table


def at(cell: str) -> int:
    return position_of_cell(Cell.parse(cell))


def name(position: int) -> str:
    return str(CELLS[position])


def den(t: Table) -> Lair:
    return lair_of(t.s)


def summon(t: Table, cell: str) -> None:
    """The dragon comes to a tile, as if it bore a volcano."""
    erupt_volcano(Context(t.s, Chance(KEY)), at(cell))


def fairy(t: Table, cell: str) -> None:
    """The fairy stands on a tile."""
    den(t).fairy = at(cell)


def meadow(t: Table, *cells: str) -> None:
    """Tiles without edges that matter, wherever there is room for them."""
    for cell in cells:
        t.lay("base-B", cell)


def wake(t: Table, seat: int) -> None:
    """This seat lays a tile with a dragon beside the start tile, and puts nothing on it."""
    t.hold("princess-rfrf-dragon", seat)
    t.play("place N50 90")
    if t.asks_figure:
        t.play("pass figure")


def steps(t: Table, *cells: str) -> list[tuple[int, str, bool]]:
    """Who moved the dragon, where to, and whether there was no other way; those with a choice take these cells."""
    wanted = list(cells)
    found = [(e.params["seat"], e.params["cell"], e.params["forced"]) for e in t.events if "forced" in e.params]
    while wanted:
        events = t.play(f"dragon {wanted.pop(0)}")
        found += [(e.params["seat"], e.params["cell"], e.params["forced"]) for e in events if "forced" in e.params]
    return found


def asks_step(t: Table) -> bool:
    return t.s.agenda != [] and t.s.agenda[-1].kind == "carc.dragon.move"
