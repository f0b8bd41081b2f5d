"""Limits of tables per user, against abuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import ServiceError
from .model import Table


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a user, on all servers."""

    lobbies: int = 10  # hosted and not started
    tables: int = 100  # as player or stand-in, including lobbies


BOUNDLESS: Final = Limits(lobbies=2**31, tables=2**31)


def check_may_open(tables: Sequence[Table], limits: Limits, user_id: int) -> None:
    """ServiceError `lobbies_many` (n), `tables_many` (n) if the user may not open another table."""
    hosted = [table for table in tables if table.status == "lobby" and table.host == user_id]
    if len(hosted) >= limits.lobbies:
        raise ServiceError("lobbies_many", n=len(hosted))
    check_may_sit(tables, limits)


def check_may_sit(tables: Sequence[Table], limits: Limits) -> None:
    """ServiceError `tables_many` (n) if the user may not join another table."""
    if len(tables) >= limits.tables:
        raise ServiceError("tables_many", n=len(tables))
