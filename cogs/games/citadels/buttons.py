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


def end_power_view(room: CitadelsSeatView) -> CitadelsSeatView | None:
    """The room of the power that is used when the turn ends, if there is one now."""
    if END not in room.legal:
        return None
    onward = room.after(encode_move(END))
    return onward if onward is not None and any(move.group == "power" for move in onward.legal) else None


def end_turn_buttons(room: CitadelsSeatView, moves: Sequence[Move]) -> list[Button]:
    """These moves once more, each with the end of the turn, where nothing else is left to do after them. In a course
    each thing is done by itself."""
    if room.guided:
        return []
    found = []
    for move in moves:
        onward = room.after(encode_move(move))
        if onward is not None and onward.legal == (END,) and end_power_view(onward) is None:
            said = cut(room.say("cit.button.and_end", act=move_label(room, move)), LABEL)
            found.append(room.commit([*room.before, encode_move(move), encode_move(END)], said))
    return found if len(found) <= ENDS else []


def move_button(room: CitadelsSeatView, move: Move) -> Button:
    return room.commit([*room.before, encode_move(move)], move_label(room, move))


def move_label(room: CitadelsSeatView, move: Move) -> str:
    """A move on a button: what is chosen, with its price where it has one."""
    kind, *tokens = encode_move(move).split(" ")
    fields = dict(zip(field_names(type(move)), tokens, strict=True))
    said: dict[str, Any] = {field: room.label(field, token) for field, token in fields.items()}
    if fields.get("character") in room.view.face_up:  # nobody has it
        said["character"] = room.say("cit.button.face_up", character=said["character"])
    own = next((n for extra in extra_faces() if (n := extra.number(move)) is not None), None)
    said["n"] = sum(int(phrase.params.get("n", 0)) for phrase in room.effects(move)) if own is None else own
    for key in ("_".join([kind, *tokens]), kind):
        if room.voice.has(f"cit.button.{key}"):
            return room.say(f"cit.button.{key}", **said)
    return room.on_button(encode_move(move))
