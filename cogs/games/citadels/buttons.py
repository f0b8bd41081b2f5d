"""Moves of Citadels on buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.screen import Button, cut
from rules.citadels.moves import END
from rules.core import Move, encode_move, field_names

from .card_face import extra_faces
from .parts import CitadelsSeatView

ENDS: Final = 5  # buttons that end the turn with what they do: a row
LABEL: Final = 80


def end_power_view(seat_view: CitadelsSeatView) -> CitadelsSeatView | None:
    """The room of the power that is used when the turn ends, if there is one now."""
    if END not in seat_view.legal:
        return None
    onward = seat_view.after(encode_move(END))
    return onward if onward is not None and any(move.group == "power" for move in onward.legal) else None


def end_turn_buttons(seat_view: CitadelsSeatView, moves: Sequence[Move]) -> list[Button]:
    """These moves once more, each with the end of the turn, where nothing else is left to do after them. In a course
    each thing is done by itself."""
    if seat_view.guided:
        return []
    found = []
    for move in moves:
        onward = seat_view.after(encode_move(move))
        if onward is not None and onward.legal == (END,) and end_power_view(onward) is None:
            said = cut(seat_view.say("cit.button.and_end", act=move_label(seat_view, move)), LABEL)
            found.append(seat_view.commit([*seat_view.before, encode_move(move), encode_move(END)], said))
    return found if len(found) <= ENDS else []


def move_button(seat_view: CitadelsSeatView, move: Move) -> Button:
    return seat_view.commit([*seat_view.before, encode_move(move)], move_label(seat_view, move))


def move_label(seat_view: CitadelsSeatView, move: Move) -> str:
    """A move on a button: what is chosen, with its price where it has one."""
    kind, *tokens = encode_move(move).split(" ")
    fields = dict(zip(field_names(type(move)), tokens, strict=True))
    said: dict[str, Any] = {field: seat_view.label(field, token) for field, token in fields.items()}
    if fields.get("character") in seat_view.view.face_up:  # nobody has it
        said["character"] = seat_view.say("cit.button.face_up", character=said["character"])
    own = next((n for extra in extra_faces() if (n := extra.number(move)) is not None), None)
    said["n"] = sum(int(phrase.params.get("n", 0)) for phrase in seat_view.effects(move)) if own is None else own
    for key in ("_".join([kind, *tokens]), kind):
        if seat_view.voice.has(f"cit.button.{key}"):
            return seat_view.say(f"cit.button.{key}", **said)
    return seat_view.on_button(encode_move(move))
