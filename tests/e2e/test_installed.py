"""The bot on other systems and from its wheel: without what only Unix has, stopped by a command."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.e2e.test_start import ROOT, ended, process, ready

HIDDEN = """
import asyncio, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "syslog", "posix_ipc"):
    sys.modules[name] = None
def none(*_):
    raise NotImplementedError
asyncio.base_events.BaseEventLoop.add_signal_handler = none
asyncio.SelectorEventLoop.add_signal_handler = none
"""


async def until_open(running: asyncio.subprocess.Process) -> None:
    assert running.stdout is not None
    first = (await asyncio.wait_for(running.stdout.readline(), 40)).decode()
    assert "http://127.0.0.1:" in first
    await ready(running)


async def stopped(folder: Path, **settings: str) -> str:
    status, out, err = await ended(await process(folder, "--stop", **settings))
    return f"{status} {out}{err}"


async def test_it_is_stopped_by_a_command(tmp_path: Path) -> None:
    assert "1 No bot runs on" in await stopped(tmp_path)
    running = await process(tmp_path, LONGTABLE_PORT="0")
    await until_open(running)
    assert "0 The bot on" in await stopped(tmp_path)
    status, _, err = await ended(running)
    assert status == 0
    assert "every move is in" in err
    assert not list((tmp_path / "data").glob("*.stop"))
    assert "1 No bot runs on" in await stopped(tmp_path)


async def test_an_old_wish_to_stop_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "playground.sqlite3.stop").touch()
    running = await process(tmp_path, LONGTABLE_PORT="0")
    await until_open(running)
    assert running.returncode is None
    assert "0 The bot on" in await stopped(tmp_path)
    assert (await ended(running))[0] == 0


async def test_without_what_only_unix_has(tmp_path: Path) -> None:
    """No `fcntl`, no handlers of signals, no time zones of the system."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(HIDDEN, encoding="utf-8")
    settings = {"PYTHONPATH": str(hidden), "PYTHONTZPATH": "", "LONGTABLE_PORT": "0"}
    running = await process(tmp_path, **settings)
    await until_open(running)
    second = await process(tmp_path, **settings)
    status, _, err = await ended(second)
    assert status == 1
    assert "in use by another process" in err
    assert "0 The bot on" in await stopped(tmp_path, **settings)
    status, _, err = await ended(running)
    assert status == 0
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
async def test_a_signal_where_the_loop_has_no_handlers(tmp_path: Path, name: str) -> None:
    """Ctrl+C in a window of Windows comes so; SIGTERM as other programs of the machine send it."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(HIDDEN, encoding="utf-8")
    running = await process(tmp_path, PYTHONPATH=str(hidden), LONGTABLE_PORT="0")
    await until_open(running)
    running.send_signal(getattr(signal, name))
    status, _, err = await ended(running)
    assert status == 0
    assert "every move is in" in err
    assert "Traceback" not in err


async def test_a_console_that_lacks_letters(tmp_path: Path) -> None:
    """... shows something else in their place."""
    (tmp_path / "bücher 🎲").mkdir()
    given = {"LONGTABLE_DB": str(tmp_path / "bücher 🎲" / "x"), "PYTHONIOENCODING": "cp437:strict", "PYTHONUTF8": "0"}
    status, out, err = await ended(await process(tmp_path, "--check", **given))
    assert (status, err) == (0, "")
    assert "b\N{REPLACEMENT CHARACTER}cher ?" in out


async def test_killed_without_what_only_unix_has_it_starts_again(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(HIDDEN, encoding="utf-8")
    settings = {"PYTHONPATH": str(hidden), "LONGTABLE_PORT": "0"}
    running = await process(tmp_path, **settings)
    await until_open(running)
    running.kill()
    await ended(running)
    again = await process(tmp_path, **settings)
    await until_open(again)
    assert "0 The bot on" in await stopped(tmp_path, **settings)
    await ended(again)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout, unpacked."""
    pytest.importorskip("setuptools")
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    kept = {"build", "tests", "data", "docs"}

    def left(place: str, names: list[str]) -> list[str]:
        return [name for name in names if name.startswith(".") or (place == str(ROOT) and name in kept)]

    shutil.copytree(ROOT, source, ignore=left)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(folder), "."]
    subprocess.run(command, cwd=source, check=True, timeout=120)
    (made,) = folder.glob("longtable-*.whl")
    with zipfile.ZipFile(made) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


async def test_from_the_wheel_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LONGTABLE_", "DISCORD_"))}
    settings = {**clean, "PYTHONPATH": str(wheel), "LONGTABLE_PORT": "0"}
    code = f"import sys, bot; assert bot.__file__.startswith({str(wheel)!r}), bot.__file__; sys.exit(bot.main())"
    pipe = asyncio.subprocess.PIPE

    async def begun(*arguments: str) -> asyncio.subprocess.Process:
        command = (sys.executable, "-W", "ignore", "-c", code, *arguments)
        return await asyncio.create_subprocess_exec(*command, cwd=tmp_path, env=settings, stdout=pipe, stderr=pipe)

    running = await begun()
    await until_open(running)
    assert (await ended(await begun("--stop")))[0] == 0
    status, _, err = await ended(running)
    assert status == 0, err
    assert "Traceback" not in err


def test_the_wheel_has_all_that_is_no_code(wheel: Path) -> None:
    kinds = {".toml", ".sql", ".txt", ".html", ".css", ".js"}
    rooms = ("ai", "cogs", "db", "hosting", "locales", "playground", "render", "rules", "service", "tools", "web")
    for room in rooms:
        for file in (ROOT / room).rglob("*"):
            if file.suffix in kinds and file.is_file():
                assert (wheel / file.relative_to(ROOT)).read_bytes() == file.read_bytes(), file
    text = next(wheel.glob("*.dist-info/METADATA")).read_text(encoding="utf-8")
    pinned = [line for line in (ROOT / "requirements.txt").read_text().splitlines() if "==" in line]
    assert [line.removeprefix("Requires-Dist: ") for line in text.splitlines() if "Requires-Dist" in line] == pinned
