"""Random numbers of machines, apart from those of the game."""

from __future__ import annotations

from hashlib import blake2b

from rules.core import Chance

from .model import Table


def machine_luck(table: Table, seat: int) -> Chance:
    """Random numbers of a machine: reproducible for a position, unpredictable for players."""
    where = f"machine {seat} {table.seq}".encode()
    return Chance(blake2b(where, key=table.state.key, digest_size=32).digest())
