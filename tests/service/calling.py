"""Calls in the tests: Monday morning, wishes, and what is owed to somebody."""

from __future__ import annotations

from datetime import UTC, datetime

from service.state.model import Table

from .house import House

HOUR, DAY = 3600, 86_400
MONDAY = int(datetime(2026, 3, 2, 10, tzinfo=UTC).timestamp())  # 10:00 in Greenwich, 12:00 in Bucharest


def to(house: House, moment: int) -> float:
    return moment - house.clock.now()


async def until(house: House, moment: int) -> None:
    house.clock.advance(to(house, moment))
    await house.idle()


async def wants(house: House, user: int, **chosen: str) -> None:
    await house.tables.preferences.set_settings(user, chosen)


async def pinged(house: House, table: Table) -> tuple[int, ...]:
    """Whom the newest message that is owed mentions."""
    return (await house.tables.outbox.list_unsent_posts(table.id))[-1].pings


async def letters(house: House, user: int) -> list[tuple[str, int | None, list[str]]]:
    """How, of which table, what: of every letter that is owed and has something to say."""
    found = await house.tables.direct_messages.list_due_messages(user)
    return [(one.how, one.table_id, [call.what for call in one.notifications]) for one in found if one.notifications]


async def posted(house: House, user: int) -> None:
    """Every letter of somebody is sent."""
    for n, letter in enumerate(await house.tables.direct_messages.list_due_messages(user)):
        if letter.notifications:
            await house.tables.direct_messages.record_sent_message(letter, 5000 + letter.number + n, 900 + user)
        else:
            await house.tables.direct_messages.drop_message(letter)


async def asked(house: House, table: Table, user: int) -> Table:
    """All play on until somebody is waited for anew."""
    for n in range(20):
        now = await house.tables.registry.load_table(table.id)
        waiting = [now.seats[seat].user_id or 0 for seat in now.seats_to_move]
        if n and waiting == [user]:
            return now
        if n and user in waiting:
            waiting.remove(user)
        for each in waiting:
            seat = now.seat_of(each)
            assert seat is not None
            await house.tables.moves.play_moves(
                table.id, each, [house.legal(now, seat.index)[0]], act=f"{table.id} {now.seq} {each}"
            )
    raise AssertionError("they are not asked")
