"""Faults: commits that fail, callers that go away, processes that are killed."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from db.errors import StoreError
from rules.core.saving import to_plain
from service.play.moves import Playing
from service.state import turn_clocks
from service.state.model import Person, Table, TableChannel
from service.state.readable_log import without_undone
from tests import stores

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused
from ..play.test_play import offer, rolled

ROOT = Path(__file__).resolve().parents[3]


async def act_move(house: House, table: Table) -> Any:
    return await house.tables.moves.play_moves(table.id, 101, ["end"], act="broken")


async def act_undo(house: House, table: Table) -> Any:
    return await house.tables.moves.undo_last_move(table.id, 101, act="broken")


async def act_resign(house: House, table: Table) -> Any:
    return await house.tables.moves.resign(table.id, 101, act="broken")


async def act_vote(house: House, table: Table) -> Any:
    return await house.tables.votes.propose_vote(table.id, 101, "end", act="broken")


async def act_open(house: House, table: Table) -> Any:
    return await house.tables.lobby.open_lobby("toy", table.choices, None, TableChannel(7, 99), CID, act="broken")


async def act_posted(house: House, table: Table) -> Any:
    return await house.tables.outbox.record_sent_posts(table.id, [1], 5, 70)


async def act_hours(house: House, table: Table) -> Any:
    return await house.tables.preferences.set_settings(
        101, {"quiet": "22-7", "timezone": "Asia/Tokyo", "ping": "digest"}
    )


async def act_pause(house: House, table: Table) -> Any:
    return await house.tables.pauses.pause_as_moderator(table.id, DAN, act="broken")


async def act_end(house: House, table: Table) -> Any:
    return await house.tables.pauses.end_as_moderator(table.id, DAN, act="broken")


async def act_asked(house: House, table: Table) -> Any:
    async with house.tables.registry.lock_table(
        table.id
    ):  # as the scheduler does: what is in doubt is read anew meanwhile
        return await house.tables.timekeeper._ask_whether_to_continue(
            await house.tables.registry.load_under_lock(table.id), house.clock.now()
        )


async def act_frozen(house: House, table: Table) -> Any:
    async with house.tables.registry.lock_table(table.id):
        return await house.tables.timekeeper._freeze_table(await house.tables.registry.load_under_lock(table.id))


ACTS = (act_move, act_undo, act_resign, act_vote, act_open, act_posted, act_hours)
RESTS = (act_pause, act_end, act_asked, act_frozen)


@pytest.mark.parametrize("act", [*ACTS, *RESTS])
async def test_a_failure_at_any_statement_changes_nothing(house: House, path: Path, act: Any) -> None:
    table = await rolled(house)
    table = (await house.tables.moves.play_moves(table.id, 101, [offer(table)])).table
    before, state, rows = table, to_plain(table.state), stores.all_rows(path)
    for at in range(60):
        repair = stores.break_at(house.store, at)
        try:
            await act(house, table)
            repair()
            break
        except StoreError:
            repair()
        present = await house.tables.registry.load_table(table.id)
        assert (present, to_plain(present.state)) == (before, state)
        assert stores.all_rows(path) == rows
        assert house.tables.registry.open_vote_of(table.id) is None
        assert house.tables.registry.table_in_channel(99) is None
        assert house.tables.preferences.effective_setting(101, "quiet") == "off"
        assert not stores.in_transaction(house.store)
    else:
        pytest.fail("the act never came through")
    assert at >= 3  # several statements were tried
    assert stores.all_rows(path) != rows


async def test_luck_chosen_for_a_move_that_was_not_saved_is_kept(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    house.tables.registry.chosen_luck[:] = [3]
    repair = stores.break_at(house.store, 2)
    with pytest.raises(StoreError):
        await house.tables.moves.play_moves(table.id, 101, ["roll"])
    repair()
    assert house.tables.registry.chosen_luck == [3]
    assert (await house.tables.moves.play_moves(table.id, 101, ["roll"])).entries[0].chance == (3,)


async def test_a_full_lobby_of_failures_leaves_no_lock(house: House) -> None:
    table = await house.lobby(ANN)
    for at in range(4):
        repair = stores.break_at(house.store, at)
        with pytest.raises(StoreError):
            await house.tables.lobby.join(table.id, BEN)
        repair()
    assert (await house.tables.lobby.join(table.id, BEN)).names == ["Ann", "Ben"]


async def test_a_vote_that_fails_at_any_statement_is_decided_later(house: House, path: Path) -> None:
    """The last yes: the vote stays open and the table as it was, until it comes through."""
    table = await rolled(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    before, rows = house.tables.registry.get(table.id), stores.all_rows(path)
    for at in range(60):
        repair = stores.break_at(house.store, at)
        try:
            await house.tables.votes.answer_vote(vote.id, 102, True, act="broken")
            repair()
            break
        except StoreError:
            repair()
        assert house.tables.registry.open_vote_of(table.id) == vote
        assert house.tables.registry.get(table.id) == before
        assert stores.all_rows(path) == rows
    else:
        pytest.fail("the act never came through")
    assert at >= 3
    assert house.tables.registry.open_vote_of(table.id) is None
    assert (await house.tables.registry.load_table(table.id)).status == "paused"
    assert (await house.tables.votes.answer_vote(vote.id, 102, True, act="broken")).status == "passed"


@pytest.mark.parametrize("steps", range(12))
async def test_a_caller_who_goes_away_tears_nothing(house: House, steps: int) -> None:
    """Cancelled after any number of turns of the loop: the act is done wholly, and the table goes on."""
    table = await rolled(house)
    lines = [offer(table), "end"]
    caller = asyncio.ensure_future(house.tables.moves.play_moves(table.id, 101, lines, act="gone"))
    for _ in range(steps):
        await asyncio.sleep(0)
    caller.cancel()
    with contextlib.suppress(asyncio.CancelledError):  # on a quick machine it has been answered already
        await caller
    await house.tables.registry.finish_durable_calls()
    present = await house.tables.registry.load_table(table.id)
    history = await house.tables.history.read_entries(table.id)
    assert len(history) == present.seq
    assert present.seq in (table.seq, table.seq + 2)
    if steps:  # it had begun
        assert present.seq == table.seq + 2
    assert not stores.in_transaction(house.store)
    again = await house.tables.moves.play_moves(table.id, 101, lines, act="gone")
    assert [entry.move for entry in again.entries] == lines
    assert again.table.seq == table.seq + 2


async def test_closing_waits_for_what_is_under_way(path: Path) -> None:
    async with opened(path) as house:
        table = await house.game(ANN, BEN)
        acts = [
            asyncio.ensure_future(
                house.tables.moves.play_moves(table.id, person.user_id, [house.legal(table, seat)[0]])
            )
            for seat, person in enumerate((ANN, BEN))
        ]
        await asyncio.sleep(0)
    assert all(act.done() and act.exception() is None for act in acts)
    async with opened(path) as house:
        assert (await house.tables.registry.load_table(table.id)).seq == 3


async def test_whoever_was_refused_by_the_disk_may_try_again(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    repair = stores.break_at(house.store, 0)
    with pytest.raises(StoreError):
        await house.tables.moves.play_moves(table.id, 101, ["roll"], act="1", since=table.seq)
    repair()
    assert (
        await house.tables.moves.play_moves(table.id, 101, ["roll"], act="1", since=table.seq)
    ).table.seq == table.seq + 1


async def test_a_game_that_breaks_its_rules_hurts_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.aside(await house.game(ANN, BEN))

    async def broken(*_: object) -> None:
        raise AssertionError("a rule is wrong")

    with monkeypatch.context() as patch:
        patch.setattr(Playing, "commit_position", broken)
        with pytest.raises(AssertionError):
            await house.tables.moves.play_moves(table.id, 101, ["roll"])
    assert (await house.tables.moves.play_moves(table.id, 101, ["roll"])).table.seq == table.seq + 1


def killed(path: Path, seed: int, statement: int) -> list[list[str]]:
    """Let a process play until it is killed; what it had acknowledged."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.service.child", str(stores.where(path)), str(seed), str(statement)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == -9, done.stderr
    stores.let_go(path)
    return [line.split() for line in done.stdout.splitlines()]


