"""A PostgreSQL server that does not answer any more: who leaves it does not wait for it for ever."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from psycopg.conninfo import conninfo_to_dict

from db.errors import StoreError
from db.share import WHOLE, Share
from db.store import open_store
from tools import postgres

from .files import CLOCK

pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")
SOON = 20.0  # seconds; a server that does not answer would be waited for much longer


class Swallowing:
    """A line to a server, of which everything is swallowed once it is told to."""

    def __init__(self, host: str, port: int) -> None:
        self.server = (host, port)
        self.swallows = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                ours, _ = self._listening.accept()
                theirs = socket.create_connection(self.server)
                self._open += [ours, theirs]
                for one, other in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not self.swallows:
                    other.sendall(data)
            if not self.swallows:
                other.close()

    def close(self) -> None:
        for each in (self._listening, *self._open):
            each.close()


@pytest.fixture
def line(empty: str) -> Iterator[tuple[Swallowing, str]]:
    known = conninfo_to_dict(empty)
    made = Swallowing(str(known["host"]), int(str(known["port"])))
    yield made, f"postgresql://{known['user']}@127.0.0.1:{made.port}/{known['dbname']}"
    made.close()


@pytest.mark.parametrize("share", [WHOLE, Share(2, 0, 0)])
async def test_closing_does_not_wait_for_a_server_that_does_not_answer(
    line: tuple[Swallowing, str], monkeypatch: pytest.MonkeyPatch, share: Share
) -> None:
    monkeypatch.setattr("db.postgres.store.PATIENCE_SECONDS", 1.0)
    for where in ("opening", "lease", "store"):
        monkeypatch.setattr(f"db.postgres.{where}.LEAVE_SECONDS", 0.5)
    swallowing, address = line
    store = await open_store(address, CLOCK, share)
    await store.write(lambda t: t.put_setting(1, "a", "x"))
    swallowing.swallows = True
    writing = asyncio.create_task(store.write(lambda t: t.put_setting(1, "a", "y")))
    await asyncio.sleep(0.2)
    begun = time.monotonic()
    async with asyncio.timeout(SOON):
        await store.close()
    with pytest.raises(StoreError) as caught:
        await writing
    assert caught.value.key == "store.unreachable"
    assert time.monotonic() - begun < SOON
