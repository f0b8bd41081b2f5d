"""Results of a game by user. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from db.rows import EndingRow, ResultRow

from .model import Seat, Table
from .rating import Rating, compute_new_ratings

Part = Literal["whole", "left", "joined"]  # played all of it; left early; joined later
LEAST: Final = 2  # minimum number of users for results


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
            part: Part = "left" if _left_before_end(seat) else "joined" if seat.user_id in late else "whole"
            found.setdefault(seat.user_id, (seat, part))
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
    there = {user: one for user, one in owners_with_parts(table).items() if user not in absent}
    began = there.keys() - late_owners(table) - set(unrated)
    places = rated_ranks({user: there[user] for user in began}) if is_rated(table) else {}
    return [
        ResultRow(table.id, user, ending, seat.index, part, seat.place, seat.score, places.get(user))
        for user, (seat, part) in sorted(there.items())
    ]


def rated_ranks(there: Mapping[int, tuple[Seat, Part]]) -> dict[int, int]:
    """Ranks for ratings, 1 best: finishers as at the table, others last. Empty without opponents."""
    if len(there) < LEAST:
        return {}
    kept = {user: seat.place for user, (seat, part) in there.items() if part == "whole" and seat.place is not None}
    places = sorted(kept.values())
    return {user: places.index(kept[user]) + 1 if user in kept else len(kept) + 1 for user in there}


def with_ratings(rows: list[ResultRow], before: Mapping[int, Rating]) -> list[ResultRow]:
    """Rows with new ratings. `before`: known ratings."""
    among = [row for row in rows if row.rank is not None]
    if len(among) < LEAST:
        return rows
    after = compute_new_ratings([before.get(row.user_id, Rating()) for row in among], [row.rank or 0 for row in among])
    known = {row.user_id: one for row, one in zip(among, after, strict=True)}
    return [
        replace(row, mu=known[row.user_id].mu, sigma=known[row.user_id].sigma) if row.user_id in known else row
        for row in rows
    ]


def recompute_ratings(
    endings: Collection[EndingRow], rows: Mapping[int, list[ResultRow]]
) -> dict[int, list[ResultRow]]:
    """All results of a game on a server, by game, with ratings recomputed; `endings` in order."""
    known: dict[int, Rating] = {}
    found = {}
    for ending in endings:
        found[ending.game_id] = with_ratings([replace(r, mu=None, sigma=None) for r in rows[ending.game_id]], known)
        known |= {r.user_id: Rating(r.mu, r.sigma or 0.0) for r in found[ending.game_id] if r.mu is not None}
    return found


def seats_with_places(table: Table, winners: Sequence[int]) -> tuple[Seat, ...]:
    """Seats with final places; none without winners."""
    if not winners:
        return table.seats
    lost = [seat.score for seat in table.seats if seat.index not in winners]
    return tuple(
        replace(seat, place=1 if seat.index in winners else 1 + len(winners) + sum(p > seat.score for p in lost))
        for seat in table.seats
    )
