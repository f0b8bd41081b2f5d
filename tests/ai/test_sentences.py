"""Which sentence is said of a difference: what is so at once, of whom, and of which piece."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ai.carcassonne.expansions import princess
from ai.catan import themes
from ai.reasons import Pair, Scene
from rules.catan.cards import packed
from rules.catan.choosing import ChooseCards

BRICK, LUMBER = (1, 0, 0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0, 0, 0)


def held(*cards: tuple[int, ...], asks: tuple[Any, ...] = ()) -> Any:
    """A position of Catan in which seat 0 holds these cards, and seat 1 none."""
    return SimpleNamespace(hands=[packed([sum(kind) for kind in zip(*cards, strict=True)] or [0] * 8), 0], agenda=asks)


def said(before: Any, better: Any, worse: Any, of: int = 0) -> tuple[str, Any] | None:
    return themes.hand(Scene([Pair(before, better, worse)], of, 0))


def test_who_only_spends_nothing_holds_no_more_cards() -> None:
    one, two = held(BRICK), held(BRICK, BRICK)
    assert said(two, two, one) == ("kept", {})
    assert said(one, two, one) == ("", {})
    assert said(two, held(BRICK, LUMBER), two) == ("kinds", {})
    assert said(two, one, two) is None


def test_while_others_choose_which_cards_they_give_these_are_counted_later() -> None:
    asked = ChooseCards.__new__(ChooseCards)
    now = Pair(held(BRICK, BRICK), held(BRICK, BRICK, asks=(asked,)), held(BRICK, BRICK))
    later = Pair(held(BRICK, BRICK), held(BRICK, BRICK, LUMBER, LUMBER), held(BRICK), 1)
    assert themes.hand(Scene([now, later], 0, 0)) == ("", {})
    assert themes.hand(Scene([now], 0, 0)) is None


def telling(change: Callable[[Any], float]) -> Callable[[Any, int], float]:
    return lambda s, seat: change(s)


@pytest.mark.parametrize(
    ("fairy", "dragon", "of", "key"),
    [
        (1.0, 1.0, 0, "fairy"),
        (0.0, 1.0, 0, "dragon"),
        (0.0, 0.0, 0, None),
        (-1.0, 1.0, 1, "fairy"),
        (0.0, -1.0, 1, "dragon"),
    ],
)
def test_the_fairy_and_the_dragon_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, fairy: float, dragon: float, of: int, key: str | None
) -> None:
    monkeypatch.setattr(princess, "guarded", telling(lambda s: s[0]))
    monkeypatch.setattr(princess, "spared", telling(lambda s: s[1]))
    found = princess.EXTRA.tell(Scene([Pair(None, (fairy, dragon), (0.0, 0.0))], of, 0))
    assert (found and found[0]) == key


def test_what_the_other_move_builds_is_not_what_can_be_paid_for_sooner() -> None:
    def at(*standing: int, sooner: float) -> Any:
        return SimpleNamespace(buildings=list(standing), held=[0] * len(standing), roads=[], sooner=sooner)

    tell = themes.unbuilt(city=lambda s, seat: s.sooner, settlement=lambda s, seat: s.sooner / 2)
    before, saved = at(1, 1, sooner=0.5), at(1, 1, sooner=0.5)
    assert tell(Scene([Pair(before, saved, at(1, 1, sooner=0))], 0, 0)) == ("city", {})
    assert tell(Scene([Pair(before, saved, at(2, 1, sooner=0))], 0, 0)) == ("settlement", {})
