"""What people do about who decides for a seat."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from service.errors import ServiceError
from service.state.model import Person as Player
from service.state.model import Table
from service.state.seat_control import eyes
from service.state.seat_offer import of_user

from .people import Person

if TYPE_CHECKING:
    from .shard import Shard

TAKES_BACK: Final = 0.5  # from a friend; else the day comes
ASKS_SOMEBODY: Final = 0.3  # of absences that are announced: not a vacation
WAITS: Final = 0.5  # for who has left; else a machine plays


async def asks_somebody(shard: Shard, person: Person, end: int) -> None:
    """Have somebody else decide until they are back, at all their tables: who has no seat there, or a machine."""
    for table in shard.tables.of_user(person.user):
        if table.id not in shard.played or table.status != "active" or table.seat_of(person.user) is None:
            continue
        others = [one for one in shard.people.values() if eyes(table, one.user) is None]
        friend = person.luck.choice(others) if others and person.luck.random() < 0.7 else None
        who = Player(friend.user, friend.name) if friend is not None else None
        with suppress(ServiceError):
            await shard.tables.seats.standin(table.id, person.user, who, end, shard.act())
            shard.done["stand-ins"] += 1


async def takes(shard: Shard, person: Person, table: Table) -> None:
    """Answer whether they stand in, or take a seat over."""
    found = of_user(table, person.user)
    assert found is not None, "they are asked"
    if person.luck.random() < 0.8:
        await shard.tables.seats.take(table.id, Player(person.user, person.name), found.number, shard.act())
        shard.done["taken over" if found.what == "replace" else "taken"] += 1
        if found.what == "replace" and not shard.answers:
            for answer in shard.tables.answers(table, person.user):
                await shard.tables.set_answer(table.id, person.user, answer.key, False)
    else:
        await shard.tables.seats.decline(table.id, person.user, found.number, shard.act())


async def hands_over(shard: Shard, person: Person, table: Table) -> None:
    """Ask somebody to take one's own seat over, for good."""
    if table.seat_of(person.user) is None:
        return
    others = [one for one in shard.people.values() if eyes(table, one.user) is None]
    if others:
        friend = person.luck.choice(others)
        me, them = Player(person.user, person.name), Player(friend.user, friend.name)
        await shard.tables.seats.replace(table.id, me, None, them, shard.act(), moderator=False)
        shard.done["seats offered"] += 1


async def empty(shard: Shard, person: Person, table: Table) -> None:
    """Say what becomes of the seat of somebody who has left the server."""
    for stretch in table.stretches:
        seat = table.seats[stretch.seat]
        if seat.human and not seat.here and stretch.timer.start is not None:
            if person.luck.random() < WAITS:
                await shard.tables.leaving.wait(table.id, person.user, seat.index)
                shard.done["waited for who has left"] += 1
            else:
                await shard.tables.leaving.machine(table.id, person.user, seat.index)
                shard.done["machines for who has left"] += 1
            return
