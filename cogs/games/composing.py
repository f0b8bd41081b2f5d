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
from cogs.screen.message_limits import TEXT, fit_components
from rules.core import Move, View, encode_move, field_names
from service.errors import Stale

HERE: Final = "~"  # the field that a select fills
MOST: Final = 25  # options of one select
AT_ONCE: Final = 4  # likely moves with buttons


def is_composed_path(seat_view: SeatView[View], path: ChoicePath) -> bool:
    """Whether a path leads to an unlisted kind."""
    return bool(path.words) and not path.in_group and path.words[0] in seat_view.composable


def composed_class(seat_view: SeatView[View], path: ChoicePath) -> type[Move]:
    cls = seat_view.moves[path.words[0]]
    if len(path.words) > len(field_names(cls)) + 1:
        raise NoSuchChoice(str(path))
    return cls


def words_by_field(seat_view: SeatView[View], path: ChoicePath) -> dict[str, str]:
    """Field -> path word. Implied values are filled in: those equal in all listed moves; for players everybody else."""
    cls = composed_class(seat_view, path)
    names = field_names(cls)
    given = [*path.words[1:], *[OPEN] * (len(names) + 1 - len(path.words))]
    found = dict(zip(names, given, strict=True))
    for name, word in found.items():
        if word == OPEN:
            found[name] = _implied_word(seat_view, cls, name)
    return found


def _implied_word(seat_view: SeatView[View], cls: type[Move], name: str) -> str:
    if name in cls.players and unlisted.holds_several(cls, name):
        others = [str(seat.index) for seat in seat_view.table.seats if seat.index != seat_view.seat]
        return unlisted.counts_word(seat_view.things(name), others)
    if unlisted.holds_several(cls, name):
        return OPEN
    alike = [move for move in (*seat_view.legal, *seat_view.samples) if move.group == cls.group and hasattr(move, name)]
    values = {str(getattr(move, name)) for move in alike}
    return path_word(values.pop()) if len(values) == 1 else OPEN


def tokens_in_word(seat_view: SeatView[View], name: str, word: str) -> list[str]:
    """The items that a path word names."""
    if word.startswith("+"):
        return unlisted.tokens_from_counts(word, seat_view.things(name)) or []
    return [] if word[:1] in MARKS else word.split(",")


async def compose_screen(seat_view: SeatView[View], path: ChoicePath) -> Screen:
    """All fields on one screen."""
    cls = composed_class(seat_view, path)
    words = words_by_field(seat_view, path)
    lists: list[Row] = []
    if seat_view.guided and (likely := _likely_move_rows(seat_view, cls, 0)):
        return await _guided_screen(seat_view, cls, path, likely[0])
    for name in words:
        if unlisted.holds_several(cls, name):
            lists.append(_field_select(seat_view, cls, words, name, len(lists)))
    shown = {
        name: tokens_in_word(seat_view, name, word) for name, word in words.items() if unlisted.holds_several(cls, name)
    }
    if not any(held for name, held in shown.items() if name not in cls.players):
        lists = [*_likely_move_rows(seat_view, cls, len(lists)), *lists]
    told = [
        seat_view.say("pick.crumbs", path=seat_view.words.kind(cls.kind)),
        seat_view.face.composing_text(seat_view, cls.kind),
    ]
    told += [
        seat_view.say("pick.value_of", field=seat_view.words.field(name), value=_describe_field(seat_view, name, held))
        for name, held in shown.items()
        if held
    ]
    buttons: list[Button] = []
    move = unlisted.compose_move(cls, (cls.kind, *words.values()), seat_view.things)
    if move is not None and all(shown.values()):
        reason = seat_view.refusal(move)
        if reason is None:
            buttons.append(seat_view.commit([*seat_view.before, encode_move(move)], _send_label(seat_view, cls)))
        else:
            told.append(seat_view.say(reason.key, **reason.params) if seat_view.voice.has(reason.key) else "")
    if not buttons:
        grey = ids.action_custom_id(seat_view.number, seat_view.since, "grey", "send")
        buttons.append(Button(grey, _send_label(seat_view, cls), "grey", disabled=True))
    if (otherwise := seat_view.face.composed_otherwise.get(cls.kind)) is not None:
        kind, key = otherwise
        buttons.append(seat_view.onward(ChoicePath(seat_view.before, (kind, *words.values())), seat_view.say(key)))
    form = ids.form_custom_id(seat_view.number, seat_view.since, form_draft(cls, words))
    files = await seat_view.face.picture(seat_view, Question(path, "none", ()))
    rows = [*lists, buttons, *footer_rows(seat_view, ChoicePath(seat_view.before), form)]
    return fit_components(Screen("\n".join(filter(None, told))[:TEXT], files, rows))


