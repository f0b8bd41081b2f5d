"""Direct messages that list several tables, updated as their reader moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from db.rows import DirectMessageRow, format_numbers, parse_numbers
from db.store import Transaction

from ..state.model import Table
from ..state.seat_control import find_notified_seat
from ..store.durable import durable
from ..store.registry import TableRegistry

PRESENT_SECONDS = 900  # after an action, in which a user counts as present


@dataclass(frozen=True, slots=True)
class OutdatedDigest:
    """A message that lists tables where its reader has moved already."""

    user_id: int
    number: int
    channel_id: int
    message_id: int
    sent_at: int
    left: tuple[int, ...]  # tables still to move at, in the order of the message
    here: bool  # the reader is present, or may be sent messages at any hour


class Digests:
    """Outdated lists, for the publisher."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def list_outdated_digests(self, table: Table) -> list[OutdatedDigest]:
        """Messages that list a table where their reader is not to move any more."""
        users = {seat.user_id for seat in table.seats if seat.user_id is not None}
        done = sorted(user for user in users if not _is_user_to_move(table, user))
        rows = await self.registry.store.read(lambda t: t.newest_digests(done)) if done else []
        return [await self._build_outdated_digest(row) for row in rows if table.id in parse_numbers(row.listed)]

    async def _build_outdated_digest(self, row: DirectMessageRow) -> OutdatedDigest:
        remote_tables = {table.id: table for table in await self.registry.remote_tables.read_tables_of(row.user_id)}
        left = []
        for number in parse_numbers(row.listed):
            table = self.registry.tables.get(number) or remote_tables.get(number)
            if table is not None and _is_user_to_move(table, row.user_id):
                left.append(number)
        is_present = self.registry.clock.now() - self.registry.last_act_at.get(row.user_id, 0) < PRESENT_SECONDS
        return OutdatedDigest(
            row.user_id, row.number, row.channel_id or 0, row.message_id or 0, row.sent_at or 0, tuple(left), is_present
        )

    @durable
    async def record_updated_digest(
        self, digest: OutdatedDigest, message_id: int, channel_id: int, sent_at: int
    ) -> None:
        """Record the updated message, perhaps sent anew."""

        def write(t: Transaction) -> None:
            row = t.direct_message(digest.user_id, digest.number)
            if row is not None:
                row = replace(row, listed=format_numbers(digest.left), settled=int(not digest.left))
                t.save_direct_message(replace(row, message_id=message_id, channel_id=channel_id, sent_at=sent_at))

        await self.registry.store.write(write)


def _is_user_to_move(table: Table, user_id: int) -> bool:
    seat = find_notified_seat(table, user_id)
    return table.status == "active" and seat is not None and seat.is_human and seat.index in table.seats_to_move
