"""The bot behind a proxy for rate limits, which fails now and then: nothing is lost, nothing said twice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cogs import proxy
from cogs.settings import Settings
from playground.driver import Box
from rules.core import encode_move
from tests.cogs.limiter import limiter
from tests.e2e.conftest import Stage
from tools.soak.fixed_luck import clock_at
from tools.stage import stage_lifetime


@dataclass
class Behind(Stage):
    """A stage whose bot sends its requests through a proxy."""

    proxy: str = ""

    def told(self) -> Settings:
        return replace(super().told(), proxy=self.proxy)


async def moved(stage: Stage) -> str:
    """Whoever is waited for makes a move; what the bot answered."""
    table = await stage.tables.registry.load_table(stage.table().id)
    assert table.game is not None
    line = encode_move(next(iter(table.game.legal(table.state, table.seats_to_move[0]))))
    return (await stage.slash(stage.waited(), "/game move", line=line)).text


async def test_a_game_behind_a_proxy_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy, "RETRY_SECONDS", (0.02, 0.05, 0.1, 0.2, 0.4))
    clock = clock_at()
    box = await Box.start(on_clock=clock.advance)
    async with (
        limiter(box.url, limit=20, span=0.2) as between,
        stage_lifetime(Behind(box, clock, tmp_path / "test.sqlite3", proxy=between.url)) as stage,
    ):
        await stage.game("Ann", "Ben")
        for failures in ([], [408], [0, 503], [502]):
            before = stage.table().seq
            between.failures.extend(failures)
            assert "Done" in await moved(stage)
            await stage.settled()
            assert stage.table().seq > before
            assert not between.failures
        await between.stop()  # it is started anew while somebody moves, and the answer does not wait for it
        assert "Done" in await moved(stage)
        await between.start()
        await stage.settled()
        (shown,) = [message for message in box.messages("table") if message.has_button("My move")]
        assert f"{stage.waited()}" in shown.text
        asked = {what for _, what, _ in between.passed}
    assert not [what for what in asked if "/interactions/" in what or "/webhooks/" in what or "/gateway" in what]
    assert [what for what in asked if what.startswith("POST /api/v10/channels/")]
    box.demand_clean()
