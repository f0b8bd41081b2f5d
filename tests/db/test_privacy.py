"""Every column is known to name people or not to: a new one that nobody thought of fails here."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from db.opening import load_migrations
from db.privacy import PERSONAL_COLUMN_NAMES, PERSONAL_COLUMNS

# What names nobody. Whoever adds a column says here that it does not, or in `db.privacy.HELD` that it does.
NOBODY = {
    "people": "name seen_at",  # goes with the row
    "games": "id guild_id channel_id kind options status max_seats seat_order language thread tidy tag rules key "
    "commitment lucky seq rematch_of homeless undone_at posts live created_at updated_at pace late paused_at moved_at "
    "asked_at look_at branch hints hinted lesson",
    "states": "game_id seq state",  # positions know seats
    "seats": "game_id seat name colour machine resigned score place pinged_at pinged_seq bank missed left_at "
    "standin_until",  # the name is replaced with the number
    "kicked": "game_id until",
    "log": "game_id seq seat kind move chance barrier at act first banks",
    "acts": "act game_id first last vote_id",
    "checkpoints": "game_id seq rules state",
    "stretches": "game_id seat since seq pinged allowance counted from_at due step remind_at act_at nudged_at hushed "
    "graced",
    "posts": "game_id number seq message_id channel_id sent_at shown_at",
    "votes": "id game_id what back_to reason status opened_at closes_at message_id channel_id told",
    "settings": "name value",
    "standing": "game_id name given",
    "notices": "game_id seat seq step what made_at sent_at message_id channel_id",
    "calls": "game_id seq what how made_at ready_at letter",
    "letters": "number how game_id made_at sent_at message_id channel_id settled listed",
    "digests": "day",
    "leaving": "at",
    "programmes": "game_id number text made_at dropped",
    "bygone": "game_id seq name number text made_at",
    "seat_terms": "game_id number seat role from_seq to_seq",
    "guests": "game_id name",
    "asks": "game_id number seat what why until status opened_at closes_at shown shown_at message_id channel_id",
    "branches": "game_id rules state record",  # moves of seats
    "reviews": "game_id made_at told",  # the same
    "endings": "number game_id guild_id kind at filled measured",
    "results": "game_id ending seat part place points rank mu sigma waits got expected variance",
    "left_servers": "guild_id since",
    "server_languages": "guild_id language",
}


def columns() -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as db:
        for _, text in load_migrations():
            db.executescript(text)
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in names:
            if not name.startswith("sqlite_"):
                yield from ((name, row[1]) for row in db.execute(f"PRAGMA table_info({name})"))


@pytest.mark.parametrize("column", list(columns()), ids=".".join)
def test_of_every_column_it_is_known_whether_it_names_people(column: tuple[str, str]) -> None:
    table, name = column
    named, nobody = column in PERSONAL_COLUMN_NAMES, name in NOBODY.get(table, "").split()
    assert named != nobody, "say in db.privacy.PERSONAL_COLUMNS that it names people, or here that it does not"


def test_nothing_is_named_that_is_not_there() -> None:
    there = set(columns())
    assert there >= PERSONAL_COLUMN_NAMES
    assert {(table, name) for table, names in NOBODY.items() for name in names.split()} <= there
    assert len(PERSONAL_COLUMN_NAMES) == len(PERSONAL_COLUMNS)
