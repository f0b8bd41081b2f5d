"""The story of the table message as its readers get it: what was taken from them stays until they have acted."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import Stage
from tests.e2e.laid import asked_between, laid_out, lay
from tests.e2e.story import spoken
from tests.rules.catan.table import Table as Position
from tests.rules.catan.test_development import KNIGHT, dev

A, B, C = range(3)


async def move(stage: Stage, who: str, line: str) -> None:
    await stage.slash(who, "/game move", line=line)
    await stage.settled()


async def test_a_robbery_is_told_to_its_victim_though_others_have_built_since(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await asked_between(stage)
        laid = Position(3, special_build="on").settlement(C, 35).hand(C, "1 wool").settlement(B, 10)
        await lay(stage, dev(laid.hand(B, "1 brick, 1 lumber"), A, KNIGHT))
        await move(stage, "Ann", "dev-knight")
        robber = next(line for line in laid.do("dev-knight").legal("robber", A) if line.endswith(" 2"))
        await move(stage, "Ann", robber)
        await move(stage, "Ann", "end")
        shown = stage.newest("My move")
        assert shown.pings == {"Ben"}
        assert " special build phase: " in shown.content.splitlines()[0]
        road = next(move for move in stage.table().game.legal(stage.table().state, B) if move.kind == "build-road")
        await move(stage, "Ben", f"build-road {road.path}")
        assert "Ben built a road" in spoken(stage.newest("My move").content)
        await move(stage, "Ben", "pass build")
        shown = stage.newest("My move")
        assert shown.pings == {"Cid"}
        assert "took a card from Cid." in shown.content
        assert "Ben built a road" in spoken(shown.content)
        await move(stage, "Cid", "pass build")
        assert "took a card from Cid." not in stage.newest("My move").content
