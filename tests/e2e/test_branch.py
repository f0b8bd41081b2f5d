"""`/game past branch`, its lobby and its game, through the driver."""

from __future__ import annotations

import asyncio
import re

from rules.core.record import check_record, parse_record
from tests.e2e.conftest import Stage
from tests.e2e.test_look import attached, played
from tests.e2e.test_play import screen, turn


async def over(stage: Stage, turns: int = 4) -> int:
    """A game of Ann and Ben that is over; its number."""
    await played(stage, turns)
    table = stage.table()
    await stage.press("Ann", "Yes, I resign", await stage.slash("Ann", "/game resign"))
    assert stage.tables.registry.get(table.id) is None
    return table.id


async def test_a_table_begins_in_the_middle_of_a_game_that_is_over(stage: Stage) -> None:
    old = await over(stage)
    found = await stage.box.complete("Ann", "table", "/game past branch", "at")
    assert re.match(r"\d+ · (Ann|Ben)", found[0].label), found[0].label
    assert found[-1].value == "1"
    assert [one.value for one in await stage.box.complete("Ann", "table", "/game past branch", "game")] == [str(old)]
    stage.welcome("Mia")
    opened = await stage.slash("Cid", "/game past branch", at="3")
    assert f"game #{old} goes on after number 3 of its log" in opened.text
    lobby = stage.newest("Join")
    assert f"Branch: it began in the middle of game #{old}, after number 3 of its log" in lobby.text
    first = stage.table().seats[0]
    assert re.search(r"1 \*\*Cid\*\* .* · host · \d+ points?", lobby.text)
    assert re.search(r"2 \w+: free · \d+ points?", lobby.text)
    assert "The record of" in lobby.text
    begins = await stage.press("Mia", "Show where it begins", lobby)
    assert begins.private
    assert "### After 3 · Carcassonne" in begins.text
    assert screen(begins).picture is not None
    (places,) = lobby.selects
    refused = await stage.press("Cid", "Start")
    assert "All 2 seats of this game must be taken before it goes on; 1 is." in refused.text
    await stage.box.select("Cid", lobby, places.values[0])
    await stage.settled()
    assert stage.table().seats[0].colour == places.values[0] != first.colour
    await stage.press("Ann", "Join")
    await stage.press("Cid", "Start")
    table = stage.table()
    assert table.seats[0].name == "Ann"
    public = stage.newest("My move")
    assert f"-# Branch: it began in the middle of game #{old}" in public.text
    assert "Branch" in (await stage.slash("Ann", "/game board")).text
    assert f"a branch of #{old}" in (await stage.slash("Ann", "/game list")).text
    told = await stage.slash("Ann", "/game log")
    assert f"This game goes on from game #{old}, as it stood after number 3 of its log" in told.text
    await turn(stage, stage.waited())
    await stage.press("Ann", "Yes, I resign", await stage.slash("Ann", "/game resign"))
    ended = stage.newest("Rematch")
    assert f"Branch: it began in the middle of game #{old}" in ended.text
    exported = await stage.press("Ann", "Export", ended)
    record = parse_record(attached(exported))
    assert [one.table for one in record.branches] == [table.id]
    check_record(record)
    luck = await stage.press("Ann", "Luck", exported)
    assert f"Until number 3 of its log it is the luck of game #{old}." in luck.text


async def test_from_a_moment_of_the_log(stage: Stage) -> None:
    old = await over(stage)
    told = await stage.slash("Ben", "/game log")
    (moments,) = screen(told).selects
    assert moments.placeholder == "Show the table as it looked after…"
    shown = await stage.box.select("Ben", told, "3")
    assert "### After 3 · Carcassonne" in shown.text
    assert screen(shown).picture is not None
    assert screen(shown).labels == ["Earlier", "Later", "Log", "Branch from here…"]
    earlier = await stage.box.press("Ben", shown, "Earlier")
    assert "### After 2 ·" in earlier.text
    asked = await stage.box.press("Ben", earlier, "Branch from here…")
    assert f"**A table that begins after number 2 of the log of game #{old}**" in asked.text
    assert screen(asked).labels == ["Open the table here", "Open it in a thread"]
    await stage.press("Ben", "Open the table here", asked)
    branch = stage.table().branch
    assert branch is not None
    assert (branch.of, branch.at) == (old, 2)
    asked = await stage.box.press("Ben", shown, "Branch from here…")
    assert "This channel already has Carcassonne" in (await stage.press("Ben", "Open the table here", asked)).text
    asked = await stage.box.press("Ben", shown, "Branch from here…")
    again = await stage.press("Ben", "Open it in a thread", asked)
    assert "The table is open" in again.text
    assert len(stage.tables.tables_by_urgency(stage.box.person("Ben").id)) == 2


