"""Names of users at open tables, and when they were last seen."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from db.store import Transaction

from ..errors import Damaged
from ..state.model import Person
from ..state.seat_control import with_new_name
from ..store.durable import durable
from ..store.registry import TableRegistry


class KnownPeople:
    """Keeps the names of users at open tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    @durable
    async def seen(self, person: Person) -> None:
        """Update name and time; writes only if the name changed or an hour has passed."""
        registry, now = self.registry, self.registry.clock.now()
        known = registry.seen.get(person.user_id)
        if known is not None:
            registry.here[person.user_id] = now
        if known is None or (known[0] == person.name and now - known[1] < 3600):
            return  # users without a seat are not stored
        await registry.store.write(partial(_save_person, person, now, tells=known[0] != person.name))
        await rename_everywhere(registry, person, now)


async def rename_everywhere(registry: TableRegistry, person: Person, now: int) -> None:
    """Rename a user in memory at all their tables, after the name was written."""
    registry.seen[person.user_id] = (person.name, now)
    for table in registry.of_user(person.user_id):
        with suppress(Damaged):  # logged when it was set aside
            async with registry.lock(table.id):
                present = registry.tables.get(table.id)
                if present is not None:
                    registry.put(with_new_name(present, person))


def _save_person(person: Person, now: int, t: Transaction, *, tells: bool) -> None:
    t.put_person(person.user_id, person.name, now)
    if tells:  # processes that own other tables of the user
        t.tell(f"name {person.user_id}")
