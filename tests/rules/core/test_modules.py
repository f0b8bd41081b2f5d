"""Modules of any game: found by listing, in their order, with what they bring and replace, bound to their questions."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from rules.core import Choices, Step
from rules.core.modules import Hooks, Module, Modules, Ranked, by_publication_order, collect_from_package


class Part(Module):
    """A module of a small game."""

    def price(self, cards: int) -> int:
        """What so many cards cost."""
        return 0

    def told(self) -> str:
        """What it says."""
        return ""


class Parts(Hooks[Part]):
    def __init__(self, playing: Iterable[type[Part]], chosen: Mapping[str, str]) -> None:
        super().__init__(playing, chosen)
        self.price = self._bind_hook(Part.price)
        self.told = self._bind_hook(Part.told)


class Early(Step[Any]):
    kind: ClassVar[str] = "test.modules.early"


class Late(Step[Any]):
    kind: ClassVar[str] = "test.modules.late"


class Base(Part):
    key = "base"
    order = 0
    tally = ("roads",)
    turn: ClassVar[tuple[Ranked, ...]] = ((900, Late),)

    def told(self) -> str:
        return "base"


class Old(Part):
    key = "old"
    order = 1


class Shared(Part):
    key = "shared"
    order = 5
    tally = ("pigs",)

    def price(self, cards: int) -> int:
        return cards


class First(Part):
    key = "first"
    order = 20
    brings = (Shared,)


class Second(Part):
    key = "second"
    order = 10
    brings = (Shared,)
    replaces = ("old",)
    turn: ClassVar[tuple[Ranked, ...]] = ((100, Early),)

    def price(self, cards: int) -> int:
        return cards * int(self.chosen["factor"])


MODULES = Modules((Base, Old), by_publication_order((First, Second)))


def keys(*modules: str) -> list[str]:
    return [module.key for module in MODULES.modules_in_play(Choices(modules))]


def test_modules_stand_in_the_order_of_publication() -> None:
    assert MODULES.keys == ("second", "first")
    assert MODULES.all == (Base, Old, Second, First)


def test_what_modules_bring_plays_once_and_what_they_replace_does_not() -> None:
    assert keys() == ["base", "old"]
    assert keys("first") == ["base", "old", "shared", "first"]
    assert keys("second", "first") == ["base", "shared", "second", "first"]


def test_only_those_who_answer_are_asked() -> None:
    hooks = Parts(MODULES.modules_in_play(Choices(("second", "first"))), {"factor": "3"})
    assert [ask(2) for ask in hooks.price] == [2, 6]
    assert [ask() for ask in hooks.told] == ["base"]
    assert hooks.tally == ("roads", "pigs")
    assert Parts(MODULES.modules_in_play(Choices()), {}).price == ()


def test_the_steps_of_a_turn_stand_by_rank() -> None:
    hooks = Parts(MODULES.modules_in_play(Choices(("second",))), {"factor": "1"})
    assert hooks.pipeline() == [(100, Early.kind, "second"), (900, Late.kind, "base")]
    assert [type(step) for step in hooks.turn_steps] == [Late, Early]


def test_a_folder_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "listed"
    (package / "b").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "b" / "__init__.py").write_text("THING = 2\n", encoding="utf-8")
    (package / "c.py").write_text("THING = 3\n", encoding="utf-8")
    (package / "a.py").write_text("THING = 1\n", encoding="utf-8")
    (package / "helper.py").write_text("OTHER = 4\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(collect_from_package("listed", [str(package)], "THING")) == [1, 2, 3]
    for name in [name for name in sys.modules if name.partition(".")[0] == "listed"]:
        monkeypatch.delitem(sys.modules, name)
