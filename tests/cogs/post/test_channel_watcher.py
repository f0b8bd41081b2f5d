"""What Discord's answers mean for people and places."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.post.channel_watcher import ChannelWatcher
from cogs.post.discord_messages import ChannelLost, DiscordUnavailable, classify_http_error
from db.share import WHOLE, Share
from service.state.model import TableChannel

from .publisher_stage import http_error


class Guild:
    """A server that answers as it is told to."""

    unavailable = False
    me = object()

    def __init__(self, answer: BaseException | None = None) -> None:
        self.answer = answer

    async def fetch_member(self, user_id: int) -> object:
        if self.answer is not None:
            raise self.answer
        return object()


def places(
    guild: Any, channel: Any = None, told: bool = True, share: Share = WHOLE, http: Any = None
) -> ChannelWatcher:
    app: Any = SimpleNamespace(
        get_guild=lambda number: guild,
        get_channel=lambda number: channel,
        is_guild_list_complete=lambda number: told,
        share=share,
        http=http,
    )
    return ChannelWatcher(app)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (None, "here"),
        (http_error(10007, 404), "gone"),
        (http_error(10013, 404), "gone"),
        (http_error(10004, 404), "closed"),
        (http_error(50001, 403), "closed"),
        (http_error(0, 404), "unknown"),
        (http_error(50013, 403), "unknown"),
        (http_error(0, 500), "unknown"),
        (http_error(0, 429), "unknown"),
        (http_error(10007, 500), "unknown"),
        (ConnectionResetError(), "unknown"),
        (discord.RateLimited(60), "unknown"),
    ],
)
async def test_only_a_plain_no_means_that_somebody_is_gone(answer: BaseException | None, found: str) -> None:
    assert await places(Guild(answer)).fetch_membership(7, 101) == found


@pytest.mark.parametrize(
    ("answer", "found"), [(None, "here"), (http_error(10007, 404), "gone"), (http_error(50001, 403), "closed")]
)
async def test_of_a_server_of_another_process_discord_is_asked(answer: BaseException | None, found: str) -> None:
    """The gateway tells that process alone which servers there are; a table without a home may be brought there."""
    asked: list[tuple[int, int]] = []

    async def get_member(guild_id: int, user_id: int) -> None:
        asked.append((guild_id, user_id))
        if answer is not None:
            raise answer

    theirs = places(None, told=False, share=Share(2, 1, 1), http=SimpleNamespace(get_member=get_member))
    assert await theirs.fetch_membership(7, 101) == found
    assert asked == [(7, 101)]


async def test_of_a_server_that_is_out_nothing_is_known() -> None:
    guild = Guild()
    guild.unavailable = True
    assert await places(guild).fetch_membership(7, 101) == "unknown"
    assert await places(None).fetch_membership(7, 101) == "closed"
    assert places(guild).find_unreachable_reason(TableChannel(7, 70)) is None
    assert places(None).find_unreachable_reason(TableChannel(7, 70)) == "server"
    assert places(None).find_unreachable_reason(TableChannel(None, 70)) is None


async def test_of_a_server_whose_shard_has_not_told_anything_nothing_is_known() -> None:
    untold = places(None, told=False)
    assert await untold.fetch_membership(7, 101) == "unknown"
    assert untold.find_unreachable_reason(TableChannel(7, 70)) is None


@pytest.mark.parametrize(
    ("missing", "thread", "verdict"),
    [
        ((), False, ""),
        (("view_channel",), False, "view"),
        (("send_messages",), False, "send"),
        (("attach_files",), False, ""),
        (("send_messages",), True, ""),
        (("send_messages_in_threads",), True, "thread"),
        (("send_messages_in_threads",), False, ""),
    ],
)
def test_rights_are_read_as_far_as_they_are_known(missing: tuple[str, ...], thread: bool, verdict: str) -> None:
    may = discord.Permissions.all()
    may.update(**dict.fromkeys(missing, False))
    channel: Any = discord.Thread.__new__(discord.Thread) if thread else SimpleNamespace()
    if thread:
        channel.locked = False
        channel = _answering(channel, may)
    else:
        channel.permissions_for = lambda member: may
    assert places(Guild(), channel).find_unreachable_reason(TableChannel(7, 70)) == verdict


def _answering(thread: Any, may: discord.Permissions) -> Any:
    class Known(discord.Thread):
        def permissions_for(self, member: Any, /) -> discord.Permissions:
            return may

    known = Known.__new__(Known)
    known.locked = thread.locked
    return known


@pytest.mark.parametrize(
    ("code", "why"),
    [(10003, "channel"), (10004, "server"), (50001, "view"), (50013, "send"), (50083, "locked"), (160005, "locked")],
)
def test_every_refusal_that_takes_a_home_says_why(code: int, why: str) -> None:
    found = classify_http_error(http_error(code))
    assert isinstance(found, ChannelLost)
    assert found.why == why
    assert isinstance(classify_http_error(http_error(0, 502)), DiscordUnavailable)
