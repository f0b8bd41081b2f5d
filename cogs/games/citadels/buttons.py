"""Button labels of Citadels moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.screen import Button, truncate_text
from rules.citadels.moves import END
from rules.core import Move, encode_move, field_names

from .card_face import extra_faces
from .parts import CitadelsSeatView

MAX_END_BUTTONS: Final = 5  # in the row of buttons that also end the turn
MAX_LABEL_LENGTH: Final = 80  # Discord's limit, in characters


def end_power_view(seat_view: CitadelsSeatView) -> CitadelsSeatView | None:
    """The view after ending the turn, if a power is used then; else None."""
    if END not in seat_view.legal:
        return None
    end_view = seat_view.view_after_move(encode_move(END))
    return end_view if end_view is not None and any(move.group == "power" for move in end_view.legal) else None


def end_turn_buttons(seat_view: CitadelsSeatView, moves: Sequence[Move]) -> list[Button]:
    """Buttons that play a move and end the turn, if nothing else is left to do; none in guided lessons."""
    if seat_view.is_guided:
        return []
    buttons = []
    for move in moves:
        next_view = seat_view.view_after_move(encode_move(move))
        if next_view is not None and next_view.legal == (END,) and end_power_view(next_view) is None:
            label = truncate_text(
                seat_view.say("cit.button.and_end", act=move_label(seat_view, move)), MAX_LABEL_LENGTH
            )
            buttons.append(seat_view.play_button([*seat_view.chosen_lines, encode_move(move), encode_move(END)], label))
    return buttons if len(buttons) <= MAX_END_BUTTONS else []


def move_button(seat_view: CitadelsSeatView, move: Move) -> Button:
    return seat_view.move_button(move, move_label(seat_view, move))


def move_label(seat_view: CitadelsSeatView, move: Move) -> str:
    """The label of a move's button, with its price."""
    kind, *tokens = encode_move(move).split(" ")
    fields = dict(zip(field_names(type(move)), tokens, strict=True))
    params: dict[str, Any] = {field: seat_view.value_label(field, token) for field, token in fields.items()}
    if fields.get("character") in seat_view.view.face_up:  # nobody has it
        params["character"] = seat_view.say("cit.button.face_up", character=params["character"])
    card_number = next((n for extra in extra_faces() if (n := extra.button_number(move)) is not None), None)
    params["n"] = card_number
    if card_number is None:
        params["n"] = sum(int(phrase.params.get("n", 0)) for phrase in seat_view.known_effects(move))
    for key in ("_".join([kind, *tokens]), kind):
        if seat_view.voice.has(f"cit.button.{key}"):
            return seat_view.say(f"cit.button.{key}", **params)
    return seat_view.short_move_label(encode_move(move))
