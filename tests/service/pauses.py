"""Pauses in the tests."""

from __future__ import annotations

from service.state.model import Person, Table

from .house import House
from .state.test_late import present

MO = Person(900, "Mo")


async def paused(house: House, table: Table) -> Table:
    """Two of three want it."""
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause", act=f"pause {table.seq}")
    await house.tables.votes.answer_vote(vote.id, 102, True, act=f"yes {table.seq}")
    return present(house, table)


async def story(house: House, table: Table) -> list[str]:
    history = await house.tables.history.read_entries(table.id)
    return [event.key for entry in history if entry.kind in ("table", "end") for event in entry.events]
