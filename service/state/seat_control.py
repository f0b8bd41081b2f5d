"""Who decides for a seat, and who may see what is private to it. Pure.

A seat has an owner. While a friend stands in, both decide for it and both see it; a machine decides alone until its
owner is back. Whatever shows or does anything private asks `eyes` with the table as it is NOW: a press on an old
screen is judged by who its presser is by then, not by who they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..errors import ServiceError
from .model import LogEntry, Person, Seat, SeatTerm, Table, Vote


def find_visible_seat(table: Table, user_id: int) -> Seat | None:
    """The seat that somebody decides for now, and may see: their own, else where they stand in. None: they watch."""
    own = table.seat_of(user_id)
    if own is not None:
        return None if own.resigned else own
    return next((seat for seat in table.seats if seat.standin == user_id), None)


def find_notified_seat(table: Table, user_id: int) -> Seat | None:
    """The seat whose turns call somebody. An owner is not called while a friend stands in."""
    return next((seat for seat in table.seats if seat.called == user_id), None)


def find_represented_seat(table: Table, user_id: int) -> Seat | None:
    """The seat for which somebody decides, or did."""
    former = (table.seats[term.seat] for term in reversed(table.terms) if term.user_id == user_id)
    return find_visible_seat(table, user_id) or table.seat_of(user_id) or next(former, None)


def answering_user_id(seat: Seat) -> int | None:
    """Whose answers stand at a seat: those of its owner rest while a friend stands in, and theirs count; beside a
    machine that plays until the owner is back they stand."""
    return None if seat.resigned or seat.user_id is None else seat.called if seat.human else seat.user_id


def find_represented_voter(table: Table, voters: Collection[int], user_id: int) -> int | None:
    """For whom of the voters, who own their seats, somebody answers: for themselves, or for whom they stand in. None:
    they have no say (any more)."""
    seat = find_visible_seat(table, user_id)
    return seat.user_id if seat is not None and seat.user_id in voters else None


def unanswered_user_ids(table: Table, vote: Vote) -> list[int]:
    """Whom a vote calls: those who have not answered, or who stands in for them."""
    owners = [user for user in vote.voters if user not in (*vote.yes, *vote.no)]
    own = ((user, table.seat_of(user)) for user in owners)
    return [user if seat is None or seat.called is None else seat.called for user, seat in own]


def deciding_user_ids(table: Table) -> list[int]:
    """Whoever owns a seat there or stands in."""
    return [user for seat in table.seats for user in (seat.user_id, seat.standin) if user is not None]


def require_seat_of(table: Table, user_id: int) -> Seat:
    """The seat that somebody decides for. ServiceError for strangers, and for who did once: `resigned`, `stood_in`,
    `handed_over` (seat)."""
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
    """The seat that somebody owns: for what nobody does in their place. ServiceError `owner_only` (seat) for who stands
    in; else as `decides`."""
    seat = require_seat_of(table, user_id)
    if seat.user_id != user_id:
        raise ServiceError("owner_only", seat=seat.index)
    return seat


def is_only_person(table: Table, seat: Seat) -> bool:
    """Whether no other person is at the table: a machine in this seat would play among machines."""
    return all(other.index == seat.index for other in table.humans)


def find_acting_stand_in(seat: Seat, user_id: int) -> int | None:
    """Who is written down as having acted for a seat: a friend in place of its owner; None: the owner themselves."""
    return None if seat.user_id == user_id else user_id


def owner_since_entry(table: Table, seat: int) -> int:
    """The entry with which its present owner got a seat; 1: they have had it from the start."""
    owners = (term.since for term in table.terms if (term.seat, term.role, term.until) == (seat, "owner", None))
    return max(owners, default=1)


def owner_at(table: Table, seat: Seat, seq: int) -> int | None:
    """Who owned a seat when an entry was written."""
    owners = (t for t in table.terms if (t.seat, t.role) == (seat.index, "owner"))
    return next((t.user_id for t in owners if t.since <= seq <= (t.until or seq)), seat.user_id)


# --- the log as somebody may read it


def may_read_entry(table: Table, user_id: int, seq: int) -> bool:
    """Whether an entry was written while they owned their present seat or stood in there. What was private to it
    before they came stays so."""
    seat = find_visible_seat(table, user_id)
    if seat is None:
        return False
    mine = [term for term in table.terms if term.seat == seat.index and term.user_id == user_id]
    if seat.user_id == user_id and all(term.role == "friend" for term in mine):
        return True  # it is theirs since the start
    return any(term.since <= seq and (term.until is None or seq <= term.until) for term in mine)


def find_deciding_since(table: Table, user_id: int) -> int | None:
    """The entry of the log since when they decide for their present seat; 1: from the start. None: they do not."""
    seat = find_visible_seat(table, user_id)
    if seat is None:
        return None
    role = "owner" if seat.user_id == user_id else "friend"
    mine = [t.since for t in table.terms if (t.seat, t.user_id, t.role, t.until) == (seat.index, user_id, role, None)]
    return max(mine, default=1)


def is_own_entry(table: Table, user_id: int, entry: LogEntry) -> bool:
    """Whether an entry is an act of theirs at the seat they decide for, since they do."""
    seat = find_visible_seat(table, user_id)
    if (
        seat is None
        or entry.seat != seat.index
        or entry.act is None
        or entry.seq < (find_deciding_since(table, user_id) or 1)
    ):
        return False
    return entry.by in (None, user_id) if seat.user_id == user_id else entry.by == user_id


# --- changes of who sits where


def end_seat_terms(terms: Sequence[SeatTerm], seat: int, last: int, user_id: int | None = None) -> tuple[SeatTerm, ...]:
    """The terms with those of a seat (or of one user there) ended that went on."""
    return tuple(
        replace(term, until=last)
        if term.until is None and term.seat == seat and user_id in (None, term.user_id)
        else term
        for term in terms
    )


def with_stand_in(table: Table, seat: Seat, user_id: int, name: str, until: int | None, entry: int) -> Table:
    """The table with somebody standing in from that entry of the log on."""
    term = SeatTerm(seat.index, user_id, "friend", entry)
    there = with_seat(table, replace(seat, standin=user_id, standin_until=until, machine=None))
    return with_guest(replace(there, terms=(*table.terms, term)), user_id, name)


def with_owner_back(table: Table, seat: Seat, entry: int) -> Table:
    """The table with a seat that its owner alone decides for, whoever did; that entry of the log says so."""
    present = table.seats[seat.index]
    own = replace(present, standin=None, standin_until=None, machine=None if not present.resigned else present.machine)
    there = replace(with_seat(table, own), terms=_end_stand_in_terms(table, present, entry))
    return drop_answers_of(there, present.standin)


def _end_stand_in_terms(table: Table, seat: Seat, entry: int) -> tuple[SeatTerm, ...]:
    if seat.standin is None:
        return table.terms
    return end_seat_terms(table.terms, seat.index, entry - 1, seat.standin)


def with_new_owner(table: Table, seat: Seat, user_id: int, name: str, entry: int) -> Table:
    """The table with a seat that somebody else owns from that entry of the log on."""
    old = seat.user_id
    terms = table.terms
    if old is not None and not any(t.seat == seat.index and t.role == "owner" for t in terms):
        terms = (*terms, SeatTerm(seat.index, old, "owner", 1))
    terms = (*end_seat_terms(terms, seat.index, entry - 1), SeatTerm(seat.index, user_id, "owner", entry))
    mine = replace(
        seat,
        user_id=user_id,
        name=name,
        machine=None,
        resigned=False,
        standin=None,
        standin_until=None,
        pinged_at=None,
        pinged_seq=None,
        left_at=None,
    )
    left = replace(with_seat(table, mine), terms=terms)
    for gone in (old, seat.standin):
        left = drop_answers_of(left, None if gone == user_id else gone)
    if old is not None:
        left = with_guest(left, old, seat.name)
    if table.host == old and left.humans:
        others = [each.user_id for each in left.present if each.user_id != user_id and each.left_at is None]
        left = replace(left, host=(others or [user_id])[0] or user_id)
    return left


def with_seat(table: Table, seat: Seat) -> Table:
    return replace(table, seats=tuple(seat if each.index == seat.index else each for each in table.seats))


def with_new_name(table: Table, person: Person) -> Table:
    """The table with the name that somebody has now."""
    seats = tuple(replace(seat, name=person.name) if seat.user_id == person.user_id else seat for seat in table.seats)
    guests = tuple((user, person.name if user == person.user_id else name) for user, name in table.guests)
    return replace(table, seats=seats, guests=guests)


def with_guest(table: Table, user_id: int, name: str) -> Table:
    """The table with a name of somebody of whom it tells."""
    others = [guest for guest in table.guests if guest[0] != user_id]
    return replace(table, guests=tuple(sorted([*others, (user_id, name)])))


def drop_answers_of(table: Table, user_id: int | None) -> Table:
    """The table without what stands answered, or is prepared, for somebody who decides for no seat any more."""
    if user_id is None:
        return table
    standing = tuple(row for row in table.standing if row[0] != user_id)
    return replace(table, standing=standing, programmes=tuple(p for p in table.programmes if p.user_id != user_id))


def renumber_seats(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats with their places in the row as numbers."""
    return tuple(replace(each, index=index) for index, each in enumerate(seats))
