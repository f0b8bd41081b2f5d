"""Whole lines are completed while thousands of moves are possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.look import hand
from tests.e2e.laid import laid_out, lay
from tests.rules.catan.cities_knights.table import Table

HAND = "3 brick, 3 lumber, 3 wool, 3 grain, 2 ore, 2 cloth, 2 coin, 2 paper"
FEW = 30  # sentences, beside thousands


async def test_a_line_is_completed_without_a_sentence_for_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    sentence = hand.sentence_of

    def counting(*args: object) -> str:
        said.append(args)
        return sentence(*args)  # whatever it is called with

    monkeypatch.setattr(hand, "sentence_of", counting)
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, Table().city(0, 17).hand(0, HAND).before_roll().roll(3, 4))
        found = await stage.box.complete("Ann", "table", "/game move", "line", "disc")
        assert len(found) == 25
        assert found[0].value.startswith("discard brick,brick,brick")
        assert "Discard 3 brick" in found[0].label
        assert "more" in found[-1].label
        assert len(said) < FEW
        typed = "discard brick,brick,brick,lumber,lumber,lumber,wool,wool,grain,"
        assert all(
            choice.value.startswith(typed)
            for choice in await stage.box.complete("Ann", "table", "/game move", "line", typed)
        )
        assert await stage.box.complete("Ann", "table", "/game move", "line", "discard everything") == []
        assert len(said) < 2 * FEW
