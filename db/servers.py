"""Statements about servers that the bot left, and the deletion of their data."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .cluster_messages import ClusterMessages
from .share import HELD_CONDITION, WHOLE, Share


class Servers(ClusterMessages):
    """Statements about servers; part of a transaction."""

    def servers_with_games(self) -> set[int]:
        """All servers with stored games."""
        rows = self.db.execute("SELECT DISTINCT guild_id FROM games WHERE guild_id IS NOT NULL")
        return {int(row[0]) for row in rows}

    def record_server_left(self, guild_id: int, now: int) -> None:
        """Record that the bot left a server; keeps an earlier time."""
        self.db.execute(
            "INSERT INTO left_servers (guild_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING", (guild_id, now)
        )

    def record_servers_present(self, guilds: Iterable[int]) -> None:
        """Record that the bot is on these servers."""
        self.db.executemany("DELETE FROM left_servers WHERE guild_id = ?", ((guild,) for guild in guilds))

    def servers_left_before(self, before: int, most: int, share: Share = WHOLE) -> list[int]:
        """Servers left before `before`, the longest ago first; at most `most`."""
        rows = self.db.execute(
            f"SELECT guild_id FROM left_servers WHERE since <= ? AND {HELD_CONDITION} ORDER BY since LIMIT ?",
            (before, *share.sql_values, most),
        )
        return [int(row[0]) for row in rows]

    def first_server_left_at(self, share: Share = WHOLE) -> int | None:
        """When the first of them was left."""
        query = f"SELECT since FROM left_servers WHERE {HELD_CONDITION} ORDER BY since LIMIT 1"
        found = self.db.execute(query, share.sql_values).fetchone()
        return None if found is None else int(found[0])

    def put_server_language(self, guild_id: int, language: str | None) -> None:
        """Set a server's language; None removes it."""
        self.db.execute("DELETE FROM server_languages WHERE guild_id = ?", (guild_id,))
        if language is not None:
            self.db.execute("INSERT INTO server_languages (guild_id, language) VALUES (?, ?)", (guild_id, language))
        self.send_to_processes("languages")

    def server_languages(self) -> dict[int, str]:
        """Server -> language."""
        rows = self.db.execute("SELECT guild_id, language FROM server_languages")
        return {int(guild_id): str(language) for guild_id, language in rows}

    def games_of_server(self, guild_id: int, most: int) -> list[int]:
        rows = self.db.execute("SELECT id FROM games WHERE guild_id = ? ORDER BY id LIMIT ?", (guild_id, most))
        return [int(row[0]) for row in rows]

    def delete_game(self, game_id: int) -> None:
        """Delete a game with its rows, and the names of people with no other data."""
        query = "SELECT user_id FROM seats WHERE game_id = ? UNION SELECT standin FROM seats WHERE game_id = ?"
        people = [int(row[0]) for row in self.db.execute(query, (game_id, game_id)) if row[0] is not None]
        self.db.execute("UPDATE games SET rematch_of = NULL WHERE rematch_of = ?", (game_id,))
        self.db.execute("DELETE FROM games WHERE id = ?", (game_id,))
        self._delete_names_without_games(people)

    def _delete_names_without_games(self, people: Collection[int]) -> None:
        for user in people:
            self.db.execute(
                "DELETE FROM people WHERE user_id = ? AND NOT EXISTS "
                "(SELECT 1 FROM seats WHERE seats.user_id = people.user_id OR seats.standin = people.user_id)",
                (user,),
            )
