"""Where a tile goes and how it lies: cells, turns, the bridge it needs, an abbey; and the preview of all that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose import screens
from cogs.choose.picker import Path, Question, pack, unique
from cogs.screen import Button, Choice, Row, Screen, rows_of
from render import Mark
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.core import Move, encode, field_names, write

from . import figures
from .extras import extras
from .places import CarcRoom, board, lines, preview

PLAIN: Final = field_names(Place)
BUTTONS: Final = 23  # cells as buttons; two are left for what else can be done
WITH_TURNS: Final = 125  # cells with turns that fit into lists


async def screen(room: CarcRoom, question: Question) -> Screen | None:
    """The next step of laying the tile in hand."""
    if question.kind in beside_cells():
        return None
    if question.shape == "move":
        move = question.moves[0]
        assert isinstance(move, Place)
        return await lay(room, question, move, move.cell)
    if question.field is not None and question.field not in PLAIN:
        return await _needs(room, question)
    if question.field == "turn":
        return await _turns(room, question)
    if any(type(move) is Place for move in question.moves) or question.shape == "kinds":
        return await _cells(room, question)
    return await _needing_cells(room, question)


def beside_cells() -> dict[str, str]:
    """Kinds that stand beside the cells, each with the key of its button."""
    return {kind: key for extra in extras() for kind, key in extra.beside_cells.items()}


def is_asked(moves: Sequence[Move]) -> bool:
    """Whether these moves lay the tile in hand, or stand beside that."""
    aside = beside_cells()
    return all(isinstance(move, Place) or move.kind in aside for move in moves)


def plain(room: CarcRoom) -> list[Place]:
    """Lays that need nothing but the tile."""
    return [move for move in room.legal if type(move) is Place]


def needing(room: CarcRoom, cell: Cell | None = None) -> list[Place]:
    """Lays that need something more, such as a bridge; of one cell."""
    return [m for m in room.legal if isinstance(m, Place) and type(m) is not Place and cell in (None, m.cell)]


def need(move: Move) -> str:
    """What such a lay needs: its field beside those of every lay."""
    return next(name for name in field_names(type(move)) if name not in PLAIN)


def _needed(room: CarcRoom, move: Move) -> str:
    """That very thing, by name."""
    return room.label(need(move), write(getattr(move, need(move))))


def _aside(room: CarcRoom) -> list[Button]:
    """What may be done in place of laying the tile."""
    found = beside_cells()
    return [room.commit([encode(m)], room.say(found[m.kind])) for m in room.legal if m.kind in found]


# --- cells


async def _cells(room: CarcRoom, question: Question) -> Screen:
    """Where the tile goes. Cells that need something more stand among the others while there is room."""
    lays = plain(room)
    cells = unique(move.cell for move in lays)
    others = {move.cell: move for move in reversed(needing(room)) if move.cell not in cells}
    apart = len(cells) + len(others) > BUTTONS and bool(cells)
    shown = sorted([*cells, *([] if apart else others)], key=lambda cell: (cell.y, cell.x))
    files = await board(room, "cells", shown)
    more = _aside(room)
    first = next(iter(needing(room)), None)
    if apart and others and first is not None:
        more.append(_with(room, first, Path((), (first.kind,))))
    rows: list[Row]
    if len(shown) <= BUTTONS:
        rows = rows_of([*(_cell(room, cell, others.get(cell)) for cell in shown), *more])
    elif not cells:
        rows = [*_lists(room, needing(room)), *rows_of(more)]
    else:
        rows = [*_lists(room, lays), *rows_of(more)]
    key = "carc.pick.cell" if cells or first is None else f"carc.pick.cell_{need(first)}"
    told = room.say(f"carc.pick.{need(first)}_too") if others and cells and not apart and first is not None else ""
    return screens.framed(room, question, lines(room.say(key), told), rows, files)


def _cell(room: CarcRoom, cell: Cell, other: Place | None) -> Button:
    """The button of a cell; `other`: the lay that needs something more there."""
    if other is not None:
        return room.onward(
            Path((), (other.kind, str(cell))), room.say(f"carc.pick.cell_with_{need(other)}", cell=str(cell))
        )
    return room.onward(Path((), (Place.kind, str(cell))), str(cell))


async def _needing_cells(room: CarcRoom, question: Question) -> Screen:
    """Cells where the tile fits with something more."""
    ways = {move.cell: move for move in reversed(question.moves) if isinstance(move, Place)}
    lays = [move for move in question.moves if isinstance(move, Place)]
    cells = unique(move.cell for move in lays)
    files = await board(room, f"cells {question.kind}", cells)
    rows: Sequence[Row] = _lists(room, lays)
    if len(cells) <= BUTTONS:
        rows = rows_of([*(_cell(room, cell, ways[cell]) for cell in cells), *_aside(room)])
    head = room.say(f"carc.pick.cell_{need(lays[0])}")
    return screens.framed(room, question, head, rows, files, parent=Path())


def _lists(room: CarcRoom, moves: Sequence[Place]) -> list[Row]:
    """Cells with turns, a row of the board or some rows together: what is chosen skips the screen of turns. Cells alone
    where there are too many."""
    items: dict[tuple[str, ...], tuple[Cell, str]] = {}
    turns = len({(move.cell, move.turn) for move in moves}) <= WITH_TURNS
    for move in moves:
        more = "" if type(move) is Place else f"_{need(move)}"
        words = (move.kind, str(move.cell), *([str(move.turn)] if turns else []))
        key = "carc.pick.cell_turn" if turns else "carc.pick.cell_only"
        said = room.say(f"{key}{more}", cell=str(move.cell), turn=int(move.turn))
        items[words] = (move.cell, said)
    rows: list[Row] = []
    for slot, (run, _, _) in enumerate(pack(list(items), lambda words: items[words][0].bucket)):
        first, last = items[run[0]][0].bucket, items[run[-1]][0].bucket
        said = room.say("carc.pick.row", n=first) if first == last else room.say("carc.pick.rows", n=first, m=last)
        choices = [Choice(str(Path((), words)), items[words][1]) for words in run]
        rows.append(room.select(slot, Path((), (run[0][0],)), choices, said))
    return rows


def _with(room: CarcRoom, move: Place, path: Path) -> Button:
    """The way to the lays that need something more."""
    return Button(room.pick_id(path), room.say(f"carc.pick.with_{need(move)}"))


# --- turns, and what a lay needs


async def _turns(room: CarcRoom, question: Question) -> Screen:
    """How it is turned. Turns that need something more stand behind those that need nothing."""
    lays = [move for move in question.moves if isinstance(move, Place)]
    cell = lays[0].cell
    only = type(lays[0]) is not Place
    turns = unique(move.turn for move in lays)
    key = f"carc.pick.turn_{need(lays[0])}" if only else "carc.pick.turned"
    buttons = [room.onward(choice.path, room.say(key, turn=choice.token)) for choice in question.choices]
    others = {} if only else {move.turn: move for move in reversed(needing(room, cell))}
    for turn in unique(move.turn for move in needing(room, cell) if move.turn in others):
        path = Path((), (others[turn].kind, str(cell), str(turn)))
        buttons.append(room.onward(path, room.say(f"carc.pick.turn_{need(others[turn])}", turn=str(turn))))
        turns.append(turn)
    seen = tuple(sorted(set(turns)))
    files = await room.picture(
        f"turns {cell} {seen}", lambda renderer, view, look: renderer.turns(view, look, cell, seen)
    )
    return screens.framed(room, question, room.say("carc.pick.turn", cell=str(cell)), rows_of(buttons), files)


async def _needs(room: CarcRoom, question: Question) -> Screen:
    """What it is laid with."""
    ways = [move for move in question.moves if isinstance(move, Place)]
    cell, turn, name = ways[0].cell, ways[0].turn, need(ways[0])
    tokens = [write(getattr(move, name)) for move in ways]
    marks = tuple(Mark(token, token, note=room.label(name, token)) for token in tokens)
    files = await room.picture(
        f"{name} {cell} {turn}",
        lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=turn),
    )
    rows = rows_of([room.onward(choice.path, room.label(name, choice.token)) for choice in question.choices])
    head = room.say(f"carc.pick.which_{name}", cell=str(cell), turn=int(turn))
    return screens.framed(room, question, head, rows, files)


# --- the preview


async def lay(room: CarcRoom, question: Question, move: Move, cell: Cell) -> Screen:
    """The tile as it would lie, and which figure goes on it: the preview and its confirmation in one."""
    line = encode(move)
    told = room.explain(move)
    if not isinstance(move, Place):
        head = room.say(f"carc.pick.preview_{move.kind}", cell=str(cell))
    elif type(move) is Place:
        head = room.say("carc.pick.preview", cell=str(cell), turn=int(move.turn))
    else:
        name = need(move)
        named = {name: _needed(room, move)}
        head = room.say(f"carc.pick.preview_{name}", cell=str(cell), turn=int(move.turn), **named)
    more: list[Button] = []
    here = [m for m in plain(room) if m.cell == cell]
    others = needing(room, cell)
    if [move] == here and others:  # with several turns, those with something more stood among them
        more.append(_with(room, others[0], Path((), (others[0].kind, str(cell)))))
    onward = room.after(line)
    if onward is not None and figures.asks_figure(onward):
        return await figures.choose(room, question, onward, head, told, more)
    view = preview(room, move).view
    files = await room.picture(
        f"preview {line}", lambda renderer, _view, look: renderer.preview(view, look, (), cell=cell, turn=None)
    )
    if onward is not None and (task := onward.words.task()):
        told.append(room.say("carc.pick.then", task=task))
    rows = rows_of([room.commit([line], room.say("carc.pick.lay")), *more])
    return screens.framed(room, question, lines(head, *told), rows, files)
