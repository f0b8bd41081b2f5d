"""The dragon: volcanoes bring it, dragon tiles let it move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.carcassonne.cells import ASIDE, CELLS, NAMES, position
from rules.carcassonne.figures import take_off
from rules.carcassonne.scoring import spot
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import TILES, TURNED
from rules.core import ALONE, NOBODY, IllegalMove, Move, Phrase, Step

from .lair import NOWHERE, lair, own_lair
from .moves import MoveDragon

STEPS: Final = 6  # carcassonne.md 12.3: whatever the number of players


def absent(s: CarcassonneState) -> tuple[int, ...]:
    """The tiles that come into play with the first volcano."""
    drawn = [tile for tile in TILES if tile.set in s.hooks.sets and "dragon" in tile.symbols]
    return tuple(tile.number for tile in drawn for _ in range(tile.count))


def erupt(ctx: Ctx, at: int) -> None:
    """A volcano: the dragon comes from wherever it is; with the first one the dragon tiles come into play."""
    s = ctx.s
    here = own_lair(s)
    ctx.emit(
        "carc.dragon.comes" if here.dragon == NOWHERE else "carc.dragon.called",
        seat=s.active,
        cell=NAMES[at],
        old=None if here.dragon == NOWHERE else NAMES[here.dragon],
    )
    here.dragon = at
    if here.away:
        bring_in(ctx)


def bring_in(ctx: Ctx) -> None:
    """The dragon tiles go anywhere among those not drawn yet."""  # carcassonne.md 4 no. 7
    s = ctx.s
    here = own_lair(s)
    pile = list(s.pile)
    first = max(s.drawn, len(pile) - s.piles[-1])
    for tile in here.away:
        pile.insert(first + ctx.chance.below(len(pile) - first + 1), tile)
    s.pile = tuple(pile)
    s.piles = (*s.piles[:-1], s.piles[-1] + len(here.away))
    ctx.emit("carc.dragon.tiles", n=len(here.away))
    here.away = ()


def ways(s: CarcassonneState) -> list[int]:
    """Where the dragon may go next; nowhere: the movement is over."""
    here = lair(s)
    if len(here.path) > STEPS:
        return []
    laid = s.board.laid
    beside = [here.dragon + aside for aside in ASIDE]
    return [at for at in beside if at in laid and not barred(s, at)]


def barred(s: CarcassonneState, at: int) -> str:
    """The key of the reason why the dragon may not enter a cell beside it; empty: it may."""
    here = lair(s)
    if at not in s.board.laid:
        return "carc.error.dragon_empty"
    if at in here.path:
        return "carc.error.dragon_again"
    if at == here.fairy:
        return "carc.error.dragon_fairy"
    if any(ask(s, at) for ask in s.hooks.shelters):
        return "carc.error.dragon_closed"
    return ""


def wake(ctx: Ctx) -> None:
    """The tile of this part shows a dragon: it moves, if it is on the board."""
    s = ctx.s
    here = lair(s)
    if s.just < 0 or here.dragon == NOWHERE or "dragon" not in TURNED[s.board.laid[s.just][0]].tile.symbols:
        return
    here = own_lair(s)
    here.path = (here.dragon,)
    here.moving = True
    ctx.push(MOVEMENT)


@dataclass(frozen=True, slots=True)
class EarlyDragon(Step[CarcassonneState]):
    """The dragon moves before what the tile completed is scored."""

    kind: ClassVar[str] = "carc.dragon"

    def run(self, ctx: Ctx) -> None:
        if ctx.s.hooks.chosen["dragon_move"] == "before_scoring":
            wake(ctx)


@dataclass(frozen=True, slots=True)
class LateDragon(Step[CarcassonneState]):
    """The dragon moves after what the tile completed was scored."""

    kind: ClassVar[str] = "carc.dragon.late"

    def run(self, ctx: Ctx) -> None:
        if ctx.s.hooks.chosen["dragon_move"] == "after_scoring":
            wake(ctx)


@dataclass(frozen=True, slots=True)
class Movement(Step[CarcassonneState]):
    """The players move the dragon in turn, one tile each; where there is but one way it goes by itself."""

    kind: ClassVar[str] = "carc.dragon.move"

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return ALONE[mover(s)] if len(ways(s)) > 1 else NOBODY

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.dragon", {"n": left(s)})

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[MoveDragon]:
        return [MoveDragon(CELLS[at]) for at in ways(s)]

    def fallback(self, s: CarcassonneState, seat: int) -> MoveDragon:
        """Where it sends home the fewest figures, one's own first of all; of equal ways the first from the north."""

        def harm(at: int) -> tuple[int, int]:
            eaten = prey(s, at)
            return sum(figure.seat == seat for figure in eaten), len(eaten)

        return MoveDragon(CELLS[min(ways(s), key=harm)])

    def fallback_told(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.fallback.dragon", {"cell": str(self.fallback(s, seat).cell)})

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, MoveDragon):
            raise IllegalMove("move.illegal", move=str(move))
        at = position(move.cell)
        if at - lair(s).dragon not in ASIDE:
            raise IllegalMove("carc.error.dragon_far", cell=str(move.cell))
        reason = barred(s, at)
        if reason:
            raise IllegalMove(reason, cell=str(move.cell))

    def take(self, ctx: Ctx, seat: int, move: Move) -> Movement:
        assert isinstance(move, MoveDragon)
        fly(ctx, seat, position(move.cell), forced=False)
        return self

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        found = ways(s)
        if found:
            fly(ctx, mover(s), found[0], forced=True)
            ctx.push(self)
            return
        if left(s):
            ctx.emit("carc.dragon.stuck", cell=NAMES[lair(s).dragon], n=left(s))
        own_lair(s).moving = False


def mover(s: CarcassonneState) -> int:
    """Whose step it is: the active player makes the first one."""
    return (s.active + len(lair(s).path) - 1) % s.seats


def left(s: CarcassonneState) -> int:
    """How many steps the dragon has left."""
    return STEPS + 1 - len(lair(s).path)


def prey(s: CarcassonneState, at: int) -> list[Figure]:
    """The figures on a tile that it sends home."""
    cells, spares = s.board.cells, s.hooks.spares
    return [figure for figure in s.figures if cells[figure.node] == at and not any(ask(s, figure) for ask in spares)]


def fly(ctx: Ctx, seat: int, at: int, forced: bool) -> None:
    """One step, and what it costs."""
    s = ctx.s
    here = own_lair(s)
    old = here.dragon
    here.dragon = at
    here.path = (*here.path, at)
    eaten = prey(s, at)
    if at not in s.changed:
        s.changed = (*s.changed, at)
    key = "carc.dragon.goes" if forced else "carc.dragon.moved"
    if eaten:
        key = "carc.dragon.goes_eats" if forced else "carc.dragon.eats"
    ctx.emit(
        key,
        seat=seat,
        cell=NAMES[at],
        old=NAMES[old],
        step=len(here.path) - 1,
        left=left(s),
        forced=forced,
        n=len(eaten),
        returned=[[figure.kind, figure.seat, spot(s, figure.node)] for figure in eaten],
        seats=sorted({figure.seat for figure in eaten}),
    )
    take_off(ctx, eaten)


MOVEMENT: Final = Movement()
