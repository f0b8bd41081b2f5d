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
from ..time.typed import HOUR


class KnownPeople:
    """Keeps the names of users at open tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    @durable
    async def record_name_and_time(self, person: Person) -> None:
        """Update name and time; writes only if the name changed or an hour has passed."""
        registry, now = self.registry, self.registry.clock.now()
        if person.user_id not in registry.names_and_times:
            return  # users without a seat are not stored
        registry.last_act_at[person.user_id] = now
        name, seen_at = registry.names_and_times[person.user_id]
        if name == person.name and now - seen_at < HOUR:
            return
        await registry.store.write(partial(_save_person, person, now, is_renamed=name != person.name))
        await rename_everywhere(registry, person, now)


async def rename_everywhere(registry: TableRegistry, person: Person, now: int) -> None:
    """Rename a user in memory at all their tables, after the name was written."""
    registry.names_and_times[person.user_id] = (person.name, now)
    for table in registry.open_tables_of(person.user_id):
        with suppress(Damaged):  # logged when it was set aside
            async with registry.lock_table(table.id):
                current = registry.tables.get(table.id)
                if current is not None:
                    registry.replace_snapshot(with_new_name(current, person))


def _save_person(person: Person, now: int, t: Transaction, *, is_renamed: bool) -> None:
    t.put_person(person.user_id, person.name, now)
    if is_renamed:  # for processes that own other tables of the user
        t.send_to_processes(f"name {person.user_id}")
