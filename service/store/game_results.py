"""Writes the results of a game in the transaction that ends it. Ratings follow the order in which games end."""

from __future__ import annotations

from db.store import Transaction

from ..state.model import Table
from ..state.rating import Rating
from ..state.results import build_results, owners_without_own_play, with_ratings


def record_game_end(t: Transaction, table: Table) -> None:
    """Record the end of a game. Its results are written at once unless those of earlier games are still missing."""
    t.add_ending(table.id, table.home.guild_id, table.kind, table.updated_at)
    if t.games_without_results(1) == [table.id]:
        write_results(t, table)


def write_results(t: Transaction, table: Table) -> None:
    """Write the results of a game; repeating it changes nothing."""
    ending = t.ending(table.id)
    if ending is None or ending.filled:
        return
    rows = build_results(
        table,
        ending.number,
        t.unrated_users(),
        owners_without_own_play(table, t.last_moves_of_covered_owners(table.id)),
    )
    before = {}
    for user in (row.user_id for row in rows if row.rank is not None):
        stored = t.rating(user, ending.guild_id, ending.kind)
        if stored is not None and Rating(*stored).is_plausible:
            before[user] = Rating(*stored)
    t.put_results(with_ratings(rows, before))
    t.mark_results_written(table.id)
