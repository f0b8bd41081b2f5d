"""Screens that compose a move of an unlisted kind: a select per field, then the green button.

The path has a word per field: `*` open, `~` to be filled by this select, else the value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cogs.choose import unlisted
from cogs.choose.path_words import MARKS, OPEN, path_word
from cogs.choose.picker import ChoicePath, NoSuchChoice, Question
from cogs.games.move_texts import join_counted, key_family
from cogs.games.picker_frame import footer_rows
from cogs.games.seat_view import SeatView
from cogs.screen import Button, Choice, Row, Screen, ids
from cogs.screen.message_limits import TEXT_LENGTH, fit_components
from rules.core import Move, View, encode_move, field_names
from service.errors import Stale

WORD_TO_FILL: Final = "~"  # the field that a select fills
MAX_SELECT_OPTIONS: Final = 25  # Discord's limit
MAX_LIKELY_BUTTONS: Final = 4


def is_composed_path(seat_view: SeatView[View], path: ChoicePath) -> bool:
    """Whether a path leads to an unlisted kind."""
    return bool(path.words) and not path.is_kind_group and path.words[0] in seat_view.composable_kinds


def composed_class(seat_view: SeatView[View], path: ChoicePath) -> type[Move]:
    """The class of the move that a path composes. Raises `NoSuchChoice` for too many words."""
    cls = seat_view.moves[path.words[0]]
    if len(path.words) > len(field_names(cls)) + 1:
        raise NoSuchChoice(str(path))
    return cls


def words_by_field(seat_view: SeatView[View], path: ChoicePath) -> dict[str, str]:
    """Field -> path word. Implied values are filled in: those equal in all listed moves; for players everybody else."""
    cls = composed_class(seat_view, path)
    names = field_names(cls)
    words = [*path.words[1:], *[OPEN] * (len(names) + 1 - len(path.words))]
    word_by_field = dict(zip(names, words, strict=True))
    for name, word in word_by_field.items():
        if word == OPEN:
            word_by_field[name] = _implied_word(seat_view, cls, name)
    return word_by_field


def _implied_word(seat_view: SeatView[View], cls: type[Move], name: str) -> str:
    """The word of a field that can have only one value; `*` if there are several."""
    if name in cls.seat_fields and unlisted.holds_several(cls, name):
        other_seats = [str(seat.index) for seat in seat_view.table.seats if seat.index != seat_view.seat]
        return unlisted.counts_word(seat_view.field_items(name), other_seats)
    if unlisted.holds_several(cls, name):
        return OPEN
    same_group = [move for move in (*seat_view.legal, *seat_view.sample_moves) if move.group == cls.group]
    values = {str(getattr(move, name)) for move in same_group if hasattr(move, name)}
    return path_word(values.pop()) if len(values) == 1 else OPEN


def tokens_in_word(seat_view: SeatView[View], name: str, word: str) -> list[str]:
    """The items that a path word names."""
    if word.startswith("+"):
        return unlisted.tokens_from_counts(word, seat_view.field_items(name)) or []
    return [] if word[:1] in MARKS else word.split(",")


async def compose_screen(seat_view: SeatView[View], path: ChoicePath) -> Screen:
    """A select for each field with several items, then the green button if the move is legal."""
    cls = composed_class(seat_view, path)
    word_by_field = words_by_field(seat_view, path)
    select_rows: list[Row] = []
    if seat_view.is_guided and (likely_rows := _likely_move_rows(seat_view, cls, 0)):
        return await _guided_screen(seat_view, cls, path, likely_rows[0])
    held_by_field: dict[str, list[str]] = {}
    for name, word in word_by_field.items():
        if unlisted.holds_several(cls, name):
            select_rows.append(_field_select(seat_view, cls, word_by_field, name, len(select_rows)))
            held_by_field[name] = tokens_in_word(seat_view, name, word)
    if not any(tokens for name, tokens in held_by_field.items() if name not in cls.seat_fields):
        select_rows = [*_likely_move_rows(seat_view, cls, len(select_rows)), *select_rows]
    text_lines = [
        seat_view.say("pick.crumbs", path=seat_view.vocabulary.kind_name(cls.kind)),
        seat_view.face.composing_text(seat_view, cls.kind),
    ]
    for name, tokens in held_by_field.items():
        if tokens:
            value = _describe_field(seat_view, name, tokens)
            text_lines.append(seat_view.say("pick.value_of", field=seat_view.vocabulary.field_name(name), value=value))
    buttons: list[Button] = []
    move = unlisted.compose_move(cls, (cls.kind, *word_by_field.values()), seat_view.field_items)
    if move is not None and all(held_by_field.values()):
        reason = seat_view.refusal(move)
        if reason is None:
            buttons.append(seat_view.move_button(move, _send_label(seat_view, cls)))
        else:
            text_lines.append(seat_view.say(reason.key, **reason.params) if seat_view.voice.has(reason.key) else "")
    if not buttons:
        buttons.append(seat_view.disabled_button("send", _send_label(seat_view, cls)))
    if (alternative := seat_view.face.composed_alternatives.get(cls.kind)) is not None:
        kind, key = alternative
        buttons.append(
            seat_view.next_screen_button(seat_view.path_to(kind, *word_by_field.values()), seat_view.say(key))
        )
    form = ids.form_custom_id(seat_view.table_id, seat_view.table_seq, form_draft(cls, word_by_field))
    files = await seat_view.face.screen_picture(seat_view, Question(path, "none", ()))
    rows = [*select_rows, buttons, *footer_rows(seat_view, seat_view.path_to(), form)]
    return fit_components(Screen("\n".join(filter(None, text_lines))[:TEXT_LENGTH], files, rows))


async def _guided_screen(seat_view: SeatView[View], cls: type[Move], path: ChoicePath, likely: Row) -> Screen:
    """In a guided lesson: likely moves only."""
    files = await seat_view.face.screen_picture(seat_view, Question(path, "none", ()))
    crumbs = seat_view.say("pick.crumbs", path=seat_view.vocabulary.kind_name(cls.kind))
    text = "\n\n".join(filter(None, (seat_view.tip, crumbs)))
    return fit_components(Screen(text[:TEXT_LENGTH], files, [likely, *footer_rows(seat_view, seat_view.path_to())]))


def _describe_field(seat_view: SeatView[View], name: str, tokens: Sequence[str]) -> str:
    """The items of a field as a phrase; cards are counted."""
    return join_counted(
        seat_view.voice, seat_view.table.kind, name, [seat_view.value_in_sentence(name, token) for token in tokens]
    )


def form_draft(cls: type[Move], words: dict[str, str]) -> str:
    """The kind and its settled fields, for the custom id of the form."""
    settled = [word for name, word in words.items() if not unlisted.holds_several(cls, name)]
    return " ".join((cls.kind, *settled))


def _send_label(seat_view: SeatView[View], cls: type[Move]) -> str:
    return seat_view.say(seat_view.face.composed_button_keys.get(cls.kind, "button.play_it"))


def _field_select(seat_view: SeatView[View], cls: type[Move], words: dict[str, str], name: str, slot: int) -> Row:
    """The select of a field, with its current items marked."""
    held_tokens = tokens_in_word(seat_view, name, words[name])
    unmarked = list(held_tokens)
    choices = []
    for n, token in enumerate(choosable_tokens(seat_view, cls, name)):
        marked = token in unmarked
        if marked:
            unmarked.remove(token)
        choices.append(
            Choice(f"{n} {token}"[: ids.MAX_ID_LENGTH], seat_view.value_label(name, token), is_chosen=marked)
        )
    path_words = [WORD_TO_FILL if other == name else word for other, word in words.items()]
    path = seat_view.path_to(cls.kind, *path_words)
    key = f"{key_family(seat_view.table.kind)}.choose.{name}"
    placeholder = seat_view.say(key) if seat_view.voice.has(key) else seat_view.vocabulary.field_name(name)
    return seat_view.choice_select(slot, path, choices, placeholder, least=1, most=len(choices))


def _likely_move_rows(seat_view: SeatView[View], cls: type[Move], slot: int) -> list[Row]:
    """Likely moves: the first few as buttons that play at once, and a select that fills in all fields."""
    placeholder, likely_moves = seat_view.face.likely_moves(seat_view, cls.kind)
    path = seat_view.path_to(cls.kind)
    choices = []
    buttons = [seat_view.move_button(move, label) for move, label in likely_moves[:MAX_LIKELY_BUTTONS]]
    for move, label in likely_moves:
        path_words = unlisted.shorten_to_counts(cls, (), encode_move(move), seat_view.field_items).words[1:]
        choices.append(Choice(str(seat_view.path_to(cls.kind, *path_words).shorten(ids.MAX_ID_LENGTH)), label))
    return [buttons, seat_view.choice_select(slot, path, choices, placeholder)] if choices else []


def choosable_tokens(seat_view: SeatView[View], cls: type[Move], name: str) -> Sequence[str]:
    """The items offered for a field."""
    if name in cls.seat_fields:
        return [str(seat.index) for seat in seat_view.table.seats if seat.index != seat_view.seat]
    return seat_view.face.choosable_items(seat_view.view, cls.kind, name)[:MAX_SELECT_OPTIONS]


def path_after_list_choice(seat_view: SeatView[View], path: ChoicePath, values: Sequence[str]) -> ChoicePath:
    """The path after a choice in the select of a field.

    Raises `NoSuchChoice` for values never offered, `Stale` for values no longer there, such as lost cards.
    """
    cls = composed_class(seat_view, path)
    words = list(path.words[1:])
    if not words and len(values) == 1:  # likely moves
        filled = ChoicePath.parse(values[0])
        if filled.words[:1] != path.words or not is_composed_path(seat_view, filled):
            raise NoSuchChoice(values[0])
        return filled
    if words.count(WORD_TO_FILL) != 1:
        raise NoSuchChoice(str(path))
    index = words.index(WORD_TO_FILL)
    name = field_names(cls)[index]
    tokens = []
    for value in values:
        number, _, token = value.partition(" ")
        if not number.isdecimal():
            raise NoSuchChoice(value)
        tokens.append(token)
    if Counter(tokens) - Counter(choosable_tokens(seat_view, cls, name)):
        raise Stale
    words[index] = unlisted.counts_word(seat_view.field_items(name), tokens)
    return ChoicePath(path.lines, (cls.kind, *words))
