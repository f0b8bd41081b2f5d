"""The tool that makes the stored database, in small."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from rules.core import registry
from tools.soak.stored import __main__ as stored
from tools.soak.stored import life
from tools.soak.stored.decisions import decision_kinds, find_openings
from tools.soak.stored.stage import StoredStage


def test_the_file_bears_the_version_that_is_in_the_making() -> None:
    assert stored.project_version().count(".") == 2


def test_every_game_asks_for_decisions_of_its_own() -> None:
    found = [decision_kinds(kind) for kind in registry.game_types().values()]
    assert all(len(steps) > 5 for steps in found)
    assert len(set.union(*found)) == sum(map(len, found))


def test_it_is_made_and_holds_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(life, "PARTS", (life.add_paused_table,))
    monkeypatch.setattr("tools.soak.stored.decisions.SEEDS", 1)
    one = next(found for found in find_openings() if found.lines)
    monkeypatch.setattr(stored, "find_openings", lambda: [one])
    target = tmp_path / "folder" / "x.sqlite3.xz"
    assert stored.main([str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    path = tmp_path / "x.sqlite3"
    path.write_bytes(lzma.decompress(target.read_bytes()))
    with closing(sqlite3.connect(path)) as db:
        (played,) = db.execute("SELECT count(*) FROM log WHERE game_id = 2 AND kind = 'move'").fetchone()
        assert db.execute("SELECT status FROM games ORDER BY id").fetchall() == [("paused",), ("active",)]
    assert played == len(one.lines)


async def test_an_opening_comes_to_its_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.soak.stored.decisions.SEEDS", 1)
    async with StoredStage.at(tmp_path / "x.sqlite3") as stage:
        for one in islice(find_openings(), 3):
            table = await stage.opening(one)
            assert table.state.agenda[-1].kind == one.step
            assert len(table.seats) == one.seats
