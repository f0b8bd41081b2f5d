"""The table as everybody sees it, for private answers: one drawing serves all seats and whoever looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.screen import cache_key
from service.state.model import Table

if TYPE_CHECKING:
    from cogs.games.app import App


async def draw_public_table(app: App, table: Table, language: str) -> Any:
    """The pictures of the table as it stands; None if they cannot be had in time. They are drawn from the view of
    everybody, so the same ones may be shown to every seat (`Renderer.table` draws nothing that one seat alone sees)."""
    view, look, renderer = table.public_view, app.picture_look(table, language), app.renderer(table.kind)
    key = cache_key.table_cache_key(table, table.seq, language, "table of everybody", table.is_open)
    return await app.gallery.find_or_draw(key, lambda: renderer.table(view, look))
