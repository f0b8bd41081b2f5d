"""Words for kinds, fields and values of moves, and for whole moves. Independent of Discord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from cogs.screen import naming
from rules.core import View, field_types
from rules.core.move import HIDDEN
from rules.core.registry import game_types
from service.state.model import Seat, Table
from words import Voice


class ValueNames(Protocol):
    """Value names of a game (see `cogs.games.screens.Screens`)."""

    def value_names(self, voice: Voice, field: str, token: str) -> Sequence[str]: ...

    def value_in_sentence(self, voice: Voice, field: str, token: str, table: Table) -> str: ...

    def terms_of_move(self, table: Table, move: str, tokens: Sequence[str]) -> Mapping[str, str]: ...


def key_family(kind: str) -> str:
    """The prefix of the game's sentence keys."""
    game_type = game_types().get(kind)
    return game_type.family if game_type is not None else kind


def task_word(view: View, seat: int) -> str:
    """The last word of the key of a seat's task; empty if none."""
    task = view.tasks.get(seat)
    return task.key.rpartition(".")[2] if task is not None else ""


def field_name(voice: Voice, field: str) -> str:
    """A field in words: «cell»."""
    return voice(f"pick.field.{field}") if voice.has(f"pick.field.{field}") else field


def kind_name(voice: Voice, kind: str, move: str) -> str:
    """A kind of move as a button label: «Lay the tile»."""
    key = f"{key_family(kind)}.kind.{move}"
    return voice(key) if voice.has(key) else move.replace("-", " ").capitalize()


def names_for_value(voice: Voice, face: ValueNames, table: Table, field: str, token: str) -> Sequence[str]:
    """Names of a value besides its token, as on buttons; empty if there are none.

    A player: name with colour, name, colour, colour letter.
    """
    if "," in token:
        item_names = [next(iter(names_for_value(voice, face, table, field, item)), item) for item in token.split(",")]
        return (join_counted(voice, table.kind, field, item_names),)
    seat = seat_in_field(table, field, token)
    if seat is not None:
        colour = naming.colour_name(seat.colour, voice)
        return (voice("look.player", name=seat.name, colour=colour), seat.name, colour, seat.colour)
    face_names = face.value_names(voice, field, token)
    if face_names:
        return face_names
    word = _value_word(voice, table.kind, field, token)
    return (word,) if word != token else ()


def seat_in_field(table: Table, field: str, token: str) -> Seat | None:
    """The seat that a field holds; None if it holds something else."""
    game = table.game
    if game is None or not token.isdecimal() or int(token) >= len(table.seats):
        return None
    named = any(field in cls.seat_fields for cls in game.moves.values())
    return table.seats[int(token)] if named else None


def join_counted(voice: Voice, kind: str, field: str, names: Sequence[str]) -> str:
    """Several items as a phrase, counted if the game does so: «2 wool and 1 brick»."""
    key = f"{key_family(kind)}.several.{field.removesuffix('s')}"
    if not voice.has(key):
        return voice.join(names)
    return voice.join([voice(key, n=count, item=name) for name, count in Counter(names).items()])


def describe_value(voice: Voice, face: ValueNames, table: Table, field: str, token: str) -> str:
    """A value as it stands in a sentence, with players' names as the voice has them."""
    if "," in token:
        item_texts = [describe_value(voice, face, table, field, part) for part in token.split(",")]
        return join_counted(voice, table.kind, field, item_texts)
    seat = seat_in_field(table, field, token)
    if seat is not None:
        return voice("look.player", name=voice.seat(seat.index), colour=naming.colour_name(seat.colour, voice))
    return face.value_in_sentence(voice, field, token, table) or _value_word(voice, table.kind, field, token)


def _value_or_token(voice: Voice, kind: str, field: str, token: str, description: str) -> str:
    """The token if `description` is its plain word, so that the sentence can inflect it; else `description`."""
    return token if description != token and description == voice.word(key_family(kind), field, token) else description


def _value_word(voice: Voice, kind: str, field: str, token: str) -> str:
    """The word for a value; falls back from a field of several items to that of one."""
    word = voice.word(key_family(kind), field, token)
    return word if word != token else voice.word(key_family(kind), field.removesuffix("s"), token)


def describe_move(voice: Voice, face: ValueNames, table: Table, line: str, *, terms: bool = False) -> str:
    """A move in words: by the sentence of its kind, else field by field; with hidden tokens only its kind.

    `terms`: adds what a legal move gives and takes at this table (`Screens.terms_of_move`).
    """
    kind = table.kind
    move, *tokens = line.split(" ")
    cls = table.game.moves.get(move) if table.game is not None else None
    if cls is None:
        return line
    if any(HIDDEN in token.split(",") for token in tokens):
        return kind_name(voice, kind, move)
    terms_found = face.terms_of_move(table, move, tokens) if terms else {}
    if terms_found:
        term_texts = {name: describe_value(voice, face, table, name, token) for name, token in terms_found.items()}
        return voice(f"{key_family(kind)}.line.terms", move=describe_move(voice, face, table, line), **term_texts)
    token_by_field = dict(zip(field_types(cls), tokens, strict=False))
    descriptions = {name: describe_value(voice, face, table, name, token) for name, token in token_by_field.items()}
    for key in (f"{key_family(kind)}.line.{move}_{'_'.join(tokens)}", f"{key_family(kind)}.line.{move}"):
        if voice.has(key):
            params = {
                name: _value_or_token(voice, kind, name, token, descriptions[name])
                for name, token in token_by_field.items()
            }
            return voice(key, **params)
    fields = [voice("pick.value", field=field_name(voice, name), value=value) for name, value in descriptions.items()]
    if not fields:
        return kind_name(voice, kind, move)
    return voice("pick.generic", kind=kind_name(voice, kind, move), fields=fields)
