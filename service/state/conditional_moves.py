"""Programmes at a table: what somebody has prepared, «if it comes to this, do that», known to nobody else."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from db.rows import BriefEntry
from rules.core import Dropped, Move, Spoken
from rules.core.conditional_moves import UNREADABLE, Answer

from .log_fields import table_log_values
from .model import SavedConditionalMove, Seat, Table
from .seat_control import answering_user_id, find_visible_seat

log = logging.getLogger(__name__)


class ConditionalAnswer(NamedTuple):
    """What a programme answers now, and the table with what becomes of the programme."""

    move: Move
    table: Table


def _evaluate_conditional_move(table: Table, seat: Seat, one: SavedConditionalMove) -> Answer:
    """A programme that fails is dropped: no game waits for it."""
    assert table.game is not None
    try:
        return table.game.answer_conditional(table.state, seat.index, one.text)
    except Exception:
        log.exception("table %(table)d: a programme could not be asked after %(entry)d", table_log_values(table))
        return Dropped(UNREADABLE)


def first_conditional_answer(table: Table, seat: Seat) -> ConditionalAnswer | None:
    """What the first programme of a seat that speaks answers to what it is asked or invited to now."""
    if table.game is None or table.state is None or not table.programmes:
        return None
    for one in table.programmes:
        if one.user_id != answering_user_id(seat) or one.dropped is not None:
            continue
        answer = _evaluate_conditional_move(table, seat, one)
        if isinstance(answer, Spoken):
            after = (replace(one, text=answer.then),) if answer.then is not None else ()
            rows = [each for other in table.programmes for each in (after if other is one else (other,))]
            return ConditionalAnswer(answer.move, replace(table, programmes=tuple(rows)))
    return None


def drop_dead_conditional_moves(table: Table) -> Table:
    """Without programmes of a game that is over, of who has resigned, and of which nothing can come; why, is kept for
    their owners."""
    if not table.programmes:
        return table
    rows = (
        [row for one in table.programmes if (row := _updated_conditional_move(table, one)) is not None]
        if table.open
        else []
    )
    return replace(table, programmes=tuple(rows))


def _updated_conditional_move(table: Table, one: SavedConditionalMove) -> SavedConditionalMove | None:
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
    """Whether a programme of that seat, which speaks now, tells others what was its owner's secret: else they could
    look at it and take back what led to it. Not where its owner has just acted."""
    last = brief_log[-1]
    return last.seat != seat or last.kind != "move" or (bool(last.by_itself) and not last.barrier)
