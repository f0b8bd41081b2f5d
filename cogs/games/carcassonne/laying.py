"""Where a tile goes and how it lies: cells, turns, the bridge it needs, an abbey; and the preview of all that."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.choose.picker import Path, Question, unique
from cogs.games import picker_frame
from cogs.screen import Button, Screen, rows_of
from render import Mark
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.core import Move, encode, write

from . import cells, figures
from .cells import PLAIN, beside_cells, need, needing, plain
from .places import CarcRoom, lines, preview


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
    return await cells.screen(room, question)


def is_asked(moves: Sequence[Move]) -> bool:
    """Whether these moves lay the tile in hand, or stand beside that."""
    aside = beside_cells()
    return all(isinstance(move, Place) or move.kind in aside for move in moves)


def _needed(room: CarcRoom, move: Move) -> str:
    """That very thing, by name."""
    return room.label(need(move), write(getattr(move, need(move))))


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
    return picker_frame.framed(
        room,
        question,
        room.say("carc.pick.turn", cell=str(cell)),
        rows_of(buttons),
        files,
        parent=await cells.home(room, question, cell),
    )


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
    return picker_frame.framed(room, question, head, rows, files)


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
    parent = await cells.home(room, question, cell) if isinstance(move, Place) else None
    onward = room.after(line)
    if onward is not None and figures.asks_figure(onward):
        return await figures.choose(room, question, onward, head, told, more, parent)
    view = preview(room, move).view
    files = await room.picture(
        f"preview {line}", lambda renderer, _view, look: renderer.preview(view, look, (), cell=cell, turn=None)
    )
    if onward is not None and (task := onward.words.task()):
        told.append(room.say("carc.pick.then", task=task))
    rows = rows_of([room.commit([line], room.say("carc.pick.lay")), *more])
    return picker_frame.framed(room, question, lines(head, *told), rows, files, parent=parent)
