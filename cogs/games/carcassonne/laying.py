"""Laying a tile: cell, rotation, bridge or abbey, and the preview."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, Screen, split_into_rows
from render import Mark
from rules.carcassonne.cells import Cell, Turn
from rules.carcassonne.moves import Place
from rules.core import Move, encode_move, format_field

from . import cells, figures
from .cells import PLAIN_FIELDS, kinds_beside_cells, lays_needing_more, needed_field, plain_lays
from .places import CarcSeatView, join_lines, preview_table


async def laying_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The next step of laying the tile in hand."""
    if question.kind in kinds_beside_cells():
        return None
    if question.shape == "move":
        move = question.moves[0]
        assert isinstance(move, Place)
        return await lay_preview_screen(seat_view, question, move, move.cell)
    if question.field is not None and question.field not in PLAIN_FIELDS:
        return await _extra_choice_screen(seat_view, question)
    if question.field == "turn":
        return await _turn_screen(seat_view, question)
    return await cells.cell_screen(seat_view, question)


def is_lay_decision(moves: Sequence[Move]) -> bool:
    """Whether these moves lay the tile in hand, or are offered beside that."""
    kinds_beside = kinds_beside_cells()
    return all(isinstance(move, Place) or move.kind in kinds_beside for move in moves)


# --- rotations and extras


async def _turn_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The choice of a rotation; those with an extra come last."""
    lays = [move for move in question.moves if isinstance(move, Place)]
    cell = lays[0].cell
    is_special = type(lays[0]) is not Place
    turns = unique_items(move.turn for move in lays)
    key = f"carc.pick.turn_{needed_field(lays[0])}" if is_special else "carc.pick.turned"
    buttons = [
        seat_view.next_screen_button(choice.path, seat_view.say(key, turn=choice.token)) for choice in question.choices
    ]
    special_by_turn: dict[Turn, Place] = {}
    for lay in () if is_special else lays_needing_more(seat_view, cell):
        special_by_turn.setdefault(lay.turn, lay)
    for turn, lay in special_by_turn.items():
        path = ChoicePath((), (lay.kind, str(cell), str(turn)))
        buttons.append(
            seat_view.next_screen_button(path, seat_view.say(f"carc.pick.turn_{needed_field(lay)}", turn=str(turn)))
        )
        turns.append(turn)
    shown_turns = tuple(sorted(set(turns)))
    files = await seat_view.draw_picture(
        f"turns {cell} {shown_turns}", lambda renderer, view, look: renderer.draw_turns(view, look, cell, shown_turns)
    )
    parent = await cells.path_to_sector(seat_view, question, cell)
    text = seat_view.say("carc.pick.turn", cell=str(cell))
    return frame_screen(seat_view, question, text, split_into_rows(buttons), files, parent=parent)


async def _extra_choice_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The choice of the extra that the lay needs, such as a bridge."""
    lays = [move for move in question.moves if isinstance(move, Place)]
    cell, turn, name = lays[0].cell, lays[0].turn, needed_field(lays[0])
    tokens = [format_field(getattr(move, name)) for move in lays]
    marks = tuple(Mark(token, token, note=seat_view.value_label(name, token)) for token in tokens)
    files = await seat_view.draw_picture(
        f"{name} {cell} {turn}", lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=turn)
    )
    rows = split_into_rows(
        [
            seat_view.next_screen_button(choice.path, seat_view.value_label(name, choice.token))
            for choice in question.choices
        ]
    )
    head = seat_view.say(f"carc.pick.which_{name}", cell=str(cell), turn=int(turn))
    return frame_screen(seat_view, question, head, rows, files)


# --- the preview


async def lay_preview_screen(seat_view: CarcSeatView, question: Question, move: Move, cell: Cell) -> Screen:
    """The preview of the tile with the choice of a figure, which also confirms the lay."""
    line = encode_move(move)
    effects = seat_view.effect_sentences(move)
    if not isinstance(move, Place):
        head = seat_view.say(f"carc.pick.preview_{move.kind}", cell=str(cell))
    elif type(move) is Place:
        head = seat_view.say("carc.pick.preview", cell=str(cell), turn=int(move.turn))
    else:
        name = needed_field(move)
        params = {name: seat_view.value_label(name, format_field(getattr(move, name)))}
        head = seat_view.say(f"carc.pick.preview_{name}", cell=str(cell), turn=int(move.turn), **params)
    extra_buttons: list[Button] = []
    lays_here = [lay for lay in plain_lays(seat_view) if lay.cell == cell]
    special_lays = lays_needing_more(seat_view, cell)
    if [move] == lays_here and special_lays:  # with several rotations, the previous screen offered these
        path = ChoicePath((), (special_lays[0].kind, str(cell)))
        label = seat_view.say(f"carc.pick.with_{needed_field(special_lays[0])}")
        extra_buttons.append(Button(seat_view.picker_custom_id(path), label))
    parent = await cells.path_to_sector(seat_view, question, cell) if isinstance(move, Place) else None
    next_view = seat_view.view_after_move(line)
    if next_view is not None and figures.asks_figure(next_view):
        return await figures.follower_screen(seat_view, question, next_view, head, effects, extra_buttons, parent)
    view = preview_table(seat_view, move).view
    files = await seat_view.draw_picture(
        f"preview {line}", lambda renderer, _view, look: renderer.preview(view, look, (), cell=cell, turn=None)
    )
    if next_view is not None and (task := next_view.vocabulary.current_task()):
        effects.append(seat_view.say("carc.pick.then", task=task))
    rows = split_into_rows([seat_view.play_button([line], seat_view.say("carc.pick.lay")), *extra_buttons])
    return frame_screen(seat_view, question, join_lines(head, *effects), rows, files, parent=parent)
