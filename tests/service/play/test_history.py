"""What of the log may be read by whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core import Chance
from service.errors import ServiceError
from service.state.model import LogEntry
from service.state.readable_log import visible_line

from ..house import ANN, BEN, CID, House
from .test_branches import branched, over
from .test_play import finished, offer, rolled


def entry(move: str, seat: int | None = 0, kind: str = "move") -> LogEntry:
    return LogEntry(2, seat, kind, move, (), False, (), 0, None, 2)


async def test_only_the_mover_reads_what_is_secret_in_a_move(house: House) -> None:
    table = await house.game(ANN, BEN)
    (line, *_) = house.legal(table, 0)
    outcome = await house.tables.moves.play_moves(table.id, 101, [line])
    (written,) = outcome.entries
    assert [visible_line(outcome.table, written, reader) for reader in (0, 1, None)] == [line, "aside ?", "aside ?"]
    assert visible_line(outcome.table, entry("trade-offer ash birch"), None) == "trade-offer ash birch"
    assert visible_line(outcome.table, entry("undo 2", kind="undo"), None) == "undo 2"
    assert visible_line(outcome.table, entry("resign", kind="resign"), 1) == "resign"


async def test_when_the_game_is_over_everything_may_be_read(house: House) -> None:
    table = await finished(house, await house.game(ANN, BEN))
    assert not table.is_open
    assert visible_line(table, entry("aside ash"), None) == "aside ash"


async def test_who_has_resigned_reads_no_secret(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    table = (await house.tables.moves.resign(table.id, 103)).table
    assert visible_line(table, entry("aside ash", seat=2), 2) == "aside ?"


async def test_a_move_this_version_cannot_read_shows_its_kind(house: House) -> None:
    table = await house.game(ANN, BEN)
    for line, told in (("bury ash 3", "bury ? ?"), ("aside", "aside"), ("aside ash now", "aside ? ?")):
        assert visible_line(table, entry(line), None) == told
        assert visible_line(table, entry(line), 0) == line
    assert visible_line(replace(table, kind="unknown"), entry("aside ash"), 1) == "aside ?"


async def test_a_walk_passes_every_entry_that_counts_with_what_was_seen_then(house: House) -> None:
    table = await rolled(house)
    await house.tables.moves.play_moves(table.id, 101, [offer(table)])
    await house.tables.moves.undo_last_move(table.id, 101)
    table = await finished(house, await house.tables.registry.load_table(table.id))
    entries = await house.tables.history.read_effective_entries(table.id)
    passed = [(one.entry, one.view(None), one.view(0)) async for one in house.tables.history.replay_game(table)]
    assert [entry for entry, _, _ in passed] == entries
    assert entries[0].seq == 1
    assert all(entry.kind != "undo" for entry in entries)
    for seat, at in ((None, 1), (0, 2)):
        views = await house.tables.history.views_after(table, [entry.seq for entry in entries], seat)
        assert [(one[0].seq, one[at]) for one in passed] == list(views.items())
    assert passed[-1][1].over
    assert passed[-1][1].scores == tuple(seat.score for seat in table.seats)


async def test_a_walk_tells_how_every_number_was_drawn(house: House) -> None:
    table = await rolled(house)
    await house.tables.moves.play_moves(table.id, 101, [offer(table)])
    await house.tables.moves.undo_last_move(table.id, 101)
    table = await finished(house, await house.tables.registry.load_table(table.id))
    assert table.key_shown
    key, drawn = bytes.fromhex(table.key_shown), 0
    async for one in house.tables.history.replay_game(table):
        assert one.draws is not None
        assert one.draws.numbers == one.entry.chance
        if one.draws.numbers:
            assert one.draws.first == drawn
            luck = Chance(key, drawn)
            assert tuple(map(luck.below, one.draws.below)) == one.draws.numbers
            drawn = luck.used
    assert drawn > 2


async def test_of_a_game_that_was_not_set_up_nobody_says_how_its_first_numbers_were_drawn(house: House) -> None:
    table = await finished(house, await house.game(ANN, BEN))
    await house.store.write(lambda t: t.db.execute("UPDATE log SET chance = '' WHERE seq = 1"))
    first = await anext(aiter(house.tables.history.replay_game(table)))
    assert first.draws is None


async def test_of_a_game_that_branches_off_the_first_numbers_are_those_of_its_shuffle(house: House) -> None:
    table = await finished(house, await branched(house, await over(house), 4))
    walked = [one.draws async for one in house.tables.history.replay_game(table)]
    assert walked[0] is not None
    assert walked[0].numbers
    assert all(draws is not None for draws in walked)
    assert table.key_shown
    key = bytes.fromhex(table.key_shown)
    for draws in walked:
        if draws is not None and draws.numbers:
            assert tuple(map(Chance(key, draws.first).below, draws.below)) == draws.numbers


async def test_a_shuffle_that_these_rules_do_not_make_so_is_not_told(house: House) -> None:
    table = await finished(house, await branched(house, await over(house), 4))
    await house.store.write(lambda t: t.db.execute("UPDATE log SET chance = '99999' WHERE seq = 1 AND game_id = 2"))
    walked = [one.draws async for one in house.tables.history.replay_game(table)]
    assert walked[0] is None
    assert len(walked) > 2


async def test_a_walk_through_a_log_that_cannot_be_played_says_so(house: House) -> None:
    table = await finished(house, await house.game(ANN, BEN))
    await house.store.write(lambda t: t.db.execute("UPDATE log SET move = 'fly away' WHERE seq = 3"))
    walked: list[int] = []

    async def walk() -> None:
        async for one in house.tables.history.replay_game(table):
            walked.append(one.entry.seq)

    with pytest.raises(ServiceError, match="unavailable"):
        await walk()
    assert walked == [1, 2]
