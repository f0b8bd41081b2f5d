"""Edits of public messages, limited by age and frequency."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.post import discord_messages
from cogs.post.message_layout import PublicMessage
from service.state.model import Post, Table

if TYPE_CHECKING:
    from cogs.games.app import App

EDITABLE_SECONDS: Final = 55 * 60  # Discord limits edits of messages older than an hour


class MessageEditor:
    """Edits messages. `gap`: minimum seconds between two edits of one message."""

    def __init__(self, app: App, gap: float) -> None:
        self.app = app
        self.gap_seconds = gap
        self._last_edit_ms: dict[int, int] = {}  # message id -> milliseconds of its last edit

    def is_editable(self, post: Post) -> bool:
        """Whether the message may still be edited. The callers check it before every edit."""
        return post.sent_at is not None and self.app.clock.now() - post.sent_at < EDITABLE_SECONDS

    async def edit(self, table: Table, post: Post, message: PublicMessage) -> bool:
        """Edit the message after the gap; False if it is gone or not editable."""
        assert post.message_id is not None, "the post was sent"
        gap_ms = int(self.gap_seconds * 1000)
        if (wait_ms := self._last_edit_ms.get(post.message_id, -gap_ms) + gap_ms - self.app.clock.now_ms()) > 0:
            await self.app.clock.sleep(wait_ms / 1000)
            if not self.is_editable(post):
                return False
        now = self.app.clock.now_ms()
        self._last_edit_ms = {number: at for number, at in self._last_edit_ms.items() if at + gap_ms > now}
        self._last_edit_ms[post.message_id] = now
        return await discord_messages.edit_message(self.app, table, post, message)
