"""Whoever offered something and went away is told when it is answered, once; machines wait for nobody who is away."""

from __future__ import annotations

import pytest

from rules.catan.cards import pack_cards
from rules.core import Choices
from service.play.outbox import AWAY_SECONDS
from service.state.model import Table
from service.store import codec
from service.store.log_writer import PendingWrites

from ..house import ANN, BEN, CID, House
from ..state.test_standing_answers import by, catan, last, pinged, rolled, sent
from ..state.test_standing_answers_undone import dealt

HANDS = (("brick", "lumber"), ("ore", "wool"), ("ore", "grain"))


async def asked(house: House, kind: str = "trade-offer") -> Table:
    """Ann offers 1 brick for 1 ore, which Ben and Cid have; everything owed has been sent."""
    table = await rolled(house, await catan(house, ANN, BEN, CID, choices=Choices()))
    state = table.state.copy()
    for seat, hand in enumerate(HANDS):
        state.bank += state.hands[seat] - pack_cards(hand)
        state.hands[seat] = pack_cards(hand)
    work = PendingWrites(drop_checkpoints_from=0, checkpoint=(table.seq, codec.pack_state(state)))
    async with house.tables.registry.lock_table(table.id):
        await house.tables.moves.commit_position(
            table, table, state, house.tables.moves.new_log_writer(table, None), work
        )
    table = await by(house, table, 0, f"{kind} brick ore 1,2")
    await sent(house, table)
    return table


async def test_who_is_here_is_not_pinged(house: House) -> None:
    table = await asked(house)
    await house.later(AWAY_SECONDS - 1)
    table = await by(house, table, 1, "trade-accept 1")
    table = await by(house, table, 2, "trade-accept 1")
    assert await pinged(house, table) == set()


@pytest.mark.parametrize("answer", ["trade-accept 1", "trade-counter 1 wool brick"])
async def test_who_was_away_is_pinged_by_the_first_who_accepts_or_counters(house: House, answer: str) -> None:
    table = await asked(house)
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 1, answer)
    assert await pinged(house, table) == {101}
    assert [post.reason for post in await house.tables.outbox.list_unsent_posts(table.id)] == ["heard 1"]
    await sent(house, table)
    for line in ("trade-accept 1", "trade-decline 1", "trade-accept 1"):  # once for each offer
        await house.later(AWAY_SECONDS)
        table = await by(house, table, 2, line)
        assert await pinged(house, table) == set()
    table = await by(house, table, 0, "trade-offer lumber ore 1,2")
    await sent(house, table)
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 1, "trade-accept 2")
    assert await pinged(house, table) == {101}


async def test_who_was_away_is_pinged_when_all_have_declined(house: House) -> None:
    table = await asked(house)
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 1, "trade-decline 1")
    assert await pinged(house, table) == set()
    table = await by(house, table, 2, "trade-decline 1")
    assert await pinged(house, table) == {101}


async def test_who_left_after_the_first_word_is_pinged_by_the_last(house: House) -> None:
    table = await by(house, await asked(house), 1, "trade-accept 1")
    assert await pinged(house, table) == set()
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 2, "trade-decline 1")
    assert await pinged(house, table) == {101}


async def test_who_was_away_is_pinged_by_a_trade_with_the_first(house: House) -> None:
    table = await asked(house, "trade-first")
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 2, "trade-accept 1")
    assert table.state.offer is None
    assert await pinged(house, table) == {101}


async def test_who_has_come_back_before_the_message_goes_out_is_not_pinged(house: House) -> None:
    table = await asked(house)
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 1, "trade-accept 1")
    table = await by(house, table, 0, "trade-confirm 1 1")
    assert await pinged(house, table) == set()


async def test_looking_is_being_here(house: House) -> None:
    table = await asked(house)
    await house.later(AWAY_SECONDS)
    await house.tables.known_people.record_name_and_time(ANN)
    table = await by(house, table, 1, "trade-accept 1")
    assert await pinged(house, table) == set()


async def test_taking_an_answer_back_and_giving_it_again_pings_once(house: House) -> None:
    table = await asked(house)
    await house.later(AWAY_SECONDS)
    table = await by(house, table, 1, "trade-accept 1")
    await sent(house, table)
    await house.tables.moves.undo_last_move(table.id, 102)
    table = await house.tables.registry.load_table(table.id)
    assert await pinged(house, table) == set()
    table = await by(house, table, 2, "trade-accept 1")
    assert await pinged(house, table) == set()


@pytest.mark.usefixtures("dealers")
async def test_a_machine_waits_for_nobody_who_is_away(house: House) -> None:
    table = await catan(house, ANN, BEN, choices=Choices(), machines=2)
    house.tables.registry.chosen_luck[:] = [0] * 8
    table = await by(house, await by(house, table, 0, "roll"), 0, "end")
    await house.later(AWAY_SECONDS)  # Ann has not been seen since
    table = await by(house, await by(house, table, 1, "roll"), 1, "end")
    assert (await last(house, table)).move.startswith("trade-offer")
    assert table.seats_to_move == (2,)
    await house.tables.moves.play_moves(table.id, 102, ["trade-decline 1"], act="Ben declines")
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert table.seats_to_move == (3,)  # for Ann, who is still silent, nobody waits
    assert table.state.wishes


@pytest.mark.usefixtures("dealers")
async def test_a_machine_waits_for_who_is_here(house: House) -> None:
    table = await dealt(house)
    await house.later(60)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (2,)
