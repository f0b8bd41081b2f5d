"""The database file."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, Self


class Clock(Protocol):
    def now(self) -> int: ...


class Store:
    """One SQLite file with one writer."""

    @classmethod
    async def open(cls, path: Path | str, clock: Clock) -> Self:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def backup(self, path: Path | str) -> None:
        raise NotImplementedError
