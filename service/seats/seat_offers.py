"""Somebody, or whoever comes, is asked to take a seat over: by its owner, or because its owner is late."""

from __future__ import annotations

from ..errors import ServiceError
from ..play.moves import Playing
from ..state import notifications, seat_control, seat_offer
from ..state.model import Person, Seat, StoredEvent, Table, Why
from ..store.publisher import Change
from ..store.registry import Hall, Work

Changed = tuple[Table, list[Change]]


def why(hall: Hall, table: Table, seat: Seat, user_id: int, *, moderator: bool) -> Why:
    """On whose word a seat may be offered; `vote`: the others have to agree. ServiceError `owner_only`,
    `replace_machine`, `replace_not_late` (seat). A moderator who plays asks the others, as everybody does."""
    if seat.user_id == user_id:
        seat_control.owned(table, user_id)
        return "own"
    judge = moderator and seat_control.eyes(table, user_id) is None
    if not judge:
        seat_control.decides(table, user_id)
    if seat.standin == user_id:
        raise ServiceError("owner_only", seat=seat.index)
    if seat.user_id is None:
        raise ServiceError("replace_machine", seat=seat.index)
    if seat.resigned:
        return "free"
    if not seat_offer.overdue(table, seat, hall.clock.now()):
        raise ServiceError("replace_not_late", seat=seat.index)
    if judge:
        return "moderator"
    log = hall.brief_log(table.id)
    moved = any(entry.kind == "move" and entry.seat == seat.index and not entry.by_itself for entry in log)
    return "host" if user_id == table.host and not moved else "vote"


async def offered(
    playing: Playing,
    table: Table,
    seat: Seat,
    reason: Why,
    by: Person,
    newcomer: Person | None,
    act: str | None,
    work: Work | None = None,
) -> Changed:
    """Ask, for somebody who holds the lock and knows that it may be asked; what others decided is told in the log.
    ServiceError as `asking.may_come`. The same again changes nothing."""
    if newcomer is not None:
        seat_offer.may_come(table, seat, newcomer.user_id)
    pen = playing.pen(table, act, by.user_id)
    new = seat_offer.opened(table, seat.index, "replace", reason, newcomer, by.user_id, None, pen.now)
    if reason == "own":
        return await asked(playing.hall, table, new, newcomer, act)
    if new is table and work is None:
        return table, []
    work = work or Work()
    if new is not table:
        work.calls = [*work.calls, *notifications.of_ask(new, new.asks[-1], playing.hall.settings)]
    for person in (newcomer, by if seat_control.spoke_for(table, by.user_id) is None else None):
        new = new if person is None else seat_control.with_guest(new, person.user_id, person.name)
    told = {"seat": seat.index, "user": by.user_id, "former_user": seat.user_id}
    pen.write("table", "offer", None, [StoredEvent(f"table.offered_{reason}", told)])
    outcome, changes = await playing.commit(new, table, pen, work)
    return outcome.table, changes


async def asked(hall: Hall, table: Table, new: Table, who: Person | None, act: str | None) -> Changed:
    """Write a question that nobody needs to read in the log; its message goes out after the commit."""
    if new is table:
        return table, []
    if who is not None:
        new = seat_control.with_guest(new, who.user_id, who.name)
    await hall.commit(table, new, Work(act=act, calls=notifications.of_ask(new, new.asks[-1], hall.settings)))
    return new, [Change(new, "reminded")]
