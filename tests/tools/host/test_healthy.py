"""The health check of a container, asked of a bot that is well, ill, or not there."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web

from tools.host import healthy

Serve = Callable[[int, str], Awaitable[int]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Somebody who answers /healthz so; the port."""
    runners = []

    async def served(status: int, text: str) -> int:
        async def answer(_: web.Request) -> web.Response:
            return web.Response(status=status, text=text)

        app = web.Application()
        app.router.add_get("/healthz", answer)
        runners.append(runner := web.AppRunner(app))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner.addresses[0][1]

    yield served
    for runner in runners:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "text", "left", "said"),
    [
        (200, '{"status": "ok"}', 0, '{"status": "ok"}'),
        (503, '{"status": "ill"}', 1, '{"status": "ill"}'),
        (200, "hello", 1, "No answer at port"),
        (404, "", 1, "No answer at port"),
    ],
)
async def test_what_the_bot_says(
    serve: Serve, status: int, text: str, left: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = await serve(status, text)
    assert await asyncio.to_thread(healthy.check_health, "0.0.0.0", port) == left
    assert said in capsys.readouterr().out


async def test_one_that_waits_for_its_shards_is_well(serve: Serve) -> None:
    port = await serve(503, '{"status": "standby", "shards": "2-4/16"}')
    assert await asyncio.to_thread(healthy.check_health, "127.0.0.1", port) == 0


async def test_nobody_is_there(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    listener.close()
    await listener.wait_closed()
    assert await asyncio.to_thread(healthy.check_health, "127.0.0.1", port) == 1
    assert f"No answer at port {port} (ConnectionRefusedError)." in capsys.readouterr().out


@pytest.mark.parametrize(("value", "said"), [("", "LONGTABLE_STATUS is not set"), ("on", "LONGTABLE_STATUS is 'on'")])
def test_where_no_bot_can_be_asked(
    tmp_path: Path, value: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LONGTABLE_STATUS", value)
    assert healthy.main([]) == 1
    assert said in capsys.readouterr().out


def test_it_waits_until_the_bot_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(healthy, "AGAIN", 0.01)
    answers = iter((1, 1, 0))
    monkeypatch.setenv("LONGTABLE_STATUS", "9464")
    monkeypatch.setattr(healthy, "check_health", lambda host, port: next(answers))
    assert healthy.main(["--wait", "30"]) == 0
    monkeypatch.setattr(healthy, "check_health", lambda host, port: 1)
    assert healthy.main(["--wait", "0.05"]) == 1
    assert healthy.main([]) == 1


def test_it_loads_little() -> None:
    """It runs every half minute."""
    code = "import sys, tools.host.healthy; sys.exit(bool({'discord', 'PIL', 'aiohttp', 'rules'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(healthy.__file__).parents[2]).returncode == 0
