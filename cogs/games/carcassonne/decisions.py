"""Screens of other decisions: answers as buttons, marked on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, Screen, split_into_rows
from rules.carcassonne.cells import Spot
from rules.core import Move, encode_move, field_names

from .expansions import extra_faces
from .places import CarcSeatView, board_picture, join_lines

MOST: Final = 24  # answers as buttons


async def answer_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The screen of a decision other than laying or placing a figure: a green button per answer."""
    moves = [move for move in question.moves if move.kind != "pass"]
    if len(question.moves) > MOST or not moves:
        return None
    texts = (extra.decision_text(seat_view, moves[0].kind, moves) for extra in extra_faces())
    text_lines = next((text for text in texts if text is not None), None)
    if text_lines is None:
        return None
    own_screen_kinds = [kind for extra in extra_faces() for kind in extra.kinds_before_any_decision]
    files = await board_picture(
        seat_view, f"asked {question.path}", [mark for move in moves for mark in _marked_places(seat_view, move)]
    )
    leading_kinds = {kind for extra in extra_faces() for kind in extra.kinds_with_own_next_decision}
    buttons = [
        lead_on_button(seat_view, move) if move.kind in leading_kinds else move_button(seat_view, move)
        for move in moves
        if move.kind not in own_screen_kinds
    ]
    for kind in unique_items(move.kind for move in moves if move.kind in own_screen_kinds):
        buttons.append(seat_view.next_screen_button(seat_view.path_to(kind), seat_view.say(f"carc.pick.more.{kind}")))
    buttons += [move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
    parent = ChoicePath(seat_view.chosen_lines[:-1]) if seat_view.chosen_lines else None
    return frame_screen(
        seat_view, question, join_lines(*unique_items(text_lines)), split_into_rows(buttons), files, parent=parent
    )


def lead_on_button(seat_view: CarcSeatView, move: Move) -> Button:
    """A button to the same player's next decision; plays at once if there is none."""
    next_view = seat_view.view_after_move(encode_move(move))
    if next_view is None:
        return move_button(seat_view, move)
    return seat_view.next_screen_button(ChoicePath(next_view.chosen_lines), move_label(seat_view, move))


def move_button(seat_view: CarcSeatView, move: Move) -> Button:
    return seat_view.move_button(move, move_label(seat_view, move))


def move_label(seat_view: CarcSeatView, move: Move) -> str:
    """The label of a move's button."""
    values = ((name, getattr(move, name)) for name in field_names(type(move)))
    params: dict[str, Any] = {name: value if isinstance(value, (int, str)) else str(value) for name, value in values}
    key = move.kind
    if move.kind == "pass":
        key = f"pass_{params['step']}"
        if seat_view.view.tasks[seat_view.seat].key.endswith(f"last_{params['step']}"):
            key = f"pass_last_{params['step']}"
    spot = getattr(move, "spot", None)
    if isinstance(spot, Spot):
        params |= {"cell": str(spot.cell), "place": spot.place, "spot": ""}
    if "figure" in params:
        params["who"] = params["figure"]
    for extra in extra_faces():
        answer = extra.answer_label(seat_view, move)
        if answer is not None:
            key, params = answer.key, {**params, **answer.params}
    return seat_view.say(f"carc.button.{key}", **params)


def _marked_places(seat_view: CarcSeatView, move: Move) -> Sequence[str]:
    """The places on the board that an answer is about."""
    expansion_marks = (extra.answer_places(seat_view, move) for extra in extra_faces())
    field_marks = [str(getattr(move, name)) for name in ("cell", "spot") if hasattr(move, name)]
    return next((marks for marks in expansion_marks if marks is not None), field_marks)