async def _guided_screen(seat_view: SeatView[View], cls: type[Move], path: ChoicePath, likely: Row) -> Screen:
    """In a guided lesson: likely moves only."""
    files = await seat_view.face.picture(seat_view, Question(path, "none", ()))
    crumbs = seat_view.say("pick.crumbs", path=seat_view.words.kind(cls.kind))
    text = "\n\n".join(filter(None, (seat_view.tip, crumbs)))
    return fit_components(Screen(text[:TEXT], files, [likely, *footer_rows(seat_view, ChoicePath(seat_view.before))]))


def _describe_field(seat_view: SeatView[View], name: str, held: Sequence[str]) -> str:
    """The items of a field as a phrase; cards are counted."""
    return join_counted(seat_view.voice, seat_view.table.kind, name, [seat_view.told(name, token) for token in held])


def form_draft(cls: type[Move], words: dict[str, str]) -> str:
    """The kind and its settled fields, for the custom id of the form."""
    settled = [word for name, word in words.items() if not unlisted.holds_several(cls, name)]
    return " ".join((cls.kind, *settled))


def _send_label(seat_view: SeatView[View], cls: type[Move]) -> str:
    return seat_view.say(seat_view.face.composed_buttons.get(cls.kind, "button.play_it"))


def _field_select(seat_view: SeatView[View], cls: type[Move], words: dict[str, str], name: str, slot: int) -> Row:
    """The select of a field, with its current items marked."""
    held = tokens_in_word(seat_view, name, words[name])
    left = list(held)
    choices = []
    for n, token in enumerate(choosable_tokens(seat_view, cls, name)):
        marked = token in left
        if marked:
            left.remove(token)
        choices.append(Choice(f"{n} {token}"[: ids.LONGEST], seat_view.label(name, token), chosen=marked))
    here = [HERE if other == name else word for other, word in words.items()]
    path = ChoicePath(seat_view.before, (cls.kind, *here))
    key = f"{key_family(seat_view.table.kind)}.choose.{name}"
    said = seat_view.say(key) if seat_view.voice.has(key) else seat_view.words.field(name)
    return seat_view.select(slot, path, choices, said, least=1, most=len(choices))


def _likely_move_rows(seat_view: SeatView[View], cls: type[Move], slot: int) -> list[Row]:
    """Likely moves: the first few as buttons that play at once, and a select that fills in all fields."""
    said, found = seat_view.face.likely(seat_view, cls.kind)
    path = ChoicePath(seat_view.before, (cls.kind,))
    choices = []
    buttons = [seat_view.commit([*seat_view.before, encode_move(move)], label) for move, label in found[:AT_ONCE]]
    for move, label in found:
        filled = unlisted.shorten_to_counts(cls, (), encode_move(move), seat_view.things).words[1:]
        choices.append(Choice(str(ChoicePath(seat_view.before, (cls.kind, *filled)).shorter(ids.LONGEST)), label))
    return [buttons, seat_view.select(slot, path, choices, said)] if choices else []


def choosable_tokens(seat_view: SeatView[View], cls: type[Move], name: str) -> Sequence[str]:
    """The items offered for a field."""
    if name in cls.players:
        return [str(seat.index) for seat in seat_view.table.seats if seat.index != seat_view.seat]
    return seat_view.face.pool(seat_view.view, cls.kind, name)[:MOST]


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
    if words.count(HERE) != 1:
        raise NoSuchChoice(str(path))
    at = words.index(HERE)
    name = field_names(cls)[at]
    found = []
    for value in values:
        number, _, token = value.partition(" ")
        if not number.isdecimal():
            raise NoSuchChoice(value)
        found.append(token)
    if Counter(found) - Counter(choosable_tokens(seat_view, cls, name)):
        raise Stale
    words[at] = unlisted.counts_word(seat_view.things(name), found)
    return ChoicePath(path.lines, (cls.kind, *words))