async def sound(path: Path, told: list[list[str]]) -> None:
    """After a restart: whatever was acknowledged is there, whatever is there is whole."""
    async with opened(path) as house:
        assert stores.faults(path) == []
        whole = {"start": 3, "entry": 5, "act": 5}
        for kind, table_id, *rest in (
            words for words in told if len(words) == whole.get(words[0])
        ):  # the last may be torn
            if kind == "entry":
                (entry,) = [e for e in await house.tables.history.read_entries(int(table_id)) if e.seq == int(rest[0])]
                assert (entry.kind, entry.move.replace(" ", "_")) == (rest[1], rest[2])
            elif kind == "act":
                row = await house.tables.registry.past_acts.find_past_act(rest[0], ask=True)
                assert row is not None
                assert row.last == int(rest[1]) or rest[2] != "active"
        for number in {int(line[1]) for line in told if len(line) > 2} | set(house.tables.registry.tables):
            table = await house.tables.registry.load_without_position(number)
            if table.seq == 0:
                continue
            table = await house.tables.registry.load_table(number)
            history = await house.tables.history.read_entries(number)
            assert [entry.seq for entry in history] == list(range(1, table.seq + 1))
            assert table.game is not None
            table.game.audit(table.state)
            replayed = await house.tables.history.position_before(table, table.seq + 1)
            assert to_plain(replayed) == to_plain(table.state)
            assert (table.status == "paused") == (table.paused_at is not None)
            if turn_clocks.are_clocks_stopped(table):
                assert all(stretch.timer.start is None for stretch in table.stretches)
            check_seats(table)
            if table.is_open:
                assert table.seats_to_move == tuple(sorted(table.game.waiting(table.state)))
                assert len({entry.seq for entry in without_undone(history)}) <= table.seq


