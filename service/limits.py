"""How many tables one person may open and sit at: more than anybody plays, fewer than would be a nuisance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .errors import ServiceError

if TYPE_CHECKING:
    from .hall import Hall


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one person, on all servers."""

    lobbies: int = 10  # that they host and that have not begun
    tables: int = 100  # at which they sit or stand in, lobbies too


BOUNDLESS: Final = Limits(lobbies=2**31, tables=2**31)


def may_open(hall: Hall, user_id: int) -> None:
    """ServiceError `lobbies_many` (n) or `tables_many` (n) where somebody is host or guest of enough."""
    hosted = [table for table in hall.of_user(user_id) if table.status == "lobby" and table.host == user_id]
    if len(hosted) >= hall.limits.lobbies:
        raise ServiceError("lobbies_many", n=len(hosted))
    may_sit(hall, user_id)


def may_sit(hall: Hall, user_id: int) -> None:
    """ServiceError `tables_many` (n) where somebody plays at enough tables."""
    tables = hall.of_user(user_id)
    if len(tables) >= hall.limits.tables:
        raise ServiceError("tables_many", n=len(tables))
