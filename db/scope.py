"""Which rows are of open games that this process looks after: the ends of queries."""

from __future__ import annotations

from .rows import OPEN
from .share import Share


def open_games_condition(share: Share) -> str:
    """A condition of rows of games: they are open, and of servers of these shards."""
    return f"status IN {OPEN}{share.condition()}"


def open_game_ids_query(share: Share) -> str:
    """A query of the numbers of such games."""
    return f"SELECT id FROM games WHERE {open_games_condition(share)}"


def own_games_condition(share: Share) -> str:
    """What a query adds to find rows of games of servers of these shards alone, by `game_id`."""
    return f" AND game_id IN (SELECT id FROM games WHERE TRUE{share.condition()})" if share.divided else ""
