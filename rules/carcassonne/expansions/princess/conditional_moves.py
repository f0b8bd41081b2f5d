"""Conditional moves: coming steps of the dragon, and the fairy in one's next turn."""

from __future__ import annotations

from typing import ClassVar, Final

from rules.carcassonne.cells import CELLS, EDGES, NAMES, STEPS_OVER_EDGES, Cell, position_of_cell
from rules.carcassonne.figures import list_demanded_moves
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import DeployFigure
from rules.core import AnswerWithMove, ConditionalChoice, ConditionalKind, ConditionalMove, Dropped, Move, Part, Phrase

from .dragon import MOVEMENT, Movement, cells_open_to_dragon, dragon_steps_left, seat_moving_dragon
from .fairy import fairy_targets, tiles_with_followers
from .lair import lair_of
from .moves import MoveDragon, MoveFairy

SPARE: Final = "spare"  # instead of a direction: the default step
WAYS: Final = (*EDGES, SPARE)


def current_movement(s: CarcassonneState) -> int:
    """The number of the running movement (the number of its tile); 0: none."""
    return len(s.board.laid) if lair_of(s).moving else 0


class DragonSteps(ConditionalKind[CarcassonneState]):
    """Directions for the seat's steps of the dragon in this movement: the first legal one is used."""

    kind: ClassVar[str] = "dragon"
    part_names: ClassVar[tuple[str, ...]] = ("way",)

    def offer_choice(self, s: CarcassonneState, seat: int) -> ConditionalChoice | None:
        movement = current_movement(s)
        if not movement or seat_moving_dragon(s) == seat or seat not in MOVEMENT.seats_asked_again(s):
            return None
        return ConditionalChoice(self.kind, movement, (Part("way", WAYS, most=len(WAYS)),))

    def answer(self, s: CarcassonneState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        if current_movement(s) != prepared.when:
            return Dropped(Phrase("carc.programme_dropped.dragon_rests"))
        if not isinstance(s.agenda[-1], Movement) or seat_moving_dragon(s) != seat:
            return None
        for token in prepared.parts[0]:
            move = self._step(s, seat, token)
            if move is not None:
                asked_again = dragon_steps_left(s) > s.seats
                return AnswerWithMove(move, then=str(prepared) if asked_again else None)
        return Dropped(Phrase("carc.programme_dropped.dragon_ways"))

    def _step(self, s: CarcassonneState, seat: int, token: str) -> Move | None:
        """The step in this direction; None: the dragon may not go there. ValueError if it is no direction."""
        if token == SPARE:
            return MOVEMENT.default_move(s, seat)
        if token not in EDGES:
            raise ValueError(token)
        at = lair_of(s).dragon + STEPS_OVER_EDGES[EDGES.index(token)]
        return MoveDragon(CELLS[at]) if at in cells_open_to_dragon(s) else None


class FairyComes(ConditionalKind[CarcassonneState]):
    """In the seat's next turn: no figure on the tile; the fairy moves to an own follower."""

    kind: ClassVar[str] = "fairy"
    part_names: ClassVar[tuple[str, ...]] = ("cell",)

    def offer_choice(self, s: CarcassonneState, seat: int) -> ConditionalChoice | None:
        if s.active == seat and isinstance(s.agenda[-1], DeployFigure):
            return None
        cells = tuple(NAMES[at] for at in fairy_targets(s, seat))
        return ConditionalChoice(self.kind, when=0, parts=(Part("cell", cells),))

    def answer(self, s: CarcassonneState, seat: int, prepared: ConditionalMove) -> AnswerWithMove | Dropped | None:
        cell = Cell.parse(prepared.parts[0][0])
        if position_of_cell(cell) not in tiles_with_followers(s, seat):
            return Dropped(Phrase("carc.error.fairy_alone", {"cell": str(cell)}))
        if not isinstance(s.agenda[-1], DeployFigure) or s.active != seat or list_demanded_moves(s, seat):
            return None
        return AnswerWithMove(MoveFairy(cell))
