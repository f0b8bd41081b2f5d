"""How far somebody goes in bids that are still to come: bid for them as little as is needed, known to nobody else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rules.core import encode_move
from rules.core.record import Record
from service.state import standing_answers
from service.state.model import Table, TableChannel
from tests.e2e.positions import found
from tests.e2e.positions_carcassonne import asked, boxes

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused
from ..state.test_standing_answers import by
from ..test_secrets import everything_public

PEOPLE = (ANN, BEN, CID)
BRIDGE = boxes("bridge")


@cache
def record() -> Record:
    """A game up to the first tile of a bazaar that is to be put up."""
    return found("carcassonne", 3, BRIDGE, asked("carc.bazaar.open"))


async def auction(house: House, channel: int = 70) -> Table:
    """Three people, of whom one puts up a tile now."""
    kept = record()
    table = await house.tables.lobby.open_lobby("carcassonne", BRIDGE, 3, TableChannel(7, channel), ANN)
    for person in PEOPLE[1:]:
        table = await house.tables.lobby.join(table.id, person)
    await house.tables.lobby.set_order(table.id, ANN.user_id, [seat.colour for seat in table.seats])
    key = kept.key
    assert key is not None
    house.tables.registry.token = lambda n: key[:n]
    table = await house.tables.game_start.start_game(table.id, ANN.user_id)
    for line in kept.lines:
        table = await by(house, table, line.seat, line.move)
    assert {move.kind for move in table.game.legal(table.state, table.seats_to_move[0])} == {"bazaar-open"}
    return table


def bidders(table: Table) -> tuple[int, int, int]:
    """Who puts up a tile, and who is asked then, one after the other."""
    first = table.seats_to_move[0]
    return first, (first + 1) % 3, (first + 2) % 3


def user(table: Table, seat: int) -> int:
    found_user = table.seats[seat].user_id
    assert found_user is not None
    return found_user


async def goes(house: House, table: Table, seat: int, name: str, most: int | None) -> Table:
    await house.tables.preferences.set_bid_limit(table.id, user(table, seat), name, most)
    await house.tables.machines.wait_until_idle(table.id)
    return await house.tables.registry.load_table(table.id)


async def lines(house: House, table: Table, since: int) -> list[str]:
    return [entry.move for entry in await house.tables.history.read_entries(table.id, after=since)]


async def test_the_least_bid_is_made_up_to_the_number_and_none_beyond_it(house: House) -> None:
    table = await auction(house)
    opener, next_one, last = bidders(table)
    table = await goes(house, table, next_one, "lot-2", 5)
    table = await goes(house, table, last, "lot-2", 4)
    assert table.seats_to_move == (opener,)
    since = table.seq
    table = await by(house, table, opener, "bazaar-open 2 3")
    assert await lines(house, table, since) == ["bazaar-open 2 3", "bazaar-bid 2 4", "bazaar-pass 2"]
    assert table.seats_to_move == (opener,)  # who buys or sells
    assert table.standing == ()  # said and done


async def test_who_is_bid_for_is_not_called(house: House) -> None:
    table = await auction(house)
    opener, next_one, last = bidders(table)
    table = await goes(house, table, next_one, "lot-1", 9)
    for post in await house.tables.outbox.list_unsent_posts(table.id):
        await house.tables.outbox.record_sent_posts(table.id, [post.number], 1, 1)
    table = await by(house, table, opener, "bazaar-open 1 0")
    called = {user for post in await house.tables.outbox.list_unsent_posts(table.id) for user in post.pings}
    assert called == {user(table, last)}


async def test_it_is_changed_withdrawn_and_kept_over_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await auction(house)
        opener, next_one, last = bidders(table)
        await goes(house, table, next_one, "lot-1", 9)
        table = await goes(house, table, next_one, "lot-1", 2)
        table = await goes(house, table, next_one, "lot-3", 7)
        table = await goes(house, table, last, "lot-1", 7)
        table = await goes(house, table, last, "lot-1", None)
        assert standing_answers.list_bid_limits(table, user(table, last)) == {}
        house.tables.registry.after_move = lambda table: None  # the process dies before anything was answered
        table = await by(house, table, opener, "bazaar-open 1 1")
        assert table.seats_to_move == (next_one,)
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        table = await house.tables.registry.load_table(table.id)
        assert (await house.tables.history.read_entries(table.id))[-1].move == "bazaar-bid 1 2"
        assert table.seats_to_move == (last,)
        assert standing_answers.list_bid_limits(table, user(table, next_one)) == {"lot-3": 7}


async def test_it_ends_with_the_auction_and_for_whoever_has_a_tile(house: House) -> None:
    table = await auction(house)
    opener, next_one, last = bidders(table)
    for seat in (opener, next_one, last):
        table = await goes(house, table, seat, "lot-3", 4)
    table = await by(house, table, opener, "bazaar-open 1 0")
    table = await by(house, table, next_one, "bazaar-pass 1")
    table = await by(house, table, last, "bazaar-pass 1")  # the opener has a tile
    assert {name for name, _, _ in table.standing} == {user(table, next_one), user(table, last)}
    table = await by(house, table, next_one, "bazaar-open 2 0")
    table = await by(house, table, last, "bazaar-pass 2")
    assert table.standing == ()
    with refused("bids_over"):
        await house.tables.preferences.set_bid_limit(table.id, user(table, last), "lot-3", 4)


async def test_nobody_finds_out_by_taking_back_what_was_bid_for(house: House) -> None:
    table = await auction(house)
    opener, next_one, last = bidders(table)
    table = await goes(house, table, next_one, "lot-1", 9)
    table = await by(house, table, opener, "bazaar-open 1 0")
    with refused("undo_barrier"):
        await house.tables.moves.undo_last_move(table.id, user(table, opener))
    assert table.seats_to_move == (last,)


async def test_only_bids_that_may_come_are_said(house: House) -> None:
    table = await auction(house)
    opener, next_one, last = bidders(table)
    with refused("not_seated"):
        await house.tables.preferences.set_bid_limit(table.id, DAN.user_id, "lot-1", 3)
    for name, most in (("lot-1", 0), ("lot-1", 1000), ("lot-9", 3), ("", 3), ("lot-9", None)):
        with refused("bids_over"):
            await house.tables.preferences.set_bid_limit(table.id, user(table, last), name, most)
    assert house.tables.preferences.possible_bid_limits(table, DAN.user_id) == {}
    table = await by(house, table, opener, "bazaar-open 1 4")
    span, _ = house.tables.preferences.possible_bid_limits(table, user(table, last))["lot-1"]
    assert (span[0], span[-1]) == (5, 999)
    assert "lot-1" not in house.tables.preferences.possible_bid_limits(table, user(table, opener))
    since = table.seq
    table = await goes(house, table, next_one, "lot-1", 6)  # is asked already: it is bid at once
    assert await lines(house, table, since) == ["bazaar-bid 1 5"]


async def test_whatever_the_number_is_nobody_else_can_tell(house: House, path: Path) -> None:
    """Until it is bid beyond it: nothing is written, told or asked of others by saying, changing or withdrawing it."""
    async with opened(path.with_name("other.sqlite3")) as other:
        seen: list[list[Any]] = []
        for home, numbers in ((house, (5, 50, None, 5)), (other, (600, None, 3, 600))):
            table = await auction(home)
            opener, next_one, last = bidders(table)
            shown: list[Any] = []
            for most in numbers:
                told = len(home.witness.changes)
                table = await goes(home, table, next_one, "lot-2", most)
                assert len(home.witness.changes) == told
                shown.append(await everything_public(home, table))
            for seat, line in ((opener, "bazaar-open 2 3"), (last, "bazaar-bid 2 5"), (opener, "bazaar-sell 2")):
                table = await by(home, table, seat, line)
                shown.append(await everything_public(home, table))
                shown.append([encode_move(move) for seat in range(3) for move in table.game.legal(table.state, seat)])
            seen.append(shown)
    assert seen[0] == seen[1]
