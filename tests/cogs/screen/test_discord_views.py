"""Pictures made in threads."""

from __future__ import annotations

import asyncio
import threading

import pytest

from cogs.screen import discord_views
from cogs.screen.discord_views import Studio
from cogs.screen.gallery import Gallery
from render import Picture


async def test_memory_goes_back_once_nothing_has_been_drawn_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(discord_views, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(discord_views.heap, "return_free_memory", lambda: given.append(1))
    studio = Studio()
    await asyncio.gather(*(studio.draw(lambda: 1) for _ in range(20)))
    assert given == []
    async with asyncio.timeout(60):
        while not given:
            await asyncio.sleep(0.01)
    assert given == [1]
    studio.close()


async def test_what_nobody_waits_for_any_more_is_not_drawn() -> None:
    studio, goes_on, made = Studio(threads=1), threading.Event(), list[str]()
    first = asyncio.create_task(studio.draw(goes_on.wait, seconds=60))
    await asyncio.sleep(0.05)
    assert await studio.draw(lambda: made.append("dropped"), seconds=0.05) is None
    late: list[str] = []
    assert await studio.draw(lambda: "late", seconds=0.05, late=late.append) is None
    goes_on.set()
    await first
    assert await studio.draw(lambda: "last") == "last"
    assert (made, late) == ([], ["late"])
    studio.close()


async def test_the_gallery_holds_so_many_bytes() -> None:
    studio = Studio()
    gallery = Gallery(studio, cache_bytes=25_000)
    drawn: list[int] = []

    def picture(number: int) -> list[Picture]:
        drawn.append(number)
        return [Picture(bytes(10_000), "", (1, 1))]

    for number in (1, 2, 1, 3, 1, 2):  # the second goes for the third, and the third for the second
        await gallery.find_or_draw(number, lambda number=number: picture(number))
    assert drawn == [1, 2, 3, 2]
    studio.close()
