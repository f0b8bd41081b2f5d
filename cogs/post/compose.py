"""Composes the message of a table from its log and view: pings, story, picture, buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cogs.games import face_for
from cogs.post import gains, lesson_message, message_layout, outlines, rest_line, story_lines, undone_moves
from cogs.post.lobby_message import LOBBY_REASONS
from cogs.post.message_layout import PublicMessage
from cogs.post.story_lines import StoryLine, StoryScope
from cogs.screen import Button, File, event_text
from rules.core import View
from service.state import notifications, seat_control
from service.state.model import LogEntry, Post, Table
from words import Voice

SILENT_REASON: Final = "silent"  # the reason of a post that replaces a lost message
OVER_REASON: Final = "over"
CLOSED_STATUSES: Final = ("over", "abandoned")
PINGLESS_REASONS: Final = (notifications.FROZEN, notifications.MODERATOR)


def addressed_posts(posts: Sequence[Post]) -> list[Post]:
    """The posts with pings to announce; a post with a reason of `PINGLESS_REASONS` only asks for a new message."""
    return [post for post in posts if post.reason not in PINGLESS_REASONS]


def public_view(table: Table) -> View:
    """The public view of the table; of a closed one as its game shows it then. RuntimeError without a state."""
    view = table.public_view
    if view is None:
        raise RuntimeError(f"table {table.id} has no state to show")
    return face_for(table.kind).final_view(view) if table.status in CLOSED_STATUSES else view


def compose_story(table: Table, history: Sequence[LogEntry], posts: Sequence[Post], say: Voice) -> list[StoryLine]:
    """The story since the last own moves of the users waited for or pinged by the posts. `history`: the whole log."""
    look, view = face_for(table.kind), public_view(table)
    moves = undone_moves.describe_undone_entries(table, history, None, say)
    return story_lines.build_story_lines(
        look,
        history,
        _story_scope(table, history, posts),
        say,
        say.with_seat_names([seat.colour for seat in table.seats]),
        lambda event, voice: event_text.describe_event(event, voice, moves),
        lambda event: (
            look.is_covered_by_open_matter(view, event) or rest_line.is_told_by_rest_line(table, history, event)
        ),
    )


@dataclass(frozen=True, slots=True)
class Addressee:
    """The only user whom a message pings."""

    seat: int
    last_own_entry: int  # number of the last log entry of their own


def find_addressee(table: Table, history: Sequence[LogEntry], posts: Sequence[Post]) -> Addressee | None:
    """The only user whom the message pings, if they have moved before and not since the ping; else None."""
    users = {user for post in posts or _posts_still_pinging(table) for user in post.pings}
    seat = seat_control.find_notified_seat(table, users.pop()) if len(users) == 1 and table.is_open else None
    since = outlines.find_last_own_entry(table, history, seat.index) if seat is not None else None
    return Addressee(seat.index, since) if seat is not None and since is not None else None


def describe_addressee_gains(table: Table, reader: Addressee | None, before: View | None, say: Voice) -> str:
    """The addressee's gains and losses by public knowledge. `before`: the public view after their last move."""
    if reader is None or before is None:
        return ""
    return gains.describe_gains(face_for(table.kind), before, public_view(table), reader.seat, say)


