"""Deciding users of seats, and who may see private information. Pure.

Owner and stand-in both decide for a seat and see it; a machine decides alone until the owner returns. Everything
private is checked with the current table: a button on an old screen gets the present rights of its user.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..errors import ServiceError
from .model import LogEntry, Person, Seat, SeatTerm, Table, Vote


def find_visible_seat(table: Table, user_id: int) -> Seat | None:
    """The seat that a user decides for and sees: their own, else as stand-in. None: spectator."""
    own = table.seat_of(user_id)
    if own is not None:
        return None if own.resigned else own
    return next((seat for seat in table.seats if seat.standin == user_id), None)


def find_notified_seat(table: Table, user_id: int) -> Seat | None:
    """The seat whose turns are notified to a user; not to an owner with a stand-in."""
    return next((seat for seat in table.seats if seat.notify_user_id == user_id), None)


def find_represented_seat(table: Table, user_id: int) -> Seat | None:
    """The seat that a user decides for, or did."""
    former = (table.seats[term.seat] for term in reversed(table.terms) if term.user_id == user_id)
    return find_visible_seat(table, user_id) or table.seat_of(user_id) or next(former, None)


def answering_user_id(seat: Seat) -> int | None:
    """The user whose standing answers apply: stand-in, else owner, also behind a machine."""
    if seat.resigned or seat.user_id is None:
        return None
    return seat.notify_user_id if seat.is_human else seat.user_id


def find_represented_voter(table: Table, voters: Collection[int], user_id: int) -> int | None:
    """The voter for whom a user answers: themselves, or the owner they stand in for. None: no vote."""
    seat = find_visible_seat(table, user_id)
    return seat.user_id if seat is not None and seat.user_id in voters else None


def unanswered_user_ids(table: Table, vote: Vote) -> list[int]:
    """Users to notify of a vote: silent voters, or their stand-ins."""
    users = []
    for voter in vote.voters:
        if voter not in vote.yes and voter not in vote.no:
            seat = table.seat_of(voter)
            users.append(voter if seat is None or seat.notify_user_id is None else seat.notify_user_id)
    return users


def deciding_user_ids(table: Table) -> list[int]:
    """All owners and stand-ins."""
    return [user for seat in table.seats for user in (seat.user_id, seat.standin) if user is not None]


def require_seat_of(table: Table, user_id: int) -> Seat:
    """The seat of a deciding user. ServiceError `not_seated`, `resigned`, `stood_in` (seat), `handed_over` (seat)."""
    seat = find_visible_seat(table, user_id)
    if seat is not None:
        return seat
    if table.seat_of(user_id) is not None:
        raise ServiceError("resigned")
    former = [term for term in table.terms if term.user_id == user_id]
    if former:
        raise ServiceError("stood_in" if former[-1].role == "friend" else "handed_over", seat=former[-1].seat)
    raise ServiceError("not_seated")


def require_owned_seat(table: Table, user_id: int) -> Seat:
    """The seat owned by a user, for acts without stand-ins. ServiceError `owner_only` (seat), and those of
    `require_seat_of`."""
    seat = require_seat_of(table, user_id)
    if seat.user_id != user_id:
        raise ServiceError("owner_only", seat=seat.index)
    return seat


def is_only_person(table: Table, seat: Seat) -> bool:
    """Whether the seat has the only person at the table."""
    return all(other.index == seat.index for other in table.human_seats)


def find_acting_stand_in(seat: Seat, user_id: int) -> int | None:
    """The stand-in to record for an act; None: the owner acted."""
    return None if seat.user_id == user_id else user_id


def owner_since_entry(table: Table, seat: int) -> int:
    """First log entry of the present owner; 1: from the start."""
    owners = (term.since for term in table.terms if (term.seat, term.role, term.until) == (seat, "owner", None))
    return max(owners, default=1)


def owner_at(table: Table, seat: Seat, seq: int) -> int | None:
    """The owner of a seat at a log entry."""
    for term in table.terms:
        if (term.seat, term.role) == (seat.index, "owner") and term.since <= seq <= (term.until or seq):
            return term.user_id
    return seat.user_id


# Reading the log


def may_read_entry(table: Table, user_id: int, seq: int) -> bool:
    """Whether an entry was written while the user had their present seat. Earlier private information stays hidden."""
    seat = find_visible_seat(table, user_id)
    if seat is None:
        return False
    own_terms = [term for term in table.terms if term.seat == seat.index and term.user_id == user_id]
    if seat.user_id == user_id and all(term.role == "friend" for term in own_terms):
        return True  # the user owns it from the start
    return any(term.since <= seq and (term.until is None or seq <= term.until) for term in own_terms)


def find_deciding_since(table: Table, user_id: int) -> int | None:
    """The log entry since which the user decides for their present seat; 1: from the start. None: they do not."""
    seat = find_visible_seat(table, user_id)
    if seat is None:
        return None
    current = (seat.index, user_id, "owner" if seat.user_id == user_id else "friend", None)
    begins = [term.since for term in table.terms if (term.seat, term.user_id, term.role, term.until) == current]
    return max(begins, default=1)


def is_own_entry(table: Table, user_id: int, entry: LogEntry) -> bool:
    """Whether an entry is the user's own act at their present seat."""
    seat = find_visible_seat(table, user_id)
    if seat is None or entry.seat != seat.index or entry.act is None:
        return False
    if entry.seq < (find_deciding_since(table, user_id) or 1):
        return False
    return entry.by in (None, user_id) if seat.user_id == user_id else entry.by == user_id


