"""Legal lays of a tile, and laying it."""

from __future__ import annotations

from rules.core import IllegalMove

from .board import NO_BRIDGE
from .cells import NAMES, position_of_cell
from .moves import PLACES, Place, make_lay_moves
from .state import CarcassonneState, Ctx
from .tiles import FITS, NEED_BITS, NEED_MASK, NEED_NAMES, TURNED, visible_face

SIDES = ("north", "east", "south", "west")


def legal_lays(s: CarcassonneState, tile: int) -> list[Place]:
    """Every lay of the tile, row by row from north-west to south-east."""
    frontier = s.board.frontier
    fits = FITS[tile]
    cells = [at for at, need in frontier.items() if fits[need]]
    cells.sort()
    lays: list[Place] = []
    try:
        if s.hooks.lay_refusal[tile]:
            for at in cells:
                lays += PLACES[at][admitted_turns(s, at, tile, fits[frontier[at]])]
        else:
            for at in cells:
                lays += PLACES[at][fits[frontier[at]]]
    except KeyError:
        make_lay_moves(cells)
        return legal_lays(s, tile)
    return lays


def admitted_turns(s: CarcassonneState, at: int, tile: int, turns: int) -> int:
    """The turns (as bits) no module refuses."""
    for turn in range(4):
        if turns >> turn & 1:
            for ask in s.hooks.lay_refusal[tile]:
                if ask(s, at, 4 * tile + turn):
                    turns ^= 1 << turn
                    break
    return turns


def can_lay(s: CarcassonneState, tile: int) -> bool:
    """Whether the tile can be laid anywhere, by any means."""
    if fits_anywhere(s, tile):
        return True
    return any(ask(s, tile) for ask in s.hooks.list_other_lays)


def fits_anywhere(s: CarcassonneState, tile: int) -> bool:
    """Whether the tile fits anywhere as printed."""
    fits = FITS[tile]
    refuses = s.hooks.lay_refusal[tile]
    for at, need in s.board.frontier.items():
        if fits[need] and (not refuses or admitted_turns(s, at, tile, fits[need])):
            return True
    return False


def check_lay(s: CarcassonneState, tile: int, move: Place) -> None:
    """IllegalMove with the reason unless the lay is legal."""  # carcassonne.md 6.1
    board = s.board
    at = position_of_cell(move.cell)
    need = board.frontier.get(at)
    if need is None:
        raise IllegalMove("carc.error.cell_taken" if at in board.laid else "carc.error.cell_alone", cell=str(move.cell))
    turn = move.turn.quarters
    for ask in s.hooks.lay_refusal[tile]:
        reason = ask(s, at, 4 * tile + turn)
        if reason:
            raise IllegalMove(reason, cell=str(move.cell))
    turns = FITS[tile][need]
    if not turns >> turn & 1:
        raise _edge_mismatch(tile, move, need, turns)


def _edge_mismatch(tile: int, move: Place, need: int, turns: int) -> IllegalMove:
    """The refusal that names the mismatching edge, or the proper turn of several that look alike."""
    turned = TURNED[4 * tile + move.turn.quarters]
    for edge, side in enumerate(SIDES):
        own_need, required = turned.need >> NEED_BITS * edge & NEED_MASK, need >> NEED_BITS * edge & NEED_MASK
        if required and own_need != required:
            return IllegalMove(
                "carc.error.edges_differ",
                cell=str(move.cell),
                turn=int(move.turn),
                side=side,
                mine=NEED_NAMES[own_need],
                theirs=NEED_NAMES[required],
            )
    look = visible_face(turned)
    others = [90 * i for i in range(4) if turns >> i & 1 and visible_face(TURNED[4 * tile + i]) == look]
    return IllegalMove("carc.error.same_look", cell=str(move.cell), turn=int(move.turn), other=others)


def lay_tile(ctx: Ctx, at: int, number: int, key: str = "carc.tile.laid", axis: int = NO_BRIDGE) -> None:
    """Lay a tile for the active player. `axis`: with a bridge over it, see `Board.lay`."""
    s = ctx.s
    s.completed = tuple(s.board.lay(at, number, axis))
    s.just = at
    s.changed = (at,)
    turned = TURNED[number]
    ctx.emit(key, seat=s.active, tile=turned.tile.id, cell=NAMES[at], turn=90 * turned.quarters)
    for notice in s.hooks.on_tile_laid:
        notice(ctx, at, number)
