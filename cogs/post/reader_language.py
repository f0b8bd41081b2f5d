"""Languages of direct messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from service.state.model import Table

if TYPE_CHECKING:
    from cogs.games.app import App


def localize_for_reader(app: App, user_id: int, table: Table) -> Table:
    """The table in its reader's language, if they chose one."""
    language = app.language_for_user("", user_id, table)
    return table if language == table.language else replace(table, language=language)


def localize_tables_for_reader(app: App, user_id: int, tables: Mapping[int, Table]) -> dict[int, Table]:
    return {number: localize_for_reader(app, user_id, table) for number, table in tables.items()}
