"""The order of a turn, printed for any game and any choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.core import Choices, registry
from tests.rules.core.toy import KIND as TOY
from tests.rules.core.toy import Toy
from tools import pipeline

PRESETS = [(kind.key, preset) for kind in registry.game_types().values() for preset in kind.presets]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    """The words of each line."""
    assert pipeline.main(list(arguments)) == 0
    return [line.split() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_each_preset_of_each_game(game: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    kind = registry.game_types()[game]
    head, *steps = printed(capsys, game, "--preset", preset)
    order = kind.make(kind.presets[preset]).pipeline()
    assert head == [game, *str(kind.normalize_choices(kind.presets[preset])).split()]
    assert steps == [[str(rank), step, module] for rank, step, module in order]
    assert [rank for rank, _, _ in order] == sorted(rank for rank, _, _ in order)


def test_modules_and_options_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert ["150", "carc.river.lake", "river2"] in printed(capsys, "carcassonne", "--with", "river2")
    assert ["750", "cit.park", "park"] in printed(capsys, "citadels", "--with", "park")
    emperor = ["440", "cit.emperor.give", "emperor"]
    assert emperor not in printed(capsys, "citadels")
    assert emperor in printed(capsys, "citadels", "--option", "rank4", "emperor")


class Ordered(Toy):
    def pipeline(self) -> Sequence[tuple[int, str, str]]:
        return [(7, "toy.roll", "base")]


def test_a_game_that_comes_later_is_printed_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {"toy": replace(TOY, maker=Ordered)}
    monkeypatch.setattr(registry, "game_types", lambda: kinds)
    registry.make_game.cache_clear()
    try:
        head, *steps = printed(capsys, "toy")
    finally:
        registry.make_game.cache_clear()
    assert head == ["toy", str(Choices())]
    assert steps == [["7", "toy.roll", "base"]]
