"""Asks the database what finished games say of people."""

from __future__ import annotations

from dataclasses import dataclass

from db.rows import PlayedRow
from db.store import Transaction

from ..state.statistics import Chosen, Figures, Standing, of_all, of_one, offered, standings
from ..store.registry import Hall

Offer = tuple[list[str], list[int], list[str]]  # games, numbers of seats, expansions


@dataclass(frozen=True, slots=True)
class Own:
    """What is known of one person."""

    figures: Figures
    standings: dict[str, Standing]  # by game; none in direct messages
    offer: Offer
    newest: tuple[int, int] | None  # game and seat by which this person can be found again


@dataclass(frozen=True, slots=True)
class Server:
    """What is known of the people of a server, by user."""

    figures: dict[int, Figures]
    standings: dict[str, dict[int, Standing]]
    offer: Offer
    names: dict[int, str]


class Recalling:
    """Reads only; all work is done in the thread of the database."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def person(self, user_id: int, guild_id: int | None, chosen: Chosen) -> Own:
        """The games of somebody on a server; without one, on all of them."""

        def read(t: Transaction) -> Own:
            rows = t.played_by(user_id, guild_id)
            there = standings(t.ratings_on(guild_id)) if guild_id is not None else {}
            mine = {kind: found[user_id] for kind, found in there.items() if user_id in found}
            return Own(of_one(rows, chosen), mine, offered(rows, chosen), _newest(rows))

        return await self.hall.store.read(read)

    async def server(self, guild_id: int, chosen: Chosen) -> Server:
        """The games of a server."""

        def read(t: Transaction) -> Server:
            rows = t.played_on(guild_id)
            figures = of_all(rows, chosen)
            there = standings(t.ratings_on(guild_id))
            return Server(figures, there, offered(rows, chosen), t.names_of(figures))

        return await self.hall.store.read(read)

    async def person_at(self, game_id: int, seat: int) -> int | None:
        """Who sat there when that game ended; None: nobody whom it knows."""
        return await self.hall.store.read(lambda t: t.person_at(game_id, seat))

    async def name(self, user_id: int) -> str:
        """The name of somebody as last seen at a table; empty for a stranger."""
        found = await self.hall.store.read(lambda t: t.names_of([user_id]))
        return found.get(user_id, "")


def _newest(rows: list[PlayedRow]) -> tuple[int, int] | None:
    return (rows[-1].result.game_id, rows[-1].result.seat) if rows else None