# Changing seats


def end_seat_terms(terms: Sequence[SeatTerm], seat: int, last: int, user_id: int | None = None) -> tuple[SeatTerm, ...]:
    """End the open terms of a seat, or of one user there."""
    return tuple(
        replace(term, until=last)
        if term.until is None and term.seat == seat and user_id in (None, term.user_id)
        else term
        for term in terms
    )


def with_stand_in(table: Table, seat: Seat, user_id: int, name: str, until: int | None, entry: int) -> Table:
    """Add a stand-in from that log entry on."""
    term = SeatTerm(seat.index, user_id, "friend", entry)
    new = with_seat(table, replace(seat, standin=user_id, standin_until=until, machine=None))
    return with_guest(replace(new, terms=(*table.terms, term)), user_id, name)


def with_owner_back(table: Table, seat: Seat, entry: int) -> Table:
    """Give a seat back to its owner alone, from that log entry on."""
    present = table.seats[seat.index]
    machine = present.machine if present.resigned else None
    new = with_seat(table, replace(present, standin=None, standin_until=None, machine=machine))
    if present.standin is None:
        return new
    terms = end_seat_terms(table.terms, seat.index, entry - 1, present.standin)
    return drop_answers_of(replace(new, terms=terms), present.standin)


def with_new_owner(table: Table, seat: Seat, user_id: int, name: str, entry: int) -> Table:
    """Give a seat to another owner from that log entry on."""
    old_owner = seat.user_id
    terms = table.terms
    if old_owner is not None and not any(term.seat == seat.index and term.role == "owner" for term in terms):
        terms = (*terms, SeatTerm(seat.index, old_owner, "owner", 1))
    terms = (*end_seat_terms(terms, seat.index, entry - 1), SeatTerm(seat.index, user_id, "owner", entry))
    taken = replace(
        seat,
        user_id=user_id,
        name=name,
        machine=None,
        resigned=False,
        left_at=None,
        standin=None,
        standin_until=None,
        pinged_at=None,
        pinged_seq=None,
    )
    new = replace(with_seat(table, taken), terms=terms)
    for former in (old_owner, seat.standin):
        new = drop_answers_of(new, None if former == user_id else former)
    if old_owner is not None:
        new = with_guest(new, old_owner, seat.name)
    if table.host == old_owner and new.human_seats:
        others = [each.user_id for each in new.present_seats if each.user_id != user_id and each.left_at is None]
        new = replace(new, host=(others or [user_id])[0] or user_id)
    return new


def with_seat(table: Table, seat: Seat) -> Table:
    return replace(table, seats=tuple(seat if each.index == seat.index else each for each in table.seats))


def with_new_name(table: Table, person: Person) -> Table:
    """Rename a user at the table."""
    seats = tuple(replace(seat, name=person.name) if seat.user_id == person.user_id else seat for seat in table.seats)
    guests = tuple((user, person.name if user == person.user_id else name) for user, name in table.guests)
    return replace(table, seats=seats, guests=guests)


def with_guest(table: Table, user_id: int, name: str) -> Table:
    """Add the name of a user without a seat."""
    others = [guest for guest in table.guests if guest[0] != user_id]
    return replace(table, guests=tuple(sorted([*others, (user_id, name)])))


def drop_answers_of(table: Table, user_id: int | None) -> Table:
    """Drop standing answers and conditional moves of a user without a seat."""
    if user_id is None:
        return table
    standing = tuple(row for row in table.standing if row[0] != user_id)
    moves = tuple(move for move in table.programmes if move.user_id != user_id)
    return replace(table, standing=standing, programmes=moves)


def renumber_seats(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Number the seats by position."""
    return tuple(replace(each, index=index) for index, each in enumerate(seats))
