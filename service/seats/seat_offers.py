"""Offers to take over a seat: from its owner, or because the owner is late."""

from __future__ import annotations

from ..errors import ServiceError
from ..play.moves import Playing
from ..state import notifications, seat_control, seat_offer
from ..state.model import OfferReason, Person, Seat, StoredEvent, Table
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry

Changed = tuple[Table, list[TableChange]]


def offer_reason_for(
    registry: TableRegistry, table: Table, seat: Seat, user_id: int, *, moderator: bool
) -> OfferReason:
    """The authority for offering a seat; `vote`: the others must agree. ServiceError `owner_only`, `replace_machine`,
    `replace_not_late` (seat). Moderators who play need a vote, too."""
    if seat.user_id == user_id:
        seat_control.require_owned_seat(table, user_id)
        return "own"
    is_neutral_moderator = moderator and seat_control.find_visible_seat(table, user_id) is None
    if not is_neutral_moderator:
        seat_control.require_seat_of(table, user_id)
    if seat.standin == user_id:
        raise ServiceError("owner_only", seat=seat.index)
    if seat.user_id is None:
        raise ServiceError("replace_machine", seat=seat.index)
    if seat.resigned:
        return "free"
    if not seat_offer.can_be_replaced(table, seat, registry.clock.now()):
        raise ServiceError("replace_not_late", seat=seat.index)
    if is_neutral_moderator:
        return "moderator"
    brief_log = registry.brief_log(table.id)
    has_moved = any(entry.kind == "move" and entry.seat == seat.index and not entry.by_itself for entry in brief_log)
    return "host" if user_id == table.host and not has_moved else "vote"


async def offer_seat(
    playing: Playing,
    table: Table,
    seat: Seat,
    reason: OfferReason,
    by: Person,
    newcomer: Person | None,
    act: str | None,
    writes: PendingWrites | None = None,
) -> Changed:
    """Offer a seat, permission checked, under the lock; decisions of others are logged. ServiceError as of
    `require_may_take_seat`. Idempotent."""
    if newcomer is not None:
        seat_offer.require_may_take_seat(table, seat, newcomer.user_id)
    writer = playing.new_log_writer(table, act, by.user_id)
    new = seat_offer.with_seat_offer(
        table, seat.index, "replace", reason, newcomer, by.user_id, until=None, now=writer.now
    )
    if reason == "own":
        return await write_seat_offer(playing.registry, table, new, newcomer, act)
    if new is table and writes is None:
        return table, []
    writes = writes or PendingWrites()
    if new is not table:
        planned = notifications.plan_offer_notification(new, new.asks[-1], playing.registry.settings)
        writes.notifications = [*writes.notifications, *planned]
    if newcomer is not None:
        new = seat_control.with_guest(new, newcomer.user_id, newcomer.name)
    if seat_control.find_represented_seat(table, by.user_id) is None:
        new = seat_control.with_guest(new, by.user_id, by.name)
    params = {"seat": seat.index, "user": by.user_id, "former_user": seat.user_id}
    writer.write("table", "offer", None, [StoredEvent(f"table.offered_{reason}", params)])
    outcome, changes = await playing.commit_move(new, table, writer, writes)
    return outcome.table, changes


async def write_seat_offer(
    registry: TableRegistry, table: Table, new: Table, newcomer: Person | None, act: str | None
) -> Changed:
    """Write an offer without a log entry; its message follows the commit."""
    if new is table:
        return table, []
    if newcomer is not None:
        new = seat_control.with_guest(new, newcomer.user_id, newcomer.name)
    planned = notifications.plan_offer_notification(new, new.asks[-1], registry.settings)
    await registry.commit(table, new, PendingWrites(act=act, notifications=planned))
    return new, [TableChange(new, "reminded")]
