"""Limits of every scope, events that come late, twice or not at all, clients that are sent away; who waits for what."""

from __future__ import annotations

import asyncio
import time

import discord
import pytest

from playground.driver import Box
from playground.gateway import INVALID_SESSION, RECONNECT
from tests.playground.test_faults import MESSAGES, room


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_limits_of_every_scope_are_waited_out(box: Box, scope: str) -> None:
    box.faults.rate_limit(MESSAGES, retry_after=0.2, scope=scope)
    began = time.monotonic()
    await room(box).send("late")
    assert time.monotonic() - began >= 0.2
    assert [m.text for m in box.messages("table")] == ["late"]


async def test_a_limit_from_before_discord_is_not(box: Box) -> None:
    box.faults.rate_limit(MESSAGES, scope="bare")
    with pytest.raises(discord.HTTPException) as refused:
        await room(box).send("never")
    assert refused.value.status == 429
    assert box.messages("table") == []


async def test_events_come_as_the_fault_says(box: Box) -> None:
    """Missed, twice, after what came later."""
    gateway, plan = box.server.gateway, [(), (0.0, 0.0), (0.05,), (0.0,)]
    gateway.delays = lambda event: plan.pop(0) if event.what == "interaction" else (0.0,)
    texts = ("missed", "twice", "late", "in time")
    for text in texts:
        box.acts.slash(box.person("Ann"), box.channel("table"), "/do say", {"text": text})
    (session,) = gateway.sessions.values()

    def told() -> list[str]:
        acts = [sent for _, sent in session.sent if '"INTERACTION_CREATE"' in sent]
        return [text for sent in acts for text in texts if f'"{text}"' in sent]

    await box.until(lambda: len(told()) == 4)
    assert told() == ["twice", "twice", "in time", "late"]


@pytest.mark.slow
async def test_clients_that_are_sent_away_come_again(box: Box) -> None:
    gateway = box.server.gateway
    gateway.order(RECONNECT)
    await box.until(lambda: gateway.resumed == 1, timeout=15)
    gateway.order(INVALID_SESSION, False)
    await box.until(lambda: gateway.identified == 2, timeout=30)
    assert (await box.slash("Ann", "table", "/do say", text="again")).text == "again"


async def test_who_waits_for_one_thing_is_woken_by_it_alone(box: Box) -> None:
    world, looked, thing = box.world, 0, box.person("Ann")

    def look() -> bool:
        nonlocal looked
        looked += 1
        return looked > 1

    waiting = asyncio.create_task(world.until(look, 5, (thing,)))
    await asyncio.sleep(0)
    for _ in range(50):
        world.tell("request")
        await asyncio.sleep(0)
    assert looked == 1
    world.tell("member", 0, thing)
    assert await waiting
    assert looked == 2
    assert not world.watched
