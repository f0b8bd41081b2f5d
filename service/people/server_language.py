"""Language of a server, for tables opened there."""

from __future__ import annotations

from ..errors import ServiceError
from ..store.durable import durable
from ..store.registry import TableRegistry


class ServerLanguage:
    """Reads and changes the languages that servers chose."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    def language_of_server(self, guild_id: int | None) -> str:
        """Language code of a server; empty: none chosen."""
        return "" if guild_id is None else self.registry.server_languages.get(guild_id, "")

    @durable
    async def set_server_language(self, guild_id: int, language: str | None) -> None:
        """Set the language of a server to a complete one (`TableRegistry.complete_languages`), or none. ServiceError
        `option_bad`."""
        known = list(self.registry.complete_languages())
        if language is not None and language not in known:
            raise ServiceError("option_bad", name="language", value=language, reason="language", known=known)
        await self.registry.store.write(lambda t: t.put_server_language(guild_id, language))
        self.registry.server_languages.pop(guild_id, None)
        if language is not None:
            self.registry.server_languages[guild_id] = language
