"""Personal settings, and answers that stand for people: given at once, told to nobody, never in the way of an undo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.errors import StoreError
from rules.core import Chance, Choices, encode_move, registry, start_game
from service.machines import machines
from service.state import personal_settings, standing_answers
from service.state.model import LogEntry, Person, Table

from ..house import ANN, BEN, CID, DAN, HOME, House, opened
from ..play.test_lobby import refused

SPECIAL = Choices((), (("special_build", "on"),))


async def catan(house: House, *people: Person, choices: Choices = SPECIAL, machines: int = 0) -> Table:
    """Catan at the first turn of the first seat, before the dice; the people sit in this order. They want to be asked
    for special builds."""
    for person in people:
        await house.tables.preferences.set_setting(person.user_id, "skip_build", "off")
    table = await house.tables.lobby.open_lobby("catan", choices, None, HOME, people[0])
    for person in people[1:]:
        table = await house.tables.lobby.join(table.id, person)
    for _ in range(machines):
        table = await house.tables.machine_seats.add_machine(table.id, people[0].user_id)
    await house.tables.lobby.set_order(table.id, people[0].user_id, [seat.colour for seat in table.seats])
    game, keys = registry.make_game("catan", choices), [bytes([n] * 32) for n in range(256)]
    key = next(key for key in keys if start_game(game, len(table.seats), key).state.active == 0)
    house.tables.registry.token = lambda n: key[:n]
    table = await house.tables.game_start.start_game(table.id, people[0].user_id)
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    while (move := house.legal(table, table.seats_to_move[0])[0]) != "roll":
        table = await by(house, table, table.seats_to_move[0], move)
    return table


async def by(house: House, table: Table, seat: int, *lines: str) -> Table:
    """The seat plays; then everything that happens by itself has happened."""
    user = table.seats[seat].user_id
    assert user is not None
    await house.tables.moves.play_moves(table.id, user, lines, act=f"{table.id} {table.seq} {lines}")
    await house.tables.machines.wait_until_idle(table.id)
    return await house.tables.registry.load_table(table.id)


async def rolled(house: House, table: Table) -> Table:
    """Whoever is to roll has rolled something else than a seven."""
    house.tables.registry.chosen_luck[:] = [0, 0]
    return await by(house, table, table.seats_to_move[0], "roll")


async def last(house: House, table: Table) -> LogEntry:
    return (await house.tables.history.read_entries(table.id))[-1]


async def pinged(house: House, table: Table) -> set[int]:
    """Who would be pinged by what is owed now."""
    return {user for post in await house.tables.outbox.list_unsent_posts(table.id) for user in post.pings}


async def sent(house: House, table: Table) -> None:
    """Everything owed has been sent."""
    posts = [post.number for post in await house.tables.outbox.list_unsent_posts(table.id)]
    await house.tables.outbox.record_sent_posts(table.id, posts, 1000 + posts[-1], HOME.channel_id, seq=table.seq)


def offer(table: Table) -> str:
    """An offer of whoever's turn it is to everybody."""
    assert table.game is not None
    seat = table.seats_to_move[0]
    made = next(iter(table.game.sample_unlisted_moves(table.state, seat, Chance(bytes(32)))))
    whom = ",".join(str(other.index) for other in table.seats if other.index != seat)
    return " ".join([*encode_move(made).split()[:3], whom])


# --- settings


async def test_settings_are_kept_for_good(path: Path) -> None:
    async with opened(path) as house:
        assert house.tables.preferences.effective_setting(101, "auto_roll") == "off"
        assert house.tables.preferences.effective_setting(101, "tips") == "on"
        await house.tables.preferences.set_setting(101, "auto_roll", "on")
        await house.tables.preferences.set_setting(101, "tips", "off")
        await house.tables.preferences.set_setting(102, "auto_roll", "on")
        await house.tables.preferences.set_setting(102, "auto_roll", "off")
        await house.tables.preferences.set_setting(102, "auto_roll", "off")
    async with opened(path) as house:
        assert [
            house.tables.preferences.effective_setting(101, name) for name in ("auto_roll", "tips", "skip_build")
        ] == [
            "on",
            "off",
            "on",
        ]
        assert house.tables.preferences.effective_setting(102, "auto_roll") == "off"
        assert 102 not in house.tables.registry.settings  # who wants nothing special is not kept


@pytest.mark.parametrize(("name", "value"), [("language", "?"), ("auto_roll", "sometimes"), ("tips", "")])
async def test_what_is_no_setting_is_refused(house: House, name: str, value: str) -> None:
    with refused("option_bad"):
        await house.tables.preferences.set_setting(101, name, value)
    assert house.tables.registry.settings == {}


async def test_a_setting_that_was_not_saved_does_not_hold(house: House) -> None:
    with house.unwritable(), pytest.raises(StoreError):
        await house.tables.preferences.set_setting(101, "auto_roll", "on")
    assert house.tables.preferences.effective_setting(101, "auto_roll") == "off"