def compose_table_message(
    table: Table,
    posts: Sequence[Post],
    told: Sequence[StoryLine],
    say: Voice,
    game_name: str,
    *,
    files: Sequence[File] = (),
    for_you: str = "",
    now: int | None = None,
    above: str = "",
    rests: str = "",
    away: Mapping[int, int] | None = None,
    only_for: int | None = None,
) -> PublicMessage:
    """The message for these posts, or the current text of the newest message if there are none. `now`: time of reading;
    `above`: replaces the ping line of the posts; `rests`: as of `describe_rest`; `away`: seats on vacation with the end
    of it; `only_for`: the only reader, who gets only the buttons they can use."""
    look, view, game = face_for(table.kind), public_view(table), table.game
    assert game is not None, "it has a view"
    public = message_layout.layout_table_message(
        table,
        view,
        told,
        say,
        game_name,
        posts=posts or _posts_still_pinging(table),
        verbs=_standing_verbs(table, only_for),
        quick=visible_quick_buttons(table, view, say, only_for),
        still_open=look.describe_open_matter(view, say),
        silent=game.seats_yet_to_answer(table.state),
        now=now,
        ping_text=lambda seat, who: look.ping_text(view, seat, who, say),
        details=[
            (look.describe_seat(view, s.index, say), look.describe_seat_decision(view, s.index, say))
            for s in table.seats
        ],
        files=files,
        for_you=for_you,
        above=above,
        rests=rests,
        away=away,
        more_buttons=lesson_message.lesson_buttons(table, say),
    )
    return public if posts else replace(public, pings=())  # an edit pings nobody


def _standing_verbs(table: Table, only_for: int | None) -> Sequence[str]:
    if table.lesson is not None:
        return lesson_message.LESSON_VERBS
    return (
        message_layout.STANDARD_VERBS
        if only_for is None or seat_control.find_visible_seat(table, only_for) is not None
        else message_layout.SPECTATOR_VERBS
    )


def visible_quick_buttons(table: Table, view: View, say: Voice, only_for: int | None = None) -> list[Button]:
    """Buttons that answer the table's question with one press; `only_for`: the only reader."""
    if table.status in CLOSED_STATUSES:
        return []
    look = face_for(table.kind)
    quick, beside = look.quick_buttons(table, view, say), look.waiting_seat_buttons(table, view, say)
    if only_for is None:
        return [*quick, *beside]
    seat = seat_control.find_visible_seat(table, only_for)
    if seat is None or not seat.is_human:
        return []
    return [
        *(quick if seat.index in look.quick_button_seats(view) else ()),
        *(() if seat.index in view.tasks else beside),
    ]


def _posts_still_pinging(table: Table) -> list[Post]:
    """The newest message with the users whose mention must survive an edit: to move, invited, or all at game end."""
    live, game = table.live, table.game
    if live is None or live.reason in LOBBY_REASONS or game is None:
        return []
    if table.status in CLOSED_STATUSES:
        return [replace(live, pings=live.mentioned_user_ids)] if live.reason == OVER_REASON else []
    if live.reason == notifications.ASKED and table.asked_at is not None and table.status != "frozen":
        return [replace(live, pings=live.mentioned_user_ids, apart=())]
    # A message that replaces a lost one pings nobody; users pinged for the running turn keep their mention.
    told = {table.seats[stretch.seat].notify_user_id for stretch in table.stretches if stretch.pinged}
    pings = told if live.reason in (SILENT_REASON, *PINGLESS_REASONS) else live.mentioned_user_ids
    asked = {
        seat for seat in (*table.seats_to_move, *game.seats_yet_to_answer(table.state)) if table.seats[seat].is_present
    }
    called = [user for seat in sorted(asked) if (user := table.seats[seat].notify_user_id) and user in pings]
    return [replace(live, pings=tuple(called), apart=())] if called else []


def _story_scope(table: Table, history: Sequence[LogEntry], posts: Sequence[Post]) -> StoryScope:
    """Readers (seats waited for or pinged) and the log entry from which the story starts: the earliest of their last
    own moves. Readers without a move get the story from the start of the game."""
    called = {user for post in posts or _posts_still_pinging(table) for user in post.pings}
    readers = {
        seat.index
        for seat in table.seats
        if seat.is_human and (seat.index in table.seats_to_move or seat.notify_user_id in called)
    }
    shown = table.live.seq if posts and table.live is not None and table.live.reason not in LOBBY_REASONS else table.seq
    since = outlines.last_known_entry(table, history, face_for(table.kind).finishing_moves, readers, shown)
    return StoryScope(since if since > message_layout.START_SEQ else 0, readers)
