"""Decides in which language somebody reads private answers and direct messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from service.state.model import Table
from service.state.personal_settings import LANGUAGE
from words import catalogue

if TYPE_CHECKING:
    from service.tables import Tables


def language_for_user(
    tables: Tables, locale: str, user_id: int, table: Table | None = None, guild_id: int | None = None
) -> str:
    """The language set by the user, else of the table, the server or the Discord client; «en» if none is offered."""
    own = tables.preferences.effective_setting(user_id, LANGUAGE)
    server = tables.server_language.language_of_server(guild_id)
    preferences = (own, table.language if table is not None else "", server, locale[:2])
    return next((language for language in preferences if language in catalogue().offered_languages), "en")


def localize_for_reader(tables: Tables, user_id: int, table: Table) -> Table:
    """The table in its reader's language, if they chose one."""
    language = language_for_user(tables, "", user_id, table)
    return table if language == table.language else replace(table, language=language)


def localize_tables_for_reader(tables: Tables, user_id: int, shown: Mapping[int, Table]) -> dict[int, Table]:
    return {number: localize_for_reader(tables, user_id, table) for number, table in shown.items()}
