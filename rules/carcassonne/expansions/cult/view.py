"""What everybody sees of the Cult: `view.extras["cult"]`."""

from __future__ import annotations

from dataclasses import dataclass

from rules.carcassonne.cells import Cell


@dataclass(frozen=True, slots=True)
class Duel:
    """A shrine and a monastery of different players side by side; whichever is surrounded first ends it."""

    shrine: Cell
    monastery: Cell


@dataclass(frozen=True, slots=True)
class CultView:
    """The duels under way."""

    duels: tuple[Duel, ...]