def check_seats(table: Table) -> None:
    """Who sits where is what the terms say, and whoever stands in is one person at one seat."""
    for seat in table.seats:
        going = {term.role: term.user_id for term in table.terms if term.seat == seat.index and term.until is None}
        assert going.get("friend") == seat.standin
        assert going.get("owner", seat.user_id) == seat.user_id
        assert sum(ask.status == "open" for ask in table.asks if ask.seat == seat.index) <= 1
    users = [user for seat in table.seats for user in (seat.user_id, seat.standin) if user is not None]
    assert len(users) == len(set(users))
    assert [ask.number for ask in table.asks] == list(range(1, len(table.asks) + 1))


@pytest.mark.slow
async def test_killed_before_any_statement_of_its_acts(path: Path) -> None:
    """One process after the other plays on in the same file and is killed, each at another statement."""
    told: list[list[str]] = []
    for seed, statement in enumerate([*range(5, 45, 3), 60, 77, 98, 140]):
        told += killed(path, seed, statement)
        await sound(path, told)
    assert sum(line[0] == "entry" for line in told) > 10


def killed_from_outside(path: Path, seed: int, lines: int) -> list[list[str]]:
    """The same, killed by somebody else once it has told that many lines, wherever it then is."""
    command = [sys.executable, "-m", "tests.service.child", str(stores.where(path)), str(seed), "1000000"]
    told: list[list[str]] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            told.append(line.split())
            if len(told) == lines:
                child.kill()
    assert child.returncode == -9
    stores.let_go(path)
    return [words for words in told if words[0] != "act" or len(words) == 5]  # the last line may be torn


@pytest.mark.slow
async def test_killed_from_outside_at_any_moment(path: Path) -> None:
    told: list[list[str]] = []
    for seed, lines in enumerate((3, 17, 40)):
        told += killed_from_outside(path, 100 + seed, lines)
        await sound(path, told)


async def test_two_processes_at_once_are_refused(path: Path) -> None:
    async with opened(path):
        done = subprocess.run(
            [sys.executable, "-m", "tests.service.child", str(stores.where(path)), "1", "50"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 1
        assert "store.in_use" in done.stderr


async def test_a_stranger_changes_nothing(house: House, path: Path) -> None:
    table = await rolled(house)
    rows = stores.all_rows(path)
    stranger = Person(666, "Eve")
    for key, attempt in (
        ("not_seated", house.tables.moves.play_moves(table.id, 666, ["end"], act="1", since=table.seq)),
        ("not_seated", house.tables.moves.undo_last_move(table.id, 666, act="2")),
        ("not_seated", house.tables.moves.resign(table.id, 666, act="3")),
        ("not_seated", house.tables.votes.propose_vote(table.id, 666, "end", act="4")),
        ("already_started", house.tables.lobby.join(table.id, stranger)),
        ("already_started", house.tables.lobby.kick(table.id, 666, 0)),
        ("already_started", house.tables.lobby.set_choices(table.id, 666, table.choices)),
        ("already_started", house.tables.lobby.set_order(table.id, 666, "random", moderator=True)),
        ("vote_closed", house.tables.votes.answer_vote(1, 666, True)),
    ):
        with refused(key):
            await attempt
    await house.tables.known_people.record_name_and_time(stranger)
    assert stores.all_rows(path) == rows
    assert house.tables.registry.get(table.id) == table
