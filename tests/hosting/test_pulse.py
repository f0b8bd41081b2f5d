"""The pulse for systemd."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from pathlib import Path

import pytest

from hosting import pulse


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "/run/x"},
        {"WATCHDOG_USEC": "1000000"},
        {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "0"},
        {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"},
    ],
)
async def test_nobody_listens(environment: dict[str, str]) -> None:
    assert pulse.wanted(environment) is None
    async with pulse.beating(environment):
        assert "pulse" not in {task.get_name() for task in asyncio.all_tasks()}


def test_sockets_without_a_file() -> None:
    assert pulse.wanted({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "3000000"}) == ("\0x", 1.0)


async def test_it_beats_as_long_as_the_loop_goes_round(tmp_path: Path) -> None:
    place = tmp_path / "s"
    environment = {"NOTIFY_SOCKET": str(place), "WATCHDOG_USEC": "60000", "WATCHDOG_PID": str(os.getpid())}

    def heard() -> int:
        beats = 0
        while True:
            try:
                assert listening.recv(100) == b"WATCHDOG=1"
            except BlockingIOError:
                return beats
            beats += 1

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(place))
        listening.setblocking(False)
        async with pulse.beating(environment):
            beats = 0
            async with asyncio.timeout(60):
                while beats < 3:
                    await asyncio.sleep(0.01)
                    beats += heard()
            time.sleep(0.1)  # the loop hangs
            assert heard() == 0
            place.unlink()  # nobody there for a while
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.05)
        assert "pulse" not in {task.get_name() for task in asyncio.all_tasks()}
