"""Public replays: a post that records the message of a game's replay."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..state.model import Post
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry

FILM: Final = "film"  # reason of the post


class SharedReplays:
    """Remembers replays as long as the game is stored."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def find_replay_message_id(self, table_id: int) -> int | None:
        """The message id of the public replay; None: there is none."""
        rows = await self.registry.store.read(lambda t: t.posts_with_reason(table_id, FILM))
        return rows[-1].message_id if rows else None

    @durable
    async def record_replay_post(self, table_id: int, message_id: int, channel_id: int) -> None:
        """Record a sent replay. ServiceError `unknown_table`."""
        async with self.registry.lock_table(table_id):
            old, now = await self.registry.load_without_position(table_id), self.registry.clock.now()
            number = 1 + await self.registry.store.read(lambda t: t.newest_post_number(table_id))
            post = Post(
                table_id,
                number,
                old.seq,
                FILM,
                pings=(),
                message_id=message_id,
                channel_id=channel_id,
                sent_at=now,
                shown_at=now,
            )
            await self.registry.commit(old, replace(old, posts=post.number), PendingWrites(posts=[post]))
