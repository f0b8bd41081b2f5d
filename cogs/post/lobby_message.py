"""The lobby message, and its form after the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cogs.post.headline import MESSAGE_LENGTH, describe_branch_origin
from cogs.post.message_layout import SCORE_LENGTH, PublicMessage
from cogs.screen import Button, Choice, Row, Screen, Select, ids, naming, time_text, truncate_text
from rules.core import Choices, GameType, Phrase, registry
from rules.core.course import has_course
from service.state.branch_point import Branch, BranchSeat
from service.state.model import Seat, Table
from service.state.player_counts import free_colours
from service.time.pace import NEVER
from words import Voice

LOBBY_REASONS: Final = frozenset({"lobby", "rematch"})  # reasons of a post that shows a lobby
FACTS_LENGTH: Final = 600  # characters of the line of options
WARNING_LINE: Final = 140
MAX_WARNINGS: Final = 3
NO_FORMER_PLAYERS: Final[Mapping[str, str]] = MappingProxyType({})
NO_TIME_LIMIT: Final = str(NEVER)


def lobby_message(
    table: Table,
    say: Voice,
    game_name: str,
    pings: Sequence[int] = (),
    ping_line: str = "",
    warnings: Sequence[Phrase] = (),
    closed_by: str = "",
    former: Mapping[str, str] = NO_FORMER_PLAYERS,
) -> PublicMessage:
    """The lobby with its buttons, or without them after it was closed. `closed_by`: the moderator who closed it;
    `former`: of a branch, the former player's name by colour."""
    if table.status == "abandoned":
        key = "lobby.closed_moderator" if closed_by else "lobby.closed"
        return PublicMessage(Screen(say(key, game=game_name, id=table.id, name=naming.escape_markdown(closed_by))))
    kind = registry.game_types()[table.kind]
    fewest = fewest_seats(kind, table.choices)
    is_fixed_count = fewest == table.max_seats or table.branch is not None
    key = "lobby.players" if is_fixed_count else "lobby.players_between"
    players = say(key, least=fewest, n=table.max_seats)
    heading = say("look.head_lobby", game=game_name, id=table.id)
    heading_lines = [ping_line, heading, *describe_branch_origin(table, say)]
    if table.branch is not None:
        lines = _describe_branch_seats(table, table.branch, say, former)
    else:
        lines = [_describe_lobby_seat(table, seat, at, say) for at, seat in enumerate(table.seats)]
        free = [say("lobby.free", n=n + 1) for n in range(len(table.seats), table.max_seats)]
        lines.append("   ".join(free))
    if table.order:
        lines.append(say("lobby.order", colours=", ".join(naming.colour_name(letter, say) for letter in table.order)))
    lines += [
        truncate_text(say("lobby.warning", text=say.phrase(phrase)), WARNING_LINE) for phrase in warnings[:MAX_WARNINGS]
    ]
    if table.pace != NO_TIME_LIMIT:
        lines += [say(f"late.told_{table.late}"), say("pace.first")]
    lines += [say("lobby.hints")] if table.hints else []
    lines.append(say("lobby.note", since=time_text.format_relative_time(table.created_at)))
    space = MESSAGE_LENGTH - sum(len(line) + 1 for line in (*heading_lines, *lines))
    facts = say(
        "lobby.facts_thread" if table.thread else "lobby.facts_here",
        what=truncate_text(naming.describe_changed_options(kind, table.choices, say), min(FACTS_LENGTH, space - 80)),
        players=players,
        pace=time_text.describe_pace(table.pace, say),
    )
    buttons: Row = [
        Button(ids.lobby_custom_id(table.id, "join"), say("button.join"), "blue"),
        Button(ids.lobby_custom_id(table.id, "leave"), say("button.leave")),
        Button(ids.lobby_custom_id(table.id, "options"), say("button.options")),
        Button(ids.lobby_custom_id(table.id, "machine"), say("button.machine")),
        Button(ids.lobby_custom_id(table.id, "start"), say("button.start"), "green"),
    ]
    text = "\n".join(line for line in (*heading_lines, facts, *lines) if line)
    further_rows = [*_free_place_rows(table, say, former), *_branch_position_rows(table, say), *_learn_rows(table, say)]
    return PublicMessage(Screen(text, rows=[buttons, *further_rows]), tuple(pings))


