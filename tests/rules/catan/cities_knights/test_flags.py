"""Every option of Cities & Knights alone, both values, under either reading: catan.md 13.1."""

from __future__ import annotations

import pytest

from rules.catan.expansions.cities_knights.module import CitiesKnights
from rules.catan.game import KIND
from rules.core import Choices

from .table import A, B, Table

READINGS = pytest.mark.parametrize("rules", ["official", "colonist"])


def test_what_each_reading_brings_along() -> None:
    def values(rules: str) -> dict[str, str]:
        chosen = KIND.option_values(Choices(("cities_knights",), (("rules", rules),)))
        return {option.key: chosen[option.key] for option in CitiesKnights.options}

    assert values("official") == {
        "progress_limit": "strict",
        "crane_stacking": "per_level",
        "inventor_own_hexes": "forbidden",
        "aqueduct_on_shortage": "on",
        "master_merchant_may_decline": "on",
        "displaced_may_be_removed": "off",
        "mean_rule": "off",
    }
    assert values("colonist") == {
        "progress_limit": "own_turn_5",
        "crane_stacking": "one_per_turn",
        "inventor_own_hexes": "allowed",
        "aqueduct_on_shortage": "off",
        "master_merchant_may_decline": "off",
        "displaced_may_be_removed": "on",
        "mean_rule": "off",
    }


@READINGS
def test_progress_limit(rules: str) -> None:
    def drawn(value: str, *levels: int) -> Table:
        table = Table(rules=rules, progress_limit=value).progress(A, "spy", "crane", "smith", "merchant")
        table.progress(B, "spy", "crane", "smith", "merchant")
        for seat in levels:
            table.levels(seat, politics=1)
        return table.top("deserter", "bishop").before_roll().roll(1, 1, "politics")

    both = drawn("strict", A, B)
    assert sorted(both.game.waiting(both.s)) == [A, B]
    both = drawn("own_turn_5", A, B)
    assert sorted(both.game.waiting(both.s)) == [B]
    assert both.view().tasks[B].params["n"] == 4  # why they return one is said
    both.do("answer-return bishop")
    assert both.asked == A
    assert both.do("end").legal("answer-return")
    assert both.view().tasks[A].params["n"] == 4


@READINGS
def test_crane_stacking(rules: str) -> None:
    for value, playable in (("per_level", True), ("one_per_turn", False)):
        table = Table(rules=rules, crane_stacking=value).city(A, 0).progress(A, "crane", "crane").hand(A, "1 cloth")
        assert bool(table.do("card-crane trade").legal("card-crane")) == playable


@READINGS
def test_inventor_own_hexes(rules: str) -> None:
    for value, allowed in (("forbidden", False), ("allowed", True)):
        table = Table(rules=rules, inventor_own_hexes=value).settlement(A, 0).progress(A, "inventor")
        assert ("card-inventor h0 h8" in table.legal("card-inventor")) == allowed
        assert "card-inventor h3 h8" not in table.legal("card-inventor")  # a twelve never moves


@READINGS
def test_aqueduct_on_shortage(rules: str) -> None:
    for value, asked in (("on", True), ("off", False)):
        table = Table(rules=rules, aqueduct_on_shortage=value).settlement(A, 0).settlement(B, 12)
        table.levels(A, science=3).bank("1 ore").before_roll().roll(5, 5)
        assert bool(table.legal("answer-aqueduct")) == asked
        blocked = Table(rules=rules, aqueduct_on_shortage=value).settlement(A, 0).levels(A, science=3)
        blocked.s.robber = 0
        assert blocked.before_roll().roll(5, 5).legal("answer-aqueduct")


@READINGS
def test_master_merchant_may_decline(rules: str) -> None:
    for value, free in (("on", True), ("off", False)):
        table = Table(rules=rules, master_merchant_may_decline=value).settlement(B, 0).hand(B, "3 ore")
        table.progress(A, "master-merchant").do("card-master-merchant 1")
        assert ("pass take" in table.legal()) == ("answer-take ore" in table.legal()) == free


@READINGS
def test_displaced_may_be_removed(rules: str) -> None:
    for value, leaves in (("off", False), ("on", True)):
        table = Table(rules=rules, displaced_may_be_removed=value).road(A, "17-23-29").road(B, "29-34-39")
        table.knight(A, 17, 2, ready=True).knight(B, 29).progress(A, "intrigue")
        assert ("pass relocate" in table.do("knight-move v17 v29").legal()) == leaves
        table = Table(rules=rules, displaced_may_be_removed=value).road(A, "23-29").road(B, "29-34-39")
        table.knight(B, 29).progress(A, "intrigue").do("card-intrigue v29")
        assert table.legal() == ["answer-relocate v34", "answer-relocate v39"]


def test_mean_rule() -> None:
    for value, asked in (("off", False), ("on", True)):
        table = Table(mean_rule=value).road(B, "0-3").knight(B, 3, active=True).ship(6).before_roll().roll(1, 1, "ship")
        assert (table.view().phase == "answer") == asked
        assert table.is_active(3) == asked  # until they have fought
