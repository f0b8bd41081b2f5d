"""Moving followers into the City, and moving the count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.carcassonne.state import CarcassonneState, Ctx
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase, Step

from .moves import NEVER_MARCH, PASS_ENTER, EnterCity, MoveCount
from .state import HELPS, QUARTERS, Citizen, city_of_carcassonne, supply_index, writable_city


def list_entrances(s: CarcassonneState, seat: int) -> list[Move]:
    """Every combination of a kind of follower in the supply and a quarter."""  # carcassonne.md 16.6
    supply = seat * len(s.hooks.figures)
    return [
        EnterCity(kind.key, quarter)
        for i, kind in s.hooks.followers
        if s.supply[supply + i]
        for quarter, helps in zip(QUARTERS, HELPS, strict=True)
        if helps in kind.stands
    ]


@dataclass(frozen=True, slots=True)
class AfterScoring(Step[CarcassonneState]):
    """If others scored and the active player did not, the active player may enter the City."""  # carcassonne.md 16.2

    kind: ClassVar[str] = "carc.count.after"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        city = writable_city(s)
        scores_before = city.before or s.scores
        city.before = ()
        gained = [seat for seat in range(s.seats) if s.scores[seat] > scores_before[seat]]
        if gained and s.active not in gained and list_entrances(s, s.active):
            ctx.push(ASK_ENTER)


@dataclass(frozen=True, slots=True)
class AskEnter(Step[CarcassonneState]):
    """The active player may put one follower into a quarter."""

    kind: ClassVar[str] = "carc.count.enter"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.enter")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return [*list_entrances(s, seat), PASS_ENTER]

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move == PASS_ENTER or move in list_entrances(s, seat):
            return
        if not isinstance(move, EnterCity):
            raise IllegalMove("move.illegal", move=str(move))
        if move.quarter not in QUARTERS:
            raise IllegalMove("carc.error.no_quarter", quarter=move.quarter)
        if all(kind.key != move.figure for _, kind in s.hooks.followers):
            raise IllegalMove("carc.error.no_citizen", figure=move.figure)
        if not s.supply[supply_index(s, seat, move.figure)]:
            raise IllegalMove("carc.error.no_figure", figure=move.figure)
        raise IllegalMove("carc.error.quarter_figure", figure=move.figure, quarter=move.quarter)

    def standing_answer_moves(self, s: CarcassonneState, seat: int) -> Mapping[str, Move]:
        return {NEVER_MARCH: PASS_ENTER}

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskEnter:
        s = ctx.s
        if isinstance(move, EnterCity):
            city = writable_city(s)
            s.supply[supply_index(s, seat, move.figure)] -= 1
            city.inside = (*city.inside, Citizen(move.figure, seat, QUARTERS.index(move.quarter)))
            ctx.emit("carc.count.entered", seat=seat, figure=move.figure, quarter=move.quarter)
            ctx.push(ASK_COUNT)
        else:
            ctx.emit("carc.count.outside", seat=seat)
        return replace(self, done=True)


@dataclass(frozen=True, slots=True)
class AskCount(Step[CarcassonneState]):
    """After entering the City the player may move the count to any quarter."""  # carcassonne.md 16.3

    kind: ClassVar[str] = "carc.count.move"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.count")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return COUNT_MOVES

    def default_move(self, s: CarcassonneState, seat: int) -> Move:
        """The count stays."""
        return COUNT_MOVES[city_of_carcassonne(s).count]

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if move not in COUNT_MOVES:
            if isinstance(move, MoveCount):
                raise IllegalMove("carc.error.no_quarter", quarter=move.quarter)
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskCount:
        assert isinstance(move, MoveCount)
        city = writable_city(ctx.s)
        old_quarter = city.count
        city.count = QUARTERS.index(move.quarter)
        key = "carc.count.moved" if city.count != old_quarter else "carc.count.stands"
        ctx.emit(key, seat=seat, quarter=move.quarter, old=QUARTERS[old_quarter])
        return replace(self, done=True)


COUNT_MOVES: Final = tuple(map(MoveCount, QUARTERS))
ASK_ENTER: Final = AskEnter()
ASK_COUNT: Final = AskCount()
