"""A playground that remembers."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import aiohttp
import pytest

from playground import Hints, Playground, connect
from playground.driver import Box
from playground.host import SAVE_EVERY
from playground.storage import dump_world, load_world, write_text
from playground.world import World
from tests.playground.bot import Bot, picture


async def test_a_world_comes_back_as_it_was(box: Box, tmp_path: Path) -> None:
    await box.slash("Ann", "table", "/do table")
    await box.slash("Ann", "table", "/do thread", name="side")
    await box.slash("Ann", "table", "/do screen")
    box.advance(500)
    box.deny("lounge", "send_messages")
    path = tmp_path / "deep" / "world.json"
    write_text(dump_world(box.world), path)
    back = load_world(path)
    assert back.users == box.world.users
    assert back.channels == box.world.channels
    assert back.commands == box.world.commands
    assert back.clock.moved == box.world.clock.moved
    assert back.bot is back.users[back.bot.id]
    table = next(m for m in back.channel_named("table").messages.values() if m.attachments)
    assert table.attachments[0].data == picture()
    assert back.find_message(table.id) is table
    assert back.token != box.token
    assert back.private == {}


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"form": 99}')
    with pytest.raises(ValueError, match="not a playground file"):
        load_world(path)


@pytest.mark.slow
async def test_the_host_object_serves_a_client_and_remembers(tmp_path: Path) -> None:
    path = tmp_path / "play.json"
    first = Playground(file=path, hints=Hints(title="Tables"))
    await first.start()
    try:
        assert first.url.startswith("http://127.0.0.1:")
        box = Box(first.server)
        await box.run(Bot())
        await box.slash("Ann", "table", "/do table")
        await first.world.until(path.exists, SAVE_EVERY * 3)
        await box.leave()
    finally:
        await first.stop()
        connect.restore()
    second = Playground(file=path)
    assert second.world.name == "Tables"
    assert len(second.world.channel_named("table").messages) == 1
    assert second.token != first.token


def test_ids_of_people_and_places_are_the_same_every_time() -> None:
    one, two = World.furnished(), World.furnished()
    assert list(one.users) == list(two.users)
    assert list(one.channels) == list(two.channels)
    assert one.token != two.token


async def test_a_world_goes_with_its_playground(tmp_path: Path) -> None:
    """Pictures of old worlds would fill the memory of whoever opens many."""
    box = await Box.start()
    world = weakref.ref(box.world)
    async with aiohttp.ClientSession() as session, session.get(f"{box.url}/"):
        pass
    await box.stop(check=False)
    del box
    gc.collect()
    assert world() is None
