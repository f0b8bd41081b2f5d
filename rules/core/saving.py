"""Conversion of states to and from plain JSON values, driven by the type hints of their classes.

Supported: int, str, bool, None, bytes (as hex), unions of one class with None, tuples, lists, sets, dicts, named
tuples, dataclasses and plain classes with annotated fields; classes with `parse` (cells, turns), written as their
token; steps and slices of modules, written with their `kind`. A class lists unsaved fields in `transient:
ClassVar[frozenset[str]]`; the loader sets them afterwards (`Game.restore_unsaved_fields`). Converters are built once
per type. Not pickle, which is unreadable, unsafe, and breaks when a class is renamed.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import BadSave
from .game import STEPS, Step

T = TypeVar("T")
UNFIT: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError)  # raised by data of another shape
Convert = Callable[[Any], Any]


class Converter(NamedTuple):
    """`dump` and `load` of one type; None: the value needs no conversion."""

    dump: Convert | None
    load: Convert | None


NO_CONVERSION: Final = Converter(dump=None, load=None)


class Slice:
    """The part of a state owned by one module: a class with annotated slots and a permanent `kind`."""

    kind: ClassVar[str]
    __slots__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        SLICES[cls.kind] = cls

    def copy(self) -> Slice:
        """A copy that shares no mutable data."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self).__slots__)


SLICES: dict[str, type[Slice]] = {}
_PLAIN = (int, str, bool, type(None))
_CONVERTERS: dict[Any, Converter] = {}


def to_plain(value: Any) -> Any:
    """An object of an annotated class as plain JSON values."""
    convert = converter_of(type(value)).dump
    return convert(value) if convert else value


def from_plain(cls: type[T], data: Any) -> T:
    """Inverse of `to_plain`. BadSave if the data does not fit the class."""
    convert = converter_of(cls).load
    try:
        value: T = convert(data) if convert else data
    except BadSave:
        raise
    except UNFIT as error:
        raise BadSave("save.unreadable", cls=cls.__name__, reason=repr(error)) from error
    return value


def to_text(value: Any) -> str:
    """The object as one line of JSON."""
    return json.dumps(to_plain(value), separators=(",", ":"))


