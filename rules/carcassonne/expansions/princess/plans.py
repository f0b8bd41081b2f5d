"""What may be prepared: the steps of the dragon that are to come, and where the fairy goes in one's next turn."""

from __future__ import annotations

from typing import ClassVar, Final

from rules.carcassonne.cells import ASIDE, CELLS, EDGES, NAMES, Cell, position
from rules.carcassonne.figures import demanded
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import DeployFigure
from rules.core import Dropped, Move, Part, Phrase, Plan, Programme, Said, Spoken

from .dragon import MOVEMENT, Movement, left, mover, ways
from .fairy import standing, targets
from .lair import lair
from .moves import MoveDragon, MoveFairy

SPARE: Final = "spare"  # in place of a direction: where it does least harm
WAYS: Final = (*EDGES, SPARE)


def movement(s: CarcassonneState) -> int:
    """The number of the movement that is under way, for there is one at most with each tile; 0: none is."""
    return len(s.board.laid) if lair(s).moving else 0


class DragonSteps(Plan[CarcassonneState]):
    """Where the dragon goes at each of the seat's steps in this movement: the first direction that is open."""

    kind: ClassVar[str] = "dragon"
    names: ClassVar[tuple[str, ...]] = ("way",)

    def offered(self, s: CarcassonneState, seat: int) -> Programme | None:
        now = movement(s)
        comes = now and mover(s) != seat and any((mover(s) + i) % s.seats == seat for i in range(1, left(s)))
        return Programme(self.kind, now, (Part("way", WAYS, len(WAYS)),)) if comes else None

    def answer(self, s: CarcassonneState, seat: int, said: Said) -> Spoken | Dropped | None:
        if movement(s) != said.when:
            return Dropped(Phrase("carc.programme_dropped.dragon_rests"))
        if not isinstance(s.agenda[-1], Movement) or mover(s) != seat:
            return None
        move = next((move for token in said.parts[0] if (move := self._step(s, seat, token)) is not None), None)
        if move is None:
            return Dropped(Phrase("carc.programme_dropped.dragon_ways"))
        return Spoken(move, str(said) if left(s) > s.seats else None)

    def _step(self, s: CarcassonneState, seat: int, token: str) -> Move | None:
        if token == SPARE:
            return MOVEMENT.fallback(s, seat)
        if token not in EDGES:
            raise ValueError(token)
        at = lair(s).dragon + ASIDE[EDGES.index(token)]
        return MoveDragon(CELLS[at]) if at in ways(s) else None


class FairyComes(Plan[CarcassonneState]):
    """In the next turn of the seat no figure is put on the tile: the fairy comes to a follower that stands already."""

    kind: ClassVar[str] = "fairy"
    names: ClassVar[tuple[str, ...]] = ("cell",)

    def offered(self, s: CarcassonneState, seat: int) -> Programme | None:
        if s.active == seat and isinstance(s.agenda[-1], DeployFigure):
            return None
        return Programme(self.kind, 0, (Part("cell", tuple(NAMES[at] for at in targets(s, seat))),))

    def answer(self, s: CarcassonneState, seat: int, said: Said) -> Spoken | Dropped | None:
        cell = Cell.parse(said.parts[0][0])
        if position(cell) not in standing(s, seat):
            return Dropped(Phrase("carc.error.fairy_alone", {"cell": str(cell)}))
        if not isinstance(s.agenda[-1], DeployFigure) or s.active != seat or demanded(s, seat):
            return None
        return Spoken(MoveFairy(cell))
