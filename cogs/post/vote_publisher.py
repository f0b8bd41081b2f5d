"""Publishes votes: sent once, edited while young, sent anew if decided later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.post import discord_messages, undone_moves
from cogs.post.message_editor import MessageEditor
from cogs.post.message_layout import PublicMessage
from cogs.post.vote_message import vote_message
from service.state import seat_control
from service.state.model import Post, Table, Vote

if TYPE_CHECKING:
    from cogs.games.app import App


async def compose_vote_message(app: App, vote: Vote, table: Table, pings: Sequence[int]) -> PublicMessage:
    """The message of a vote that pings these users."""
    say = app.voice(table, table.language)
    entries = {entry.seq: entry for entry in await app.tables.history.read_entries(table.id)} if vote.to else {}
    move = undone_moves.describe_entry_move(table, entries[vote.to], None, say) if vote.to in entries else ""
    return vote_message(vote, table, say, app.game_name(table.kind, table.language), move, pings)


class VotePublisher:
    """Shows votes in the channel of their table."""

    def __init__(self, app: App, edits: MessageEditor) -> None:
        self.app = app
        self.message_editor = edits

    async def update_vote_message(self, vote: Vote, table: Table, *, repeats: bool = False) -> None:
        """Update the message of a vote. `repeats`: Discord may have an older one of the same nonce."""
        tables = self.app.tables
        vote = await tables.votes.find_vote(vote.id) or vote
        unanswered = seat_control.unanswered_user_ids(table, vote)
        pings = [user for user in unanswered if tables.direct_messages.can_mention_user(user, vote.opened_at)]
        message = await compose_vote_message(self.app, vote, table, pings)
        post = Post(
            table.id, 0, table.seq, "vote", tuple(pings), vote.message_id, vote.channel_id, sent_at=vote.opened_at
        )
        if (
            vote.message_id is not None
            and self.message_editor.is_editable(post)
            and await self.message_editor.edit(table, post, message)
        ):
            await tables.votes.record_vote_message(vote.id, vote.message_id, vote.channel_id or 0, vote.status)
            return
        if vote.message_id is not None and vote.status == "open":
            return  # too old to edit: its buttons still work, the result becomes a new message
        sent = await discord_messages.send_to_table(self.app, table, message, f"{table.tag}-v{vote.id}{vote.status[0]}")
        await tables.votes.record_vote_message(vote.id, sent, table.home.channel_id, vote.status)
        if repeats:
            now = self.app.clock.now()
            new_post = replace(post, message_id=sent, channel_id=table.home.channel_id, sent_at=now, shown_at=now)
            await self.message_editor.edit(table, new_post, message)
        if vote.message_id is not None and table.deletes_former_posts:
            await discord_messages.delete_post(self.app, table, post)
