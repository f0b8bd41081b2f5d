"""Conditional moves at a table, known to their owners only."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from db.rows import BriefEntry
from rules.core import AnswerWithMove, Dropped, Move
from rules.core.conditional_moves import UNREADABLE, Answer

from .log_fields import table_log_values
from .model import SavedConditionalMove, Seat, Table
from .seat_control import answering_user_id, find_visible_seat

log = logging.getLogger(__name__)


class ConditionalAnswer(NamedTuple):
    """The move that a conditional move makes now, and the table without it."""

    move: Move
    table: Table


def _evaluate_conditional_move(table: Table, seat: Seat, one: SavedConditionalMove) -> Answer:
    """Evaluate a conditional move; one that raises an error is dropped."""
    assert table.game is not None
    try:
        return table.game.answer_conditional(table.state, seat.index, one.text)
    except Exception:
        log.exception("table %(table)d: a programme could not be asked after %(entry)d", table_log_values(table))
        return Dropped(UNREADABLE)


def first_conditional_answer(table: Table, seat: Seat) -> ConditionalAnswer | None:
    """The first conditional move of a seat that answers its current question or invitation."""
    if table.game is None or table.state is None or not table.programmes:
        return None
    for one in table.programmes:
        if one.user_id != answering_user_id(seat) or one.dropped is not None:
            continue
        answer = _evaluate_conditional_move(table, seat, one)
        if isinstance(answer, AnswerWithMove):
            rest = [replace(one, text=answer.then)] if answer.then is not None else []
            at = table.programmes.index(one)
            remaining = (*table.programmes[:at], *rest, *table.programmes[at + 1 :])
            return ConditionalAnswer(answer.move, replace(table, programmes=remaining))
    return None


def drop_dead_conditional_moves(table: Table) -> Table:
    """Drop conditional moves of finished games and resigned players, and impossible ones; owners are told why."""
    if not table.programmes:
        return table
    if not table.is_open:
        return replace(table, programmes=())
    updated = (_updated_conditional_move(table, one) for one in table.programmes)
    return replace(table, programmes=tuple(one for one in updated if one is not None))


def _updated_conditional_move(table: Table, one: SavedConditionalMove) -> SavedConditionalMove | None:
    """The conditional move, marked as dropped if it has become impossible; None: it is deleted."""
    seat = find_visible_seat(table, one.user_id)
    if seat is None or seat.resigned:
        return None
    if one.dropped is not None or table.game is None or table.state is None:
        return one
    answer = _evaluate_conditional_move(table, seat, one)
    if not isinstance(answer, Dropped):
        return one
    return replace(one, dropped=answer.reason) if answer.reason is not None else None


def would_reveal_secret(brief_log: Sequence[BriefEntry], seat: int) -> bool:
    """Whether a conditional move that applies now reveals a secret, which others could exploit by an undo. False right
    after a move of its owner."""
    last = brief_log[-1]
    return last.seat != seat or last.kind != "move" or (bool(last.by_itself) and not last.barrier)
