"""Where the replay of a game stands for everybody: a post of its own, written down when it was sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..state.model import Post
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry

FILM: Final = "film"  # the reason of the post


class SharedReplays:
    """Remembers it for as long as the game is kept."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def message(self, table_id: int) -> int | None:
        """The number of its message; None: it was not shown to everybody."""
        rows = await self.registry.store.read(lambda t: t.posts_for(table_id, FILM))
        return rows[-1].message_id if rows else None

    @durable
    async def posted(self, table_id: int, message_id: int, channel_id: int) -> None:
        """It was sent there. ServiceError `unknown_table`."""
        async with self.registry.lock(table_id):
            old, now = await self.registry.light(table_id), self.registry.clock.now()
            newest = await self.registry.store.read(lambda t: t.newest_post(table_id))
            post = Post(table_id, newest + 1, old.seq, FILM, (), message_id, channel_id, now, now)
            await self.registry.commit(old, replace(old, posts=post.number), PendingWrites(posts=[post]))
