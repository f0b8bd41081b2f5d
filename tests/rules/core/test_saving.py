"""Saving by type hints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import BadSave
from rules.core.saving import Slice, converter_of, from_plain, from_text, to_plain, to_text


class Place(NamedTuple):
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x}/{self.y}"

    @classmethod
    def parse(cls, text: str) -> Place:
        x, _, y = text.partition("/")
        return cls(int(x), int(y))


class Pair(NamedTuple):
    place: Place
    name: str


@dataclass(frozen=True, slots=True)
class Frozen:
    owed: tuple[tuple[int, int], ...]
    note: str | None = None


class Shelf(Slice):
    kind: ClassVar[str] = "test.shelf"
    __slots__ = ("books",)
    books: list[int]

    def copy(self) -> Shelf:
        twin = Shelf()
        twin.books = self.books[:]
        return twin


class Everything:
    transient: ClassVar[frozenset[str]] = frozenset({"hooks"})
    number: int
    flag: bool
    key: bytes
    cells: dict[Place, tuple[int, int, int]]
    by_number: dict[int, str]
    pairs: list[Pair]
    steps: list[Frozen]
    seen: set[int]
    maybe: Place | None
    fixed: tuple[int, str, bytes]
    shares: Mapping[str, tuple[int, ...]]
    keyed: dict[Pair, int]
    ext: dict[str, Slice]
    hooks: Any


def example() -> Everything:
    e = Everything()
    shelf = Shelf()
    shelf.books = [3, 1]
    e.number, e.flag, e.key, e.hooks = 1 << 90, True, b"\x00\xff", object()
    e.cells = {Place(-1, 2): (1, 2, 3)}
    e.by_number = {7: "seven"}
    e.pairs = [Pair(Place(0, 0), "here")]
    e.steps = [Frozen(((0, 4), (2, 5))), Frozen((), "done")]
    e.seen, e.maybe, e.fixed = {3, 1, 2}, None, (1, "a", b"b")
    e.shares = {"a": (1, 2)}
    e.keyed = {Pair(Place(1, 1), "x"): 4}
    e.ext = {"shelf": shelf}
    return e


def test_everything_comes_back_as_it_was() -> None:
    e = example()
    back = from_text(Everything, to_text(e))
    for name in Everything.__annotations__:
        if name in ("transient", "hooks", "ext"):
            continue
        assert getattr(back, name) == getattr(e, name), name
        assert type(getattr(back, name)) is type(getattr(e, name)), name
    assert not hasattr(back, "hooks")
    assert isinstance(back.ext["shelf"], Shelf)
    assert back.ext["shelf"].books == [3, 1]
    assert isinstance(back.pairs[0].place, Place)
    assert to_plain(back) == to_plain(e)


def test_sets_are_written_in_order() -> None:
    assert to_plain(example())["seen"] == [1, 2, 3]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("number"),
        lambda d: d.update(more=1),
        lambda d: d.update(key="zz"),
        lambda d: d.update(cells=3),
        lambda d: d.update(cells={"x": [1, 2, 3]}),
        lambda d: d.update(ext={"shelf": {"kind": "test.unknown"}}),
        lambda d: d.update(fixed=[1]),
        lambda d: d.update(steps=[{"owed": [[1]], "note": None}]),
        lambda d: d.clear(),
    ],
)
def test_what_does_not_fit_is_refused(spoil: Any) -> None:
    data = json.loads(to_text(example()))
    spoil(data)
    with pytest.raises(BadSave):
        from_plain(Everything, data)


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "3"])
def test_no_json_or_no_object(text: str) -> None:
    with pytest.raises(BadSave):
        from_text(Everything, text)


def test_types_nobody_can_save_are_named() -> None:
    with pytest.raises(TypeError, match="cannot be saved"):
        converter_of(int | Place)


@given(
    st.dictionaries(st.builds(Place, st.integers(), st.integers()), st.tuples(*[st.integers()] * 3)),
    st.lists(st.builds(Frozen, st.lists(st.tuples(st.integers(), st.integers())).map(tuple), st.none() | st.text())),
)
def test_any_content_comes_back(cells: Any, steps: Any) -> None:
    e = example()
    e.cells, e.steps = cells, steps
    back = from_text(Everything, to_text(e))
    assert (back.cells, back.steps) == (cells, steps)
