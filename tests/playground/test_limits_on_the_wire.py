"""Limits as a client meets them: through the wire."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from playground.driver import Box
from tests.playground.test_limits import Json, command


async def test_a_violation_is_answered_like_discord_and_remembered(box: Box) -> None:
    assert box.client is not None
    channel = box.client.get_channel(box.channel("table").id)
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("x" * 2001)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert "2000 or fewer" in caught.value.text
    (violation,) = box.violations
    assert violation.route == "POST /channels/{channel_id}/messages"
    with pytest.raises(AssertionError, match="2000 or fewer"):
        box.demand_clean()
    box.violations.clear()


async def raw(box: Box, method: str, path: str, body: Any) -> tuple[int, Json]:
    headers = {"Authorization": f"Bot {box.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, f"{box.url}/api/v10{path}", json=body, headers=headers) as response,
    ):
        return response.status, await response.json()


async def test_unknown_routes_and_bad_bodies_are_violations(box: Box) -> None:
    status, _ = await raw(box, "GET", "/guilds/1/wonders", None)
    assert status == 404
    status, body = await raw(box, "PUT", f"/applications/{box.world.bot.id}/commands", [command(name="BAD")])
    assert (status, body["code"]) == (400, 50035)
    assert [v.problem.where for v in box.violations] == ["", "0.name"]
    box.violations.clear()


async def test_the_openapi_document_is_asked_where_it_lies_at_hand(box: Box) -> None:
    if box.server.schema is None:
        pytest.skip("no copy of Discord's OpenAPI document lies beside the checkout: the schema check is left out")
    path = f"/channels/{box.channel('table').id}/messages"
    status, body = await raw(box, "POST", path, {"content": 5})
    assert (status, body["code"]) == (400, 50035)
    assert box.violations[0].problem.code == "SCHEMA"
    box.violations.clear()
    assert box.server.schema.checked > 0


async def test_a_missing_document_is_said_once(caplog: pytest.LogCaptureFixture, tmp_path: Any) -> None:
    from playground import schema

    schema._say_missing.cache_clear()
    for _ in range(2):
        assert schema.load_schema(tmp_path / "none.json") is None
    assert [r.message for r in caplog.records if "left out" in r.message] == [
        "no copy of Discord's OpenAPI document is at hand: the schema check is left out"
    ]


async def test_answers_are_given_once_and_of_the_right_kind(box: Box) -> None:
    await box.slash("Ann", "table", "/do say", text="x")
    act = list(box.world.interactions.values())[-1]
    path = f"/interactions/{act.id}/{act.token}/callback"
    status, body = await raw(box, "POST", path, {"type": 4, "data": {"content": "twice"}})
    assert (status, body["code"]) == (400, 40060)
    status, body = await raw(box, "POST", f"/interactions/{act.id}/wrong/callback", {"type": 4})
    assert (status, body["code"]) == (404, 10062)
    status, body = await raw(box, "POST", f"/webhooks/{box.world.bot.id}/wrong", {"content": "x"})
    assert (status, body["code"]) == (404, 10015)
    user = box.person("Ann")
    quiet = box.acts.begin(3, user, box.channel("table"), {"custom_id": "unknown", "component_type": 2})
    path = f"/interactions/{quiet.id}/{quiet.token}/callback"
    status, body = await raw(box, "POST", path, {"type": 8, "data": {"choices": []}})
    assert (status, body["code"]) == (400, 50035)
    box.violations.clear()
    status, body = await raw(box, "POST", f"/webhooks/{box.world.bot.id}/{quiet.token}", {"content": "too early"})
    assert (status, body["code"]) == (404, 10015)
