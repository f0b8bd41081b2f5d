"""What `python bot.py --check` finds."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from cogs import check
from cogs.settings import Settings
from playground.driver import Box
from words import Voice

SAY = Voice("en")


def test_missing_permissions_are_named_by_channel() -> None:
    everything = discord.Permissions(**dict.fromkeys(check.BOT_RIGHTS, True))
    mute = discord.Permissions(**dict.fromkeys(check.BOT_RIGHTS, True))
    mute.update(send_messages=False, attach_files=False)
    plain = discord.Permissions(**dict.fromkeys(check.BOT_RIGHTS, True))
    plain.update(create_public_threads=False)
    lines = check.describe_server_rights("Club", [("a", everything), ("b", mute), ("c", plain)], SAY)
    assert lines == [
        "Club: games can be played in 2 channels.",
        "  #b: no game can be played, because these permissions are missing: Send Messages and Attach Files.",
        "  #c: games can be played; missing permissions that make it nicer: Create Public Threads.",
    ]


def test_the_invitation_asks_for_what_is_used() -> None:
    link = check.invite_url(42)
    assert "client_id=42" in link
    assert "applications.commands" in link
    wanted = discord.Permissions(**dict.fromkeys(check.BOT_RIGHTS, True)).value
    assert f"permissions={wanted}" in link


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (discord.LoginFailure(), "Discord does not know this token"),
        (discord.PrivilegedIntentsRequired(None), "refuses the intents"),
        (aiohttp.ClientConnectionError(), "cannot be reached"),
        (ValueError(), "does not let the bot in"),
    ],
)
def test_why_the_bot_is_not_let_in(error: BaseException, said: str) -> None:
    assert said in check.explain_login_error(error)


def test_the_state_of_the_database(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    assert "made at the first start" in check.describe_database_file(file, SAY)
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE a (b)")
    db.close()
    assert check.describe_database_file(file, SAY) == "sound"
    file.write_bytes(b"not a database at all" * 50)
    assert "damaged" in check.describe_database_file(file, SAY)


async def test_without_a_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await check.run_check(Settings(database=tmp_path / "x")) == 0
    assert "DISCORD_TOKEN is not set" in capsys.readouterr().out


async def test_with_a_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from playground import connect

    async with await Box.start() as box:
        connect.redirect(box.url)
        box.deny("table", "send_messages")
        assert await check.run_check(Settings(token=box.token, database=tmp_path / "x")) == 0
        told = capsys.readouterr().out
        assert "The token is good" in told
        assert "#table: no game can be played" in told
        assert await check.run_check(Settings(token="wrong", database=tmp_path / "x")) == 1
        assert "does not know this token" in capsys.readouterr().out


async def test_a_server_that_says_nothing() -> None:
    response = SimpleNamespace(status=403, reason="no")

    class Guild:
        name = "Club"
        id = 7

    class Client:
        user = SimpleNamespace(id=1)
        application_id = 1

        async def fetch_guilds(self, limit: object):
            yield Guild()

        async def fetch_guild(self, number: int, with_counts: bool) -> None:
            raise discord.Forbidden(response, {"code": 50001, "message": "no"})

    lines = await check.inspect_servers(Client())
    assert any("code 50001" in line for line in lines)
