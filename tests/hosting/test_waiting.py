"""What a process says of itself that waits for its shards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

import bot
from cogs.settings import Settings
from db.errors import StoreError
from db.share import Share
from service.store.clock import SystemClock
from tools.postgres import free_port


class Planted:
    """A client whose commands are built beforehand."""

    def __init__(self) -> None:
        self.planted = 0

    def build_command_tree(self) -> None:
        self.planted += 1


@pytest.mark.parametrize("between", [[], [StoreError("store.unreachable", file="x")]])
async def test_a_spare_waits_until_its_shards_are_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, between: list[StoreError]
) -> None:
    held = StoreError("store.held", shards="0/2", file="x")
    answers: list[StoreError | None] = [held, *between, held, None]
    asked: list[str] = []
    port, made = free_port(), Planted()

    async def opening(where: object, clock: object, shards: Share) -> object:
        error = answers.pop(0)
        if error is None:
            return "store"
        if len(answers) == 1:
            async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                asked.append(f"{answer.status} {await answer.text()}")
        raise error

    monkeypatch.setattr(bot, "open_store", opening)
    monkeypatch.setattr(bot, "LOOK_EVERY", 0.01)
    told = Settings(database_server="postgresql://x/y", shards=Share(2, 0, 0), status_address=("127.0.0.1", port))
    spare = bot.StandbyProcess(told, SystemClock(), lambda: made)
    assert await asyncio.wait_for(spare.open_store_when_free(), 10) == "store"
    assert asked == ['503 {"status": "standby", "shards": "0/2"}']
    assert spare.bot is made
    assert made.planted == 1


async def test_one_that_has_its_shards_at_once_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def opening(*_: object) -> object:
        return "store"

    monkeypatch.setattr(bot, "open_store", opening)
    spare = bot.StandbyProcess(Settings(), SystemClock(), Planted)
    assert await spare.open_store_when_free() == "store"
    assert spare.bot is None


async def test_who_cannot_use_the_database_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def opening(*_: object) -> object:
        raise StoreError("store.shards", file="x", count=2, others=4)

    monkeypatch.setattr(bot, "open_store", opening)
    with pytest.raises(StoreError):
        await bot.StandbyProcess(Settings(), SystemClock(), Planted).open_store_when_free()
