"""Pausing and waking tables, and immediate acts of moderators.

Players pause by a vote (`service/seats/voting/pause.py`); the clock asks and freezes (`service/jobs/timekeeper.py`).
Every act enters the log; acts of moderators name them and get a post of their own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from ..errors import ServiceError
from ..state import table_rest
from ..state.model import Person, Post, StoredEvent, Table
from ..state.notifications import MODERATOR
from ..state.requirements import require_running
from ..state.seat_control import find_visible_seat, require_seat_of
from ..store.durable import durable
from ..store.log_writer import LogWriter, PendingWrites
from ..store.publisher import TableChange
from .moves import Playing, Result
from .outbox import with_silent_post

CLOSED: Final = "closed"


class PauseActs:
    """Each act runs under the table's lock and is idempotent per interaction."""

    def __init__(self, playing: Playing) -> None:
        self.registry = playing.registry
        self.playing = playing

    async def resume_game(
        self, table_id: int, who: Person, *, moderator: bool = False, act: str | None = None
    ) -> Table:
        """End a pause or wake the table, as a player or moderator. ServiceError `pause_none`, `not_seated`,
        `resigned`."""

        async def work(table: Table) -> Result:
            require_running(table)
            if table.paused_at is not None:
                key = "resumed"
            elif table.status == "frozen":
                key = "thawed"
            else:
                key = "still_on"
            event = _build_act_event(table, who, key, moderator=moderator)
            if key == "still_on" and table.asked_at is None:
                raise ServiceError("pause_none")
            return await self._commit_act(table_rest.wake_table(table), table, who, "on", event, act)

        return await self._run_act(table_id, act, work)

    async def confirm_game_goes_on(self, table_id: int, who: Person, *, act: str | None = None) -> Table:
        """Confirm that the game goes on. ServiceError `goes_on` if nobody asked; `not_seated`, `resigned`."""

        async def work(table: Table) -> Result:
            require_running(table)
            require_seat_of(table, who.user_id)
            if table.asked_at is None and table.status != "frozen":
                raise ServiceError("goes_on")
            event = _build_act_event(table, who, "still_on", moderator=False)
            return await self._commit_act(table_rest.wake_table(table), table, who, "on", event, act)

        return await self._run_act(table_id, act, work)

    async def pause_as_moderator(self, table_id: int, moderator: Person, *, act: str | None = None) -> Table:
        """Pause as a moderator. ServiceError `pause_already`."""

        async def work(table: Table) -> Result:
            require_running(table)
            if table.paused_at is not None:
                raise ServiceError("pause_already", since=table.paused_at)
            event = _build_moderator_event("paused", moderator)
            new = table_rest.pause_clocks(table, self.registry.clock.now())
            return await self._commit_act(new, table, moderator, "pause", event, act)

        return await self._run_act(table_id, act, work)

    async def end_as_moderator(self, table_id: int, moderator: Person, *, act: str | None = None) -> Table:
        """End a game without a winner, or close a lobby, as a moderator."""

        async def work(table: Table) -> Result:
            require_running(table)
            events = [_build_moderator_event("ended", moderator)]
            return await self.playing.end_game(
                table, table, self._new_log_writer(table, moderator, act), "abandoned", (), events
            )

        light = self.registry.tables.get(table_id)
        if light is not None and light.status == "lobby":
            return await self._close_lobby(table_id, moderator)
        return await self._run_act(table_id, act, work)

    @durable
    async def _close_lobby(self, table_id: int, moderator: Person) -> Table:
        """Close a lobby with a post that names the moderator."""
        async with self.registry.lock_table(table_id):
            old = self.registry.require_open_table(table_id)
            if old.status != "lobby":
                raise ServiceError("already_started")
            post = Post(table_id, old.posts + 1, 0, closed_post_reason(moderator.name), ())
            new = replace(old, status="abandoned", posts=post.number, updated_at=self.registry.clock.now())
            await self.registry.commit(old, new, PendingWrites(posts=[post]))
        await self.registry.publish(TableChange(new, "closed"))
        return new

    def _new_log_writer(self, table: Table, who: Person, act: str | None) -> LogWriter:
        return self.playing.new_log_writer(table, act, who.user_id if is_not_playing(table, who.user_id) else None)

    async def _commit_act(
        self, new: Table, old: Table, who: Person, what: str, event: StoredEvent, act: str | None
    ) -> Result:
        """Commit the act with its log entry; moderators get a new post."""
        writer = self._new_log_writer(old, who, act)
        writer.write("table", what, None, [event])
        writes = PendingWrites()
        if "name" in event.params:  # of a moderator
            new, writes.posts = with_silent_post(new, MODERATOR)
        return await self.playing.commit_move(replace(new, moved_at=writer.now), old, writer, writes)

    @durable
    async def _run_act(self, table_id: int, act: str | None, work: Callable[[Table], Awaitable[Result]]) -> Table:
        async def loaded() -> Result:
            return await work(await self.registry.load_under_lock(table_id))

        return (await self.playing.run_interaction(table_id, act, loaded)).table


def is_not_playing(table: Table, user_id: int) -> bool:
    """Whether the user has no seat here."""
    return find_visible_seat(table, user_id) is None


def closed_post_reason(name: str) -> str:
    """Post reason of a lobby closed by a moderator."""
    return f"{CLOSED} {name}"


def moderator_who_closed(reason: str) -> str:
    """The moderator in a post reason; empty for others."""
    return reason.removeprefix(f"{CLOSED} ") if reason.startswith(f"{CLOSED} ") else ""


def _build_act_event(table: Table, who: Person, what: str, *, moderator: bool) -> StoredEvent:
    """The event of an act, by a player or else a moderator."""
    if moderator and is_not_playing(table, who.user_id):
        return _build_moderator_event("resumed", who)
    return StoredEvent(f"table.{what}", {"seat": require_seat_of(table, who.user_id).index})


def _build_moderator_event(what: str, who: Person) -> StoredEvent:
    return StoredEvent(f"table.{what}_moderator", {"name": who.name})
