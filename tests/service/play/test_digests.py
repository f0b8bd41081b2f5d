"""Letters about several tables: which are outdated, and what is left of them."""

from __future__ import annotations

from service.state.model import Table, TableChannel

from ..calling import posted, until, wants
from ..house import ANN, BEN, House


async def two(house: House) -> list[Table]:
    """Two games that wait for Ann, and the one letter that told her so."""
    await wants(house, 101, ping="digest", digest="08:00")
    tables = [await house.game(ANN, BEN, home=TableChannel(7, channel)) for channel in (70, 80)]
    await until(house, house.clock.now() + 86_400)
    (letter,) = [one for one in await house.tables.direct_messages.list_due_messages(101) if one.notifications]
    await house.tables.direct_messages.record_sent_message(letter, 5000, 900, [table.id for table in tables])
    return tables


async def done(house: House, table: Table) -> Table:
    """Ann plays until she is not waited for at that table."""
    now = await house.tables.registry.load_table(table.id)
    for n in range(20):
        if 0 not in now.seats_to_move:
            return now
        lines = house.legal(now, 0)
        line = "end" if "end" in lines else lines[0]
        now = (await house.tables.moves.play_moves(table.id, 101, [line], act=f"{table.id} {now.seq} {n}")).table
    raise AssertionError("Ann is still waited for")


async def test_it_is_outdated_once_its_reader_has_moved(house: House) -> None:
    tables = await two(house)
    assert await house.tables.digests.list_outdated_digests(tables[0]) == []
    now = await done(house, tables[0])
    (listing,) = await house.tables.digests.list_outdated_digests(now)
    assert (listing.message_id, listing.channel_id, listing.left) == (5000, 900, (tables[1].id,))
    assert await house.tables.digests.list_outdated_digests(tables[1]) == []


async def test_what_was_renewed_is_outdated_no_more(house: House) -> None:
    tables = await two(house)
    now = await done(house, tables[0])
    (listing,) = await house.tables.digests.list_outdated_digests(now)
    await house.tables.digests.record_updated_digest(listing, 5001, 900, house.clock.now())
    assert await house.tables.digests.list_outdated_digests(now) == []
    last = await done(house, tables[1])
    (listing,) = await house.tables.digests.list_outdated_digests(last)
    assert (listing.message_id, listing.left) == (5001, ())
    await house.tables.digests.record_updated_digest(listing, 5001, 900, house.clock.now())
    assert await house.tables.digests.list_outdated_digests(last) == []


async def test_who_has_not_done_anything_lately_is_not_here(house: House) -> None:
    tables = await two(house)
    now = await done(house, tables[0])
    assert not (await house.tables.digests.list_outdated_digests(now))[0].here
    await house.tables.known_people.record_name_and_time(ANN)
    assert (await house.tables.digests.list_outdated_digests(now))[0].here
    house.clock.advance(1000)
    assert not (await house.tables.digests.list_outdated_digests(now))[0].here


async def test_the_next_letter_takes_its_place(house: House) -> None:
    tables = await two(house)
    now = await done(house, tables[0])
    await until(house, house.clock.now() + 86_400)
    await posted(house, 101)
    assert [one.message_id for one in await house.tables.digests.list_outdated_digests(now)] == []


async def test_one_that_lists_nothing_any_more_is_settled(house: House) -> None:
    for table in await two(house):
        now = await done(house, table)
        (listing,) = await house.tables.digests.list_outdated_digests(now)
        await house.tables.digests.record_updated_digest(listing, 5000, 900, house.clock.now())
    assert await house.store.read(lambda t: t.newest_digests([101])) == []
