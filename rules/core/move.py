"""Moves as values, each with a one-line text form.

A field of a move has one of these types: `int`, `str`, a class with a class method `parse(text)` whose `str()` is the
token (a cell, a turn, a spot), or a tuple of one of them. Pictures, buttons, completion, log and record show the token;
an empty tuple is written `-`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from types import GenericAlias
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from .errors import UnknownMove

EMPTY = "-"
HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Move:
    """A legal choice as a value. A subclass names its kind and has one field per chosen item."""

    kind: ClassVar[str]
    listed: ClassVar[bool] = True  # False: too many to list; made by a form, judged by Step.check. Other kinds
    # are fully listed unless Step.partly names them
    group: ClassVar[str | None] = None  # the first word of the kind, if it is a group of commands
    secret_fields: ClassVar[tuple[str, ...]] = ()  # fields only the mover may read while the game runs
    public_values: ClassVar[tuple[str, ...]] = ()  # public values of a secret field
    seat_fields: ClassVar[tuple[str, ...]] = ()  # fields that hold the seat of a player
    interchangeable_fields: ClassVar[tuple[str, ...]] = ()  # two fields whose tokens people may type in either order
    is_declining: ClassVar[bool] = False  # declines: spends, reveals and gives away nothing
    names_its_question: ClassVar[bool] = False  # names its question, so a button of an earlier state keeps its meaning

    def masked_line(self) -> str:
        """The text others see while the game runs, if even the kind is secret. Empty: as `mask_move` makes it."""
        return ""

    def __str__(self) -> str:
        return encode_move(self)


def format_field(value: Any) -> str:
    """The token of one field."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return ",".join(map(str, value)) or EMPTY
    return str(value)


def encode_move(move: Move) -> str:
    """The move as one line of text."""
    return " ".join([move.kind, *(format_field(getattr(move, name)) for name in field_names(type(move)))])


def mask_move(move: Move) -> str:
    """The move as others see it while the game runs: `keep ?,?`; the number of cards stays visible."""
    cover = move.masked_line()
    if cover:
        return cover
    words = [move.kind]
    for name in field_names(type(move)):
        value = getattr(move, name)
        if name in move.secret_fields and value not in move.public_values:
            value = (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
        words.append(format_field(value))
    return " ".join(words)


def decode_move(text: str, kinds: Mapping[str, type[Move]]) -> Move:
    """Inverse of `encode_move`; UnknownMove for any other text."""
    kind, *words = text.split(" ")
    cls = kinds.get(kind)
    if cls is None:
        raise UnknownMove("move.unknown", text=text)
    readers = field_readers(cls)
    if len(words) != len(readers):
        raise UnknownMove("move.unknown", text=text)
    values: dict[str, Any] = {}
    for (name, read), word in zip(readers.items(), words, strict=True):
        try:
            values[name] = read(word)
        except (TypeError, ValueError) as error:
            raise UnknownMove("move.token", text=word, field=name) from error
    move = cls(**values)
    if encode_move(move) != text:  # exactly one spelling: `place n50 090` is rejected
        raise UnknownMove("move.unknown", text=text)
    return move


_TYPES: dict[type[Move], Mapping[str, Any]] = {}
_READERS: dict[type[Move], Mapping[str, Callable[[str], Any]]] = {}


def field_names(cls: type[Move]) -> tuple[str, ...]:
    """The fields of a kind of move, in the order of its text form."""
    return tuple(field.name for field in fields(cls))


def field_types(cls: type[Move]) -> Mapping[str, Any]:
    """Field name -> its type."""
    types = _TYPES.get(cls)
    if types is None:
        hints = get_type_hints(cls)  # slow
        types = _TYPES[cls] = {name: hints[name] for name in field_names(cls)}
    return types


def field_readers(cls: type[Move]) -> Mapping[str, Callable[[str], Any]]:
    """Field name -> parser of its token, which raises ValueError or TypeError."""
    readers = _READERS.get(cls)
    if readers is None:
        readers = _READERS[cls] = {name: field_parser(annotation) for name, annotation in field_types(cls).items()}
    return readers


def field_parser(annotation: Any) -> Callable[[str], Any]:
    """The parser of one field type."""
    if annotation is str:
        return _parse_word
    if annotation is int:
        return int
    if isinstance(annotation, GenericAlias) and get_origin(annotation) is tuple:
        item = field_parser(get_args(annotation)[0])
        return lambda text: () if text == EMPTY else tuple(item(part) for part in text.split(","))
    parse: Callable[[str], Any] = annotation.parse
    return parse


def _parse_word(text: str) -> str:
    if not text:
        raise ValueError("empty word")
    return text


def kinds_of(classes: Iterable[type[Move]]) -> dict[str, type[Move]]:
    """Kind -> class. AssertionError for a duplicate kind."""
    table: dict[str, type[Move]] = {}
    for cls in classes:
        assert table.setdefault(cls.kind, cls) is cls, f"two moves of kind {cls.kind}"
    return table
