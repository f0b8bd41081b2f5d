"""The message of a table whose game has not begun, and what it turns into. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cogs.post.headline import LONGEST, branch_line
from cogs.post.message_layout import SCORE_LINE, Public
from cogs.screen import Button, Choice, Row, Screen, Select, cut, ids, naming, time_text
from rules.core import Choices, Kind, Phrase, registry
from rules.core.course import has_course
from service.state.branch_point import Branch, Place
from service.state.model import Seat, Table
from service.state.player_counts import free_colours
from service.time.pace import NEVER
from words import Voice

FACTS: Final = 600  # what is played
WARNING_LINE: Final = 140
WARNINGS: Final = 3
NOBODY: Final[Mapping[str, str]] = MappingProxyType({})
NO_LIMIT: Final = str(NEVER)


def lobby_message(
    table: Table,
    say: Voice,
    game_name: str,
    pings: Sequence[int] = (),
    ping_line: str = "",
    warnings: Sequence[Phrase] = (),
    closed_by: str = "",
    former: Mapping[str, str] = NOBODY,
) -> Public:
    """The lobby, with its five buttons; without buttons when it was closed. `warnings`: what is worth a word;
    `closed_by`: the moderator who closed it; `former`: of a branch, by colour, whose seats they were in that game."""
    if table.status == "abandoned":
        key = "lobby.closed_moderator" if closed_by else "lobby.closed"
        return Public(Screen(say(key, game=game_name, id=table.id, name=naming.escaped(closed_by))))
    kind = registry.kinds()[table.kind]
    least = least_seats(kind, table.choices)
    exact = least == table.max_seats or table.branch is not None
    key = "lobby.players" if exact else "lobby.players_between"
    players = say(key, least=least, n=table.max_seats)
    above = [ping_line, say("look.head_lobby", game=game_name, id=table.id), *branch_line(table, say)]
    if table.branch is not None:
        lines = _places(table, table.branch, say, former)
    else:
        lines = [_seat(table, seat, at, say) for at, seat in enumerate(table.seats)]
        free = [say("lobby.free", n=n + 1) for n in range(len(table.seats), table.max_seats)]
        lines.append("   ".join(free))
    if table.order:
        lines.append(say("lobby.order", colours=", ".join(naming.colour(letter, say) for letter in table.order)))
    lines += [cut(say("lobby.warning", text=say.phrase(phrase)), WARNING_LINE) for phrase in warnings[:WARNINGS]]
    if table.pace != NO_LIMIT:
        lines += [say(f"late.told_{table.late}"), say("pace.first")]
    lines += [say("lobby.hints")] if table.hints else []
    lines.append(say("lobby.note", since=time_text.ago(table.created_at)))
    room = LONGEST - sum(len(line) + 1 for line in (*above, *lines))
    facts = say(
        "lobby.facts_thread" if table.thread else "lobby.facts_here",
        what=cut(naming.described(kind, table.choices, say), min(FACTS, room - 80)),
        players=players,
        pace=time_text.pace_named(table.pace, say),
    )
    row: Row = [
        Button(ids.lobby(table.id, "join"), say("button.join"), "blue"),
        Button(ids.lobby(table.id, "leave"), say("button.leave")),
        Button(ids.lobby(table.id, "options"), say("button.options")),
        Button(ids.lobby(table.id, "machine"), say("button.machine")),
        Button(ids.lobby(table.id, "start"), say("button.start"), "green"),
    ]
    text = "\n".join(line for line in (*above, facts, *lines) if line)
    below = [*_free_places(table, say, former), *_position(table, say), *_learn(table, say)]
    return Public(Screen(text, rows=[row, *below]), tuple(pings))


def _seat(table: Table, seat: Seat, at: int, say: Voice) -> str:
    """Who sits there; `at`: the number that is shown."""
    key = "lobby.seat_machine" if seat.machine else "lobby.seat_host" if seat.user_id == table.host else "lobby.seat"
    told = {"n": at + 1, "name": say.seat(seat.index), "colour": naming.colour(seat.colour, say)}
    return cut(say(key, **told, level=naming.level_name(seat.machine or "", say)), SCORE_LINE)


def _places(table: Table, branch: Branch, say: Voice, former: Mapping[str, str]) -> list[str]:
    """The seats of the former game, who sits there now, and what everybody should know of what is hidden."""
    taken = {seat.colour: seat for seat in table.seats}
    lines = []
    for at, place in enumerate(branch.places):
        seat = taken.get(place.colour)
        who = _seat(table, seat, at, say) if seat is not None else _free(place, at, say)
        key = "lobby.place_first" if place.waits else "lobby.place"
        line = say(key, seat=who, points=place.points)
        if seat is None and place.colour in former:
            line = say("lobby.place_former", line=line, name=naming.escaped(former[place.colour]))
        lines.append(cut(line, SCORE_LINE))
    return [*lines, say("lobby.branch_known", of=branch.of)]


def _free(place: Place, at: int, say: Voice) -> str:
    return say("lobby.place_free", n=at + 1, colour=naming.colour(place.colour, say))


def _free_places(table: Table, say: Voice, former: Mapping[str, str]) -> list[Row]:
    """A list of the places of a branch that are free; nothing for all others."""
    free = set(free_colours(table)) if table.branch is not None else set()
    choices = [
        Choice(place.colour, _free(place, at, say), _about(place, say, former))
        for at, place in enumerate(table.branch.places if table.branch is not None else ())
        if place.colour in free
    ]
    return [Select(ids.lobby(table.id, "place"), choices, say("lobby.take_place"))] if choices else []


def _about(place: Place, say: Voice, former: Mapping[str, str]) -> str:
    """What a list says below a place: how it stands there, and who had it."""
    line = say("lobby.place_about", points=place.points)
    if place.colour not in former:
        return line
    return say("lobby.place_former", line=line, name=naming.bare(former[place.colour]))


def _position(table: Table, say: Voice) -> list[Row]:
    """To where a branch begins, in the log of the former game."""
    if table.branch is None:
        return []
    of, at = table.branch.of, table.branch.at
    return [[Button(ids.other(of, at, "position", str(at)), say("button.position"))]]


def _learn(table: Table, say: Voice) -> list[Row]:
    """To a guided game, for whoever has never played it."""
    known = has_course(table.kind) and table.branch is None
    return [[Button(ids.other(0, 0, "learn", table.kind), say("button.learn"))]] if known else []


def lobby_started(table: Table, say: Voice, game_name: str, link: str | None) -> Public:
    """What the lobby message turns into."""
    shown = f"[{say('lobby.jump')}]({link})" if link else say("lobby.started_soon")
    return Public(Screen(say("lobby.started", game=game_name, id=table.id, link=shown)))


def least_seats(kind: Kind, choices: Choices) -> int:
    return registry.game(kind.key, choices).seats.start
