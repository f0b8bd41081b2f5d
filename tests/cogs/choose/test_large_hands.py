"""Half of a large hand can be discarded in thousands of ways: nothing is said or spelled once for each of them. And
whoever types very much holds nobody up."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.choose import room as rooms
from cogs.choose.completing import complete
from cogs.choose.path_words import cards_of, set_pool
from cogs.choose.position import Position
from cogs.choose.spelling import items
from tests.cogs import harness
from tests.cogs.faces.test_catan import on_table
from tests.rules.catan.cities_knights.table import Table as Knights

HAND = "3 brick, 3 lumber, 3 wool, 3 grain, 2 ore, 2 cloth, 2 coin, 2 paper"
CALLS = 200  # that are few beside thousands


def discarding() -> Position:
    laid = Knights().city(0, 17).hand(0, HAND).before_roll().roll(3, 4)
    found = harness.room(on_table(laid), 0).position
    assert len(found.legal) > 10 * CALLS
    return found


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", "brick,brick,brick,lumber,lumber,lumber,wool,wool,wool,grain"),
        ("paper, paper, co", "brick,brick,brick,lumber,lumber,lumber,wool,coin,paper,paper"),
        ("stone", None),
        ("ore,ore,ore,", None),
    ],
)
def test_sets_are_completed_without_naming_every_card_of_every_set(
    monkeypatch: pytest.MonkeyPatch, typed: str, first: str | None
) -> None:
    position = discarding()
    asked = 0
    names = rooms.Speech.names

    def counting(self: rooms.Speech, field: str, token: str) -> Any:
        nonlocal asked
        asked += 1
        return names(self, field, token)

    monkeypatch.setattr(rooms.Speech, "names", counting)
    found = complete(position, "discard", "kinds", {}, typed)
    assert asked < CALLS
    assert (found[0] if found else None) == first
    assert first is None or len(found) > 25


class Card:
    """A card that counts how often it is spelled."""

    spelled = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        Card.spelled += 1
        return self.name


def test_the_cards_of_thousands_of_sets_are_spelled_once() -> None:
    a, b, c = map(Card, "abc")
    values = [(a, a, b), (b, c, c), (a, b, c)] * 1000
    assert list(set_pool(values).items()) == [("a", 2), ("b", 1), ("c", 2)]
    assert cards_of(values) == ["a", "b", "c"]
    assert Card.spelled == 6


def test_words_that_come_again_are_looked_up_once() -> None:
    asked: list[str] = []

    def meant(phrase: str) -> list[str]:
        asked.append(phrase)
        return ["wool"] if phrase == "wool" else []

    assert items("wool " * 50 + "2 wool", meant, str) == ["wool"] * 52
    assert len(asked) == len(set(asked)) < 20
