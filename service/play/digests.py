"""Direct messages that list several tables, updated as their reader moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from db.rows import LetterRow, format_numbers, parse_numbers
from db.store import Transaction

from ..state.model import Table
from ..state.seat_control import find_notified_seat
from ..store.durable import durable
from ..store.registry import TableRegistry

HERE = 900  # seconds after an action in which a user counts as present


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

    async def outdated(self, table: Table) -> list[OutdatedDigest]:
        """Messages that list a table where their reader is not to move any more."""
        users = {seat.user_id for seat in table.seats if seat.user_id is not None}
        acted = sorted(user for user in users if not _is_user_to_move(table, user))
        rows = await self.registry.store.read(lambda t: t.newest_listings(acted)) if acted else []
        return [await self._listing(row) for row in rows if table.id in parse_numbers(row.listed)]

    async def _listing(self, row: LetterRow) -> OutdatedDigest:
        others = {table.id: table for table in await self.registry.abroad.look(row.user_id)}
        left = tuple(
            number
            for number in parse_numbers(row.listed)
            if (table := self.registry.tables.get(number) or others.get(number)) is not None
            and _is_user_to_move(table, row.user_id)
        )
        here = self.registry.clock.now() - self.registry.here.get(row.user_id, 0) < HERE
        return OutdatedDigest(
            row.user_id, row.number, row.channel_id or 0, row.message_id or 0, row.sent_at or 0, left, here
        )

    @durable
    async def renewed(self, listing: OutdatedDigest, message_id: int, channel_id: int, sent_at: int) -> None:
        """Record the updated message, perhaps sent anew."""

        def write(t: Transaction) -> None:
            row = t.letter(listing.user_id, listing.number)
            if row is not None:
                settled = int(not listing.left)
                t.save_letter(
                    replace(
                        row,
                        listed=format_numbers(listing.left),
                        settled=settled,
                        message_id=message_id,
                        channel_id=channel_id,
                        sent_at=sent_at,
                    )
                )

        await self.registry.store.write(write)


def _is_user_to_move(table: Table, user_id: int) -> bool:
    seat = find_notified_seat(table, user_id)
    return table.status == "active" and seat is not None and seat.human and seat.index in table.waiting
