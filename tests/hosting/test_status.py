"""/healthz and /metrics of the real bot, asked as Prometheus and a health check ask."""

from __future__ import annotations

import asyncio
import logging
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

import bot
from cogs.settings import Settings, SettingsError
from db.errors import StoreError
from hosting import status
from hosting.status import AWAY, Status
from playground.driver import Box
from service.store.clock import MovableClock
from tools.stage import Stage, stage_lifetime

LABELS = {"way", "outcome", "method", "status", "level", "game", "le", "version", "generation"} | {
    "implementation", "major", "minor", "patchlevel",
}  # fmt: skip


class Watched(Stage):
    """A stage whose bot serves its figures."""

    def told(self) -> Settings:
        return replace(super().told(), status_address=("127.0.0.1", 0))

    @property
    def status(self) -> Status:
        assert self.running is not None
        assert self.running.status is not None
        return self.running.status

    async def get(self, page: str, **headers: str) -> tuple[int, Any, str]:
        url = f"http://127.0.0.1:{self.status.port}/{page}"
        async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
            body = await (answer.json() if page == "healthz" else answer.text())
            return answer.status, body, answer.headers["Content-Type"]

    async def figures(self) -> dict[str, float]:
        """Name with labels -> value."""
        found = {}
        for family in text_string_to_metric_families((await self.get("metrics"))[1]):
            for sample in family.samples:
                labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
                found[f"{sample.name}{{{labels}}}"] = sample.value
        return found


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "PATIENCE", 60.0)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Watched]:
    clock = MovableClock()
    box = await Box.start(on_clock=clock.advance)
    async with stage_lifetime(Watched(box, clock, tmp_path / "test.sqlite3")) as made:
        yield made


async def test_a_bot_that_is_well(stage: Watched) -> None:
    code, told, _ = await stage.get("healthz")
    assert (code, told) == (200, {"status": "ok", "database": "ok", "clocks": "ok", "discord": "connected"})


