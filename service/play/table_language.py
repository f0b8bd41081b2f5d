"""Language of a table in the lobby; later a vote changes it (`voting.language`)."""

from __future__ import annotations

from dataclasses import replace

from ..errors import ServiceError
from ..state.model import Table
from ..store.durable import durable
from ..store.registry import TableRegistry
from .lobby import Lobby, require_lobby_host


class TableLanguage:
    """Changes by the host or a moderator."""

    def __init__(self, registry: TableRegistry, lobby: Lobby) -> None:
        self.registry, self._lobby = registry, lobby

    @durable
    async def set_table_language(self, table_id: int, by: int, language: str, *, moderator: bool = False) -> Table:
        """Set the language, one of `TableRegistry.complete_languages`, by its code. ServiceError `option_bad`."""
        code, known = language.strip().casefold(), list(self.registry.complete_languages())
        if code not in known:
            raise ServiceError("option_bad", name="language", value=language, reason="language", known=known)

        def with_language(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            return replace(table, language=code)

        return await self._lobby.change_table(table_id, with_language)
