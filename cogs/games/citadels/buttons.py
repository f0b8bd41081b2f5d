"""Button labels of Citadels moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.screen import Button, cut
from rules.citadels.moves import END
from rules.core import Move, encode_move, field_names

from .card_face import extra_faces
from .parts import CitadelsSeatView

ENDS: Final = 5  # buttons of a row that also end the turn
LABEL: Final = 80


def end_power_view(seat_view: CitadelsSeatView) -> CitadelsSeatView | None:
    """The view after ending the turn, if a power is used then; else None."""
    if END not in seat_view.legal:
        return None
    onward = seat_view.after(encode_move(END))
    return onward if onward is not None and any(move.group == "power" for move in onward.legal) else None


def end_turn_buttons(seat_view: CitadelsSeatView, moves: Sequence[Move]) -> list[Button]:
    """Buttons that play a move and end the turn, if nothing else is left to do; none in guided lessons."""
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
    """The label of a move's button, with its price."""
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
