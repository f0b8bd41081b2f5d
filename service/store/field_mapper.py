"""Maps values of the service to rows of the storage and back, field by field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Concatenate, Final, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from db.rows import format_numbers, parse_numbers

V = TypeVar("V")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Converter:
    """How the value of a field becomes that of a column, and back. None stays None."""

    to_column: Callable[[Any], Any]
    from_column: Callable[[Any], Any]


NUMBERS: Final = Converter(format_numbers, parse_numbers)
BOOL: Final = Converter(int, bool)
NO_CONVERTERS: Final[Mapping[str, Converter]] = MappingProxyType({})
NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A field that has a column; `path` leads to it through nested dataclasses."""

    path: str
    column: str
    converter: Converter | None
    optional: bool


class FieldMapper(Generic[V, R]):
    """Maps a dataclass `value` to a dataclass or named tuple `row`.

    A field has the column of its own name, or the one that `renamed` gives it (`timer.start` for a field of a nested
    dataclass). Types decide how it is converted: bool to int, tuple of int to text, Literal as it is; `converters`, by
    column, do the rest. Callers pass the columns of `columns` and the fields of `given` by keyword. Any other field
    without a column keeps its default. TypeError for a column without a field, or types that do not go together.
    """

    to_row: Callable[Concatenate[V, ...], R]
    from_row: Callable[Concatenate[R, ...], V]

    def __init__(
        self,
        value: type[V],
        row: type[R],
        *,
        renamed: Mapping[str, str] = NO_NAMES,
        converters: Mapping[str, Converter] = NO_CONVERTERS,
        columns: Collection[str] = (),
        given: Collection[str] = (),
    ) -> None:
        self._renamed, self._converters, self._columns, self._given = renamed, converters, set(columns), given
        self._types = get_type_hints(row)
        self._namespace: dict[str, Any] = {"row_class": row}
        self._leaves: list[_Leaf] = []
        made = self._constructor_expression(value, "")
        found = [*columns, *(leaf.column for leaf in self._leaves)]
        if sorted(found) != sorted(self._types):
            raise TypeError(f"{value.__name__} has {found}, {row.__name__} has {list(self._types)}")
        sources = {leaf.column: self._read_expression(leaf, to_row=True) for leaf in self._leaves}
        arguments = ", ".join(sources.get(column, column) for column in self._types)
        self.to_row = self._compile_function(columns, f"row_class({arguments})")
        self.from_row = self._compile_function(given, made)

    def _constructor_expression(self, value: type[Any], prefix: str) -> str:
        """The call that makes a value of a row."""
        arguments, types, positional = [], get_type_hints(value), True
        stored = self._types.keys() - self._columns
        for field in fields(value):
            path = prefix + field.name
            column = self._renamed.get(path, field.name)
            if not field.init:
                continue
            leaf = self._build_leaf(path, column, types[field.name]) if column in stored else None
            if leaf is not None:
                self._leaves.append(leaf)
            if path in self._given:
                source = field.name
            elif leaf is not None:
                source = self._read_expression(leaf, to_row=False)
            elif is_dataclass(types[field.name]):
                source = self._constructor_expression(types[field.name], f"{path}.")
            elif field.default is not MISSING or field.default_factory is not MISSING:
                positional = False
                continue
            else:
                raise TypeError(f"{value.__name__}.{path} has no column")
            arguments.append(source if positional else f"{field.name}={source}")
        self._namespace[value.__name__] = value
        return f"{value.__name__}({', '.join(arguments)})"

    def _build_leaf(self, path: str, column: str, field_type: Any) -> _Leaf:
        stored, converter = self._types[column], self._converters.get(column)
        if converter is None and _type_without_none(stored) is not _type_without_none(field_type):
            if _type_without_none(stored) is int and _type_without_none(field_type) is bool:
                converter = BOOL
            elif _type_without_none(stored) is str and _type_without_none(field_type) == tuple[int, ...]:
                converter = NUMBERS
            else:
                raise TypeError(f"{path} is {field_type}, its column {column} is {stored}")
        return _Leaf(path, column, converter, NoneType in get_args(stored))

    def _read_expression(self, leaf: _Leaf, *, to_row: bool) -> str:
        """The expression that reads one value, converted. `it` is what is mapped."""
        read = f"it.{leaf.path if to_row else leaf.column}"
        if leaf.converter is None:
            return read
        name = f"{'to' if to_row else 'from'}_{leaf.column}"
        self._namespace[name] = leaf.converter.to_column if to_row else leaf.converter.from_column
        return f"(None if {read} is None else {name}({read}))" if leaf.optional else f"{name}({read})"

    def _compile_function(self, keywords: Collection[str], source: str) -> Any:
        """A function of the source: as quick as one written by hand. `dataclasses` makes `__init__` the same way."""
        return eval(f"lambda it{', *, ' if keywords else ''}{', '.join(keywords)}: {source}", self._namespace)


def _type_without_none(hint: Any) -> Any:
    """A type without None; a Literal as the type of its values."""
    if get_origin(hint) in (Union, UnionType):
        kept = [each for each in get_args(hint) if each is not NoneType]
        hint = kept[0] if len(kept) == 1 else hint
    return type(get_args(hint)[0]) if get_origin(hint) is Literal else hint
