"""How many tables one person may open and sit at: more than anybody plays, fewer than would be a nuisance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import ServiceError
from .model import Table


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one person, on all servers."""

    lobbies: int = 10  # that they host and that have not begun
    tables: int = 100  # at which they sit or stand in, lobbies too


BOUNDLESS: Final = Limits(lobbies=2**31, tables=2**31)


def check_may_open(tables: Sequence[Table], limits: Limits, user_id: int) -> None:
    """ServiceError `lobbies_many` (n) or `tables_many` (n) where somebody who sits at these tables may open no more."""
    hosted = [table for table in tables if table.status == "lobby" and table.host == user_id]
    if len(hosted) >= limits.lobbies:
        raise ServiceError("lobbies_many", n=len(hosted))
    check_may_sit(tables, limits)


def check_may_sit(tables: Sequence[Table], limits: Limits) -> None:
    """ServiceError `tables_many` (n) where somebody plays at as many tables as one person may."""
    if len(tables) >= limits.tables:
        raise ServiceError("tables_many", n=len(tables))
