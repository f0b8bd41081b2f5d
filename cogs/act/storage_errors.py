"""Messages for an interaction whose write failed: database busy, restarting, or owned by another process.

In nearly all cases nothing was written, and the user can repeat the interaction at once.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from db.errors import StoreError, Unsure

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

log = logging.getLogger(__name__)

OTHER_PROCESS_KEYS: Final = frozenset({"store.lost", "store.in_use"})  # another process owns the tables


async def explain_storage_error(ctx: InteractionContext, error: BaseException) -> str | None:
    """The key of the message; None if the error is permanent or not of the database."""
    key = await _storage_error_key(ctx, error)
    if key is not None and isinstance(error, StoreError):
        ctx.outcome = "failed"
        table_id, entry = (ctx.known_table.id, ctx.known_table.seq) if ctx.known_table else (None, None)
        details = {"table": table_id, "entry": entry, "why": error.key}
        log.warning("E61 at table %(table)s, seq %(entry)s: %(why)s", details)
    return key


async def _storage_error_key(ctx: InteractionContext, error: BaseException) -> str | None:
    if not isinstance(error, StoreError):
        return None
    if error.key in OTHER_PROCESS_KEYS:
        return "error.part_starting"
    if not error.can_be_retried:
        return None
    if (
        await ctx.app.tables.registry.past_acts.find_past_act(ctx.interaction_key) is not None
    ):  # written; a later access failed
        return "error.store_done"
    return "error.store_unsure" if isinstance(error, Unsure) else "error.store_busy"
