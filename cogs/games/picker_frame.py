"""The frame of picker screens: breadcrumb, text, image, choices, footer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose import picker
from cogs.choose.picker import ChoicePath, Question
from cogs.games.seat_view import SeatView
from cogs.screen import Button, File, Row, Screen, ids
from cogs.screen.message_limits import TEXT_LENGTH, fit_components
from rules.core import View

MAX_ROW_BUTTONS: Final = 5  # Discord's limit
MAX_STEPS: Final = 40  # questions replayed to find the previous one


def breadcrumb_text(seat_view: SeatView[View], question: Question) -> str:
    """The choices so far."""
    parts = [seat_view.move_sentence(line) for line in seat_view.chosen_lines]
    if question.kind is not None and question.shape != "kinds":
        parts.append(seat_view.vocabulary.kind_name(question.kind))
    parts += [seat_view.value_in_sentence(field, token) for field, token in question.crumbs]
    return seat_view.say("pick.crumbs", path=" › ".join(parts)) if parts else ""


def previous_path(seat_view: SeatView[View], question: Question) -> ChoicePath | None:
    """The path of the previous question; None on the first screen."""
    if seat_view.is_reached_directly:
        return ChoicePath()
    parent: ChoicePath | None = question.parent
    if parent is not None:
        return parent
    if not question.path.words or question.shape == "none" or question.first:
        return _path_to_previous_move(seat_view)
    if question.path.is_kind_group or question.path.is_any_kind:
        return seat_view.path_to()
    target_moves = set(question.moves)
    legal = moves = picker.unique_items((*seat_view.legal, *question.moves))  # includes unlisted moves
    earlier = picker.next_question(legal, seat_view.path_to())
    for _ in range(MAX_STEPS):
        if earlier.shape in ("none", "move", "set") or earlier.path == question.path:
            break
        possible_moves = moves if earlier.shape == "counts" else earlier.moves  # counts refer to the cards of all moves
        paths = [choice.path for choice in earlier.choices]
        next_path = next((p for p in paths if target_moves <= set(picker.remaining_moves(possible_moves, p))), None)
        if next_path is None:
            break
        parent = earlier.path
        moves = picker.unique_items((*legal, *seat_view.unlisted_moves_matching(next_path)))
        earlier = picker.next_question(moves, next_path)
    if earlier.shape == "set" and earlier.path != question.path:
        parent = earlier.path
    return parent if parent is not None else _path_to_previous_move(seat_view)


def _path_to_previous_move(seat_view: SeatView[View]) -> ChoicePath | None:
    """The path back to the previous move of a chain."""
    if not seat_view.chosen_lines:
        return None
    *lines, last = seat_view.chosen_lines
    return ChoicePath(tuple(lines), tuple(last.split(" ")))


def frame_screen(
    seat_view: SeatView[View],
    question: Question,
    text: str,
    rows: Sequence[Row],
    files: Sequence[File] = (),
    *,
    below: str = "",
    parent: ChoicePath | None = None,
    first: bool = False,
) -> Screen:
    """The screen with tip, text, image, choices and footer.

    `parent`: target of Back, if not the previous question; `first`: choices above the image.
    """
    parent = parent if parent is not None else previous_path(seat_view, question)
    screen = Screen(
        "\n\n".join(filter(None, (seat_view.tip, text)))[:TEXT_LENGTH],
        tuple(files),
        [*rows, *footer_rows(seat_view, parent)],
        below,
        rows_above_pictures=len(rows) if first else 0,
    )
    return fit_components(screen)


def footer_rows(seat_view: SeatView[View], parent: ChoicePath | None, form: str | None = None) -> list[Row]:
    """Back, Close, Text and the form (`form`: its id); for newcomers also the rules in a minute.

    Guided lessons have neither Text nor form.
    """

    def action_button(label_key: str, verb: str, argument: str = "") -> Button:
        custom_id = ids.action_custom_id(seat_view.table_id, seat_view.table_seq, verb, argument)
        return Button(custom_id, seat_view.say(label_key))

    row: list[Button] = []
    if parent is not None:
        row.append(Button(seat_view.picker_custom_id(parent), seat_view.say("button.back")))
    row.append(action_button("button.close", "close"))
    if not seat_view.is_guided:
        row.append(action_button("button.text", "text", "0"))
        if any(not cls.listed for cls in seat_view.moves.values()) and form is None:
            form = ids.form_custom_id(seat_view.table_id, seat_view.table_seq, "line")
        if form is not None:
            row.append(Button(form, seat_view.say("button.type_it")))
    if parent is None and seat_view.table.hints:
        row.append(action_button("button.hint", "hint"))
    is_lesson = seat_view.table.lesson is not None
    if seat_view.face.short_rules_keys and len(row) < MAX_ROW_BUTTONS and (seat_view.tip or is_lesson):
        row.append(action_button("button.minute", "minute", "0"))
    if seat_view.tip and len(row) < MAX_ROW_BUTTONS and not is_lesson:  # the settings offer it too
        row.append(action_button("button.no_tips", "no-tips"))
    return [row]
