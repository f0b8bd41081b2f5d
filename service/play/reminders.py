"""The reminders at the home of a table: which are owed or stand there."""

from __future__ import annotations

from dataclasses import replace

from ..state.mail import Reminder
from ..store import codec
from ..store.registry import TableRegistry


class Reminders:
    """What the publisher asks and reports about reminders."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def of(self, table_id: int) -> list[Reminder]:
        """The reminders of a table: owed to its home, or standing there."""
        return [codec.reminder_from_row(row) for row in await self.registry.store.read(lambda t: t.notices(table_id))]

    async def sent(self, notice: Reminder, message_id: int, channel_id: int) -> None:
        """A reminder was sent."""
        sent = replace(notice, sent_at=self.registry.clock.now(), message_id=message_id, channel_id=channel_id)
        await self.registry.store.write(lambda t: t.put_notices([codec.reminder_row(sent)]))

    async def gone(self, notice: Reminder) -> None:
        """A reminder was taken away, or is not to be sent any more."""
        await self.registry.store.write(lambda t: t.drop_notice(codec.reminder_row(notice)))
