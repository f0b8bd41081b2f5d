"""What came of a game for each of its people. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from db.rows import EndingRow, ResultRow

from .model import Seat, Table
from .rating import Rating, compute_new_ratings

Part = Literal["whole", "left", "joined"]  # from beginning to end; not to the end; only from some time on
LEAST: Final = 2  # people whom a game must have to say something about any of them


def counts_for_statistics(table: Table) -> bool:
    """Whether a game says anything about its people: nobody chose its luck, and it began at its beginning."""
    return not table.lucky and table.branch is None


def is_rated(table: Table) -> bool:
    """Whether a game says who of its people is better: it counts, came to its end, and no machine advised anybody."""
    return counts_for_statistics(table) and table.status == "over" and not table.hinted


def owners_with_parts(table: Table) -> dict[int, tuple[Seat, Part]]:
    """Whoever owned a seat, with the seat and what of the game they played there. Who gave up one seat and took
    another one has left."""
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
    """Whoever owned a seat, and none from the start."""
    first: dict[int, int] = {}
    for term in table.terms:
        if term.role == "owner":
            first[term.user_id] = min(term.since, first.get(term.user_id, term.since))
    return {user for user, since in first.items() if since > 1}


def _left_before_end(seat: Seat) -> bool:
    """Whether its owner did not play to the end: they resigned, or a machine was put there that they had not asked
    for."""
    return seat.resigned or (seat.machine is not None and seat.standin_until is None)


def owners_without_own_play(table: Table, moved: Mapping[int, int]) -> set[int]:
    """Whose seat others played for the whole time that it was theirs: the game says nothing about them. Who gave it up
    has left. `moved`: of the seats at which somebody stood in, the last entry in which the owner moved."""
    return {
        user
        for user, (seat, part) in owners_with_parts(table).items()
        if part != "left" and seat.index in moved and moved[seat.index] < _owner_arrival_entry(table, seat)
    }


def _owner_arrival_entry(table: Table, seat: Seat) -> int:
    """With which entry its owner got the seat; 1: they had it from the start."""
    owners = [
        term for term in table.terms if (term.seat, term.role, term.user_id) == (seat.index, "owner", seat.user_id)
    ]
    return max((term.since for term in owners), default=1)


def build_results(table: Table, ending: int, unrated: Collection[int], absent: Collection[int] = ()) -> list[ResultRow]:
    """A row for each of its people, without ratings. `unrated`: who does not want to be rated; `absent`: for whom
    others played from their first decision to their last."""
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
    """The places among those who are rated, 1 the best: of who played to the end as at the table, behind them all who
    did not. Empty where that is nobody to compare with."""
    if len(there) < LEAST:
        return {}
    kept = {user: seat.place for user, (seat, part) in there.items() if part == "whole" and seat.place is not None}
    places = sorted(kept.values())
    return {user: places.index(kept[user]) + 1 if user in kept else len(kept) + 1 for user in there}


def with_ratings(rows: list[ResultRow], before: Mapping[int, Rating]) -> list[ResultRow]:
    """The rows with the ratings after the game. `before`: of whoever has one."""
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
    """The results of all games of one kind on one server with ratings counted anew, by game; `endings` in order."""
    known: dict[int, Rating] = {}
    found = {}
    for ending in endings:
        found[ending.game_id] = with_ratings([replace(r, mu=None, sigma=None) for r in rows[ending.game_id]], known)
        known |= {r.user_id: Rating(r.mu, r.sigma or 0.0) for r in found[ending.game_id] if r.mu is not None}
    return found


def seats_with_places(table: Table, winners: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with their places; without winners nobody has one."""
    if not winners:
        return table.seats
    lost = [seat.score for seat in table.seats if seat.index not in winners]
    return tuple(
        replace(seat, place=1 if seat.index in winners else 1 + len(winners) + sum(p > seat.score for p in lost))
        for seat in table.seats
    )