def from_text(cls: type[T], text: str | bytes) -> T:
    """Inverse of `to_text`. BadSave if it cannot be read."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadSave("save.unreadable", cls=cls.__name__, reason=str(error)) from error
    return from_plain(cls, data)


def converter_of(annotation: Any) -> Converter:
    """The converter of a type, built on first use."""
    converter = _CONVERTERS.get(annotation)
    if converter is None:
        converter = _CONVERTERS[annotation] = _build_converter(annotation)
    return converter


def _build_converter(annotation: Any) -> Converter:
    if annotation in _PLAIN or annotation is None:
        return NO_CONVERSION
    if annotation is bytes:
        return Converter(bytes.hex, bytes.fromhex)
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        return _optional_converter(annotation)
    if origin in (list, tuple, set, frozenset):
        return _collection_converter(origin, get_args(annotation))
    if origin in (dict, Mapping):
        return _mapping_converter(*get_args(annotation))
    cls = origin or annotation
    if not isinstance(cls, type):
        raise TypeError(f"{annotation!r} cannot be saved")
    if issubclass(cls, Step):
        return _tagged_converter(STEPS)
    if cls is Slice:
        return _tagged_converter(SLICES)
    if hasattr(cls, "parse"):
        return Converter(str, cls.parse)
    if hasattr(cls, "_fields"):
        return _named_tuple(cls)
    return _record_converter(cls)


def _optional_converter(annotation: Any) -> Converter:
    inner = [arg for arg in get_args(annotation) if arg is not type(None)]
    if len(inner) != 1:
        if all(arg in _PLAIN for arg in inner):
            return NO_CONVERSION
        raise TypeError(f"{annotation!r} cannot be saved")
    dump_one, load_one = converter_of(inner[0])
    return Converter(
        dump_one and (lambda value: None if value is None else dump_one(value)),
        load_one and (lambda data: None if data is None else load_one(data)),
    )


def _collection_converter(origin: type, args: tuple[Any, ...]) -> Converter:
    if origin is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        return _fixed_tuple(args)
    dump_one, load_one = converter_of(args[0])
    if origin in (set, frozenset):
        return Converter(
            lambda value: sorted(map(dump_one, value) if dump_one else value),
            lambda data: origin(map(load_one, data) if load_one else data),
        )
    dump_all: Convert | None = (lambda value: [dump_one(item) for item in value]) if dump_one else None
    if load_one is not None:
        item = load_one
        return Converter(dump_all, lambda data: origin([item(part) for part in data]))
    return Converter(dump_all, tuple if origin is tuple else list)


def _fixed_tuple(args: tuple[Any, ...]) -> Converter:
    """The converter of a tuple with a type for each position."""
    converters = [converter_of(arg) for arg in args]
    if all(part.dump is None for part in converters) and all(part.load is None for part in converters):
        return Converter(None, _tuple_of_length(len(converters)))

    def write(value: Any) -> list[Any]:
        return [part.dump(item) if part.dump else item for part, item in zip(converters, value, strict=True)]

    def read(data: Any) -> tuple[Any, ...]:
        return tuple(part.load(item) if part.load else item for part, item in zip(converters, data, strict=True))

    return Converter(write, read)


def _tuple_of_length(length: int) -> Convert:
    def read(data: Any) -> tuple[Any, ...]:
        if len(data) != length:
            raise ValueError(f"{length} values expected, {len(data)} found")
        return tuple(data)

    return read


def _mapping_converter(key: Any, value: Any) -> Converter:
    dump_value, load_value = converter_of(value)
    load_key: Convert
    if key in (str, int):
        load_key = key
    elif hasattr(key, "parse"):
        load_key = key.parse
    else:
        pair = _fixed_tuple((key, value))
        write, read = pair.dump or list, pair.load
        assert read is not None
        return Converter(lambda table: [write(item) for item in table.items()], lambda data: dict(map(read, data)))
    return Converter(
        lambda table: {str(k): dump_value(v) if dump_value else v for k, v in table.items()},
        lambda data: {load_key(k): load_value(v) if load_value else v for k, v in data.items()},
    )


def _named_tuple(cls: Any) -> Converter:
    hints = get_type_hints(cls)
    fixed = _fixed_tuple(tuple(hints[name] for name in cls._fields))
    read = fixed.load
    assert read is not None
    return Converter(fixed.dump, lambda data: cls(*read(data)))


def _saved_fields(cls: type) -> dict[str, Converter]:
    hints = get_type_hints(cls)
    transient: frozenset[str] = getattr(cls, "transient", frozenset())
    return {
        name: converter_of(hint)
        for name, hint in hints.items()
        if get_origin(hint) is not ClassVar and hint is not ClassVar and name not in transient
    }


def _record_converter(cls: Any) -> Converter:
    """The converter of a class with annotated fields."""
    fields: dict[str, Converter] = {}

    def write(value: Any) -> dict[str, Any]:
        plain = {}
        for name, converter in fields.items():
            part = getattr(value, name)
            plain[name] = converter.dump(part) if converter.dump else part
        return plain

    _CONVERTERS[cls] = Converter(write, _record_loader(cls, fields))
    fields.update(_saved_fields(cls))  # after the entry, so that a class may contain itself
    return _CONVERTERS[cls]


def _record_loader(cls: Any, fields: Mapping[str, Converter]) -> Convert:
    frozen = "__dataclass_params__" in cls.__dict__ and cls.__dataclass_params__.frozen

    def read(data: Any) -> Any:
        if data.keys() - {"kind"} != fields.keys():
            raise BadSave("save.fields", cls=cls.__name__, found=sorted(data), known=sorted(fields))
        parts = {}
        for name, converter in fields.items():
            parts[name] = converter.load(data[name]) if converter.load else data[name]
        if frozen:
            return cls(**parts)
        value = cls.__new__(cls)
        for name, part in parts.items():
            setattr(value, name, part)
        return value

    return read


def _tagged_converter(registry: Mapping[str, type]) -> Converter:
    """The converter of any class of a registry; its `kind` is saved with the fields."""
    converters: dict[type, Converter] = {}

    def converter_for(cls: type) -> Converter:
        converter = converters.get(cls)
        if converter is None:
            converter = converters[cls] = _record_converter(cls)
        return converter

    def write(value: Any) -> dict[str, Any]:
        convert = converter_for(type(value)).dump
        assert convert is not None
        return {"kind": type(value).kind, **convert(value)}

    def read(data: Any) -> Any:
        cls = registry.get(data["kind"])
        if cls is None:
            raise BadSave("save.kind", found=data["kind"])
        convert = converter_for(cls).load
        assert convert is not None
        return convert(data)

    return Converter(write, read)
