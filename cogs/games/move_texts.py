"""What kinds, fields and values of moves are called, and what a line of a record says. No Discord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from cogs.screen import naming
from rules.core import field_types
from rules.core.move import HIDDEN
from rules.core.registry import game_types
from service.state.model import Seat, Table
from words import Voice


class ValueNames(Protocol):
    """What a game calls the values of its moves (see `cogs.games.screens.Screens`)."""

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]: ...

    def told(self, voice: Voice, field: str, token: str, table: Table) -> str: ...

    def terms(self, table: Table, move: str, tokens: Sequence[str]) -> Mapping[str, str]: ...


def key_family(kind: str) -> str:
    """The first word of the keys of a game."""
    known = game_types().get(kind)
    return known.family if known is not None else kind


def field_name(voice: Voice, field: str) -> str:
    return voice(f"pick.field.{field}") if voice.has(f"pick.field.{field}") else field


def kind_name(voice: Voice, kind: str, move: str) -> str:
    """What a kind of move is called on a button: «Lay the tile»."""
    key = f"{key_family(kind)}.kind.{move}"
    return voice(key) if voice.has(key) else move.replace("-", " ").capitalize()


def names_for_value(voice: Voice, face: ValueNames, table: Table, field: str, token: str) -> Sequence[str]:
    """What a value is called beside its token, as it stands on buttons; empty if it has no other name. A player is
    called by name with colour, by either of them, and by the letter of the colour."""
    if "," in token:
        named = [next(iter(names_for_value(voice, face, table, field, t)), t) for t in token.split(",")]
        return (join_counted(voice, table.kind, field, named),)
    seat = seat_in_field(table, field, token)
    if seat is not None:
        colour = naming.colour_name(seat.colour, voice)
        return (voice("look.player", name=seat.name, colour=colour), seat.name, colour, seat.colour)
    own = face.names(voice, field, token)
    if own:
        return own
    word = _value_word(voice, table.kind, field, token)
    return (word,) if word != token else ()


def seat_in_field(table: Table, field: str, token: str) -> Seat | None:
    """The seat that a field of a move of this game holds; None where it holds something else."""
    game = table.game
    if game is None or not token.isdecimal() or int(token) >= len(table.seats):
        return None
    named = any(field in cls.players for cls in game.moves.values())
    return table.seats[int(token)] if named else None


def join_counted(voice: Voice, kind: str, field: str, names: Sequence[str]) -> str:
    """Several things in words; where the game counts them: «2 wool and 1 brick»."""
    key = f"{key_family(kind)}.several.{field.removesuffix('s')}"
    if not voice.has(key):
        return voice.join(names)
    return voice.join([voice(key, n=n, item=name) for name, n in Counter(names).items()])


def describe_value(voice: Voice, face: ValueNames, table: Table, field: str, token: str) -> str:
    """How a value stands in a sentence: names of people as the voice says them."""
    if "," in token:
        told = [describe_value(voice, face, table, field, part) for part in token.split(",")]
        return join_counted(voice, table.kind, field, told)
    seat = seat_in_field(table, field, token)
    if seat is not None:
        return voice("look.player", name=voice.seat(seat.index), colour=naming.colour_name(seat.colour, voice))
    return face.told(voice, field, token, table) or _value_word(voice, table.kind, field, token)


def _value_or_token(voice: Voice, kind: str, field: str, token: str, told: str) -> str:
    """What stands in the sentence of a line: a value that is told by its word as itself, so that the sentence may ask
    for a form of that word."""
    return token if told != token and told == voice.word(key_family(kind), field, token) else told


def _value_word(voice: Voice, kind: str, field: str, token: str) -> str:
    """The word for a value; a field that holds several is called as the field for one."""
    word = voice.word(key_family(kind), field, token)
    return word if word != token else voice.word(key_family(kind), field.removesuffix("s"), token)


def describe_move(voice: Voice, face: ValueNames, table: Table, line: str, *, terms: bool = False) -> str:
    """What a line of a record says: the sentence of its kind, else its fields named one by one. Where something in it
    may not be read, its kind alone. `terms`: of a move that may be made at this table now, with what it comes to."""
    kind = table.kind
    move, *tokens = line.split(" ")
    cls = table.game.moves.get(move) if table.game is not None else None
    if cls is None:
        return line
    if any(HIDDEN in token.split(",") for token in tokens):
        return kind_name(voice, kind, move)
    known = face.terms(table, move, tokens) if terms else {}
    if known:
        told = {name: describe_value(voice, face, table, name, token) for name, token in known.items()}
        return voice(f"{key_family(kind)}.line.terms", move=describe_move(voice, face, table, line), **told)
    names = list(field_types(cls))
    shown = {name: describe_value(voice, face, table, name, token) for name, token in zip(names, tokens, strict=False)}
    for key in (f"{key_family(kind)}.line.{move}_{'_'.join(tokens)}", f"{key_family(kind)}.line.{move}"):
        if voice.has(key):
            given = zip(names, tokens, strict=False)
            return voice(key, **{name: _value_or_token(voice, kind, name, token, shown[name]) for name, token in given})
    fields = [voice("pick.value", field=field_name(voice, name), value=value) for name, value in shown.items()]
    if not fields:
        return kind_name(voice, kind, move)
    return voice("pick.generic", kind=kind_name(voice, kind, move), fields=fields)
