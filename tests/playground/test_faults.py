"""Things that go wrong: each is met by the real client as it would be met on Discord."""

from __future__ import annotations

import time

import aiohttp
import discord
import pytest

from playground import errors
from playground.driver import Box, NoAnswer, Refused
from tests.playground.bot import Bot, buttons

MESSAGES = "POST /channels/*/messages"


def room(box: Box, name: str = "table") -> discord.TextChannel:
    assert box.client is not None
    found = box.client.get_channel(box.channel(name).id)
    assert isinstance(found, discord.TextChannel)
    return found


def ours(box: Box) -> Bot:
    assert isinstance(box.client, Bot)
    return box.client


async def test_a_rate_limit_is_waited_out_by_the_client(box: Box) -> None:
    fault = box.faults.rate_limit(MESSAGES, retry_after=0.2, times=2)
    began = time.monotonic()
    await room(box).send("late")
    assert time.monotonic() - began >= 0.4
    assert fault.struck == 2
    assert [m.text for m in box.messages("table")] == ["late"]


async def test_a_server_error_is_tried_again(box: Box) -> None:
    box.faults.server_error(MESSAGES, 502)
    await room(box).send("once")
    assert len(box.messages("table")) == 1


async def test_a_server_error_without_retry_is_raised(box: Box) -> None:
    box.faults.server_error(MESSAGES, 503)
    with pytest.raises(discord.DiscordServerError):
        await room(box).send("never")
    assert box.messages("table") == []


async def test_a_dropped_request_did_nothing(box: Box) -> None:
    box.faults.drop(MESSAGES)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await room(box).send("lost")
    assert box.messages("table") == []


async def test_a_swallowed_answer_was_carried_out_and_a_nonce_finds_it(box: Box) -> None:
    box.faults.swallow(MESSAGES)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await room(box).send("done", nonce="a-1")
    assert [m.text for m in box.messages("table")] == ["done"]
    # discord.py always asks Discord to enforce a nonce, so the second try gives the first message.
    again = await room(box).send("done", nonce="a-1")
    assert again.id == box.messages("table")[0].id
    assert len(box.messages("table")) == 1
    box.advance(3600)
    await room(box).send("done", nonce="a-1")
    assert len(box.messages("table")) == 2


@pytest.mark.slow
async def test_a_delay_kills_the_first_answer(box: Box) -> None:
    box.faults.delay("POST /interactions/*", 3.2)
    with pytest.raises(NoAnswer):
        await box.slash("Ann", "table", "/do say", text="slow")
    await box.until(lambda: ours(box).errors, timeout=20)
    (error,) = ours(box).errors
    assert isinstance(error, discord.NotFound)
    assert error.code == 10062


async def test_any_refusal_can_be_made_up(box: Box) -> None:
    box.faults.refuse("GET /channels/{channel_id}", errors.no_access(), skip=1)
    assert box.client is not None
    await box.client.fetch_channel(box.channel("table").id)
    with pytest.raises(discord.Forbidden) as caught:
        await box.client.fetch_channel(box.channel("table").id)
    assert caught.value.code == 50001
    assert box.faults.struck == ["GET /channels/{channel_id}"]


async def test_missing_rights(box: Box) -> None:
    box.deny("table", "send_messages")
    with pytest.raises(discord.Forbidden) as caught:
        await room(box).send("no")
    assert caught.value.code == 50013
    box.allow("table", "send_messages")
    box.deny("table", "attach_files")
    with pytest.raises(discord.Forbidden):
        await room(box).send(file=discord.File(__file__, "t.txt"))
    box.deny("table", "embed_links")
    sent = await room(box).send("text", embed=discord.Embed(title="gone"))
    assert sent.embeds == []
    box.deny("table", "view_channel")
    with pytest.raises(discord.Forbidden) as caught:
        await room(box).send("no")
    assert caught.value.code == 50001
    # Answers to interactions need no right of the channel.
    assert (await box.slash("Ann", "table", "/do say", text="still")).text == "still"


async def test_deleted_messages_and_channels(box: Box) -> None:
    sent = await room(box).send("here")
    box.delete_message(box.messages("table")[0])
    with pytest.raises(discord.NotFound) as caught:
        await sent.edit(content="there")
    assert caught.value.code == 10008
    lounge = room(box, "lounge")
    box.delete_channel("lounge")
    with pytest.raises(discord.NotFound) as caught:
        await lounge.send("anybody")
    assert caught.value.code == 10003
    await box.until(lambda: "CHANNEL_DELETE" in ours(box).events)


