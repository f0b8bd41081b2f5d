"""Standing answers when moves are taken back, and what machines hear."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import Choices
from service.machines import machines
from service.state.model import Table

from ..house import ANN, BEN, CID, House, opened
from .test_standing_answers import by, catan, last, offer, pinged, rolled, sent

# --- taking back


async def test_what_was_taken_back_is_decided_by_hand(house: House) -> None:
    table = await catan(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    table = await by(house, await rolled(house, table), 0, "end")
    assert table.seats_to_move == (2,)
    await house.tables.moves.undo_last_move(table.id, 102)
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert table.seats_to_move == (1,)
    table = await by(house, table, 1, "pass build")
    table = await by(house, table, 2, "pass build")
    table = await by(house, await rolled(house, table), 1, "end")
    table = await by(house, table, 2, "pass build")
    table = await by(house, table, 0, "pass build")
    table = await by(house, await rolled(house, table), 2, "end")
    table = await by(house, table, 0, "pass build")
    entry = await last(house, table)
    assert (entry.seat, entry.move) == (1, "pass build")  # in the next phase it stands again


async def test_the_table_goes_back_to_before_a_roll(house: House) -> None:
    table = await catan(house, ANN, BEN, CID, choices=Choices())
    await house.tables.preferences.set_setting(102, "auto_roll", "on")
    table = await by(house, await rolled(house, table), 0, "end")
    entry = await last(house, table)
    assert entry.move == "roll"
    vote = await house.tables.votes.propose_vote(table.id, 102, "undo", entry.seq)
    for user in (101, 103):
        vote = await house.tables.votes.answer_vote(vote.id, user, True)
    assert vote.status == "passed"
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert (await last(house, table)).kind == "undo"
    assert house.legal(table, 1)[0] == "roll"
    table = await by(house, table, 1, "roll")
    again = await last(house, table)
    assert (again.move, again.chance) == ("roll", entry.chance)
    assert (entry.act is None, again.act is None) == (True, False)


async def test_an_offer_may_be_thought_over_after_an_undo(house: House) -> None:
    await house.tables.preferences.set_setting(102, "decline_trades", "on")
    table = await rolled(house, await catan(house, ANN, BEN, CID))
    table = await by(house, table, 0, offer(table))
    await house.tables.moves.undo_last_move(table.id, 102)
    await house.tables.machines.wait_until_idle(table.id)
    assert (await house.tables.registry.load_table(table.id)).state.offer.answers == ()


async def test_an_undo_pings_nobody_for_whom_an_answer_stood(house: House) -> None:
    table = await catan(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    table = await rolled(house, table)
    await sent(house, table)
    table = await by(house, table, 0, "end")
    await sent(house, table)
    await house.tables.moves.undo_last_move(table.id, 102)
    assert await pinged(house, table) == set()


# --- machines listen


async def dealt(house: House) -> Table:
    """A machine has offered something to Ann, Ben and another machine."""
    table = await catan(house, ANN, BEN, choices=Choices(), machines=2)
    for seat in (0, 1):
        house.tables.registry.chosen_luck[:] = [0, 0, 0, 0]
        table = await by(
            house,
            table,
            seat,
            "roll",
        )
        table = await by(house, table, seat, "end")
    house.tables.registry.chosen_luck.clear()
    assert (await last(house, table)).move.startswith("trade-offer")
    assert table.seats_to_move == (2,)
    return table


async def decline(house: House, table: Table, user: int) -> Table:
    await house.tables.moves.play_moves(table.id, user, [f"trade-decline {table.state.offer.number}"])
    await house.tables.machines.wait_until_idle(table.id)
    return await house.tables.registry.load_table(table.id)


@pytest.mark.usefixtures("dealers")
async def test_a_machine_goes_on_when_everybody_has_answered(house: House) -> None:
    table = await dealt(house)
    assert await pinged(house, table) >= {101, 102}
    table = await decline(house, table, 101)
    assert table.seats_to_move == (2,)
    table = await decline(house, table, 102)
    assert table.seats_to_move == (3,)  # the next machine has rolled, and offers in its turn


@pytest.mark.usefixtures("dealers")
async def test_a_machine_goes_on_after_a_while(house: House) -> None:
    house.stand_still()
    table = await dealt(house)
    await house.later(60)
    table = await decline(house, table, 101)
    await house.later(machines.ANSWER_SECONDS - 61)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (
        2,
    )  # counted from the offer, not from the last answer
    await house.later(1)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (3,)


@pytest.mark.usefixtures("dealers")
async def test_a_machine_does_not_listen_for_hours_after_the_clock_was_set_back(house: House) -> None:
    table = await dealt(house)
    house.clock.offset -= 5 * 3600
    table = await decline(house, table, 101)
    assert table.seats_to_move == (2,)
    await house.later(machines.ANSWER_SECONDS)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (3,)


@pytest.mark.usefixtures("dealers")
async def test_a_machine_listens_across_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await dealt(house)
        await house.later(60)
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        assert (await house.tables.registry.load_table(table.id)).seats_to_move == (2,)
        await house.later(machines.ANSWER_SECONDS - 60)
        assert (await house.tables.registry.load_table(table.id)).seats_to_move == (3,)


@pytest.mark.usefixtures("dealers")
async def test_nobody_waits_for_who_declines_everything(house: House) -> None:
    for user in (101, 102):
        await house.tables.preferences.set_setting(user, "decline_trades", "on")
    table = await catan(house, ANN, BEN, choices=Choices(), machines=2)
    house.tables.registry.chosen_luck[:] = [0] * 8
    table = await by(house, table, 0, "roll")
    table = await by(house, table, 0, "end")
    table = await by(house, table, 1, "roll")
    table = await by(house, table, 1, "end")
    assert table.seats_to_move == (0,)  # both machines have offered and gone on
    moves = [entry.move.split() for entry in await house.tables.history.read_entries(table.id)]
    assert [kind for kind, *_ in moves].count("trade-offer") == 2
    assert [kind for kind, *_ in moves].count("trade-decline") == 4
