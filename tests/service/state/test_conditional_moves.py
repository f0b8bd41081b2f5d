"""Programmes: what people have prepared is done when it comes to it, known to nobody else, never in the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.errors import StoreError
from rules.core import Choices
from service.machines import machines
from service.play import prepared_moves
from service.state import conditional_moves
from service.state.model import SavedConditionalMove, Table, TableChannel
from tests.rules.catan.table import parse

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused
from ..test_secrets import everything_public
from .test_standing_answers import by, catan, last, pinged, rolled, sent

PEOPLE = (ANN, BEN, CID, DAN)


async def citadels(house: House, channel: int = 70) -> Table:
    """The first of four chooses a character."""
    table = await house.tables.lobby.open_lobby("citadels", Choices(), 4, TableChannel(7, channel), ANN)
    for person in PEOPLE[1:]:
        table = await house.tables.lobby.join(table.id, person)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    house.tables.registry.token = lambda n: bytes(range(n))
    await house.tables.game_start.start_game(table.id, 101)
    return await house.tables.registry.load_table(table.id)


def user(table: Table, seat: int) -> int:
    found = table.seats[seat].user_id
    assert found is not None
    return found


async def prepares(house: House, table: Table, seat: int, text: str, number: int | None = None) -> Table:
    await house.tables.conditional_moves.save_move(table.id, user(table, seat), text, number)
    await house.tables.machines.wait_until_idle(table.id)
    return await house.tables.registry.load_table(table.id)


def texts(table: Table) -> list[str]:
    return [one.text for one in table.programmes if one.dropped is None]


def told(house: House, user_id: int) -> list[tuple[str, str]]:
    return [
        (one.text, one.dropped.key if one.dropped else "")
        for _, one in house.tables.conditional_moves.list_dropped_moves(user_id)
    ]


async def lines(house: House, table: Table, since: int) -> list[str]:
    return [entry.move for entry in await house.tables.history.read_entries(table.id, after=since)]


async def test_what_was_prepared_is_done_like_any_other_move(house: House) -> None:
    table = await citadels(house)
    first = table.seats_to_move[0]
    second, third = (first + 1) % 4, (first + 2) % 4
    draft = list(table.state.draft)
    table = await prepares(house, table, second, f"pick 1 {draft[0]},{draft[1]},any")
    assert texts(table) == [f"pick 1 {draft[0]},{draft[1]},any"]
    await sent(house, table)
    table = await by(house, table, first, f"pick {draft[0]}")
    entry = await last(house, table)
    assert (entry.seat, entry.move, entry.act, entry.by) == (second, f"pick {draft[1]}", None, None)
    assert table.seats_to_move == (third,)
    assert table.programmes == ()  # said and done
    assert await pinged(house, table) == {user(table, third)}
    assert told(house, user(table, second)) == []


async def test_it_is_kept_over_a_restart_before_and_after_it_was_due(path: Path) -> None:
    async with opened(path) as house:
        table = await citadels(house)
        first = table.seats_to_move[0]
        second, third = (first + 1) % 4, (first + 2) % 4
        draft = list(table.state.draft)
        await prepares(house, table, third, f"pick 1 {draft[2]}")
        table = await prepares(house, table, second, f"pick 1 {draft[1]}")
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        assert texts(house.tables.registry.get(table.id) or table) == texts(table)
        house.tables.registry.after_move = lambda table: None  # the process dies before anything was answered
        table = await by(house, table, first, f"pick {draft[0]}")
        assert table.seats_to_move == (second,)
    async with opened(path, house.clock) as house:
        await house.tables.machines.wait_until_idle(table.id)
        table = await house.tables.registry.load_table(table.id)
        assert table.seats_to_move == ((first + 3) % 4,)
        assert (await lines(house, table, 0))[-2:] == [f"pick {draft[1]}", f"pick {draft[2]}"]
        assert table.programmes == ()


async def test_what_cannot_be_done_is_told_to_its_owner_once(path: Path) -> None:
    async with opened(path) as house:
        table = await citadels(house)
        first = table.seats_to_move[0]
        second = (first + 1) % 4
        draft = list(table.state.draft)
        table = await prepares(house, table, second, f"pick 1 {draft[0]}")
        await sent(house, table)
        table = await by(house, table, first, f"pick {draft[0]}")
        assert table.seats_to_move == (second,)
        assert await pinged(house, table) == {user(table, second)}
        gone = [(f"pick 1 {draft[0]}", "cit.programme_dropped.none_there")]
        assert told(house, user(table, second)) == gone
    async with opened(path, house.clock) as house:
        assert told(house, user(table, second)) == gone
        assert told(house, user(table, first)) == []
        await house.tables.conditional_moves.delete_told_moves(
            house.tables.conditional_moves.list_dropped_moves(user(table, second))
        )
        assert told(house, user(table, second)) == []
        assert (await house.tables.registry.load_table(table.id)).programmes == ()


async def dealt(house: House, *hands: str) -> Table:
    """Ann may trade and build; these are the hands of the first seats."""
    table = await rolled(house, await catan(house, ANN, BEN, CID, choices=Choices()))
    s = table.state.copy()
    for seat, cards in enumerate(hands):
        s.bank += s.hands[seat] - parse(cards)
        s.hands[seat] = parse(cards)
    table = replace(table, state=s)
    house.tables.registry.replace_snapshot(table)
    return table


async def test_what_is_asked_already_is_not_prepared(house: House) -> None:
    """It is chosen tap by tap: the first tap would answer."""
    table = await dealt(house, "2 brick", "1 ore", "1 wool")
    table = await by(house, table, 0, "trade-offer brick ore 1")
    with refused("prepare_gone"):
        await prepares(house, table, 1, "accept 2 ore brick")
    table = await prepares(house, table, 2, "accept 3 ore brick")  # was not asked
    assert texts(table) == ["accept 3 ore brick"]


async def test_who_is_answered_for_is_not_called_and_who_is_not_is(house: House) -> None:
    table = await dealt(house, "2 brick", "1 ore", "1 wool")
    await prepares(house, table, 1, "accept 2 ore brick")
    table = await prepares(house, table, 2, "accept 3 ore brick")
    await sent(house, table)
    table = await by(house, table, 0, "trade-offer brick ore 1,2")
    assert await pinged(house, table) == {103}
    assert [answer.seat for answer in table.state.offer.answers] == [1]


async def test_a_turn_is_rolled_built_and_ended(house: House) -> None:
    table = await dealt(house, "", "1 brick, 1 lumber")
    one = next(one for one in house.tables.conditional_moves.possible_kinds(table, 102) if one.kind == "road")
    path = one.parts[0].tokens[0]
    table = await prepares(house, table, 1, f"road {one.when} {path}")
    since = table.seq
    await sent(house, table)
    house.tables.registry.chosen_luck[:] = [0, 0]
    table = await by(house, table, 0, "end")
    assert await lines(house, table, since) == ["end", "roll", f"build-road {path}", "end"]
    assert (table.seats_to_move, table.programmes) == ((2,), ())
    assert await pinged(house, table) == {103}


async def test_who_cannot_pay_is_called_after_the_dice(house: House) -> None:
    table = await dealt(house, "", "1 ore")
    one = next(one for one in house.tables.conditional_moves.possible_kinds(table, 102) if one.kind == "road")
    text = f"road {one.when} {one.parts[0].tokens[0]}"
    table = await prepares(house, table, 1, text)
    since = table.seq
    await sent(house, table)
    house.tables.registry.chosen_luck[:] = [0, 0]
    table = await by(house, table, 0, "end")
    assert await lines(house, table, since) == ["end", "roll"]
    assert await pinged(house, table) == {102}
    assert told(house, 102) == [(text, "catan.error.cannot_pay")]


async def test_nobody_finds_out_by_taking_back(house: House) -> None:
    table = await citadels(house)
    first = table.seats_to_move[0]
    second = (first + 1) % 4
    table = await prepares(house, table, second, "pick 1 any")
    table = await by(house, table, first, f"pick {table.state.draft[0]}")
    with refused("undo_barrier"):
        await house.tables.moves.undo_last_move(table.id, user(table, first))
    assert (await last(house, table)).seat == second


async def test_what_was_taken_back_is_decided_by_hand(house: House) -> None:
    table = await citadels(house)
    first = table.seats_to_move[0]
    second = (first + 1) % 4
    table = await prepares(house, table, second, "pick 1 any")
    table = await by(house, table, first, f"pick {table.state.draft[0]}")
    vote = await house.tables.votes.propose_vote(table.id, user(table, second), "undo", table.seq)
    for person in PEOPLE:
        if (await house.tables.votes.find_vote(vote.id) or vote).status == "open" and person.user_id not in vote.yes:
            await house.tables.votes.answer_vote(vote.id, person.user_id, True)
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert table.seats_to_move == (second,)
    table = await prepares(house, table, (second + 1) % 4, "pick 1 any")
    one = SavedConditionalMove(user(table, second), 1, "pick 1 any", 0)
    house.tables.registry.replace_snapshot(replace(table, programmes=(one, *table.programmes)))
    house.tables.machines.start_automatic_moves(table)
    await house.tables.machines.wait_until_idle(table.id)
    assert (await house.tables.registry.load_table(table.id)).seats_to_move == (second,)  # it rests


async def test_the_clock_asks_the_programme_before_it_answers_itself(house: House) -> None:
    table = await citadels(house)
    seat = table.seats[table.seats_to_move[0]]
    assert table.game is not None
    fallback = table.game.default_move(table.state, seat.index)
    wished = next(c for c in table.state.draft if f"pick {c}" != str(fallback))
    prepared = replace(
        table, programmes=(SavedConditionalMove(seat.user_id or 0, 1, f"pick 1 {wished}", 0),), late="fallback"
    )
    house.tables.registry.replace_snapshot(prepared)
    stretch = prepared.stretches[0]
    async with house.tables.registry.lock_table(table.id):
        now = house.clock.now()
        late = replace(stretch, timer=replace(stretch.timer, act_at=now))
        await house.tables.timekeeper._act_for_late_seat(prepared, seat, late, now)
    entry = await last(house, table)
    assert (entry.move, entry.by) == (f"pick {wished}", None)


# --- who may prepare what


async def test_only_what_may_be_prepared_is_kept(house: House) -> None:
    table = await citadels(house)
    second = (table.seats_to_move[0] + 1) % 4
    put = house.tables.conditional_moves.save_move
    with refused("not_seated"):
        await put(table.id, 999, "pick 1 any")
    for text in ("", "pick 2 any", "pick 1 nobody", "pick 1 any,any", "build 1 nothing", "fly 0 x", "end 1 king"):
        with refused("prepare_gone"):
            await put(table.id, user(table, second), text)
    await put(table.id, user(table, second), "pick 1 -")
    table = await put(table.id, user(table, second), "pick 1 any")
    assert texts(table) == ["pick 1 any"]  # there is but one of its kind
    again = await put(table.id, user(table, second), "pick 1 any")
    assert again.programmes == table.programmes
    table = await house.tables.conditional_moves.delete_move(table.id, user(table, second), 99)
    table = await house.tables.conditional_moves.delete_move(table.id, user(table, second), table.programmes[0].number)
    assert table.programmes == ()


async def test_there_may_be_several_of_a_kind_and_not_too_many(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await rolled(house, await catan(house, ANN, BEN, CID, choices=Choices()))
    monkeypatch.setattr(prepared_moves, "MAX_MOVES_PER_USER", 2)
    await prepares(house, table, 1, "accept 2 ore brick")
    table = await prepares(house, table, 1, "accept 2 ore wool")
    with refused("prepare_many"):
        await prepares(house, table, 1, "discard 0 ore")
    table = await prepares(house, table, 1, "accept 2 ore,ore wool", table.programmes[1].number)
    assert texts(table) == ["accept 2 ore brick", "accept 2 ore,ore wool"]
    assert texts(await prepares(house, table, 2, "discard 0 ore")) == [*texts(table), "discard 0 ore"]


async def test_they_go_with_their_owners_and_with_the_game(house: House) -> None:
    table = await citadels(house)
    second, third = (table.seats_to_move[0] + 1) % 4, (table.seats_to_move[0] + 2) % 4
    await prepares(house, table, second, "pick 1 any")
    await prepares(house, table, third, "pick 1 any")
    table = (await house.tables.moves.resign(table.id, user(table, second))).table
    assert [one.user_id for one in table.programmes] == [user(table, third)]
    over = conditional_moves.drop_dead_conditional_moves(replace(table, status="over"))
    assert over.programmes == ()


async def test_a_programme_that_fails_stops_no_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await citadels(house)
    first = table.seats_to_move[0]
    table = await prepares(house, table, (first + 1) % 4, "pick 1 any")

    def failing(*args: Any) -> Any:
        raise RuntimeError("a mistake")

    assert table.game is not None
    monkeypatch.setattr(type(table.game), "answer_conditional", failing)
    table = await by(house, table, first, f"pick {table.state.draft[0]}")
    assert table.seats_to_move == ((first + 1) % 4,)
    assert told(house, user(table, (first + 1) % 4)) == [("pick 1 any", "programme.unreadable")]


async def test_nothing_is_lost_or_doubled_when_it_was_not_saved(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await citadels(house)
    first = table.seats_to_move[0]
    second, third = (first + 1) % 4, (first + 2) % 4
    write, failures = house.store.write, [StoreError("store.full"), StoreError("store.locked")]

    async def failing(work: Any) -> Any:
        present = house.tables.registry.get(table.id)
        if present is not None and present.seats_to_move == (second,) and failures:
            raise failures.pop()
        return await write(work)

    table = await prepares(house, table, second, "pick 1 any")
    since = table.seq
    monkeypatch.setattr(house.store, "write", failing)
    monkeypatch.setattr(machines, "SAVE_RETRY_SECONDS", 0.01)
    table = await by(house, table, first, f"pick {table.state.draft[0]}")
    assert not failures
    assert table.seats_to_move == (third,)
    assert len(await lines(house, table, since)) == 2
    assert table.programmes == ()


async def test_what_was_not_saved_is_not_prepared(house: House) -> None:
    table = await citadels(house)
    second = (table.seats_to_move[0] + 1) % 4

    with house.unwritable(), pytest.raises(StoreError):
        await house.tables.conditional_moves.save_move(table.id, user(table, second), "pick 1 any")
    assert (house.tables.registry.get(table.id) or table).programmes == ()


async def test_all_of_a_person_is_forgotten(path: Path) -> None:
    async with opened(path) as house:
        tables = [await citadels(house), await citadels(house, 71)]
        for table in tables:
            for step in (1, 2):
                await prepares(house, table, (table.seats_to_move[0] + step) % 4, "pick 1 any")
        gone = user(tables[0], (tables[0].seats_to_move[0] + 1) % 4)
        await house.tables.conditional_moves.delete_all_moves(gone)
        left = [one.user_id for table in tables for one in (house.tables.registry.get(table.id) or table).programmes]
        assert gone not in left
        assert left
    async with opened(path, house.clock) as house:
        assert [one.user_id for t in tables for one in (house.tables.registry.get(t.id) or t).programmes] == left


# --- secrecy


async def test_a_silent_programme_cannot_be_told_from_none(house: House, path: Path) -> None:
    """Two games alike; in one of them a programme is made, changed, never speaks, and is dropped: nothing that leaves
    the service differs, nor what is written of the game, nor who is told when."""
    async with opened(path.with_name("other.sqlite3")) as other:
        seen: list[list[Any]] = []
        for home, prepared in ((house, True), (other, False)):
            table = await citadels(home)
            first = table.seats_to_move[0]
            second = (first + 1) % 4
            draft = list(table.state.draft)
            shown: list[Any] = []
            for text in ("pick 1 -", f"pick 1 {draft[0]}") if prepared else ():
                news = len(home.witness.changes)
                table = await prepares(home, table, second, text)
                assert len(home.witness.changes) == news
            shown.append(await everything_public(home, table))
            for seat, line in ((first, f"pick {draft[0]}"), (second, f"pick {draft[1]}")):
                table = await by(home, table, seat, line)
                shown.append(await everything_public(home, table))
                shown.append([change.what for change in home.witness.changes])
            assert (len(told(home, user(table, second))) == 1) is prepared
            seen.append(shown)
    assert seen[0] == seen[1]
