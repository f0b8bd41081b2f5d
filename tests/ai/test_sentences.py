"""Which sentence is said of a difference: what is so at once, of whom, and of which piece."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest

from ai.carcassonne.expansions import abbey, princess
from ai.catan import themes
from ai.catan.expansions.cities_knights import reasons as knights
from ai.citadels import reasons as citadels
from ai.reasons import Pair, Scene
from rules.carcassonne.expansions.abbey.state import estate_of
from rules.carcassonne.game import CarcassonneGame
from rules.catan.cards import pack_counts
from rules.catan.choosing import ChooseCards
from rules.core import Choices, start_game
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table

BRICK, LUMBER = (1, 0, 0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0, 0, 0)


def held(*cards: tuple[int, ...], asks: tuple[Any, ...] = ()) -> Any:
    """A position of Catan in which seat 0 holds these cards, and seat 1 none."""
    return SimpleNamespace(
        hands=[pack_counts([sum(kind) for kind in zip(*cards, strict=True)] or [0] * 8), 0], agenda=asks
    )


def said(before: Any, better: Any, worse: Any, of: int = 0) -> tuple[str, Any] | None:
    return themes.tell_hand(Scene([Pair(before, better, worse)], of, 0))


def test_who_only_spends_nothing_holds_no_more_cards() -> None:
    one, two = held(BRICK), held(BRICK, BRICK)
    assert said(two, two, one) == ("kept", {})
    assert said(one, two, one) == ("", {})
    assert said(two, held(BRICK, LUMBER), two) == ("kinds", {})
    assert said(two, one, two) is None
    assert said(held(BRICK, BRICK, BRICK), two, one) is None, "it spends, too, only less"


def test_while_others_choose_which_cards_they_give_these_are_counted_later() -> None:
    asked = ChooseCards.__new__(ChooseCards)
    now = Pair(held(BRICK, BRICK), held(BRICK, BRICK, asks=(asked,)), held(BRICK, BRICK))
    later = Pair(held(BRICK, BRICK), held(BRICK, BRICK, LUMBER, LUMBER), held(BRICK), 1)
    assert themes.tell_hand(Scene([now, later], 0, 0)) == ("", {})
    assert themes.tell_hand(Scene([now], 0, 0)) is None


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
    monkeypatch.setattr(princess, "has_fairy_beside", telling(lambda s: s[0]))
    monkeypatch.setattr(princess, "dragon_safety", telling(lambda s: s[1]))
    found = princess.EXTRA.tell(Scene([Pair(None, (fairy, dragon), (0.0, 0.0))], of, 0))
    assert (found and found[0]) == key


def test_what_the_other_move_builds_is_not_what_can_be_paid_for_sooner() -> None:
    def at(*standing: int, sooner: float) -> Any:
        return SimpleNamespace(buildings=list(standing), held=[0] * len(standing), roads=[], sooner=sooner)

    tell = themes.tell_unbuilt(city=lambda s, seat: s.sooner, settlement=lambda s, seat: s.sooner / 2)
    before, saved = at(1, 1, sooner=0.5), at(1, 1, sooner=0.5)
    assert tell(Scene([Pair(before, saved, at(1, 1, sooner=0))], 0, 0)) == ("city", {})
    assert tell(Scene([Pair(before, saved, at(2, 1, sooner=0))], 0, 0)) == ("settlement", {})


def test_an_abbey_that_is_gone_is_not_named() -> None:
    s = start_game(CarcassonneGame(Choices(("abbey",))), 2, bytes(32)).state
    estate_of(s).abbeys = (1,)
    scene = [Pair(s, s, s)]
    assert abbey.EXTRA.tell(Scene(scene, 1, 0)) == ("", {})
    assert abbey.EXTRA.tell(Scene(scene, 0, 0)) == ("barn", {})


def test_that_somebody_else_has_built_more_is_no_harm_to_them() -> None:
    def at(gold: int, built: int) -> Any:
        return SimpleNamespace(gold=[0, gold], cities=[(), (None,) * built])

    assert citadels.tell_gold_kept(Scene([Pair(None, at(1, 3), at(4, 3))], 1, 0)) == ("", {"n": 3})
    assert citadels.tell_gold_kept(Scene([Pair(None, at(1, 4), at(4, 3))], 1, 0)) is None


def test_one_strong_knight_is_no_more_active_than_one_that_is_weak() -> None:
    one, other = (Knights().knight(0, v, level, active=True) for v, level in ((7, 1), (23, 2)))
    assert knights._active_knights(one.s, 0) == knights._active_knights(other.s, 0) == 1


def test_places_that_exclude_each_other_are_one() -> None:
    """A settlement keeps the corners beside it free; and there must be a piece for each."""
    one = Table().settlement(0, 23).road(0, "23-29-34")
    both = Table().settlement(0, 23).road(0, "23-29-34-39")
    assert {34, 39} <= {v for v in range(54) if both.s.corners_reached[0] >> v & 1}
    assert themes._settlement_places(one.s, 0) == themes._settlement_places(both.s, 0)
    apart = Table().settlement(0, 23).road(0, "23-29-34", "23-17-12")
    assert themes._settlement_places(apart.s, 0) > themes._settlement_places(one.s, 0)
    apart.s.settlements_left[0] = 1
    assert themes._settlement_places(apart.s, 0) == 1


def test_a_place_that_the_other_move_uses_is_not_missed() -> None:
    before = Table().settlement(0, 23).road(0, "23-29-34", "23-17-12")
    ended, settled = deepcopy(before).s, deepcopy(before).settlement(0, 34).s
    tell = themes.tell_unused(lambda scene: ("", {}))
    assert tell(Scene([Pair(before.s, ended, settled)], 0, 0)) is None
    assert tell(Scene([Pair(before.s, settled, ended)], 0, 0)) == ("", {})


def test_what_is_held_in_some_of_the_games_only_is_called_likely() -> None:
    """Held in all of 16 rather than in 10, it was not told; held in half of them more, it was told as held."""
    mine, nobody = SimpleNamespace(longest=0), SimpleNamespace(longest=1)
    tell = themes.tell_held(lambda s, seat: float(s.longest == seat))

    def told(more: int, of: int = 0) -> tuple[str, Any] | None:
        ends = [Pair(nobody, *((mine, nobody) if n < more else (nobody, nobody))) for n in range(16)]
        return tell(Scene(ends if of == 0 else [pair.swapped for pair in ends], 0, of))

    assert [told(more) for more in (2, 6, 16)] == [None, ("likely", {}), ("holds", {})]
    assert told(6, of=1) == ("likely", {})