async def test_foreign_messages_and_empty_ones(box: Box) -> None:
    box.say("Ann", "table", "mine")
    message = await room(box).fetch_message(box.messages("table")[0].id)
    with pytest.raises(discord.Forbidden) as caught:
        await message.edit(content="yours")
    assert caught.value.code == 50005
    with pytest.raises(discord.Forbidden):
        await message.delete()
    with pytest.raises(discord.HTTPException) as empty:
        await room(box).send("")
    assert empty.value.code == 50006


async def test_closed_direct_messages(box: Box) -> None:
    box.close_dms("Dan")
    assert (await box.slash("Dan", "table", "/do letter")).text == "closed 50007"


async def test_archived_threads(box: Box) -> None:
    await box.slash("Ann", "table", "/do thread", name="side")
    (thread,) = box.threads("table")
    first = box.newest(thread)
    assert first is not None
    assert box.client is not None
    real = box.client.get_channel(thread.id)
    assert isinstance(real, discord.Thread)
    message = await real.fetch_message(first.id)
    box.archive(thread)
    with pytest.raises(Refused, match="archived"):
        await box.press("Ann", first, "Count 1")
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="late")
    assert caught.value.code == 50083
    await real.send("wakes it")
    assert not thread.archived
    box.archive(thread, locked=True)
    with pytest.raises(discord.HTTPException) as caught:
        await real.send("locked")
    assert caught.value.code == 50083


async def test_threads_fall_asleep_after_their_time(box: Box) -> None:
    thread = box.thread("table", "quiet")
    box.advance(thread.auto_archive * 60 - 60)
    assert not thread.archived
    box.advance(61)
    assert thread.archived


async def test_tokens_die_after_fifteen_minutes(box: Box) -> None:
    table = await room(box).send("t", view=buttons(1))
    shown = box.messages("table")[0]
    assert shown.id == table.id
    answer = await box.press("Ann", shown, "Secret")
    await box.quiet(0.1)
    (interaction,) = [i for i in box.world.interactions.values() if i.id == answer.act.id]
    hook = discord.Webhook.partial(box.world.bot.id, interaction.token, session=ours(box).http._HTTPClient__session)
    box.advance(899 - (box.world.now() - interaction.at))
    await hook.send("in time")
    box.advance(2)
    with pytest.raises(discord.HTTPException) as caught:
        await hook.send("too late")
    assert (caught.value.status, caught.value.code) == (401, 50027)


async def test_expired_tokens_by_hand(box: Box) -> None:
    await room(box).send("t", view=buttons(1))
    answer = await box.press("Ann", box.messages("table")[0], "Secret")
    await box.quiet(0.1)
    box.expire_tokens()
    hook = discord.Webhook.partial(box.world.bot.id, answer.act.token, session=ours(box).http._HTTPClient__session)
    with pytest.raises(discord.HTTPException) as caught:
        await hook.edit_message(answer.messages[0].id, content="late")
    assert caught.value.code == 50027


async def test_edits_of_old_messages_are_counted_and_soon_refused(box: Box) -> None:
    sent = await room(box).send("old")
    await sent.edit(content="young")
    assert box.world.old_edits == []
    box.advance(3601)
    for n in range(5):
        await sent.edit(content=f"edit {n}")
    assert len(box.world.old_edits) == 5
    assert box.world.old_edits[0].age > 3600
    # The client tries a few times more and then gives up.
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="too much")
    assert (caught.value.status, caught.value.code) == (429, 30046)
    assert box.messages("table")[0].text == "edit 4"


@pytest.mark.slow
async def test_limits_of_observed_size_can_be_switched_on() -> None:
    async with await Box.start(strict_rates=True) as box:
        await box.run(Bot())
        began = time.monotonic()
        for n in range(6):
            await room(box).send(str(n))
        # The client reads the headers and waits by itself, so nothing is refused.
        assert time.monotonic() - began > 3
        assert box.server.rates.refused == 0
        route = "PATCH /channels/{channel_id}"
        for _ in range(2):
            box.server.rates.headers(route, "1")
        with pytest.raises(errors.ApiError) as caught:
            box.server.rates.headers(route, "1")
        assert caught.value.status == 429
        assert caught.value.extra["retry_after"] > 500