def test_what_games_call_their_answers_is_different() -> None:
    names = list(personal_settings.list_settings())
    assert len(set(names)) == len(names)
    assert {"auto_roll", "skip_build", "decline_trades", "tips"} <= set(names)


# --- answers


async def test_an_answer_is_a_move_of_the_seat_like_any_other(house: House) -> None:
    table = await catan(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    table = await by(house, await rolled(house, table), 0, "end")
    entry = await last(house, table)
    assert (entry.seat, entry.kind, entry.move, entry.act, entry.first) == (1, "move", "pass build", None, entry.seq)
    assert table.seats_to_move == (2,)


async def test_who_is_answered_for_is_not_pinged(house: House) -> None:
    table = await catan(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    table = await rolled(house, table)
    await sent(house, table)
    house.tables.registry.after_move = lambda table: None  # the answer has not been given yet
    table = await by(house, table, 0, "end")
    assert table.seats_to_move == (1,)
    assert await house.tables.outbox.list_unsent_posts(table.id) == []  # nor does any message tell that they were asked
    house.tables.registry.after_move = house.tables.machines.start_automatic_moves
    house.tables.registry.after_move(table)
    await house.tables.machines.wait_until_idle(table.id)
    assert await pinged(house, table) == {103}


async def test_who_is_still_asked_afterwards_is_pinged_then(house: House) -> None:
    table = await catan(house, ANN, BEN, CID, choices=Choices())
    await house.tables.preferences.set_setting(102, "auto_roll", "on")
    house.tables.registry.chosen_luck[:] = [0, 0, 0, 0]
    table = await by(house, table, 0, "roll")
    await sent(house, table)
    table = await by(house, table, 0, "end")
    assert (await last(house, table)).move == "roll"
    assert table.seats_to_move == (1,)
    assert await pinged(house, table) == {102}
    (stretch,) = table.stretches
    assert stretch.pinged
    assert [post.reason for post in await house.tables.outbox.list_unsent_posts(table.id)] == ["turn"]  # once


async def test_what_was_chosen_at_the_table_counts_before_the_setting(house: House) -> None:
    table = await catan(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    table = await rolled(house, table)
    await house.tables.preferences.set_standing_answer(table.id, 102, "skip_build", False)
    await house.tables.preferences.set_standing_answer(table.id, 103, "skip_build", True)
    table = await by(house, table, 0, "end")
    assert table.seats_to_move == (1,)
    assert 102 in await pinged(house, table)
    found = {answer.key: answer for answer in house.tables.preferences.possible_standing_answers(table, 102)}
    assert list(found) == ["auto_roll", "decline_trades", "skip_build"]
    assert (found["skip_build"].chosen, found["skip_build"].setting, found["skip_build"].is_given) == (
        False,
        True,
        False,
    )
    assert (found["auto_roll"].chosen, found["auto_roll"].setting, found["auto_roll"].is_given) == (None, False, False)
    table = await by(house, table, 1, "pass build")
    assert (await last(house, table)).seat == 2
    assert table.seats_to_move == (1,)  # the next turn has begun
    table = await house.tables.preferences.set_standing_answer(table.id, 102, "skip_build", None)
    assert [row for row in table.standing if row[0] == 102] == []


@pytest.mark.parametrize("everywhere", [True, False])
async def test_a_question_that_is_open_is_answered_at_once(house: House, everywhere: bool) -> None:
    table = await by(house, await rolled(house, await catan(house, ANN, BEN, CID)), 0, "end")
    assert table.seats_to_move == (1,)
    if everywhere:
        await house.tables.preferences.set_setting(102, "skip_build", "on")
    else:
        await house.tables.preferences.set_standing_answer(table.id, 102, "skip_build", True)
    await house.tables.machines.wait_until_idle(table.id)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (2,)


async def test_answers_go_on_after_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await catan(house, ANN, BEN, CID)
        await house.tables.preferences.set_setting(102, "skip_build", "on")
        table = await rolled(house, table)
        await house.tables.preferences.set_standing_answer(table.id, 103, "decline_trades", True)
        house.tables.registry.after_move = lambda table: None  # the process dies before anything was answered
        table = await by(house, table, 0, "end")
        assert table.seats_to_move == (1,)
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        table = await house.tables.registry.load_table(table.id)
        assert table.seats_to_move == (2,)
        table = await rolled(house, await by(house, table, 2, "pass build"))
        house.tables.registry.after_move = lambda table: None
        table = await by(house, table, 1, offer(table))
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        table = await house.tables.registry.load_table(table.id)
        assert [(answer.seat, answer.kind) for answer in table.state.offer.answers] == [(2, "decline")]


async def test_offers_are_declined_once_and_nobody_is_told_of_them(house: House) -> None:
    await house.tables.preferences.set_setting(102, "decline_trades", "on")
    table = await rolled(house, await catan(house, ANN, BEN, CID))
    await sent(house, table)
    table = await by(house, table, 0, offer(table))
    assert [(answer.seat, answer.kind) for answer in table.state.offer.answers] == [(1, "decline")]
    assert await pinged(house, table) == {103}
    assert table.seats_to_move == (0,)
    table = await by(house, table, 2, "trade-decline 1")
    assert [entry.seat for entry in await house.tables.history.read_entries(table.id)][-2:] == [1, 2]


async def test_only_who_sits_there_may_choose(house: House) -> None:
    table = await catan(house, ANN, BEN, CID)
    with refused("not_seated"):
        await house.tables.preferences.set_standing_answer(table.id, 104, "skip_build", True)
    for key in ("never_bid", "tips", ""):
        with refused("option_bad"):
            await house.tables.preferences.set_standing_answer(table.id, 101, key, True)
    await house.tables.moves.resign(table.id, 103)
    with refused("resigned"):
        await house.tables.preferences.set_standing_answer(table.id, 103, "skip_build", True)
    lobby = await house.tables.lobby.open_lobby("catan", SPECIAL, None, type(HOME)(7, 71), ANN)
    with refused("paused_lobby"):
        await house.tables.preferences.set_standing_answer(lobby.id, 101, "skip_build", True)
    with refused("unknown_table"):
        await house.tables.preferences.set_standing_answer(99, 101, "skip_build", True)
    assert table.standing == ()


async def test_who_has_left_is_not_answered_for(house: House) -> None:
    table = await rolled(house, await catan(house, ANN, BEN, CID, DAN))
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    assert [
        seat.index for seat, _ in standing_answers.list_standing_answers(table, house.tables.registry.settings)
    ] == []
    house.tables.registry.after_move = lambda table: None
    table = await by(house, table, 0, "end")
    assert [
        seat.index for seat, _ in standing_answers.list_standing_answers(table, house.tables.registry.settings)
    ] == [1]
    table = (await house.tables.moves.resign(table.id, 102)).table
    assert [
        seat.index for seat, _ in standing_answers.list_standing_answers(table, house.tables.registry.settings)
    ] == []


async def test_an_answer_is_tried_again_when_it_was_not_saved(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await catan(house, ANN, BEN, CID)
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    table = await rolled(house, table)
    write, failures = house.store.write, [StoreError("store.full"), StoreError("store.locked")]

    async def failing(work: Any) -> Any:
        present = house.tables.registry.get(table.id)
        if present is not None and present.seats_to_move == (1,) and failures:
            raise failures.pop()
        return await write(work)

    monkeypatch.setattr(house.store, "write", failing)
    monkeypatch.setattr(machines, "SAVE_RETRY_SECONDS", 0.01)
    table = await by(house, table, 0, "end")
    assert not failures
    assert table.seats_to_move == (2,)


async def test_positions_that_are_not_in_memory_are_looked_at(house: House) -> None:
    table = await by(house, await rolled(house, await catan(house, ANN, BEN, CID)), 0, "end")
    house.tables.registry._brief_logs.pop(table.id)
    house.tables.registry.replace_snapshot(replace(table, state=None))
    assert (house.tables.registry.get(table.id) or table).state is None
    await house.tables.preferences.set_setting(102, "skip_build", "on")
    await house.tables.machines.wait_until_idle(table.id)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (2,)


async def test_a_game_in_which_everybody_has_given_every_answer(house: House) -> None:
    people = (ANN, BEN, CID, DAN, Person(105, "Eve"))
    table = await catan(house, *people, choices=Choices(("cities_knights",)))
    for person in people:
        for name in ("auto_roll", "decline_trades", "skip_build"):
            await house.tables.preferences.set_setting(person.user_id, name, "on")
    await house.tables.machines.wait_until_idle(table.id)
    luck = Chance(b"what people choose".ljust(32))
    for _ in range(150):
        table = await house.tables.registry.load_table(table.id)
        assert table.game is not None
        if not table.is_open:
            break
        seat = table.seats_to_move[0]
        assert not table.game.standing_answer_moves(
            table.state, seat
        )  # of what can be answered so nothing is left open
        moves = [
            *house.legal(table, seat),
            *map(encode_move, table.game.sample_unlisted_moves(table.state, seat, luck)),
        ]
        table = await by(house, table, seat, moves[luck.below(len(moves))])
    entries = [entry for entry in await house.tables.history.read_entries(table.id) if entry.kind == "move"]
    answered = {entry.move.split()[0] for entry in entries if entry.act is None}
    assert answered == {"roll", "pass", "trade-decline"}
    assert not {entry.move for entry in entries if entry.act is not None} & {"roll", "pass build"}
