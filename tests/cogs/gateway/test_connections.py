"""Which lines stand, since when one is waited for, and of which servers we have been told."""

from __future__ import annotations

import asyncio

from cogs.gateway.connections import GatewayConnections
from db.share import Share

BOTH = Share(2, 0, 1)
EVEN, ODD = 4 << 22, 5 << 22  # servers of the two shards of two


class Watch:
    """A clock that stands still."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def divided(share: Share = BOTH) -> tuple[GatewayConnections, Watch]:
    watch = Watch()
    lines = GatewayConnections(watch)
    watch.now = 110.0
    lines.set_share(share)
    return lines, watch


def test_before_discord_said_how_many_there_are_it_is_waited_for() -> None:
    watch = Watch()
    lines = GatewayConnections(watch)
    watch.now = 200.0
    assert (lines.shard_count, lines.connected_count, lines.disconnected_since) == (0, 0, 100.0)
    assert not lines.is_guild_list_complete(EVEN)


def test_lines_come_and_go() -> None:
    lines, watch = divided()
    assert (lines.shard_count, lines.connected_count, lines.disconnected_since) == (2, 0, 110.0)
    for shard in (0, 1):
        lines.mark_loading_servers(shard)
        lines.mark_ready(shard)
    assert (lines.connected_count, lines.disconnected_since) == (2, None)
    watch.now = 120.0
    lines.mark_disconnected(1)
    watch.now = 130.0
    lines.mark_disconnected(1)  # it was tried again, in vain
    lines.mark_disconnected(0)
    assert (lines.connected_count, lines.disconnected_since) == (0, 120.0)
    lines.mark_connected(1)
    assert (lines.connected_count, lines.disconnected_since) == (1, 130.0)


def test_shards_that_come_up_one_after_the_other_are_not_waited_for_from_the_start() -> None:
    lines, watch = divided(Share(3, 0, 2))
    watch.now = 150.0
    lines.mark_ready(0)
    assert lines.disconnected_since == 150.0
    lines.mark_disconnected(0)
    watch.now = 160.0
    lines.mark_ready(1)
    assert lines.disconnected_since == 150.0  # that of the first, which was lost since
    lines.mark_connected(0)
    assert lines.disconnected_since == 160.0
    lines.mark_ready(2)
    assert lines.disconnected_since is None


def test_a_shard_tells_of_its_own_servers() -> None:
    lines, _ = divided()
    lines.mark_ready(0)
    assert lines.is_guild_list_complete(EVEN)
    assert not lines.is_guild_list_complete(ODD)
    lines.mark_disconnected(0)
    assert lines.is_guild_list_complete(EVEN)  # what it told is true until it tells something else
    lines.mark_loading_servers(0)
    assert not lines.is_guild_list_complete(EVEN)
    lines.mark_ready(0)
    assert lines.is_guild_list_complete(EVEN)


def test_of_shards_of_another_process_nothing_is_told() -> None:
    lines, _ = divided(Share(2, 1, 1))
    lines.mark_ready(1)
    assert lines.disconnected_since is None
    assert (lines.is_guild_list_complete(EVEN), lines.is_guild_list_complete(ODD)) == (False, True)


async def test_somebody_waits_until_they_are_told() -> None:
    lines = GatewayConnections()
    even, odd = (asyncio.create_task(lines.wait_for_guild_list(each)) for each in (EVEN, ODD))
    await asyncio.sleep(0)
    lines.set_share(BOTH)
    await asyncio.sleep(0)
    lines.mark_ready(0)
    await even
    assert not odd.done()
    lines.close()
    await odd


async def test_nobody_waits_for_what_another_process_is_told() -> None:
    lines = GatewayConnections()
    even = asyncio.create_task(lines.wait_for_guild_list(EVEN))
    await asyncio.sleep(0)
    lines.set_share(Share(2, 1, 1))
    await even