async def test_what_makes_it_ill(stage: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken() -> None:
        raise StoreError("store.failed")

    running = stage.running
    assert running is not None
    with monkeypatch.context() as patch:
        patch.setattr(running.store, "check_connection", broken)
        code, told, _ = await stage.get("healthz")
        assert (code, told["status"], told["database"]) == (503, "ill", "no answer")
    running.bot.connections.mark_disconnected(0)
    with monkeypatch.context() as patch:
        code, told, _ = await stage.get("healthz")
        assert (code, told["discord"]) == (200, "away")  # it comes and goes
        now = stage.status.monotonic()
        patch.setattr(stage.status, "monotonic", lambda: now + AWAY + 1)
        code, told, _ = await stage.get("healthz")
        assert (code, told["status"]) == (503, "ill")
    running.bot.connections.mark_connected(0)
    assert (await stage.get("healthz"))[0] == 200
    running.tables._scheduler_task.cancel()
    await asyncio.wait([running.tables._scheduler_task])
    code, told, _ = await stage.get("healthz")
    assert (code, told["clocks"]) == (503, "stopped")


async def test_the_line_to_discord_goes_and_comes(stage: Watched) -> None:
    running = stage.running
    assert running is not None
    figures = await stage.figures()
    assert figures["longtable_discord_connected{}"] == figures["longtable_shards_connected{}"] == 1
    running.bot.dispatch("shard_disconnect", 0)
    await asyncio.sleep(0)
    assert running.bot.disconnected_since is not None
    figures = await stage.figures()
    assert figures["longtable_discord_connected{}"] == figures["longtable_shards_connected{}"] == 0
    assert figures["longtable_shards{}"] == 1
    running.bot.dispatch("shard_resumed", 0)
    await asyncio.sleep(0)
    assert running.bot.disconnected_since is None


async def test_the_lines_of_several_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = MovableClock()
    box = await Box.start(on_clock=clock.advance)
    box.world.shards, box.world.at_once = 3, 16
    box.second_server("Second", ["Ann"], ["second"])
    async with stage_lifetime(Watched(box, clock, tmp_path / "test.sqlite3")) as stage:
        code, told, _ = await stage.get("healthz")
        assert (code, told["discord"], told["shards"]) == (200, "connected", "3 of 3 connected")
        await box.until(lambda: stage.running is not None and stage.running.bot.latency < 60)
        gateway = box.server.gateway
        gateway.shut = True
        await box.drop_gateway(shard=1)
        await box.until(lambda: stage.running is not None and stage.running.bot.connections.connected_count == 2)
        code, told, _ = await stage.get("healthz")
        assert (code, told["discord"], told["shards"]) == (200, "away", "2 of 3 connected")
        figures = await stage.figures()
        names = ("discord_connected", "shards", "shards_connected", "servers")
        assert [figures[f"longtable_{name}{{}}"] for name in names] == [0, 3, 2, 2]
        assert 0 < figures["longtable_discord_latency_seconds{}"] < 60
        now = stage.status.monotonic()
        with monkeypatch.context() as patch:
            patch.setattr(stage.status, "monotonic", lambda: now + AWAY + 1)
            assert (await stage.get("healthz"))[0] == 503
        gateway.shut = False
        await box.until(lambda: stage.running is not None and stage.running.bot.disconnected_since is None)
        assert (await stage.get("healthz"))[0] == 200


async def test_before_it_has_met_discord_it_starts(tmp_path: Path) -> None:
    async with await Box.start() as box:
        told = Settings(token=box.token, database=tmp_path / "x.sqlite3", status_address=("127.0.0.1", 0))
        running = await bot.assemble_bot(told, MovableClock())
        try:
            assert running.status is not None
            health, words = await running.status.health()
            assert (health, words["discord"]) == ("starting", "not yet connected")
        finally:
            await running.close()


async def test_the_figures_count_what_happens(stage: Watched) -> None:
    before = await stage.figures()
    await stage.game("Ann", "Ben")
    await stage.press("Ann", "My move")
    await stage.slash("Cid", "/game resign")  # who does not sit there is refused
    logging.getLogger("service").error("a line of the log")
    after = await stage.figures()

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("longtable_acts_total{outcome=answered,way=press}") >= 3
    assert more("longtable_acts_total{outcome=answered,way=command}") == 1
    assert more("longtable_acts_total{outcome=refused,way=command}") == 1
    assert after["longtable_tables{game=carcassonne,status=active}"] == 1
    pictures = [name for name in after if name.startswith("longtable_pictures_total")]
    assert sum(map(more, pictures)) >= 1  # drawn, or late on a slow machine
    assert more("longtable_database_write_seconds_count{}") >= 3
    assert more("longtable_discord_requests_total{method=POST,status=200}") >= 1
    assert more("longtable_log_records_total{level=error}") == 1
    assert after["longtable_database_bytes{}"] > 10_000
    assert after["longtable_tables_behind{}"] == 0
    assert after["longtable_servers{}"] >= 1
    assert after["longtable_thoughts_waiting{}"] == after["longtable_thinking_bytes{}"] == 0


async def test_thoughts_are_counted(stage: Watched) -> None:
    running = stage.running
    assert running is not None
    assert running.status is not None
    thinker = bot.build_worker_process(running.status.figures)
    for outcome, seconds in (("thought", 2.0), ("thought", 4.0), ("failed", 0.5)):
        thinker.on_search_end(outcome, seconds)
    after = await stage.figures()
    assert after["longtable_thoughts_total{outcome=thought}"] == 2
    assert after["longtable_thoughts_total{outcome=failed}"] == 1
    assert after["longtable_thought_seconds_sum{}"] == 6.5


async def test_no_figure_tells_who_or_where(stage: Watched) -> None:
    await stage.game("Ann", "Ben", kind="citadels")
    await stage.press("Ann", "My move")
    text = (await stage.get("metrics"))[1]
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            assert set(sample.labels) <= LABELS, sample
    table = stage.table()
    numbers = {str(n) for n in (table.home.guild_id, table.home.channel_id, *(s.user_id for s in table.seats)) if n}
    assert not numbers & set(re.findall(r"\d+", text))
    for name in ("Ann", "Ben", stage.box.token):
        assert name not in text


async def test_the_form_that_prometheus_asks_for(stage: Watched) -> None:
    assert (await stage.get("metrics"))[2].startswith("text/plain; version=")
    openmetrics = await stage.get("metrics", Accept="application/openmetrics-text; version=1.0.0")
    assert openmetrics[2].startswith("application/openmetrics-text")
    assert openmetrics[1].endswith("# EOF\n")


async def test_nothing_else_is_served(stage: Watched) -> None:
    async with aiohttp.ClientSession() as session:
        for page in ("", "metrics/x", "../.env"):
            async with session.get(f"http://127.0.0.1:{stage.status.port}/{page}") as answer:
                assert answer.status == 404
        async with session.post(f"http://127.0.0.1:{stage.status.port}/metrics") as answer:
            assert answer.status == 405


def test_what_figures_are_made_with_is_loaded_only_where_they_are_wanted() -> None:
    code = "import sys, bot; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=Path(bot.__file__).parent).returncode == 0


async def test_without_the_setting_nothing_is_served(tmp_path: Path) -> None:
    async with await Box.start() as box:
        running = await bot.assemble_bot(Settings(token=box.token, database=tmp_path / "x.sqlite3"), MovableClock())
        assert running.status is None
        await running.close()


async def test_a_port_that_is_taken(tmp_path: Path, stage: Watched) -> None:
    file = tmp_path / "y.sqlite3"
    told = Settings(
        token="x",
        database=file,
        status_address=("127.0.0.1", stage.status.port),
        error_prefixes={"LONGTABLE_STATUS": ".env, line 3: "},
    )
    with pytest.raises(SettingsError, match=r"^\.env, line 3: LONGTABLE_STATUS: 127\.0\.0\.1, port \d+ cannot be used"):
        await bot.assemble_bot(told, MovableClock())
    running = await bot.assemble_bot(replace(told, status_address=None), MovableClock())  # the file was let go
    await running.close()
