"""Screens of the private picker, built from questions as plain values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cogs.choose import picker, unlisted
from cogs.choose.path_words import path_word
from cogs.choose.picker import ChoicePath, NoSuchChoice, Question
from cogs.games import composing
from cogs.games.picker_frame import breadcrumb_text, frame_screen
from cogs.games.seat_view import SeatView
from cogs.screen import MAX_OPTIONS, Button, Choice, Row, Screen, ids, split_into_rows
from rules.core import Move, View, encode_move, format_field


async def picker_screen(seat_view: SeatView[View], path: ChoicePath) -> Screen:
    """The screen of a path. Raises `NoSuchChoice` if it leads nowhere, or no longer."""
    seat_view = seat_view.view_at_path(path)
    if composing.is_composed_path(seat_view, path):
        return await composing.compose_screen(seat_view, path)
    question = seat_view.question_at_path(path)
    if question.shape == "none" and path.words:
        raise NoSuchChoice(str(path))
    own_screen = await seat_view.face.own_screen(seat_view, question)
    return own_screen if own_screen is not None else await generic_screen(seat_view, question)


async def generic_screen(seat_view: SeatView[View], question: Question) -> Screen:
    """The screen for any kind of move of any game, by the shape of the question."""
    files = await seat_view.face.screen_picture(seat_view, question)
    if question.shape == "move":
        line = question.line or ""
        text = "\n".join([f"`{line}`", seat_view.move_sentence(line), *seat_view.effect_sentences(question.moves[0])])
        play = seat_view.move_button(question.moves[0], seat_view.say("button.play_it"))
        return frame_screen(seat_view, question, text, [[play]], files)
    if question.shape == "kinds":
        kinds = seat_view.face.sort_kinds([choice.token for choice in question.choices])
        choices = sorted(question.choices, key=lambda choice: kinds.index(choice.token))
        question = replace(question, groups=(picker.Group(tuple(choices)),))
    rows: Sequence[Row]
    if question.shape in ("kinds", "none") and question.fits_buttons and not question.path.words:
        composed_buttons = [
            seat_view.next_screen_button(seat_view.path_to(kind), seat_view.vocabulary.kind_name(kind))
            for kind in seat_view.composable_kinds
        ]
        rows = split_into_rows([*choice_buttons(seat_view, question), *composed_buttons])
    elif question.fits_buttons:
        rows = split_into_rows(choice_buttons(seat_view, question))
    elif question.shape == "set":
        rows = [set_select(seat_view, question)]
    else:
        rows = group_selects(seat_view, question)
    return frame_screen(seat_view, question, question_text(seat_view, question), rows, files)


def choice_button(seat_view: SeatView[View], question: Question, choice: picker.Choice) -> Button:
    """The button of a choice; green if it plays at once."""
    if question.shape == "kinds":
        return seat_view.next_screen_button(choice.path, seat_view.vocabulary.kind_name(choice.token))
    label = choice.token if question.shape == "counts" else seat_view.value_label(question.field or "", choice.token)
    if choice.line is not None and not seat_view.face.asks_confirmation:
        return seat_view.play_button([*seat_view.chosen_lines, choice.line], label)
    return seat_view.next_screen_button(choice.path, label)


def choice_buttons(seat_view: SeatView[View], question: Question) -> list[Button]:
    return [choice_button(seat_view, question, choice) for choice in question.choices]


def group_selects(seat_view: SeatView[View], question: Question) -> list[Row]:
    """A select per group; choices lead on and never play at once."""
    rows: list[Row] = []
    for slot, group in enumerate(question.groups):
        choices = []
        for choice in group.choices:
            label = choice.token
            if question.shape == "values":
                label = seat_view.label_in_list(question.field or "", choice.token)
            elif choice.last is not None:
                label = seat_view.say("pick.from_to", first=choice.token, last=choice.last)
            elif question.shape == "kinds":
                label = seat_view.vocabulary.kind_name(choice.token)
            choices.append(Choice(str(choice.path.shorten(ids.MAX_ID_LENGTH)), label))
        rows.append(
            seat_view.choice_select(slot, question.path, choices, select_placeholder(seat_view, question, group))
        )
    return rows


def named_selects(
    seat_view: SeatView[View], question: Question, tokens_by_placeholder: Mapping[str, Collection[str]]
) -> list[Row]:
    """Values in a select per named list; others as buttons."""
    rows: list[Row] = []
    unlisted_choices = list(question.choices)
    for placeholder, tokens in tokens_by_placeholder.items():
        listed = [choice for choice in unlisted_choices if choice.token in tokens][:MAX_OPTIONS]
        unlisted_choices = [choice for choice in unlisted_choices if choice not in listed]
        options = [
            Choice(
                str(choice.path.shorten(ids.MAX_ID_LENGTH)), seat_view.value_label(question.field or "", choice.token)
            )
            for choice in listed
        ]
        if options:
            rows.append(seat_view.choice_select(len(rows), question.path, options, placeholder))
    return [*rows, *split_into_rows([choice_button(seat_view, question, choice) for choice in unlisted_choices])]


def first_card_buttons(seat_view: SeatView[View], moves: Sequence[Move], field: str) -> list[Button]:
    """Pairs of cards, if too many for buttons: a button per first card; equal pairs play at once."""
    sets: list[tuple[Any, ...]] = [getattr(move, field) for move in moves]
    buttons = []
    for position, card in enumerate(sorted({format_field(card) for cards in sets for card in cards})):
        word = "+" + "x." * position + "1"
        buttons.append(
            seat_view.next_screen_button(seat_view.path_to(moves[0].kind, word), seat_view.value_label(field, card))
        )
    equal = [move for move, cards in zip(moves, sets, strict=True) if len(cards) > len(set(cards))]
    pairs = [encode_move(move) for move in equal]
    return [
        *buttons,
        *(seat_view.play_button([*seat_view.chosen_lines, line], seat_view.short_move_label(line)) for line in pairs),
    ]


def select_placeholder(seat_view: SeatView[View], question: Question, group: picker.Group) -> str:
    """The placeholder of a select: its bucket."""
    what = seat_view.vocabulary.field_name(question.field or "")
    if not group.first and not group.last:
        first, last = group.choices[0].token, group.choices[-1].last or group.choices[-1].token
        return seat_view.say("pick.choose_from_to", what=what, first=first, last=last)
    if group.first == group.last:
        return seat_view.say("pick.choose_in", what=what, bucket=group.first)
    return seat_view.say("pick.choose_from_to", what=what, first=group.first, last=group.last)


def set_select(seat_view: SeatView[View], question: Question) -> Row:
    """A select for several cards."""
    choices = [
        Choice(_numbered_value(number, choice), seat_view.value_label(question.field or "", choice.token))
        for number, choice in enumerate(question.choices)
    ]
    if question.least == question.most:
        placeholder = seat_view.say("pick.exactly", n=question.most)
    else:
        placeholder = seat_view.say("pick.between", least=question.least, most=question.most)
    return seat_view.choice_select(0, question.path, choices, placeholder, least=question.least, most=question.most)


def _numbered_value(n: int, choice: picker.Choice) -> str:
    """An option value made unique by a number, as equal cards may occur."""
    return f"{n} {path_word(choice.token)}"[: ids.MAX_ID_LENGTH]


def path_after_select(seat_view: SeatView[View], path: ChoicePath, values: Sequence[str]) -> ChoicePath:
    """The path after a choice in a select. Raises `NoSuchChoice` for values never offered."""
    seat_view = seat_view.view_at_path(path)
    if composing.is_composed_path(seat_view, path):
        return composing.path_after_list_choice(seat_view, path, values)
    question = seat_view.question_at_path(path)
    if question.shape != "set":
        if len(values) != 1:
            raise NoSuchChoice(str(path))
        return ChoicePath.parse(values[0])
    words = {_numbered_value(n, choice): choice.token for n, choice in enumerate(question.choices)}
    tokens = []
    for value in values:
        if value not in words:
            raise NoSuchChoice(value)
        tokens.append(words[value])
    try:
        return picker.path_after_set(question, tokens)
    except NoSuchChoice:
        if seat_view.is_fully_listed(type(question.moves[0])):
            raise
    path = unlisted.path_after_cards(question, tokens, seat_view.legal)
    if seat_view.spelled_unlisted_move(path) is None:
        raise NoSuchChoice(str(path))
    return path


def question_text(seat_view: SeatView[View], question: Question) -> str:
    """The question below the choices so far."""
    task = seat_view.vocabulary.current_task()
    if question.shape == "kinds":
        question_line = seat_view.say("pick.what", task=task) if task else seat_view.say("pick.what_plain")
    elif question.shape == "counts":
        question_line = seat_view.say(
            "pick.how_many", item=seat_view.value_label(question.field or "", question.item or "")
        )
    else:
        question_line = seat_view.say("pick.which", field=seat_view.vocabulary.field_name(question.field or ""))
    return "\n".join(filter(None, (breadcrumb_text(seat_view, question), question_line)))
