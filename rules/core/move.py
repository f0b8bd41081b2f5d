"""Moves as values with one line of text each.

A field of a move has one of these types: `int`, `str`, a class with a class method `parse(text)` whose `str()` is the
token (a cell, a turn, a spot), or a tuple of one of them. The token is what pictures, buttons, completion, log and
record show; an empty tuple is written `-`.
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
    """A choice, as a value. A subclass names its kind and has one field per thing chosen."""

    kind: ClassVar[str]
    listed: ClassVar[bool] = True  # False: too many to enumerate; made by a form, judged by Step.check. Of other kinds
    # all are listed, but where Step.partly says otherwise
    group: ClassVar[str | None] = None  # the first word of the kind, where it is a group of commands
    secret: ClassVar[tuple[str, ...]] = ()  # fields that only the mover may read while the game runs
    plain: ClassVar[tuple[str, ...]] = ()  # values that may be read in a secret field
    players: ClassVar[tuple[str, ...]] = ()  # fields that hold the seat of a player
    alike: ClassVar[tuple[str, ...]] = ()  # two fields in which people may write the same in either order
    lets_by: ClassVar[bool] = False  # lets what is asked go by: nothing is spent, shown or given away
    addressed: ClassVar[bool] = False  # names what it answers: on a button of an earlier state it still says the same

    def cover(self) -> str:
        """How others read the whole move while the game runs, where its kind would tell too much. Empty: as `masked`
        makes it."""
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
    """The move as others read it while the game runs: `keep ?,?`; how many cards there are stays visible."""
    cover = move.cover()
    if cover:
        return cover
    words = [move.kind]
    for name in field_names(type(move)):
        value = getattr(move, name)
        if name in move.secret and value not in move.plain:
            value = (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
        words.append(format_field(value))
    return " ".join(words)


def decode_move(text: str, kinds: Mapping[str, type[Move]]) -> Move:
    """Read what `encode` wrote; UnknownMove for anything else."""
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
    if encode_move(move) != text:  # one spelling everywhere: `place n50 090` is not what we write
        raise UnknownMove("move.unknown", text=text)
    return move


_TYPES: dict[type[Move], Mapping[str, Any]] = {}
_READERS: dict[type[Move], Mapping[str, Callable[[str], Any]]] = {}


def field_names(cls: type[Move]) -> tuple[str, ...]:
    """The fields of a kind of move, in the order of its text form."""
    return tuple(f.name for f in fields(cls))


def field_types(cls: type[Move]) -> Mapping[str, Any]:
    """Field name -> its type."""
    found = _TYPES.get(cls)
    if found is None:
        hints = get_type_hints(cls)  # slow
        found = _TYPES[cls] = {name: hints[name] for name in field_names(cls)}
    return found


def field_readers(cls: type[Move]) -> Mapping[str, Callable[[str], Any]]:
    """Field name -> reader of its token; a reader raises ValueError or TypeError."""
    found = _READERS.get(cls)
    if found is None:
        found = _READERS[cls] = {name: field_parser(annotation) for name, annotation in field_types(cls).items()}
    return found


def field_parser(annotation: Any) -> Callable[[str], Any]:
    """The reader of one field type."""
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
    """Kind -> class; a kind may be declared once."""
    table: dict[str, type[Move]] = {}
    for cls in classes:
        assert table.setdefault(cls.kind, cls) is cls, f"two moves of kind {cls.kind}"
    return table
