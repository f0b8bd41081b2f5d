"""Laying a tile: cell, rotation, bridge or abbey, and the preview."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games import picker_frame
from cogs.screen import Button, Screen, rows_of
from render import Mark
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.core import Move, encode_move, format_field

from . import cells, figures
from .cells import PLAIN, beside_cells, lays_needing_more, needed_field, plain_lays
from .places import CarcSeatView, join_lines, preview_table


async def laying_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The next step of laying the tile in hand."""
    if question.kind in beside_cells():
        return None
    if question.shape == "move":
        move = question.moves[0]
        assert isinstance(move, Place)
        return await lay_preview_screen(seat_view, question, move, move.cell)
    if question.field is not None and question.field not in PLAIN:
        return await _need_screen(seat_view, question)
    if question.field == "turn":
        return await _turn_screen(seat_view, question)
    return await cells.cell_screen(seat_view, question)


def is_lay_decision(moves: Sequence[Move]) -> bool:
    """Whether these moves lay the tile in hand, or are offered beside that."""
    aside = beside_cells()
    return all(isinstance(move, Place) or move.kind in aside for move in moves)


def _needed_thing_name(seat_view: CarcSeatView, move: Move) -> str:
    """The name of the extra a lay needs."""
    return seat_view.label(needed_field(move), format_field(getattr(move, needed_field(move))))


def _need_button(seat_view: CarcSeatView, move: Place, path: ChoicePath) -> Button:
    """A button to the lays with an extra."""
    return Button(seat_view.pick_id(path), seat_view.say(f"carc.pick.with_{needed_field(move)}"))


# --- rotations and extras


async def _turn_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The choice of a rotation; those with an extra come last."""
    lays = [move for move in question.moves if isinstance(move, Place)]
    cell = lays[0].cell
    only = type(lays[0]) is not Place
    turns = unique_items(move.turn for move in lays)
    key = f"carc.pick.turn_{needed_field(lays[0])}" if only else "carc.pick.turned"
    buttons = [seat_view.onward(choice.path, seat_view.say(key, turn=choice.token)) for choice in question.choices]
    others = {} if only else {move.turn: move for move in reversed(lays_needing_more(seat_view, cell))}
    for turn in unique_items(move.turn for move in lays_needing_more(seat_view, cell) if move.turn in others):
        path = ChoicePath((), (others[turn].kind, str(cell), str(turn)))
        buttons.append(
            seat_view.onward(path, seat_view.say(f"carc.pick.turn_{needed_field(others[turn])}", turn=str(turn)))
        )
        turns.append(turn)
    seen = tuple(sorted(set(turns)))
    files = await seat_view.picture(
        f"turns {cell} {seen}", lambda renderer, view, look: renderer.turns(view, look, cell, seen)
    )
    return picker_frame.frame_screen(
        seat_view,
        question,
        seat_view.say("carc.pick.turn", cell=str(cell)),
        rows_of(buttons),
        files,
        parent=await cells.path_to_sector(seat_view, question, cell),
    )


async def _need_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The choice of the extra."""
    ways = [move for move in question.moves if isinstance(move, Place)]
    cell, turn, name = ways[0].cell, ways[0].turn, needed_field(ways[0])
    tokens = [format_field(getattr(move, name)) for move in ways]
    marks = tuple(Mark(token, token, note=seat_view.label(name, token)) for token in tokens)
    files = await seat_view.picture(
        f"{name} {cell} {turn}",
        lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=turn),
    )
    rows = rows_of([seat_view.onward(choice.path, seat_view.label(name, choice.token)) for choice in question.choices])
    head = seat_view.say(f"carc.pick.which_{name}", cell=str(cell), turn=int(turn))
    return picker_frame.frame_screen(seat_view, question, head, rows, files)


# --- the preview


async def lay_preview_screen(seat_view: CarcSeatView, question: Question, move: Move, cell: Cell) -> Screen:
    """The preview of the tile with the choice of a figure, which also confirms the lay."""
    line = encode_move(move)
    told = seat_view.explain(move)
    if not isinstance(move, Place):
        head = seat_view.say(f"carc.pick.preview_{move.kind}", cell=str(cell))
    elif type(move) is Place:
        head = seat_view.say("carc.pick.preview", cell=str(cell), turn=int(move.turn))
    else:
        name = needed_field(move)
        named = {name: _needed_thing_name(seat_view, move)}
        head = seat_view.say(f"carc.pick.preview_{name}", cell=str(cell), turn=int(move.turn), **named)
    more: list[Button] = []
    here = [m for m in plain_lays(seat_view) if m.cell == cell]
    others = lays_needing_more(seat_view, cell)
    if [move] == here and others:  # with several rotations, the previous screen offered these
        more.append(_need_button(seat_view, others[0], ChoicePath((), (others[0].kind, str(cell)))))
    parent = await cells.path_to_sector(seat_view, question, cell) if isinstance(move, Place) else None
    onward = seat_view.after(line)
    if onward is not None and figures.asks_figure(onward):
        return await figures.follower_screen(seat_view, question, onward, head, told, more, parent)
    view = preview_table(seat_view, move).view
    files = await seat_view.picture(
        f"preview {line}", lambda renderer, _view, look: renderer.preview(view, look, (), cell=cell, turn=None)
    )
    if onward is not None and (task := onward.words.task()):
        told.append(seat_view.say("carc.pick.then", task=task))
    rows = rows_of([seat_view.commit([line], seat_view.say("carc.pick.lay")), *more])
    return picker_frame.frame_screen(seat_view, question, join_lines(head, *told), rows, files, parent=parent)
