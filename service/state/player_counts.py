"""What can be played by how many: what a lobby asks before anything is written. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import BadOption, Choices, GameType, Phrase
from rules.core import registry as games

from ..errors import ServiceError
from .model import COLOURS, Table


def require_game_type(key: str) -> GameType:
    """The kind of game. BadOption if there is none."""
    kind = games.game_types().get(key)
    if kind is None:
        raise BadOption("option.game", value=key, known=list(games.game_types()))
    return kind


def free_colours(table: Table) -> list[str]:
    """The colours that somebody who joins may have: of a branch those of the places that are free."""
    taken = {seat.colour for seat in table.seats}
    known = COLOURS if table.branch is None else [place.colour for place in table.branch.places]
    return [colour for colour in known if colour not in taken]


def seat_counts(kind: str, choices: Choices) -> range:
    """How many may play, as far as there are colours."""
    counts = require_game_type(kind).make(choices).seats
    return range(counts.start, min(counts.stop, len(COLOURS) + 1))


def seat_count_error(kind: str, choices: Choices, n: int, known: Sequence[int] | None = None) -> ServiceError:
    """Says that so many cannot play with these choices, why where the game has a reason, and how many can."""
    found = require_game_type(kind)
    known = [c for c in found.counts(choices) if c <= len(COLOURS)] if known is None else known
    reason = found.refusal(choices, n)
    if reason is not None:
        return ServiceError("seats_refused", n=n, reason=reason, known=list(known))
    return ServiceError("option_bad", name="seats", value=n, reason="count", known=list(known))


def list_lobby_concerns(table: Table) -> list[Phrase]:
    """What is worth a word before the game of a lobby begins; also why some numbers of players would not do."""
    try:
        kind, counts = require_game_type(table.kind), seat_counts(table.kind, table.choices)
    except BadOption:
        return []  # it cannot begin at all, and whoever tries is told so
    numbers = range(max(len(table.seats), counts.start), table.max_seats + 1)
    refused = [phrase for n in numbers if (phrase := kind.refusal(table.choices, n)) is not None]
    told = list(kind.warnings(table.choices))
    told += [phrase for at, phrase in enumerate(refused) if phrase not in refused[:at]]
    return told
