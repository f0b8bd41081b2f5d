"""A table whose rows make no sense, as people meet it: a sentence, and everything else goes on."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing

import pytest

from tests.e2e.conftest import Stage

SAID = "The records of game #1 are damaged, so it is set aside and left as it is"
HARM = {
    "options": "UPDATE games SET options = '{\"options\": 7}' WHERE id = 1",
    "a missing seat": "DELETE FROM seats WHERE game_id = 1 AND seat = 0",
    "a missing entry": "DELETE FROM log WHERE game_id = 1 AND seq = 1",
}


async def harmed(stage: Stage, statement: str) -> None:
    await stage.close()
    with closing(sqlite3.connect(stage.database)) as db:
        db.execute(statement)
        db.commit()
    await stage.open()


@pytest.mark.parametrize("how", HARM)
async def test_who_sits_at_a_damaged_table_is_told(stage: Stage, how: str, caplog: pytest.LogCaptureFixture) -> None:
    await stage.game("Ann", "Ben")
    old = stage.newest("My move")
    await stage.slash("Cid", "/carcassonne new", room="lounge", seats=2)
    lobby = stage.newest("Join", where="lounge")
    await stage.press("Dan", "Join", lobby)
    await stage.press("Cid", "Start", lobby)
    await harmed(stage, HARM[how])
    with caplog.at_level(logging.WARNING):
        for who in ("Ann", "Ben", "Cid"):
            assert SAID in (await stage.press(who, "My move", old)).text
            assert SAID in (await stage.slash(who, "/game board")).text
        assert SAID in (await stage.slash("Ann", "/game move", line="pass figure")).text
        assert SAID in (await stage.slash("Ann", "/game board", room="lounge", game="1")).text
        assert SAID in (await stage.slash("Ann", "/carcassonne new")).text
        assert SAID in (await stage.slash("Ann", "/game end")).text
        assert await stage.box.complete("Ann", "table", "/game move", "line") == []
        await stage.slash("Ann", "/game list")
        await stage.later(40 * 86400)
    assert "E60" not in caplog.text
    assert "Traceback" not in caplog.text
    assert "table 1 is set aside, its rows make no sense" in caplog.text


async def test_others_play_on_beside_it(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await stage.slash("Ann", "/carcassonne new", room="lounge", seats=2)
    lobby = stage.newest("Join", where="lounge")
    await stage.press("Dan", "Join", lobby)
    await stage.press("Ann", "Start", lobby)
    await harmed(stage, HARM["options"])
    table = stage.table("lounge")
    who = table.seats[table.seats_to_move[0]].name
    assert table.game is not None
    line = str(
        next(iter(table.game.legal((await stage.tables.registry.load_table(table.id)).state, table.seats_to_move[0])))
    )
    assert "Done" in (await stage.slash(who, "/game move", room="lounge", line=line)).text
    assert "laid a" in stage.newest("My move", where="lounge").text


async def test_it_plays_on_after_a_backup(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await harmed(stage, "UPDATE games SET max_seats = max_seats + 90 WHERE id = 1")
    assert SAID in (await stage.slash("Ann", "/game board")).text
    await harmed(stage, "UPDATE games SET max_seats = max_seats - 90 WHERE id = 1")
    assert SAID not in (await stage.slash("Ann", "/game board")).text


async def test_the_list_of_games_names_it_also_where_it_is_found_only_then(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await stage.slash("Ann", "/carcassonne new", room="lounge", seats=2)
    await harmed(stage, HARM["a missing entry"])  # which nobody sees before the position is read
    line = "Game #1 · its records are damaged, so it is set aside"
    for _ in range(2):
        listed = await stage.slash("Ann", "/game list")
        assert listed.text.count(line) == 1
        assert "#lounge" in listed.text
    alone = await stage.slash("Ben", "/game list")
    assert "You sit at no table" in alone.text
    assert line in alone.text
    await harmed(stage, HARM["options"])  # and one that is found at the start
    assert (await stage.slash("Ann", "/game list")).text.count(line) == 1
    assert line not in (await stage.slash("Cid", "/game list")).text
