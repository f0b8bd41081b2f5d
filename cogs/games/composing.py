"""Moves of kinds of which nothing is listed, put together on one screen: a list for each field, then the green button.

Of the path every field has its word: `*` still open, `~` the one that a list fills, else what it holds.
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

HERE: Final = "~"  # the field that a list fills
MOST: Final = 25  # things of one list
AT_ONCE: Final = 4  # likely moves that have buttons


def is_composed_path(room: SeatView[View], path: ChoicePath) -> bool:
    """Whether a path leads to such a kind."""
    return bool(path.words) and not path.in_group and path.words[0] in room.composable


def composed_class(room: SeatView[View], path: ChoicePath) -> type[Move]:
    cls = room.moves[path.words[0]]
    if len(path.words) > len(field_names(cls)) + 1:
        raise NoSuchChoice(str(path))
    return cls


def words_by_field(room: SeatView[View], path: ChoicePath) -> dict[str, str]:
    """Field -> its word. Fields that all listed moves fill alike are known; of players, everybody else is meant."""
    cls = composed_class(room, path)
    names = field_names(cls)
    given = [*path.words[1:], *[OPEN] * (len(names) + 1 - len(path.words))]
    found = dict(zip(names, given, strict=True))
    for name, word in found.items():
        if word == OPEN:
            found[name] = _implied_word(room, cls, name)
    return found


def _implied_word(room: SeatView[View], cls: type[Move], name: str) -> str:
    if name in cls.players and unlisted.holds_several(cls, name):
        others = [str(seat.index) for seat in room.table.seats if seat.index != room.seat]
        return unlisted.counts_word(room.things(name), others)
    if unlisted.holds_several(cls, name):
        return OPEN
    alike = [move for move in (*room.legal, *room.samples) if move.group == cls.group and hasattr(move, name)]
    values = {str(getattr(move, name)) for move in alike}
    return path_word(values.pop()) if len(values) == 1 else OPEN


def tokens_in_word(room: SeatView[View], name: str, word: str) -> list[str]:
    """The things that a word names."""
    if word.startswith("+"):
        return unlisted.tokens_from_counts(word, room.things(name)) or []
    return [] if word[:1] in MARKS else word.split(",")


async def compose_screen(room: SeatView[View], path: ChoicePath) -> Screen:
    """All fields at once."""
    cls = composed_class(room, path)
    words = words_by_field(room, path)
    lists: list[Row] = []
    if room.guided and (likely := _likely_move_rows(room, cls, 0)):
        return await _guided_screen(room, cls, path, likely[0])
    for name in words:
        if unlisted.holds_several(cls, name):
            lists.append(_field_select(room, cls, words, name, len(lists)))
    shown = {
        name: tokens_in_word(room, name, word) for name, word in words.items() if unlisted.holds_several(cls, name)
    }
    if not any(held for name, held in shown.items() if name not in cls.players):
        lists = [*_likely_move_rows(room, cls, len(lists)), *lists]
    told = [room.say("pick.crumbs", path=room.words.kind(cls.kind)), room.face.composing_text(room, cls.kind)]
    told += [
        room.say("pick.value_of", field=room.words.field(name), value=_describe_field(room, name, held))
        for name, held in shown.items()
        if held
    ]
    buttons: list[Button] = []
    move = unlisted.compose_move(cls, (cls.kind, *words.values()), room.things)
    if move is not None and all(shown.values()):
        reason = room.refusal(move)
        if reason is None:
            buttons.append(room.commit([*room.before, encode_move(move)], _send_label(room, cls)))
        else:
            told.append(room.say(reason.key, **reason.params) if room.voice.has(reason.key) else "")
    if not buttons:
        grey = ids.action_custom_id(room.number, room.since, "grey", "send")
        buttons.append(Button(grey, _send_label(room, cls), "grey", disabled=True))
    if (otherwise := room.face.composed_otherwise.get(cls.kind)) is not None:
        kind, key = otherwise
        buttons.append(room.onward(ChoicePath(room.before, (kind, *words.values())), room.say(key)))
    form = ids.form_custom_id(room.number, room.since, form_draft(cls, words))
    files = await room.face.picture(room, Question(path, "none", ()))
    rows = [*lists, buttons, *footer_rows(room, ChoicePath(room.before), form)]
    return fit_components(Screen("\n".join(filter(None, told))[:TEXT], files, rows))


async def _guided_screen(room: SeatView[View], cls: type[Move], path: ChoicePath, likely: Row) -> Screen:
    """In a course the moves are enough that are likely to be wanted."""
    files = await room.face.picture(room, Question(path, "none", ()))
    crumbs = room.say("pick.crumbs", path=room.words.kind(cls.kind))
    text = "\n\n".join(filter(None, (room.tip, crumbs)))
    return fit_components(Screen(text[:TEXT], files, [likely, *footer_rows(room, ChoicePath(room.before))]))


def _describe_field(room: SeatView[View], name: str, held: Sequence[str]) -> str:
    """What a field holds, in a sentence; cards are counted, one alone too."""
    return join_counted(room.voice, room.table.kind, name, [room.told(name, token) for token in held])


def form_draft(cls: type[Move], words: dict[str, str]) -> str:
    """The kind with what is settled, for the window in which the rest is typed."""
    settled = [word for name, word in words.items() if not unlisted.holds_several(cls, name)]
    return " ".join((cls.kind, *settled))


def _send_label(room: SeatView[View], cls: type[Move]) -> str:
    return room.say(room.face.composed_buttons.get(cls.kind, "button.play_it"))


def _field_select(room: SeatView[View], cls: type[Move], words: dict[str, str], name: str, slot: int) -> Row:
    """The list of a field; what was chosen stands chosen."""
    held = tokens_in_word(room, name, words[name])
    left = list(held)
    choices = []
    for n, token in enumerate(choosable_tokens(room, cls, name)):
        marked = token in left
        if marked:
            left.remove(token)
        choices.append(Choice(f"{n} {token}"[: ids.LONGEST], room.label(name, token), chosen=marked))
    here = [HERE if other == name else word for other, word in words.items()]
    path = ChoicePath(room.before, (cls.kind, *here))
    key = f"{key_family(room.table.kind)}.choose.{name}"
    said = room.say(key) if room.voice.has(key) else room.words.field(name)
    return room.select(slot, path, choices, said, least=1, most=len(choices))


def _likely_move_rows(room: SeatView[View], cls: type[Move], slot: int) -> list[Row]:
    """Moves that are likely to be wanted: the first few play at once, and a list fills in all fields."""
    said, found = room.face.likely(room, cls.kind)
    path = ChoicePath(room.before, (cls.kind,))
    choices = []
    buttons = [room.commit([*room.before, encode_move(move)], label) for move, label in found[:AT_ONCE]]
    for move, label in found:
        filled = unlisted.shorten_to_counts(cls, (), encode_move(move), room.things).words[1:]
        choices.append(Choice(str(ChoicePath(room.before, (cls.kind, *filled)).shorter(ids.LONGEST)), label))
    return [buttons, room.select(slot, path, choices, said)] if choices else []


def choosable_tokens(room: SeatView[View], cls: type[Move], name: str) -> Sequence[str]:
    """The single things of the list of a field."""
    if name in cls.players:
        return [str(seat.index) for seat in room.table.seats if seat.index != room.seat]
    return room.face.pool(room.view, cls.kind, name)[:MOST]


def path_after_list_choice(room: SeatView[View], path: ChoicePath, values: Sequence[str]) -> ChoicePath:
    """The path after things were chosen in the list of a field. NoSuchChoice for what was not offered; Stale for what
    was, and is there no more: others may have taken cards of the hand."""
    cls = composed_class(room, path)
    words = list(path.words[1:])
    if not words and len(values) == 1:  # of the likely ones
        filled = ChoicePath.parse(values[0])
        if filled.words[:1] != path.words or not is_composed_path(room, filled):
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
    if Counter(found) - Counter(choosable_tokens(room, cls, name)):
        raise Stale
    words[at] = unlisted.counts_word(room.things(name), found)
    return ChoicePath(path.lines, (cls.kind, *words))
