"""Database queries for statistics of finished games."""

from __future__ import annotations

from dataclasses import dataclass

from db.store import Transaction

from ..state.statistics import (
    PlayerStats,
    RatingPlace,
    StatsFilter,
    compute_rating_places,
    list_filter_options,
    summarize_player,
    summarize_players,
)
from ..store.registry import TableRegistry

Offer = tuple[list[str], list[int], list[str]]  # games, numbers of seats, expansions


@dataclass(frozen=True, slots=True)
class UserStats:
    """Statistics of a user."""

    figures: PlayerStats
    standings: dict[str, RatingPlace]  # by game; empty in direct messages
    offer: Offer
    newest: tuple[int, int] | None  # game and seat that identify the user in a custom id


@dataclass(frozen=True, slots=True)
class ServerStats:
    """Statistics of a server, by user."""

    figures: dict[int, PlayerStats]
    standings: dict[str, dict[int, RatingPlace]]
    offer: Offer
    names: dict[int, str]


class StatsQueries:
    """Read-only queries, computed in the database thread."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def user_stats(self, user_id: int, guild_id: int | None, chosen: StatsFilter) -> UserStats:
        """Games of a user on a server; without one, on all of them."""

        def read(t: Transaction) -> UserStats:
            rows = t.results_of_user(user_id, guild_id)
            places = compute_rating_places(t.ratings_on(guild_id)) if guild_id is not None else {}
            own_places = {kind: by_user[user_id] for kind, by_user in places.items() if user_id in by_user}
            newest = (rows[-1].result.game_id, rows[-1].result.seat) if rows else None
            return UserStats(summarize_player(rows, chosen), own_places, list_filter_options(rows, chosen), newest)

        return await self.registry.store.read(read)

    async def server_stats(self, guild_id: int, chosen: StatsFilter) -> ServerStats:
        """Games of a server."""

        def read(t: Transaction) -> ServerStats:
            rows = t.results_on_server(guild_id)
            figures = summarize_players(rows, chosen)
            places = compute_rating_places(t.ratings_on(guild_id))
            return ServerStats(figures, places, list_filter_options(rows, chosen), t.names_of(figures))

        return await self.registry.store.read(read)

    async def user_at_seat(self, game_id: int, seat: int) -> int | None:
        """The user of a seat at the end of a game; None if unknown."""
        return await self.registry.store.read(lambda t: t.user_at_seat(game_id, seat))

    async def last_known_name(self, user_id: int) -> str:
        """The last known name of a user; empty if unknown."""
        names = await self.registry.store.read(lambda t: t.names_of([user_id]))
        return names.get(user_id, "")
