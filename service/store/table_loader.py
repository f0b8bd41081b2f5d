"""Reads tables from rows: all open ones at start, single ones later, and positions."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from db.rows import (
    ConditionalMoveRow,
    GameRow,
    GuestRow,
    PendingTurnRow,
    PostRow,
    SeatOfferRow,
    SeatRow,
    TermRow,
    VoteRow,
)
from db.store import Store, Transaction

from ..errors import ServiceError
from ..state import due_dates
from ..state.log_fields import table_log_values
from ..state.model import Table, Vote
from . import codec, damaged_tables
from .codec import group_rows_by_game, with_seat_history

log = logging.getLogger(__name__)


class StoredRows:
    """Rows grouped by table. Each table is built by itself, so that a damaged one does not affect others."""

    def __init__(self, games: Iterable[GameRow]) -> None:
        self.games = list(games)
        self.seen: dict[int, tuple[str, int]] = {}
        self.settings: dict[int, dict[str, str]] = {}
        self.languages: dict[int, str] = {}
        self.seats: dict[int, list[SeatRow]] = {}
        self.stretches: dict[int, list[PendingTurnRow]] = {}
        self.kicked: dict[int, list[tuple[int, int]]] = {}
        self.standing: dict[int, list[tuple[int, str, bool]]] = {}
        self.programmes: dict[int, list[ConditionalMoveRow]] = {}
        self.seat_history: Mapping[int, tuple[Sequence[TermRow], Sequence[GuestRow], Sequence[SeatOfferRow]]] = {}
        self.live_posts: Mapping[int, PostRow] = {}
        self.votes: Mapping[int, VoteRow] = {}

    def build_table(self, row: GameRow) -> tuple[Table, Vote | None]:
        """Build a table and its open vote. Raises whatever damaged rows cause."""
        table = codec.table_from_rows(
            row,
            self.seats.get(row.id, ()),
            self.stretches.get(row.id, ()),
            self.live_posts.get(row.id),
            self.kicked.get(row.id, ()),
            self.standing.get(row.id, ()),
            self.programmes.get(row.id, ()),
        )
        table = with_seat_history(table, *self.seat_history.get(row.id, ((), (), ())))
        vote = self.votes.get(row.id)
        return table, codec.vote_from_row(vote) if vote is not None else None

    def deciding_user_ids(self, table_id: int) -> list[int | None]:
        """Users who decide at a table, as far as its rows tell."""
        return [user for seat in self.seats.get(table_id, ()) for user in (seat.user_id, seat.standin)]


def read_finished_rows(t: Transaction, table_id: int) -> StoredRows | None:
    """The rows that a finished table has, without its position; None if it does not exist."""
    row = t.game(table_id)
    if row is None:
        return None
    stored = StoredRows([row])
    stored.seats[table_id], stored.seat_history = t.seats(table_id), {table_id: t.seat_history(table_id)}
    live = None if row.live is None else t.post(table_id, row.live)
    stored.live_posts = {} if live is None else {table_id: live}
    return stored


def read_table_rows(t: Transaction, table_id: int) -> StoredRows | None:
    """The rows of one table, without its position; None if it does not exist."""
    stored = read_finished_rows(t, table_id)
    if stored is None:
        return None
    stored.stretches[table_id], stored.programmes[table_id] = t.pending_turns(table_id), t.conditional_moves(table_id)
    stored.kicked[table_id], stored.standing[table_id] = t.kicked(table_id), t.standing_answers(table_id)
    vote = t.open_vote(table_id)
    stored.votes = {} if vote is None else {table_id: vote}
    return stored


def read_all_rows(t: Transaction) -> StoredRows:
    """All rows of open tables, people and settings."""
    stored = StoredRows(t.open_games())
    _append_by_game(stored.seats, ((row.game_id, row) for row in t.open_seats()))
    _append_by_game(stored.stretches, ((row.game_id, row) for row in t.open_pending_turns()))
    _append_by_game(stored.kicked, ((game_id, (user_id, until)) for game_id, user_id, until in t.open_kicked()))
    _append_by_game(stored.standing, ((game_id, tuple(answer)) for game_id, *answer in t.open_standing_answers()))
    _append_by_game(stored.programmes, ((row.game_id, row) for row in t.open_conditional_moves()))
    stored.seat_history = group_rows_by_game(*t.open_seat_history())
    stored.live_posts = {row.game_id: row for row in t.live_posts()}
    stored.votes = {row.game_id: row for row in t.open_votes()}
    stored.seen = {user_id: (name, at) for user_id, name, at in t.names_at_open_games()}
    for user_id, name, value in t.settings():
        stored.settings.setdefault(user_id, {})[name] = value
    stored.languages = t.server_languages()
    return stored


def with_state(table: Table, data: bytes | None) -> Table:
    """Add the position, upgraded to the version of the game. ServiceError `unavailable`."""
    game = table.game
    if table.seq == 0:
        return table
    if game is None or data is None:
        raise ServiceError("unavailable", game=table.kind, id=table.id)
    try:
        state = codec.unpack_state(game, data, table.rules)
        damaged_tables.check_position(table, state)
    except Exception as error:  # newer rules may raise anything on an old position
        log.exception("table %(table)d: the position at %(entry)d cannot be read", table_log_values(table))
        raise ServiceError("unavailable", game=table.kind, id=table.id) from error
    return replace(table, state=state)


async def add_missing_action_times(
    store: Store, tables: Mapping[int, Table], votes: Mapping[int, Vote]
) -> dict[int, Table]:
    """Tables whose next action was never stored: the release that changed them last knew no such column."""
    planned = {}
    for number, table in tables.items():
        at = due_dates.next_action_at(table, votes.get(number)) if table.look_at is None else None
        if at is not None:
            planned[number] = replace(table, look_at=at)
    if planned:
        await store.write(lambda t: t.save_action_times((table.look_at, number) for number, table in planned.items()))
    return planned


def _append_by_game(into: dict[int, list[Any]], rows: Iterable[tuple[int, Any]]) -> None:
    for game_id, row in rows:
        into.setdefault(game_id, []).append(row)
