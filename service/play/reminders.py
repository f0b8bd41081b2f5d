"""Reminders in the channel of a table."""

from __future__ import annotations

from dataclasses import replace

from ..state.mail import Reminder
from ..store import codec
from ..store.registry import TableRegistry


class Reminders:
    """Due and sent reminders, for the publisher."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def list_reminders(self, table_id: int) -> list[Reminder]:
        """Reminders of a table, unsent or visible."""
        return [codec.reminder_from_row(row) for row in await self.registry.store.read(lambda t: t.reminders(table_id))]

    async def record_sent_reminder(self, reminder: Reminder, message_id: int, channel_id: int) -> None:
        """Record a sent reminder."""
        sent = replace(reminder, sent_at=self.registry.clock.now(), message_id=message_id, channel_id=channel_id)
        await self.registry.store.write(lambda t: t.put_reminders([codec.reminder_row(sent)]))

    async def drop_reminder(self, reminder: Reminder) -> None:
        """Drop a reminder that was deleted or is obsolete."""
        await self.registry.store.write(lambda t: t.drop_reminder(codec.reminder_row(reminder)))
