"""Letting go of a server, also of one that does not answer: its lines are cut, and whoever waits at one goes on."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

LEAVE: Final = 5.0  # seconds for an answer while we leave


def cut_connection(connection: psycopg.Connection[Any]) -> None:
    """Break a line from another thread than the one that waits at it, which meets an error then. That is no fault of
    the connection, which is closed by whoever has it."""
    with contextlib.suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def cut_after(seconds: float, lines: Callable[[], Collection[psycopg.Connection[Any]]]) -> Iterator[None]:
    """Where what is done in here takes longer than that, these lines are cut."""

    def late() -> None:
        for line in lines():
            cut_connection(line)

    timer = threading.Timer(seconds, late)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
