"""Composes the public messages of a table: reads what they need, draws the pictures, and lays out the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs.games import face_for
from cogs.post import compose, lesson_message, message_layout, outlines, rest_line
from cogs.post.lobby_message import lobby_message
from cogs.post.message_layout import PublicMessage
from cogs.post.message_pictures import MessagePictures
from cogs.post.table_outbox import TableOutbox
from cogs.screen import lesson_text
from service.play.pauses import moderator_who_closed
from service.state.model import Post, Table
from service.state.player_counts import list_lobby_concerns

if TYPE_CHECKING:
    from cogs.games.app import App


class MessageComposer:
    """Composes messages with public content only."""

    def __init__(self, app: App, pictures: MessagePictures) -> None:
        self.app = app
        self.pictures = pictures

    async def compose_lobby(self, table: Table, posts: Sequence[Post]) -> PublicMessage:
        """The message of a lobby, with the pings of these posts."""
        say = self.app.voice(table, table.language)
        pings = tuple(dict.fromkeys(user for post in posts for user in post.pings))
        ping_line = ""
        if pings:
            host = table.seat_of(table.host)
            who = " ".join(message_layout.mention(user) for user in pings)
            ping_line = say("ping.rematch", who=who, name=say.seat(host.index) if host is not None else "")
        return lobby_message(
            table,
            say,
            self.app.game_name(table.kind, table.language),
            pings,
            ping_line,
            list_lobby_concerns(table) if table.status == "lobby" else (),
            next((name for post in posts if (name := moderator_who_closed(post.reason))), ""),
            await self.app.tables.branches.former_names_by_colour(table),
        )

    async def compose_table(
        self,
        table: Table,
        posts: Sequence[Post],
        outbox: TableOutbox | None = None,
        above: str = "",
        only_for: int | None = None,
    ) -> PublicMessage:
        """The message of a game for these posts. `outbox`: gets late pictures; `above`: replaces the ping line;
        `only_for`: the only reader, in direct messages. RuntimeError without a state."""
        if table.game is None or table.state is None:
            raise RuntimeError(f"table {table.id} has no state to show")
        say = self.app.voice(table, table.language)
        # The log may be longer than this table: later entries come with the next message.
        whole_log = (await self.app.tables.history.read_entries(table.id))[: table.seq]
        history = whole_log
        face = face_for(table.kind)
        if table.lesson is not None:
            known_until = lesson_message.lesson_known_until(table, whole_log)
            history = [entry for entry in whole_log if entry.seq > known_until]
            above = lesson_text.announce_lesson_task(table, say)
        else:
            known_until = outlines.last_known_entry(table, history, face.finishing_moves)
        story = compose.compose_story(table, history, posts, say)
        before = await outlines.find_view_after(self.app, table, known_until, whole_log)
        view, news = outlines.mark_changes(self.app, table, before, compose.public_view(table), history, known_until)
        files = await self.pictures.draw_files(table, view, news, face, story, outbox)
        addressee = compose.find_addressee(table, history, posts)
        if addressee is not None and addressee.last_own_entry != known_until:
            before = await outlines.find_view_after(self.app, table, addressee.last_own_entry, whole_log)
        return compose.compose_table_message(
            table,
            posts,
            story,
            say,
            self.app.game_name(table.kind, table.language),
            files=files,
            for_you=compose.describe_addressee_gains(table, addressee, before, say),
            now=self.app.clock.now(),
            above=above,
            rests=rest_line.describe_rest(table, history, say),
            away=self.app.tables.vacations.vacation_ends_by_seat(table),
            only_for=only_for,
        )

    async def compose_for_reader(self, table: Table, posts: Sequence[Post], above: str, user_id: int) -> PublicMessage:
        """The message of a game for a user's direct messages."""
        return await self.compose_table(table, posts, above=above, only_for=user_id)
