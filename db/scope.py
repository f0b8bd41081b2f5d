"""SQL conditions for the games of this process."""

from __future__ import annotations

from .rows import OPEN
from .share import Share


def open_games_condition(share: Share) -> str:
    """Condition on games: open, and on a server of these shards."""
    return f"status IN {OPEN}{share.sql_condition()}"


def open_game_ids_query(share: Share) -> str:
    """Query of the numbers of such games."""
    return f"SELECT id FROM games WHERE {open_games_condition(share)}"


def own_games_condition(share: Share) -> str:
    """Additional condition by `game_id`: games on servers of these shards."""
    return f" AND game_id IN (SELECT id FROM games WHERE TRUE{share.sql_condition()})" if share.is_divided else ""