async def test_what_cannot_be_branched_says_why(stage: Stage) -> None:
    assert "No game has ended in this channel yet." in (await stage.slash("Ann", "/game past branch", at="1")).text
    old = await over(stage)
    for at, said in (
        ("soon", '"soon" is no number of the log. Write one from 1 to'),
        ("999", f"There is no 999 in the log of game #{old}: its numbers go from 1 to "),
        ("0", f"There is no 0 in the log of game #{old}: its numbers go from 1 to "),
        ("²", "is no number of the log"),
        ("-1", "is no number of the log"),
    ):
        assert said in (await stage.slash("Ann", "/game past branch", at=at)).text
    for game in ("999", "x", "²", "#"):
        assert "I know no such game" in (await stage.slash("Ann", "/game past branch", at="1", game=game)).text
    assert (
        "I know no such game"
        in (await stage.slash("Cid", "/game past branch", at="1", game=str(old), room="lounge")).text
    )
    assert stage.box.newest("table", button="Join") is None


async def test_what_is_played_cannot_be_changed_in_its_lobby(stage: Stage) -> None:
    old = await over(stage)
    await stage.slash("Ann", "/game past branch", at="2")
    options = await stage.press("Ann", "Options")
    assert [select.custom_id.split(":")[2] for select in screen(options).selects] == [
        "pace",
        "late",
        "hints",
        "language",
    ]
    assert f"What is played comes from game #{old}" in options.text
    refused = await stage.slash("Ann", "/game options", name="expansions", value="inns")
    assert f"comes from game #{old}. Only the pace can be changed." in refused.text
    await stage.slash("Ann", "/game options", name="pace", value="24h")
    assert stage.table().pace == "24h"
    mine = stage.table().seats[0].colour
    places = stage.table().branch.places
    number = next(at for at, place in enumerate(places, 1) if place.colour != mine)
    nobody = await stage.slash("Ann", "/game seat kick", player=str(number))
    assert "nobody" in nobody.text
    await stage.press("Ann", "Add machine")
    assert "machine" in stage.newest("Join").text
    assert not stage.newest("Join").selects
    assert "Machine 1 has been removed" in (await stage.slash("Ann", "/game seat kick", player=str(number))).text


async def test_where_a_branch_is_played(stage: Stage) -> None:
    """A taken channel has a hint that leads somewhere; a thread within a thread is said to be none."""
    old = await over(stage)
    await stage.slash("Ann", "/game past branch", at="2")
    lobby = stage.newest("Join")
    assert re.search(r"\d \w+: free · \d+ points?.*, Ben before", lobby.text)
    assert any(
        choice.description and choice.description.endswith(", Ben before") for choice in lobby.selects[0].choices
    )
    refused = await stage.slash("Ben", "/game past branch", at="2", game=str(old))
    assert f"Choose where:thread, or branch in another channel with game:{old}." in refused.text
    opened = await stage.slash("Ben", "/game past branch", at="2", game=str(old), where="thread")
    assert "This is a thread already" not in opened.text
    thread = stage.box.threads("table")[0]
    await stage.press("Ben", "Leave", stage.box.newest(thread, button="Leave"))
    again = await stage.box.slash("Ben", thread, "/game past branch", at="2", game=str(old), where="thread")
    assert "This is a thread already, so the table is played here." in again.text


async def test_two_who_branch_at_once_get_one_table(stage: Stage) -> None:
    old = await over(stage)
    both = await asyncio.gather(*(stage.slash(name, "/game past branch", at="2") for name in ("Ann", "Ben")))
    taken = [answer.text for answer in both if f"or branch in another channel with game:{old}." in answer.text]
    assert len(taken) == 1, [answer.text for answer in both]


async def test_a_place_of_somebody_who_was_forgotten_names_nobody(stage: Stage) -> None:
    await over(stage)
    await stage.slash("Ben", "/game privacy", what="forget")
    await stage.press("Ben", "Forget me", await stage.slash("Ben", "/game privacy", what="forget"))
    await stage.slash("Ann", "/game past branch", at="2")
    lobby = stage.newest("Join")
    assert "Ben" not in lobby.text
    assert "Player" in lobby.text
