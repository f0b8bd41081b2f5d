"""Which table of a person needs them first."""

from __future__ import annotations

from dataclasses import replace

from service.state.model import PendingTurn, Seat, Table, TurnTimer
from service.state.urgency import rank_by_urgency, tables_waiting_for, turn_state
from tests.cogs.harness import table_of

ANN = 501


def at(number: int, *, due: int | None = None, since: int = 0, waits: bool = True, **rest: object) -> Table:
    """A table where Ann has the first of two seats."""
    seats = (Seat(0, ANN, "Ann", "R"), Seat(1, 502, "Ben", "B"))
    stretch = PendingTurn(0 if waits else 1, since, 4, pinged=True, timer=TurnTimer(due=due))
    table = replace(table_of("carcassonne", None, 2), id=number, seats=seats, status="active", stretches=(stretch,))
    return replace(table, **rest)


def test_what_is_due_soonest_then_who_waits_longest_then_the_liveliest() -> None:
    tables = [
        at(1, waits=False, updated_at=5),
        at(2, waits=False, updated_at=9),
        at(3, since=7),
        at(4, since=2),
        at(5, due=50),
        at(6, due=20),
        at(7, status="lobby", stretches=()),
        at(8, status="frozen"),
        at(9, due=1, paused_at=3),
    ]
    assert [table.id for table in rank_by_urgency(tables, ANN)] == [6, 5, 4, 3, 2, 1, 9, 7, 8]
    assert [table.id for table in tables_waiting_for(tables, ANN)] == [6, 5, 4, 3, 9]


def test_where_a_machine_plays_for_them_nothing_waits() -> None:
    table = at(1)
    table = replace(table, seats=(replace(table.seats[0], machine="normal"), table.seats[1]))
    assert turn_state(table, ANN) == "machine"
    assert tables_waiting_for([table], ANN) == []


def test_whom_they_have_left() -> None:
    table = at(1)
    table = replace(table, seats=(replace(table.seats[0], resigned=True, machine="normal"), table.seats[1]))
    assert turn_state(table, ANN) == "left"
    assert turn_state(at(2), 777) == "left"
    assert [one.id for one in rank_by_urgency([table, at(3, status="frozen")], ANN)] == [3, 1]
