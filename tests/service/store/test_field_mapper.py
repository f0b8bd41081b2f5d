"""Values become rows and rows values, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import pytest

from service.store.field_mapper import Converter, FieldMapper


@dataclass(frozen=True)
class Inner:
    start: int | None = None
    late: bool = False


@dataclass(frozen=True)
class Value:
    number: int
    kind: Literal["a", "b"]
    seen: bool | None
    users: tuple[int, ...]
    word: tuple[str, ...] | None
    inner: Inner
    name: str
    loaded: list[int] | None = None  # no column: it keeps its default


class Row(NamedTuple):
    game_id: int
    no: int
    kind: str
    seen: int | None
    users: str
    word: str | None
    from_at: int | None
    late: int
    name: str


MAPPER = FieldMapper(
    Value,
    Row,
    renamed={"number": "no", "inner.start": "from_at"},
    converters={"word": Converter("".join, tuple)},
    columns=["game_id"],
    given=["name"],
)


@pytest.mark.parametrize(
    ("value", "row"),
    [
        (
            Value(3, "b", None, (), None, Inner(), "Ann"),
            Row(9, 3, "b", None, "", None, None, 0, "Ann"),
        ),
        (
            Value(4, "a", True, (5, 6), ("x", "y"), Inner(7, late=True), "Ann"),
            Row(9, 4, "a", 1, "5 6", "xy", 7, 1, "Ann"),
        ),
    ],
)
def test_both_ways(value: Value, row: Row) -> None:
    made = MAPPER.to_row(value, game_id=9)
    assert made == row
    assert type(made.late) is int
    assert MAPPER.from_row(row, name="Ann") == value


def test_a_column_without_a_field_is_refused() -> None:
    with pytest.raises(TypeError, match="game_id"):
        FieldMapper(Inner, Row)


def test_types_that_do_not_go_together_are_refused() -> None:
    @dataclass
    class Other:
        start: str
        late: int

    with pytest.raises(TypeError, match="start"):
        FieldMapper(Inner, Other)


def test_a_field_without_column_and_default_is_refused() -> None:
    @dataclass
    class Late:
        late: int

    @dataclass
    class Wanted:
        late: bool
        start: int

    with pytest.raises(TypeError, match="start has no column"):
        FieldMapper(Wanted, Late)
