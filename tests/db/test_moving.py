"""What is moved in which order, and which games are looked at. All else: `tests/tools/host/test_move.py`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise

import pytest

from db.errors import StoreError
from db.moving.copying import finished_games, open_games
from db.moving.ends import TableSchema, match_tables, order_by_references


def test_tables_come_after_those_they_refer_to() -> None:
    tables = [
        TableSchema("sqlite_sequence", ("name", "seq"), ("name",)),
        TableSchema("a", ("id",), ("id",), frozenset({"b", "a"})),
        TableSchema("b", ("id",), ("id",), frozenset({"c"})),
        TableSchema("c", ("id",), ("id",)),
        TableSchema("t", ("id",), ("id",)),
    ]
    assert [table.name for table in order_by_references(tables)] == ["c", "t", "b", "a", "sqlite_sequence"]


def test_both_must_have_the_same_columns() -> None:
    here = {"a": TableSchema("a", ("id", "x"), ("id",)), "theirs": TableSchema("theirs", ("id",), ("id",))}
    there = {"a": TableSchema("a", ("x", "id"), ("id",))}
    assert match_tables(here, there, "here") == [there["a"]]
    with pytest.raises(StoreError) as caught:
        match_tables(here, {"a": TableSchema("a", ("id", "x", "y"), ("id",))}, "here")
    assert (caught.value.key, caught.value.params["table"]) == ("store.move_tables", "a")


def test_games_are_looked_at_from_all_over_the_file() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, status TEXT, seq INTEGER)")
        kinds = ["over", "active", "lobby", "abandoned"]
        db.executemany(
            "INSERT INTO games VALUES (?, ?, ?)", [(n, kinds[n % 4], int(n % 4 != 2)) for n in range(1, 2001)]
        )
        assert open_games(db, 500) == list(range(1, 2001, 4))
        some = finished_games(db, 50)
    assert len(set(some)) == 50
    assert some[0] == 3
    assert all(15 < after - before < 65 for before, after in pairwise(some))
    assert some[-1] > 1900
