"""The luck of machines, apart from that of the games."""

from __future__ import annotations

from hashlib import blake2b

from rules.core import Chance

from .model import Table


def machine_luck(table: Table, seat: int) -> Chance:
    """Luck of a machine, apart from that of the game: the same for the same position, foreseen by nobody."""
    where = f"machine {seat} {table.seq}".encode()
    return Chance(blake2b(where, key=table.state.key, digest_size=32).digest())