def _describe_lobby_seat(table: Table, seat: Seat, position: int, say: Voice) -> str:
    """The line of a seat; `position`: its position in the lobby."""
    key = "lobby.seat_machine" if seat.machine else "lobby.seat_host" if seat.user_id == table.host else "lobby.seat"
    params = {"n": position + 1, "name": say.seat(seat.index), "colour": naming.colour_name(seat.colour, say)}
    return truncate_text(say(key, **params, level=naming.level_name(seat.machine or "", say)), SCORE_LENGTH)


def _describe_branch_seats(table: Table, branch: Branch, say: Voice, former: Mapping[str, str]) -> list[str]:
    """The seats of the former game with their new players, and a note about hidden information."""
    taken = {seat.colour: seat for seat in table.seats}
    lines = []
    for position, place in enumerate(branch.places):
        seat = taken.get(place.colour)
        if seat is not None:
            description = _describe_lobby_seat(table, seat, position, say)
        else:
            description = _describe_free_place(place, position, say)
        key = "lobby.place_first" if place.waits else "lobby.place"
        line = say(key, seat=description, points=place.points)
        if seat is None and place.colour in former:
            line = say("lobby.place_former", line=line, name=naming.escape_markdown(former[place.colour]))
        lines.append(truncate_text(line, SCORE_LENGTH))
    return [*lines, say("lobby.branch_known", of=branch.of)]


def _describe_free_place(place: BranchSeat, position: int, say: Voice) -> str:
    return say("lobby.place_free", n=position + 1, colour=naming.colour_name(place.colour, say))


def _free_place_rows(table: Table, say: Voice, former: Mapping[str, str]) -> list[Row]:
    """A select of the free seats of a branch; [] for other tables."""
    free = set(free_colours(table)) if table.branch is not None else set()
    choices = [
        Choice(place.colour, _describe_free_place(place, position, say), _free_place_details(place, say, former))
        for position, place in enumerate(table.branch.places if table.branch is not None else ())
        if place.colour in free
    ]
    return [Select(ids.lobby_custom_id(table.id, "place"), choices, say("lobby.take_place"))] if choices else []


def _free_place_details(place: BranchSeat, say: Voice, former: Mapping[str, str]) -> str:
    """Description of a free seat: its points and its former player."""
    line = say("lobby.place_about", points=place.points)
    if place.colour not in former:
        return line
    return say("lobby.place_former", line=line, name=naming.plain_name(former[place.colour]))


def _branch_position_rows(table: Table, say: Voice) -> list[Row]:
    """A button to the position in the former game's log from which a branch begins."""
    if table.branch is None:
        return []
    of, at = table.branch.of, table.branch.at
    return [[Button(ids.action_custom_id(of, at, "position", str(at)), say("button.position"))]]


def _learn_rows(table: Table, say: Voice) -> list[Row]:
    """A button to the guided game."""
    has_lessons = has_course(table.kind) and table.branch is None
    return [[Button(ids.action_custom_id(0, 0, "learn", table.kind), say("button.learn"))]] if has_lessons else []


def lobby_started_message(table: Table, say: Voice, game_name: str, link: str | None) -> PublicMessage:
    """The final form of the lobby message."""
    link_text = f"[{say('lobby.jump')}]({link})" if link else say("lobby.started_soon")
    return PublicMessage(Screen(say("lobby.started", game=game_name, id=table.id, link=link_text)))


def fewest_seats(kind: GameType, choices: Choices) -> int:
    return registry.make_game(kind.key, choices).seats.start
