"""What is said where the database did not take an act: it is too busy, is just being started again, or somebody else's.

None of that is a fault of the program, and nearly always nothing was done; so whoever acts is told so, and can do the
same again at once.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from db.errors import StoreError, Unsure

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

log = logging.getLogger(__name__)

TAKEN: Final = frozenset({"store.lost", "store.in_use"})  # our tables are looked after by somebody else now


async def explain_storage_error(ctx: InteractionContext, error: BaseException) -> str | None:
    """The key of what is said; None: what happened does not pass by itself, or is no matter of the database."""
    key = await _storage_error_key(ctx, error)
    if key is not None and isinstance(error, StoreError):
        ctx.outcome = "failed"
        log.warning(
            "E61 at table %(table)s, seq %(entry)s: %(why)s",
            {"table": ctx.at.id if ctx.at else None, "entry": ctx.at.seq if ctx.at else None, "why": error.key},
        )
    return key


async def _storage_error_key(ctx: InteractionContext, error: BaseException) -> str | None:
    if not isinstance(error, StoreError):
        return None
    if error.key in TAKEN:
        return "error.part_starting"
    if not error.passes:
        return None
    if (
        await ctx.app.tables.registry.done_before(ctx.key) is not None
    ):  # it was written, and something else then met this
        return "error.store_done"
    return "error.store_unsure" if isinstance(error, Unsure) else "error.store_busy"
