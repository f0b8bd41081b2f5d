"""Results of a game by user. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from db.rows import EndingRow, ResultRow

from .model import Seat, Table
from .rating import Rating, compute_new_ratings

Part = Literal["whole", "left", "joined"]  # played all of it; left early; joined later
MIN_USERS: Final = 2  # minimum number of users for results


def counts_for_statistics(table: Table) -> bool:
    """Whether a game counts: random luck, from the start."""
    return not table.lucky and table.branch is None


def is_rated(table: Table) -> bool:
    """Whether a game is rated: it counts, was finished, and no hint was given."""
    return counts_for_statistics(table) and table.status == "over" and not table.hinted


def owners_with_parts(table: Table) -> dict[int, tuple[Seat, Part]]:
    """Owners with seat and part played. A user who changed seats has left the first one."""
    found: dict[int, tuple[Seat, Part]] = {}
    late = late_owners(table)
    for seat in table.seats:
        terms = [term for term in table.terms if (term.seat, term.role) == (seat.index, "owner")]
        former = {term.user_id for term in terms if term.user_id != seat.user_id}
        if seat.user_id is not None:
            part: Part = "joined" if seat.user_id in late else "whole"
            found.setdefault(seat.user_id, (seat, "left" if _left_before_end(seat) else part))
        found.update(dict.fromkeys(former, (seat, "left")))
    return found


def late_owners(table: Table) -> set[int]:
    """Owners who joined after the start."""
    first: dict[int, int] = {}
    for term in table.terms:
        if term.role == "owner":
            first[term.user_id] = min(term.since, first.get(term.user_id, term.since))
    return {user for user, since in first.items() if since > 1}


def _left_before_end(seat: Seat) -> bool:
    """Whether the owner left early: resigned, or was replaced by a machine unasked."""
    return seat.resigned or (seat.machine is not None and seat.standin_until is None)


def owners_without_own_play(table: Table, moved: Mapping[int, int]) -> set[int]:
    """Owners who never moved themselves; the game says nothing about them. Users who gave up their seat count as left.
    `moved`: last own move at seats with stand-ins."""
    return {
        user
        for user, (seat, part) in owners_with_parts(table).items()
        if part != "left" and seat.index in moved and moved[seat.index] < _owner_arrival_entry(table, seat)
    }


def _owner_arrival_entry(table: Table, seat: Seat) -> int:
    """First entry of the owner; 1: from the start."""
    owners = [
        term for term in table.terms if (term.seat, term.role, term.user_id) == (seat.index, "owner", seat.user_id)
    ]
    return max((term.since for term in owners), default=1)


def build_results(table: Table, ending: int, unrated: Collection[int], absent: Collection[int] = ()) -> list[ResultRow]:
    """Result rows without ratings. `unrated`: users who opted out; `absent`: users for whom others played
    throughout."""
    if not counts_for_statistics(table):
        return []
    owners = {user: played for user, played in owners_with_parts(table).items() if user not in absent}
    rated = owners.keys() - late_owners(table) - set(unrated)
    ranks = rated_ranks({user: owners[user] for user in rated}) if is_rated(table) else {}
    return [
        ResultRow(table.id, user, ending, seat.index, part, seat.place, seat.score, ranks.get(user))
        for user, (seat, part) in sorted(owners.items())
    ]


def rated_ranks(owners: Mapping[int, tuple[Seat, Part]]) -> dict[int, int]:
    """Ranks for ratings, 1 best: finishers as at the table, others last. Empty without opponents."""
    if len(owners) < MIN_USERS:
        return {}
    finished = {user: seat.place for user, (seat, part) in owners.items() if part == "whole" and seat.place is not None}
    places = sorted(finished.values())
    last = len(finished) + 1
    return {user: places.index(finished[user]) + 1 if user in finished else last for user in owners}


def with_ratings(rows: list[ResultRow], before: Mapping[int, Rating]) -> list[ResultRow]:
    """Rows with new ratings. `before`: known ratings."""
    rated = [row for row in rows if row.rank is not None]
    if len(rated) < MIN_USERS:
        return rows
    after = compute_new_ratings([before.get(row.user_id, Rating()) for row in rated], [row.rank or 0 for row in rated])
    new = {row.user_id: replace(row, mu=one.mu, sigma=one.sigma) for row, one in zip(rated, after, strict=True)}
    return [new.get(row.user_id, row) for row in rows]


def recompute_ratings(
    endings: Collection[EndingRow], rows: Mapping[int, list[ResultRow]]
) -> dict[int, list[ResultRow]]:
    """All results of a game on a server, by game, with ratings recomputed; `endings` in order."""
    known: dict[int, Rating] = {}
    recomputed = {}
    for ending in endings:
        unrated = [replace(row, mu=None, sigma=None) for row in rows[ending.game_id]]
        results = recomputed[ending.game_id] = with_ratings(unrated, known)
        known |= {row.user_id: Rating(row.mu, row.sigma or 0.0) for row in results if row.mu is not None}
    return recomputed


def seats_with_places(table: Table, winners: Sequence[int]) -> tuple[Seat, ...]:
    """Seats with final places; none without winners."""
    if not winners:
        return table.seats
    other_scores = [seat.score for seat in table.seats if seat.index not in winners]
    seats = []
    for seat in table.seats:
        better = len(winners) + sum(score > seat.score for score in other_scores)
        seats.append(replace(seat, place=1 if seat.index in winners else 1 + better))
    return tuple(seats)
