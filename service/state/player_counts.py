"""Player numbers and warnings in the lobby. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import BadOption, Choices, GameType, Phrase
from rules.core import registry as games

from ..errors import ServiceError
from .model import COLOURS, Table


def require_game_type(key: str) -> GameType:
    """The game type. BadOption if unknown."""
    kind = games.game_types().get(key)
    if kind is None:
        raise BadOption("option.game", value=key, known=list(games.game_types()))
    return kind


def free_colours(table: Table) -> list[str]:
    """Free colours; in a branch those of its free seats."""
    taken = {seat.colour for seat in table.seats}
    known = COLOURS if table.branch is None else [place.colour for place in table.branch.places]
    return [colour for colour in known if colour not in taken]


def seat_counts(kind: str, choices: Choices) -> range:
    """Possible numbers of players, limited by the colours."""
    counts = require_game_type(kind).make(choices).seats
    return range(counts.start, min(counts.stop, len(COLOURS) + 1))


def seat_count_error(kind: str, choices: Choices, n: int, known: Sequence[int] | None = None) -> ServiceError:
    """Error for a number of players, with the game's reason and possible numbers."""
    game_type = require_game_type(kind)
    known = (
        [count for count in game_type.allowed_player_counts(choices) if count <= len(COLOURS)]
        if known is None
        else known
    )
    reason = game_type.refuse_player_count(choices, n)
    if reason is not None:
        return ServiceError("seats_refused", n=n, reason=reason, known=list(known))
    return ServiceError("option_bad", name="seats", value=n, reason="count", known=list(known))


def list_lobby_concerns(table: Table) -> list[Phrase]:
    """Warnings before the start, also about possible numbers of players."""
    try:
        kind, counts = require_game_type(table.kind), seat_counts(table.kind, table.choices)
    except BadOption:
        return []  # the start is refused with a reason
    concerns, refusals = list(kind.warnings(table.choices)), []
    for count in range(max(len(table.seats), counts.start), table.max_seats + 1):
        phrase = kind.refuse_player_count(table.choices, count)
        if phrase is not None and phrase not in refusals:
            refusals.append(phrase)
    return concerns + refusals
