"""Screens of other decisions: answers as buttons, marked on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games import picker_frame
from cogs.screen import Button, Screen, rows_of
from rules.carcassonne.cells import Spot
from rules.carcassonne.view import CarcassonneView
from rules.core import Move, encode_move, field_names

from .expansions import extra_faces
from .places import CarcSeatView, board_picture, join_lines

MOST: Final = 24  # answers as buttons


async def answer_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The screen of a decision other than laying or placing a figure: a green button per answer."""
    moves = [move for move in question.moves if move.kind != "pass"]
    if len(question.moves) > MOST or not moves:
        return None
    asked = (extra.asks(seat_view, moves[0].kind, moves) for extra in extra_faces())
    told = next((said for said in asked if said is not None), None)
    if told is None:
        return None
    elsewhere = [kind for extra in extra_faces() for kind in extra.at_any_time]  # kinds with screens of their own
    files = await board_picture(
        seat_view, f"asked {question.path}", [mark for move in moves for mark in _marked_places(seat_view, move)]
    )
    leading = {kind for extra in extra_faces() for kind in extra.leads_on}
    buttons = [
        lead_on_button(seat_view, move) if move.kind in leading else move_button(seat_view, move)
        for move in moves
        if move.kind not in elsewhere
    ]
    for kind in unique_items(move.kind for move in moves if move.kind in elsewhere):
        buttons.append(seat_view.onward(ChoicePath(seat_view.before, (kind,)), seat_view.say(f"carc.pick.more.{kind}")))
    buttons += [move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
    parent = ChoicePath(seat_view.before[:-1]) if seat_view.before else None
    return picker_frame.frame_screen(
        seat_view, question, join_lines(*unique_items(told)), rows_of(buttons), files, parent=parent
    )


def lead_on_button(seat_view: CarcSeatView, move: Move) -> Button:
    """A button to the same player's next decision; plays at once if there is none."""
    onward = seat_view.after(encode_move(move))
    return (
        seat_view.onward(ChoicePath(onward.before), move_label(seat_view, move))
        if onward is not None
        else move_button(seat_view, move)
    )


def move_button(seat_view: CarcSeatView, move: Move) -> Button:
    return seat_view.commit([*seat_view.before, encode_move(move)], move_label(seat_view, move))


def move_label(seat_view: CarcSeatView, move: Move) -> str:
    """The label of a move's button."""
    values = ((name, getattr(move, name)) for name in field_names(type(move)))
    told: dict[str, Any] = {name: value if isinstance(value, (int, str)) else str(value) for name, value in values}
    key = move.kind
    if move.kind == "pass":
        key = f"pass_{told['step']}"
        if seat_view.view.tasks[seat_view.seat].key.endswith(f"last_{told['step']}"):
            key = f"pass_last_{told['step']}"
    spot = getattr(move, "spot", None)
    if isinstance(spot, Spot):
        told |= {"cell": str(spot.cell), "place": spot.place, "spot": ""}
    if "figure" in told:
        told["who"] = told["figure"]
    for extra in extra_faces():
        answer = extra.answer(seat_view, move)
        if answer is not None:
            key, told = answer.key, {**told, **answer.told}
    return seat_view.say(f"carc.button.{key}", **told)


def _marked_places(seat_view: CarcSeatView, move: Move) -> Sequence[str]:
    """The places on the board that an answer is about."""
    own = (extra.marked(seat_view, move) for extra in extra_faces())
    named = [str(getattr(move, name)) for name in ("cell", "spot") if hasattr(move, name)]
    return next((marks for marks in own if marks is not None), named)


def task_word(view: CarcassonneView, seat: int) -> str:
    """The last word of the key of a seat's task; empty if none."""
    task = view.tasks.get(seat)
    return task.key.rpartition(".")[2] if task is not None else ""
