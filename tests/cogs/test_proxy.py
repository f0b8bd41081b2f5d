"""Requests that go through a proxy for rate limits."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator

import discord
import pytest
from aiohttp import ClientConnectionError

from cogs import check, proxy
from cogs.settings import Settings
from playground import connect
from playground.driver import Box
from tests.cogs.limiter import Limiter, limiter


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy, "RETRY_SECONDS", (0.02, 0.05, 0.1))


@pytest.fixture
async def box() -> AsyncIterator[Box]:
    async with await Box.start(channels=("table",)) as made:
        connect.redirect(made.url)
        yield made


@pytest.fixture
async def between(box: Box) -> AsyncIterator[Limiter]:
    async with limiter(box.url) as made:
        yield made


async def logged_in(box: Box, between: Limiter) -> discord.Client:
    client = discord.Client(intents=discord.Intents.none())
    proxy.route_through_proxy(client.http, between.url)
    await client.login(box.token)
    return client


@pytest.fixture
async def client(box: Box, between: Limiter) -> AsyncIterator[discord.Client]:
    made = await logged_in(box, between)
    yield made
    await made.close()


def room(box: Box, client: discord.Client) -> discord.PartialMessageable:
    return client.get_partial_messageable(box.channel("table").id)


async def test_two_processes_keep_one_limit(box: Box) -> None:
    async with limiter(box.url, limit=5, span=0.3) as between:
        clients = [await logged_in(box, between), await logged_in(box, between)]
        begun = time.monotonic()
        await asyncio.gather(*(client.fetch_user(client.user.id) for client in clients for _ in range(10)))
        for client in clients:
            await client.close()
    times = [at for at, what, _ in between.passed]
    assert {token for _, _, token in between.passed} == {f"Bot {box.token}"}
    assert between.waited
    assert all(later - sooner >= 0.29 for sooner, later in zip(times, times[5:], strict=False))
    assert time.monotonic() - begun > 0.3 * 3
    assert all(request.status == 200 for request in box.requests)


@pytest.mark.parametrize("failure", [429, 408, 503, 502])
async def test_what_the_proxy_fails_at_is_sent_again_with_its_files(
    box: Box, between: Limiter, client: discord.Client, failure: int
) -> None:
    between.failures.append(failure)
    file = discord.File(io.BytesIO(b"a picture"), "a.txt")
    await room(box, client).send("once", file=file)
    (shown,) = [message for message in box.messages("table") if message.text == "once"]
    assert shown.message.attachments[0].size == len(b"a picture")
    assert not between.failures


async def test_a_proxy_that_is_started_anew_loses_nothing(box: Box, between: Limiter, client: discord.Client) -> None:
    await between.stop()
    sending = asyncio.create_task(room(box, client).send("meanwhile"))
    await asyncio.sleep(0.03)
    await between.start()
    await sending
    assert [message.text for message in box.messages("table")] == ["meanwhile"]


async def test_a_line_that_breaks_is_no_reason_to_say_something_twice(
    box: Box, between: Limiter, client: discord.Client
) -> None:
    between.breaks_after = 1
    sent = await room(box, client).send("first")
    between.failures.append(0)
    await sent.edit(content="second")
    assert [message.text for message in box.messages("table")] == ["second"]
    asked = [what for _, what, _ in between.passed]
    assert asked.count(f"POST /api/v10/channels/{sent.channel.id}/messages") == 2


async def test_a_proxy_that_stays_away_is_an_error(box: Box, between: Limiter, client: discord.Client) -> None:
    await between.stop()
    with pytest.raises(ClientConnectionError):
        await room(box, client).send("never")


async def test_refusals_of_discord_are_no_failures_of_the_proxy(
    box: Box, between: Limiter, client: discord.Client
) -> None:
    before = len(between.passed)
    with pytest.raises(discord.NotFound):
        await client.get_partial_messageable(1).send("nowhere")
    assert len(between.passed) == before + 1


async def test_logins_and_answers_to_interactions_go_to_discord_itself(
    box: Box, between: Limiter, client: discord.Client
) -> None:
    await client.http.get_bot_gateway()
    asked = [request.route for request in box.requests]
    assert "GET /gateway/bot" in asked
    assert {what for _, what, _ in between.passed} == {
        "GET /api/v10/users/@me",
        "GET /api/v10/oauth2/applications/@me",
    }


async def test_the_check_goes_through_it_too(box: Box, between: Limiter, capsys: pytest.CaptureFixture[str]) -> None:
    assert await check.run_check(Settings(token=box.token, proxy=between.url)) == 0
    assert "logged in" in capsys.readouterr().out.lower()
    assert between.passed
