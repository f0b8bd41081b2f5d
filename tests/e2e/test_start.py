"""`python bot.py` as a process: what it says, what it refuses, how it stops."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from pathlib import Path

import aiohttp
import pytest

from db.opening import APPLICATION_ID

ROOT = Path(__file__).resolve().parent.parent.parent


async def process(folder: Path, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """bot.py in a folder of its own, with nothing but these settings."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LONGTABLE_", "DISCORD_"))}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "ignore",
        str(ROOT / "bot.py"),
        *arguments,
        cwd=folder,
        env={**clean, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ready(running: asyncio.subprocess.Process) -> None:
    """Return when its bot has logged in, and so hears when it is asked to stop."""
    assert running.stderr is not None
    async with asyncio.timeout(60):
        while b"ready as" not in (line := await running.stderr.readline()):
            assert line, "it ended"


async def ended(running: asyncio.subprocess.Process) -> tuple[int, str, str]:
    out, err = await asyncio.wait_for(running.communicate(), 30)
    assert running.returncode is not None
    return running.returncode, out.decode(errors="replace"), err.decode(errors="replace")


async def test_without_a_token_it_is_a_playground_that_stops_cleanly(tmp_path: Path) -> None:
    running = await process(tmp_path, LONGTABLE_PORT="0")
    assert running.stdout is not None
    first = (await asyncio.wait_for(running.stdout.readline(), 30)).decode()
    address = re.search(r"http://127\.0\.0\.1:\d+", first)
    assert address is not None
    assert "No DISCORD_TOKEN is set" in first
    second = (await asyncio.wait_for(running.stdout.readline(), 30)).decode()
    assert "docs/first-live-run.md" in second
    async with aiohttp.ClientSession() as session, session.get(address[0] + "/") as page:
        assert page.status == 200
        assert "playground" in (await page.text()).casefold()
    await ready(running)
    running.send_signal(signal.SIGTERM)
    status, _, err = await ended(running)
    assert status == 0
    assert "Traceback" not in err
    assert "every move is in" in err
    assert (tmp_path / "data" / "playground.sqlite3").exists()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"LONGTABLE_PORT": "many"}, "LONGTABLE_PORT is 'many'"),
        ({"DISCORD_TOKEN": "short"}, "DISCORD_TOKEN does not look like a bot token"),
        ({"LONGTABLE_LOG": "loud"}, "LONGTABLE_LOG is 'loud'"),
    ],
)
async def test_a_wrong_setting_ends_it_with_a_sentence(tmp_path: Path, settings: dict[str, str], said: str) -> None:
    status, out, err = await ended(await process(tmp_path, **settings))
    assert status == 1
    assert said in err
    assert "Traceback" not in err
    assert out == ""


async def test_a_damaged_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(b"these are no games" * 1000)
    status, _, err = await ended(await process(tmp_path, LONGTABLE_DB=str(file), LONGTABLE_PORT="0"))
    assert status == 1
    assert str(file) in err
    assert "Traceback" not in err
    assert file.read_bytes() == b"these are no games" * 1000


@pytest.mark.parametrize(
    "place", ["/dev/null/games.sqlite3", "/dev/null/a/b/games.sqlite3", "a" * 300, "~nobody-of-that-name/x"]
)
@pytest.mark.parametrize("token", ["", "a.b.c"])
@pytest.mark.parametrize("arguments", [(), ("--check",)])
async def test_a_database_where_none_can_be(tmp_path: Path, place: str, token: str, arguments: tuple[str, ...]) -> None:
    given = {"DISCORD_TOKEN": token} if token else {}
    running = await process(tmp_path, *arguments, LONGTABLE_DB=place, LONGTABLE_PORT="0", **given)
    status, out, err = await ended(running)
    assert "Traceback" not in err
    assert "LONGTABLE_DB" in out + err
    assert status == 1 or arguments


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"form": 1}', '{"form": 1, "name": 3, "moved": "x", "users": 7}']
)
async def test_a_damaged_file_of_the_playground(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games.playground.json"
    file.write_text(text, encoding="utf-8")
    database = str(tmp_path / "games.sqlite3")
    status, _, err = await ended(await process(tmp_path, LONGTABLE_DB=database, LONGTABLE_PORT="0"))
    assert status == 1
    assert "Traceback" not in err
    assert f"{file} cannot be read" in err
    assert file.read_text(encoding="utf-8") == text


async def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 9999")
        db.execute("CREATE TABLE later (a)")
    db.close()
    before = file.read_bytes()
    status, _, err = await ended(await process(tmp_path, LONGTABLE_DB=str(file), LONGTABLE_PORT="0"))
    assert status == 1
    assert "newer version of Longtable" in err
    assert file.read_bytes() == before


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    taken = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    try:
        port = taken.sockets[0].getsockname()[1]
        status, _, err = await ended(await process(tmp_path, LONGTABLE_PORT=str(port)))
    finally:
        taken.close()
        await taken.wait_closed()
    assert status == 1
    assert f"The port {port} cannot be used" in err


async def test_the_check_says_what_it_finds(tmp_path: Path) -> None:
    status, out, _ = await ended(await process(tmp_path, "--check"))
    assert status == 0
    assert "DISCORD_TOKEN is not set" in out
