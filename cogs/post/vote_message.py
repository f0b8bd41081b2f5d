"""The public message of a vote."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cogs.post.headline import MESSAGE_LENGTH
from cogs.post.message_layout import PublicMessage, mention_all
from cogs.screen import Button, Row, Screen, ids, naming, time_text, truncate_text
from service.seats.voting.counting import vote_outcome
from service.seats.voting.kinds import UNANIMOUS_KINDS
from service.seats.voting.replace import is_machine_wanted, parse_replacement
from service.state.model import Table, Vote, VoteKey
from service.state.seat_control import find_represented_seat
from words import Voice

# Sentences for the values of votes that have one.
DESCRIBED_VALUES: Final[Mapping[VoteKey, Callable[[Vote, Table, Voice], str]]] = {
    "pace": lambda vote, table, say: time_text.describe_pace(vote.value or "", say),
    "late": lambda vote, table, say: time_text.describe_late_policy(vote.value or "", say),
    "replace": lambda vote, table, say: _describe_new_owner(vote, table, say),
    "language": lambda vote, table, say: naming.language_name(vote.value or "", say),
}


def _describe_new_owner(vote: Vote, table: Table, say: Voice) -> str:
    """The seat in question, and the proposed user."""
    seat_index, user = parse_replacement(vote.value)
    return say("vote.seat_to", seat=seat_index, user=user) if user else say("vote.seat_anybody", seat=seat_index)


def describe_vote_question(vote: Vote, table: Table, say: Voice, move: str, mentions: str) -> str:
    """The question in one sentence. `move`: the first move to be undone; `mentions`: mentions of the pinged users."""
    asker = _name_vote_caller(vote.by, table, say)
    mentions = say("vote.to", who=mentions) if mentions else ""
    if vote.what == "replace" and is_machine_wanted(vote.value):
        return say("vote.machine", who=mentions, name=asker, seat=parse_replacement(vote.value)[0]).strip()
    value = DESCRIBED_VALUES[vote.what](vote, table, say) if vote.what in DESCRIBED_VALUES else ""
    return say(f"vote.{vote.what}", who=mentions, name=asker, to=vote.to or 0, move=move, value=value).strip()


def _name_vote_caller(user: int, table: Table, say: Voice) -> str:
    """The name of the asker; of a stand-in with the owner."""
    seat = find_represented_seat(table, user)
    if seat is None or seat.user_id == user:
        return say.seat(seat.index) if seat is not None else ""
    return say("ping.for", who=say.person(user), name=say.seat(seat.index))


def vote_message(
    vote: Vote, table: Table, say: Voice, game_name: str, move: str, pings: Sequence[int]
) -> PublicMessage:
    """A question to the table; without buttons and pings after it is decided."""
    is_open = vote.status == "open"
    lines = [
        describe_vote_question(vote, table, say, move, mention_all(pings) if is_open else ""),
        say("vote.head", game=game_name, id=table.id),
    ]
    if vote.reason:
        lines.append(say("vote.reason", reason=naming.escape_markdown(naming.plain_name(vote.reason, 100))))
    lines.append(say("vote.yes", names=_list_voter_names(vote.yes, table, say)))
    if vote.no:
        lines.append(say("vote.no", names=_list_voter_names(vote.no, table, say)))
    lines.append(describe_vote_rule(vote, say) if is_open else say(f"vote.{vote_outcome(vote)}"))
    rows: list[Row] = [list(vote_buttons(vote, say))] if is_open else []
    return PublicMessage(
        Screen(truncate_text("\n".join(lines), MESSAGE_LENGTH), rows=rows), tuple(pings) if is_open else ()
    )


def describe_vote_rule(vote: Vote, say: Voice) -> str:
    """The closing time and the majority needed."""
    key = "open_undo" if vote.what == "undo" else "open_all" if vote.what in UNANIMOUS_KINDS else "open_half"
    return say(f"vote.{key}", until=time_text.format_relative_time(vote.closes_at))


def vote_buttons(vote: Vote, say: Voice) -> tuple[Button, Button]:
    return (
        Button(ids.vote_custom_id(vote.id, yes=True), say("button.agree"), "green"),
        Button(ids.vote_custom_id(vote.id, yes=False), say("button.decline")),
    )


def _list_voter_names(users: Sequence[int], table: Table, say: Voice) -> str:
    names = [say.seat(seat.index) for user in users if (seat := find_represented_seat(table, user)) is not None]
    return say.join(names) if names else say("vote.nobody")
