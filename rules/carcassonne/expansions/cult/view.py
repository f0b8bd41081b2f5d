"""The public view of the Cult: `view.extras["cult"]`."""

from __future__ import annotations

from dataclasses import dataclass

from rules.carcassonne.cells import Cell


@dataclass(frozen=True, slots=True)
class Duel:
    """Neighbouring shrine and monastery of different players; the duel ends when one of them is surrounded."""

    shrine: Cell
    monastery: Cell


@dataclass(frozen=True, slots=True)
class CultView:
    """The running duels."""

    duels: tuple[Duel, ...]
