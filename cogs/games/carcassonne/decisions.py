"""Every other decision: its answers as buttons, with the board on which they are marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.choose.picker import Path, Question, unique
from cogs.games import picker_frame
from cogs.screen import Button, Screen, rows_of
from rules.carcassonne.cells import Spot
from rules.carcassonne.view import CarcassonneView
from rules.core import Move, encode, field_names

from .expansions import extras
from .places import CarcRoom, board, lines

MOST: Final = 24  # answers as buttons


async def screen(room: CarcRoom, question: Question) -> Screen | None:
    """The screen of a decision that is neither a lay nor a figure: every answer a green button."""
    moves = [move for move in question.moves if move.kind != "pass"]
    if len(question.moves) > MOST or not moves:
        return None
    asked = (extra.asks(room, moves[0].kind, moves) for extra in extras())
    told = next((said for said in asked if said is not None), None)
    if told is None:
        return None
    elsewhere = [kind for extra in extras() for kind in extra.at_any_time]  # with a screen of its own
    files = await board(room, f"asked {question.path}", [mark for move in moves for mark in _marked(room, move)])
    leading = {kind for extra in extras() for kind in extra.leads_on}
    buttons = [
        lead(room, move) if move.kind in leading else commit(room, move) for move in moves if move.kind not in elsewhere
    ]
    for kind in unique(move.kind for move in moves if move.kind in elsewhere):
        buttons.append(room.onward(Path(room.before, (kind,)), room.say(f"carc.pick.more.{kind}")))
    buttons += [commit(room, move) for move in question.moves if move.kind == "pass"]
    parent = Path(room.before[:-1]) if room.before else None
    return picker_frame.framed(room, question, lines(*unique(told)), rows_of(buttons), files, parent=parent)


def lead(room: CarcRoom, move: Move) -> Button:
    """The way to what the same player decides next; where that is nothing, the move itself."""
    onward = room.after(encode(move))
    return room.onward(Path(onward.before), label(room, move)) if onward is not None else commit(room, move)


def commit(room: CarcRoom, move: Move) -> Button:
    return room.commit([*room.before, encode(move)], label(room, move))


def label(room: CarcRoom, move: Move) -> str:
    """A move on a button."""
    values = ((name, getattr(move, name)) for name in field_names(type(move)))
    told: dict[str, Any] = {name: value if isinstance(value, (int, str)) else str(value) for name, value in values}
    key = move.kind
    if move.kind == "pass":
        key = f"pass_{told['step']}"
        if room.view.tasks[room.seat].key.endswith(f"last_{told['step']}"):
            key = f"pass_last_{told['step']}"
    spot = getattr(move, "spot", None)
    if isinstance(spot, Spot):
        told |= {"cell": str(spot.cell), "place": spot.place, "spot": ""}
    if "figure" in told:
        told["who"] = told["figure"]
    for extra in extras():
        answer = extra.answer(room, move)
        if answer is not None:
            key, told = answer.key, {**told, **answer.told}
    return room.say(f"carc.button.{key}", **told)


def _marked(room: CarcRoom, move: Move) -> Sequence[str]:
    """Where on the board an answer lies."""
    own = (extra.marked(room, move) for extra in extras())
    named = [str(getattr(move, name)) for name in ("cell", "spot") if hasattr(move, name)]
    return next((marks for marks in own if marks is not None), named)


def task_of(view: CarcassonneView, seat: int) -> str:
    """The last word of what is asked of a seat."""
    task = view.tasks.get(seat)
    return task.key.rpartition(".")[2] if task is not None else ""
