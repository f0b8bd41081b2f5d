"""The dragon: volcanoes summon it, dragon tiles let it move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.carcassonne.cells import CELLS, NAMES, STEPS_OVER_EDGES, position_of_cell
from rules.carcassonne.figures import send_figures_home
from rules.carcassonne.scoring import spot_token
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import TILES, TURNED
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase, Step

from .lair import OFF_BOARD, lair_of, writable_lair
from .moves import MoveDragon

DRAGON_STEPS: Final = 6  # carcassonne.md 12.3: whatever the number of players


def tiles_not_yet_in_play(s: CarcassonneState) -> tuple[int, ...]:
    """The tiles added with the first volcano."""
    dragon_tiles = [tile for tile in TILES if tile.set in s.hooks.sets and "dragon" in tile.symbols]
    return tuple(tile.number for tile in dragon_tiles for _ in range(tile.count))


def erupt_volcano(ctx: Ctx, at: int) -> None:
    """Move the dragon to a new volcano; the first volcano adds the dragon tiles."""
    s = ctx.s
    lair = writable_lair(s)
    ctx.emit(
        "carc.dragon.comes" if lair.dragon == OFF_BOARD else "carc.dragon.called",
        seat=s.active,
        cell=NAMES[at],
        old=None if lair.dragon == OFF_BOARD else NAMES[lair.dragon],
    )
    lair.dragon = at
    if lair.away:
        mix_in_dragon_tiles(ctx)


def mix_in_dragon_tiles(ctx: Ctx) -> None:
    """Shuffle the dragon tiles into the undrawn tiles."""  # carcassonne.md 4 no. 7
    s = ctx.s
    lair = writable_lair(s)
    pile = list(s.pile)
    first = max(s.drawn, len(pile) - s.piles[-1])
    for tile in lair.away:
        pile.insert(first + ctx.chance.below(len(pile) - first + 1), tile)
    s.pile = tuple(pile)
    s.piles = (*s.piles[:-1], s.piles[-1] + len(lair.away))
    ctx.emit("carc.dragon.tiles", n=len(lair.away))
    lair.away = ()


def cells_open_to_dragon(s: CarcassonneState) -> list[int]:
    """The cells the dragon may enter next; empty: the movement is over."""
    lair = lair_of(s)
    if len(lair.path) > DRAGON_STEPS:
        return []
    laid = s.board.laid
    neighbours = [lair.dragon + aside for aside in STEPS_OVER_EDGES]
    return [at for at in neighbours if at in laid and not dragon_refusal(s, at)]


def dragon_refusal(s: CarcassonneState, at: int) -> str:
    """The key of the reason why the dragon may not enter a neighbouring cell; empty: it may."""
    lair = lair_of(s)
    if at not in s.board.laid:
        return "carc.error.dragon_empty"
    if at in lair.path:
        return "carc.error.dragon_again"
    if at == lair.fairy:
        return "carc.error.dragon_fairy"
    if any(ask(s, at) for ask in s.hooks.is_closed_to_dragon):
        return "carc.error.dragon_closed"
    return ""


def start_dragon_movement(ctx: Ctx) -> None:
    """Start a movement if the tile of this part shows a dragon and the dragon is on the board."""
    s = ctx.s
    if s.just < 0 or lair_of(s).dragon == OFF_BOARD or "dragon" not in TURNED[s.board.laid[s.just][0]].tile.symbols:
        return
    lair = writable_lair(s)
    lair.path = (lair.dragon,)
    lair.moving = True
    ctx.push(MOVEMENT)


@dataclass(frozen=True, slots=True)
class EarlyDragon(Step[CarcassonneState]):
    """Dragon movement before the completed features are scored."""

    kind: ClassVar[str] = "carc.dragon"

    def run(self, ctx: Ctx) -> None:
        if ctx.s.hooks.chosen["dragon_move"] == "before_scoring":
            start_dragon_movement(ctx)


@dataclass(frozen=True, slots=True)
class LateDragon(Step[CarcassonneState]):
    """Dragon movement after the completed features were scored."""

    kind: ClassVar[str] = "carc.dragon.late"

    def run(self, ctx: Ctx) -> None:
        if ctx.s.hooks.chosen["dragon_move"] == "after_scoring":
            start_dragon_movement(ctx)


@dataclass(frozen=True, slots=True)
class Movement(Step[CarcassonneState]):
    """The players move the dragon in turn, one tile each; a forced step is made automatically."""

    kind: ClassVar[str] = "carc.dragon.move"

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return ONLY_SEAT[seat_moving_dragon(s)] if len(cells_open_to_dragon(s)) > 1 else NOBODY

    def seats_asked_again(self, s: CarcassonneState) -> Collection[int]:
        mover = seat_moving_dragon(s)
        return {(mover + i) % s.seats for i in range(1, dragon_steps_left(s))}

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.dragon", {"n": dragon_steps_left(s)})

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[MoveDragon]:
        return [MoveDragon(CELLS[at]) for at in cells_open_to_dragon(s)]

    def default_move(self, s: CarcassonneState, seat: int) -> MoveDragon:
        """The step that sends home the fewest figures, counting own ones first; of equals the first from the north."""

        def count_losses(at: int) -> tuple[int, int]:
            eaten = dragon_prey(s, at)
            return sum(figure.seat == seat for figure in eaten), len(eaten)

        return MoveDragon(CELLS[min(cells_open_to_dragon(s), key=count_losses)])

    def describe_default_move(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.fallback.dragon", {"cell": str(self.default_move(s, seat).cell)})

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, MoveDragon):
            raise IllegalMove("move.illegal", move=str(move))
        at = position_of_cell(move.cell)
        if at - lair_of(s).dragon not in STEPS_OVER_EDGES:
            raise IllegalMove("carc.error.dragon_far", cell=str(move.cell))
        reason = dragon_refusal(s, at)
        if reason:
            raise IllegalMove(reason, cell=str(move.cell))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> Movement:
        assert isinstance(move, MoveDragon)
        move_dragon(ctx, seat, position_of_cell(move.cell), forced=False)
        return self

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        positions = cells_open_to_dragon(s)
        if positions:
            move_dragon(ctx, seat_moving_dragon(s), positions[0], forced=True)
            ctx.push(self)
            return
        if dragon_steps_left(s):
            ctx.emit("carc.dragon.stuck", cell=NAMES[lair_of(s).dragon], n=dragon_steps_left(s))
        writable_lair(s).moving = False


def seat_moving_dragon(s: CarcassonneState) -> int:
    """The seat of the current step: the active player makes the first one."""
    return (s.active + len(lair_of(s).path) - 1) % s.seats


def dragon_steps_left(s: CarcassonneState) -> int:
    """The number of remaining steps of the dragon."""
    return DRAGON_STEPS + 1 - len(lair_of(s).path)


def dragon_prey(s: CarcassonneState, at: int) -> list[Figure]:
    """The figures on a tile the dragon would send home."""
    cells, spares = s.board.cells, s.hooks.protects_figure
    return [figure for figure in s.figures if cells[figure.node] == at and not any(ask(s, figure) for ask in spares)]


CHOSEN_KEYS = ("carc.dragon.moved", "carc.dragon.eats")  # events without and with figures on the tile
FORCED_KEYS = ("carc.dragon.goes", "carc.dragon.goes_eats")


def move_dragon(ctx: Ctx, seat: int, at: int, forced: bool) -> None:
    """Move the dragon one step and send figures home."""
    s = ctx.s
    lair = writable_lair(s)
    old_position = lair.dragon
    lair.dragon = at
    lair.path = (*lair.path, at)
    eaten = dragon_prey(s, at)
    s.mark_changed([at])
    key_if_moved, key_if_eats = FORCED_KEYS if forced else CHOSEN_KEYS
    ctx.emit(
        key_if_eats if eaten else key_if_moved,
        seat=seat,
        cell=NAMES[at],
        old=NAMES[old_position],
        step=len(lair.path) - 1,
        left=dragon_steps_left(s),
        forced=forced,
        n=len(eaten),
        returned=[[figure.kind, figure.seat, spot_token(s, figure.node)] for figure in eaten],
        seats=sorted({figure.seat for figure in eaten}),
    )
    send_figures_home(ctx, eaten)


MOVEMENT: Final = Movement()
