"""The public message of a vote. Values in, values out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cogs.post.headline import LONGEST
from cogs.post.message_layout import Public, called
from cogs.screen import Button, Row, Screen, cut, ids, naming, time_text
from service.seats.voting.kinds import EVERYBODY, outcome
from service.seats.voting.replace import by_machine, meant
from service.state.model import Table, Vote, What
from service.state.seat_control import spoke_for
from words import Voice

# What is proposed in words, for kinds of votes that have a value.
VALUES: Final[Mapping[What, Callable[[Vote, Table, Voice], str]]] = {
    "pace": lambda vote, table, say: time_text.pace_named(vote.value or "", say),
    "late": lambda vote, table, say: time_text.late_named(vote.value or "", say),
    "replace": lambda vote, table, say: _heir(vote, table, say),
    "language": lambda vote, table, say: naming.language(vote.value or "", say),
}


def _heir(vote: Vote, table: Table, say: Voice) -> str:
    """Whose seat it is about, and who is to come."""
    index, user = meant(vote.value)
    return say("vote.seat_to", seat=index, user=user) if user else say("vote.seat_anybody", seat=index)


def asks(vote: Vote, table: Table, say: Voice, move: str, who: str) -> str:
    """What is asked, in one sentence; `move`: what would be taken back first; `who`: whom it calls."""
    asker = _named(vote.by, table, say)
    who = say("vote.to", who=who) if who else ""
    if vote.what == "replace" and by_machine(vote.value):
        return say("vote.machine", who=who, name=asker, seat=meant(vote.value)[0]).strip()
    value = VALUES[vote.what](vote, table, say) if vote.what in VALUES else ""
    return say(f"vote.{vote.what}", who=who, name=asker, to=vote.to or 0, move=move, value=value).strip()


def _named(user: int, table: Table, say: Voice) -> str:
    """Who asks; with the owner, where they stand in."""
    seat = spoke_for(table, user)
    if seat is None or seat.user_id == user:
        return say.seat(seat.index) if seat is not None else ""
    return say("ping.for", who=say.person(user), name=say.seat(seat.index))


def vote_message(vote: Vote, table: Table, say: Voice, game_name: str, move: str, pings: Sequence[int]) -> Public:
    """A question to the table; without buttons and without a ping when it is decided."""
    is_open = vote.status == "open"
    lines = [
        asks(vote, table, say, move, called(pings) if is_open else ""),
        say("vote.head", game=game_name, id=table.id),
    ]
    if vote.reason:
        lines.append(say("vote.reason", reason=naming.escaped(naming.bare(vote.reason, 100))))
    lines.append(say("vote.yes", names=_voters(vote.yes, table, say)))
    if vote.no:
        lines.append(say("vote.no", names=_voters(vote.no, table, say)))
    lines.append(rule(vote, say) if is_open else say(f"vote.{outcome(vote)}"))
    rows: list[Row] = [list(buttons(vote, say))] if is_open else []
    return Public(Screen(cut("\n".join(lines), LONGEST), rows=rows), tuple(pings) if is_open else ())


def rule(vote: Vote, say: Voice) -> str:
    """Until when it is open, and what decides it."""
    key = "open_undo" if vote.what == "undo" else "open_all" if vote.what in EVERYBODY else "open_half"
    return say(f"vote.{key}", until=time_text.ago(vote.closes_at))


def buttons(vote: Vote, say: Voice) -> tuple[Button, Button]:
    return (
        Button(ids.vote(vote.id, True), say("button.agree"), "green"),
        Button(ids.vote(vote.id, False), say("button.decline")),
    )


def _voters(users: Sequence[int], table: Table, say: Voice) -> str:
    names = [say.seat(seat.index) for user in users if (seat := spoke_for(table, user)) is not None]
    return say.join(names) if names else say("vote.nobody")
