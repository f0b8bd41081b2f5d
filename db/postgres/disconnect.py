"""Disconnecting from servers, even if they do not answer."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

LEAVE_SECONDS: Final = 5.0  # to wait for an answer


def cut_connection(connection: psycopg.Connection[Any]) -> None:
    """Shut a connection's socket from another thread: the waiting thread gets an error. The owner still closes it."""
    with contextlib.suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)


@contextmanager
def cut_after(seconds: float, connections: Callable[[], Collection[psycopg.Connection[Any]]]) -> Iterator[None]:
    """Cut these connections if the block takes longer than `seconds`."""

    def cut_all() -> None:
        for connection in connections():
            cut_connection(connection)

    timer = threading.Timer(seconds, cut_all)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
