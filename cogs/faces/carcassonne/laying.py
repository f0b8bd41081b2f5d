"""Where a tile goes and how it lies: cells, turns, the bridge it needs, an abbey; and the preview of all that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cogs.choose import screens
from cogs.choose.picker import Path, Question, pack, unique
from cogs.screen import Button, Choice, Row, Screen, rows_of
from render import Mark
from rules.carcassonne import preview
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions.abbey.moves import LayAbbey
from rules.carcassonne.expansions.bridge.moves import BridgePlace
from rules.carcassonne.moves import Place
from rules.core import Move, encode

from . import figures
from .places import board, game_of, lines

if TYPE_CHECKING:
    from cogs.choose.room import Room

DECLINE: Final = "bridge-decline"
KINDS: Final = frozenset({"place", "bridge-place", DECLINE})
BUTTONS: Final = 23  # cells as buttons; two are left for what else can be done
WITH_TURNS: Final = 125  # cells with turns that fit into lists


async def screen(room: Room, question: Question) -> Screen | None:
    """The next step of laying the tile in hand."""
    if question.shape == "move" and question.kind != DECLINE:
        return await lay(room, question, question.moves[0])
    if question.kind == "bridge-place" and question.field == "bridge":
        return await _bridges(room, question)
    if question.field == "turn":
        return await _turns(room, question)
    if question.kind == DECLINE:
        return None
    if question.kind == "bridge-place":
        return await _bridged_cells(room, question)
    return await _cells(room, question)


def plain(room: Room) -> list[Place]:
    """Lays without a bridge."""
    return [move for move in room.legal if type(move) is Place]


def bridged(room: Room, cell: Cell | None = None) -> list[BridgePlace]:
    """Lays with a bridge; of one cell."""
    return [m for m in room.legal if isinstance(m, BridgePlace) and cell in (None, m.cell)]


def decline(room: Room) -> list[Button]:
    """A tile that would need a bridge may be put aside."""
    return [room.commit([DECLINE], room.say("carc.pick.decline"))] if any(m.kind == DECLINE for m in room.legal) else []


# --- cells


async def _cells(room: Room, question: Question) -> Screen:
    """Where the tile goes. Cells that need a bridge stand among the others while there is room."""
    lays = plain(room)
    cells = unique(move.cell for move in lays)
    needing = [cell for cell in unique(move.cell for move in bridged(room)) if cell not in cells]
    apart = len(cells) + len(needing) > BUTTONS and bool(cells)
    shown = sorted([*cells, *([] if apart else needing)], key=lambda cell: (cell.y, cell.x))
    files = await board(room, "cells", shown)
    more = decline(room)
    if apart and needing:
        more.append(_with_bridge(room, Path((), ("bridge-place",))))
    rows: list[Row]
    if len(shown) <= BUTTONS:
        rows = rows_of([*(_cell(room, cell, cell in needing) for cell in shown), *more])
    elif not cells:
        rows = [*_lists(room, bridged(room)), *rows_of(more)]
    else:
        rows = [*_lists(room, lays), *rows_of(more)]
    key = "carc.pick.cell" if cells else "carc.pick.cell_bridge"
    told = room.say("carc.pick.bridges_too") if needing and cells and not apart else ""
    return screens.framed(room, question, lines(room.say(key), told), rows, files)


def _cell(room: Room, cell: Cell, needs_bridge: bool) -> Button:
    if needs_bridge:
        return room.onward(Path((), ("bridge-place", str(cell))), room.say("carc.pick.bridged", cell=str(cell)))
    return room.onward(Path((), ("place", str(cell))), str(cell))


async def _bridged_cells(room: Room, question: Question) -> Screen:
    """Cells where the tile fits with a bridge."""
    ways = [move for move in question.moves if isinstance(move, BridgePlace)]
    cells = unique(move.cell for move in ways)
    files = await board(room, "bridged cells", cells)
    rows: Sequence[Row] = _lists(room, ways)
    if len(cells) <= BUTTONS:
        rows = rows_of([*(_cell(room, cell, True) for cell in cells), *decline(room)])
    return screens.framed(room, question, room.say("carc.pick.cell_bridge"), rows, files, parent=Path())


def _lists(room: Room, moves: Sequence[Place]) -> list[Row]:
    """Cells with turns, a row of the board or some rows together: what is chosen skips the screen of turns. Cells alone
    where there are too many."""
    items: dict[tuple[str, ...], tuple[Cell, str]] = {}
    turns = len({(move.cell, move.turn) for move in moves}) <= WITH_TURNS
    for move in moves:
        bridge = isinstance(move, BridgePlace)
        words = (move.kind, str(move.cell), *([str(move.turn)] if turns else []))
        key = "carc.pick.cell_turn" if turns else "carc.pick.cell_only"
        said = room.say(f"{key}_bridge" if bridge else key, cell=str(move.cell), turn=int(move.turn))
        items[words] = (move.cell, said)
    rows: list[Row] = []
    for slot, (run, _, _) in enumerate(pack(list(items), lambda words: items[words][0].bucket)):
        first, last = items[run[0]][0].bucket, items[run[-1]][0].bucket
        said = room.say("carc.pick.row", n=first) if first == last else room.say("carc.pick.rows", n=first, m=last)
        choices = [Choice(str(Path((), words)), items[words][1]) for words in run]
        rows.append(room.select(slot, Path((), (run[0][0],)), choices, said))
    return rows


def _with_bridge(room: Room, path: Path) -> Button:
    return Button(room.pick_id(path), room.say("carc.pick.with_bridge"))


# --- turns and bridges


async def _turns(room: Room, question: Question) -> Screen:
    """How it is turned. Turns that need a bridge stand behind those that need none."""
    lays = [move for move in question.moves if isinstance(move, Place)]
    cell = lays[0].cell
    only = question.kind == "bridge-place"
    turns = unique(move.turn for move in lays)
    buttons = [
        room.onward(choice.path, room.say("carc.pick.turn_bridge" if only else "carc.pick.turned", turn=choice.token))
        for choice in question.choices
    ]
    if not only:
        for turn in unique(move.turn for move in bridged(room, cell)):
            path = Path((), ("bridge-place", str(cell), str(turn)))
            buttons.append(room.onward(path, room.say("carc.pick.turn_bridge", turn=str(turn))))
            turns.append(turn)
    seen = tuple(sorted(set(turns)))
    files = await room.picture(
        f"turns {cell} {seen}", lambda renderer, view, look: renderer.turns(view, look, cell, seen)
    )
    return screens.framed(room, question, room.say("carc.pick.turn", cell=str(cell)), rows_of(buttons), files)


async def _bridges(room: Room, question: Question) -> Screen:
    """Which bridge it is laid with."""
    ways = [move for move in question.moves if isinstance(move, BridgePlace)]
    cell, turn = ways[0].cell, ways[0].turn
    marks = tuple(Mark(str(m.bridge), str(m.bridge), note=room.label("bridge", str(m.bridge))) for m in ways)
    files = await room.picture(
        f"bridges {cell} {turn}",
        lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=turn),
    )
    rows = rows_of([room.onward(choice.path, room.label("bridge", choice.token)) for choice in question.choices])
    head = room.say("carc.pick.which_bridge", cell=str(cell), turn=int(turn))
    return screens.framed(room, question, head, rows, files)


# --- the preview


async def lay(room: Room, question: Question, move: Move) -> Screen:
    """The tile as it would lie, and which figure goes on it: the preview and its confirmation in one."""
    assert isinstance(move, (Place, LayAbbey))
    line = encode(move)
    told = [room.voice.phrase(phrase) for phrase in room.game.explain(room.state, room.seat, move)]
    if isinstance(move, BridgePlace):
        bridge = room.label("bridge", str(move.bridge))
        head = room.say("carc.pick.preview_bridge", cell=str(move.cell), turn=int(move.turn), bridge=bridge)
    elif isinstance(move, Place):
        head = room.say("carc.pick.preview", cell=str(move.cell), turn=int(move.turn))
    else:
        head = room.say("carc.pick.preview_abbey", cell=str(move.cell))
    more: list[Button] = []
    here = [m for m in plain(room) if m.cell == move.cell]
    if [move] == here and bridged(room, move.cell):  # with several turns, those with a bridge stood among them
        more.append(_with_bridge(room, Path((), ("bridge-place", str(move.cell)))))
    onward = room.after(line)
    if onward is not None and figures.asked(onward):
        return await figures.choose(room, question, onward, head, told, more)
    view = preview.after_place(game_of(room), room.state, room.seat, move)
    files = await room.picture(
        f"preview {line}", lambda renderer, _view, look: renderer.preview(view, look, (), cell=move.cell, turn=None)
    )
    if onward is not None and (task := onward.words.task()):
        told.append(room.say("carc.pick.then", task=task))
    rows = rows_of([room.commit([line], room.say("carc.pick.lay")), *more])
    return screens.framed(room, question, lines(head, *told), rows, files)
