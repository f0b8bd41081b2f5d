"""Looking through the driver: board, hand, log, score, export, help. Private, and nothing changes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from cogs.look.log_screen import describe_luck_proof
from playground.driver import Answer
from rules.core import record
from tests.e2e.conftest import Stage
from tests.e2e.positions import reach
from tests.e2e.positions_carcassonne import BIG, THREE
from tests.e2e.test_play import choices, screen, turn, two
from words import Voice


async def played(stage: Stage, turns: int) -> None:
    """A game of two, some turns old, by typed lines."""
    await two(stage)
    for n in range(turns):
        who = stage.waited()
        await turn(stage, who, "Follower" if n % 2 == 0 else "Lay here")


async def test_the_board_as_a_picture(stage: Stage) -> None:
    who, other = await two(stage)
    for name in (who, other, "Cid"):
        answer = await stage.slash(name, "/game board")
        assert answer.private
        assert screen(answer).picture is not None
        assert screen(answer).picture.alt
        assert "Carcassonne #" in answer.text


async def test_the_board_as_text(stage: Stage) -> None:
    who, other = await two(stage)
    mine = await stage.slash(who, "/game board", text=True)
    assert mine.text.startswith(f"Carcassonne #{stage.table().id}. Tile")
    for word in ("Possible:", "Scores:", "Fields:", "Only you see:", "7 followers"):
        assert word in mine.text
    stranger = await stage.slash("Cid", "/game board", text=True)
    assert "Possible:" in stranger.text
    assert "Only you see:" not in stranger.text
    assert "Only you see:" in (await stage.slash(other, "/game board", text=True)).text


async def test_a_part_of_the_board(stage: Stage) -> None:
    await two(stage)
    region = await stage.slash("Cid", "/game board", part="l49-n51")
    assert screen(region).picture is not None
    points = await stage.slash("Cid", "/game board", part="scores")
    assert "monasteries" in points.text
    wrong = await stage.slash("Cid", "/game board", part="somewhere")
    assert '"somewhere" is no part of the board. Write it like' in wrong.text
    found = await stage.box.complete("Cid", "table", "/game board", "part")
    assert "scores" in [choice.value for choice in found]


async def test_the_tiles_that_are_left_have_a_button_and_pages(stage: Stage, tmp_path: Path) -> None:
    await two(stage)
    shown = await stage.press("Cid", "Board")
    assert [button.label for button in screen(shown).buttons] == ["Text", "Scores", "Tiles left"]
    assert (await stage.box.press("Cid", screen(shown), "Tiles left")).text
    left = await part_drawn(stage, "tiles")
    assert screen(left).picture.alt.startswith("Tiles left: 7")
    assert [button.label for button in screen(left).buttons] == ["Text", "Scores", "Tiles left"]  # one page
    found = await stage.box.complete("Cid", "table", "/game board", "part")
    assert "tiles" in [choice.value for choice in found]


async def part_drawn(stage: Stage, part: str) -> Answer:
    """A part whose tiles were never painted is told in words until they are."""
    for _ in range(60):
        shown = await stage.slash("Cid", "/game board", part=part)
        if screen(shown).pictures:
            return shown
        await asyncio.sleep(0.5)
    raise AssertionError(f"{part} is never drawn")


async def test_many_tiles_that_are_left_have_pages(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, THREE, "carcassonne", BIG, lambda game, s: len(s.board.laid) > 2)
    left = await part_drawn(stage, "tiles")
    pages = [button.label for button in screen(left).buttons if button.label.isdecimal()]
    assert len(pages) >= 3
    assert screen(left).button("1").disabled
    first = screen(left).picture.alt
    assert screen(await stage.box.press("Cid", screen(left), "2")).button("2").disabled
    second = screen(await part_drawn(stage, "tiles-2"))
    assert second.button("2").disabled
    assert second.picture.alt != first


async def test_my_hand_is_for_those_who_sit_here(stage: Stage) -> None:
    who, other = await two(stage)
    mine = await stage.press(who, "My hand")
    assert mine.private
    assert "In your supply: 7 followers." in mine.text
    assert "The tile in your hand" in mine.text
    assert "The tile in your hand" not in (await stage.press(other, "My hand")).text
    assert "You are not at this table." in (await stage.press("Cid", "My hand")).text
    await turn(stage, who, "Follower")
    after = await stage.slash(who, "/game hand")
    assert "6 followers" in after.text
    assert "On the board: " in after.text


async def test_moves_are_told_to_whoever_may_move(stage: Stage) -> None:
    who, other = await two(stage)
    mine = await stage.slash(who, "/game moves")
    assert re.search(r"\*\*Lay the tile\*\* \(\d+\)", mine.text)
    assert re.search(r"`place ([A-Z]\d+) (\d+)` Lay the tile at \1, turned \2°$", mine.text, re.M)
    assert f"asked of {who}" in (await stage.slash(other, "/game moves")).text
    assert "You are not at this table." in (await stage.slash("Cid", "/game moves")).text


async def test_the_log_tells_the_story_by_numbers(stage: Stage) -> None:
    await played(stage, 3)
    told = await stage.slash("Cid", "/game log")
    assert re.search(r"\*\*2\*\* (Ann|Ben) laid a ", told.text)
    assert "The luck of this game is sealed" in told.text
    since = await stage.slash("Cid", "/game log", since=4)
    assert "**2**" not in since.text
    assert "**4**" in since.text
    beyond = await stage.slash("Cid", "/game log", since=99999)
    assert beyond.private
    assert f"The log has no number 99999: it ends at {stage.table().seq}. Give a smaller number" in beyond.text
    lines = await stage.slash("Cid", "/game log", text=True)
    assert re.search(r"^2: [01] place [A-Z]\d+ \d+$", lines.text, re.M)
    assert " laid a " not in lines.text


async def test_the_log_leaves_out_what_was_taken_back(stage: Stage) -> None:
    who, _ = await two(stage)
    line = re.findall(r"`(place [A-Z]+\d+ \d+)`", (await stage.slash(who, "/game moves")).text)[0]
    done = await stage.slash(who, "/game move", line=line)
    await stage.press(who, "Undo", screen(done))
    lines = await stage.slash("Cid", "/game log", text=True)
    assert line not in lines.text
    told = await stage.slash("Cid", "/game log")
    said = "Lay the tile at {}, turned {}°".format(*line.split()[1:])
    assert f"{who} took back: {said}." in told.text
    assert " laid a " not in told.text


async def test_a_long_log_is_read_page_by_page(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.look.log_text.PAGE_ENTRIES", 4)
    await played(stage, 8)
    last = await stage.slash("Cid", "/game log")
    assert screen(last).labels == ["Earlier"]
    end = last.text
    assert f"**{stage.table().seq}** " in end
    before = await stage.box.press("Cid", screen(last), "Earlier")
    assert screen(before).labels == ["Earlier", "Later"]
    while screen(before).has_button("Earlier"):
        before = await stage.box.press("Cid", screen(before), "Earlier")
    assert screen(before).labels == ["Later"]
    assert "**1** " in before.text
    since = await stage.slash("Cid", "/game log", since=3)
    assert screen(since).labels == ["Earlier", "Later", "Newest"]
    assert "**3** " in since.text
    assert "**1** " not in since.text
    newest = await stage.box.press("Cid", screen(since), "Newest")
    assert newest.text == end


async def test_one_leaps_through_a_long_log(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.look.log_text.PAGE_ENTRIES", 4)
    monkeypatch.setattr("cogs.look.log_screen.LONG_LOG", 6)
    await played(stage, 12)
    newest = await stage.slash("Cid", "/game log")
    first = await stage.box.select("Cid", screen(newest), "1", which=1)
    assert "**1** " in first.text
    later = await stage.box.press("Cid", screen(first), "Later")
    assert "**1** " not in later.text
    here = await stage.slash("Cid", "/game log", since=6)
    before = await stage.box.press("Cid", screen(here), "Earlier")
    assert "**5** " in before.text
    assert "**6** " not in before.text
    assert (await stage.box.press("Cid", screen(before), "Later")).text == here.text


async def test_the_log_marks_where_the_reader_last_moved(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(stage, 5)
    who = stage.waited()
    mine = await stage.slash(who, "/game log")
    assert mine.text.count("▲ your last move · since then ▼") == 1
    assert not screen(mine).has_button("Since my last move")
    assert "▲" not in (await stage.slash("Cid", "/game log")).text
    monkeypatch.setattr("cogs.look.log_text.PAGE_ENTRIES", 1)
    mine = await stage.slash(who, "/game log")
    assert "▲" not in mine.text
    since = await stage.box.press(who, screen(mine), "Since my last move")
    table = stage.table()
    entries = await stage.tables.history.read_entries(table.id)
    seat = next(seat.index for seat in table.seats if seat.name == who)
    last = max(entry.seq for entry in entries if entry.seat == seat)
    assert f"**{last + 1}** " in since.text


async def test_a_moment_is_shown_as_it_looked_then(stage: Stage) -> None:
    await played(stage, 3)
    told = await stage.slash("Cid", "/game log")
    (moments,), whole = screen(told).selects, told.text
    assert moments.values[-1] == "1"
    first = await stage.box.select("Cid", told, "1")
    assert "### After 1 · Carcassonne" in first.text
    assert screen(first).labels == ["Later", "Log"]
    alts = {screen(first).picture.alt}
    for n in (2, 3):
        first = await stage.box.press("Cid", first, "Later")
        assert f"### After {n} · " in first.text
        alts.add(screen(first).picture.alt)
    assert len(alts) == 3
    back = await stage.box.press("Cid", first, "Log")
    assert back.text == whole
    gone = await stage.tables.registry.load_table(stage.table().id)
    await stage.tables.registry.store.write(lambda t: t.db.execute("UPDATE checkpoints SET rules = 0"))
    assert gone.seq > 3
    old = await stage.box.select("Cid", await stage.slash("Cid", "/game log"), "3")
    assert "An older version of the rules played this part of the game" in old.text


async def until_points(stage: Stage) -> None:
    for n in range(70):
        table = stage.table()
        if any(seat.score for seat in table.seats):
            return
        await turn(stage, stage.waited(), "Follower" if n < 10 else "Lay here")
    raise AssertionError("nobody scored")


async def test_points_are_explained_and_outlined(stage: Stage) -> None:
    await two(stage)
    nothing = await stage.slash("Cid", "/game score")
    assert "No points have been given yet." in nothing.text
    await until_points(stage)
    seat = max(stage.table().seats, key=lambda seat: seat.score)
    shown = await stage.slash("Cid", "/game score", player=seat.name)
    assert f"**{seat.name}** has {seat.score} point" in shown.text
    assert "monasteries" in shown.text
    select = screen(shown).selects[0]
    explained = await stage.box.select("Cid", screen(shown), select.values[0])
    assert "complete" in explained.text
    assert " gives " in explained.text
    assert screen(explained).picture is not None
    back = await stage.box.press("Cid", screen(explained), "Back")
    assert f"**{seat.name}** has" in back.text
    for name in (str(seat.index), seat.colour, seat.name.upper()):
        assert f"**{seat.name}** has" in (await stage.slash("Cid", "/game score", player=name)).text
    assert '"Zoe" is no player.' in (await stage.slash("Cid", "/game score", player="Zoe")).text
    listed = await stage.box.complete("Cid", "table", "/game score", "player")
    assert sorted(str(choice.value) for choice in listed) == ["0", "1"]


async def test_the_record_tells_nothing_hidden_while_the_game_runs(stage: Stage) -> None:
    await played(stage, 3)
    answer = await stage.slash("Cid", "/game export", what="record")
    assert "The game so far" in answer.text
    text = attached(answer)
    read = record.parse_record(text)
    assert read.kind == "carcassonne"
    assert len(read.lines) >= 3
    assert read.key is None
    assert read.start is None
    assert all(line.drawn is None for line in read.lines)
    luck = await stage.slash("Cid", "/game export", what="luck")
    assert stage.table().commitment in luck.text
    assert "The key is shown when the game is over." in luck.text


def attached(answer: Answer) -> str:
    """The text of the file of an answer."""
    (file,) = [a for a in screen(answer).message.attachments if a.filename.endswith(".game")]
    return file.data.decode()


async def test_the_whole_record_after_the_end(stage: Stage) -> None:
    await played(stage, 2)
    table = stage.table()
    await stage.slash("Ann", "/game end")
    await stage.press("Ben", "Agree")
    answer = await stage.slash("Cid", "/game export", what="record")
    assert "The whole game" in answer.text
    assert record.parse_record(attached(answer)).key is not None
    luck = await stage.slash("Cid", "/game export", what="luck")
    assert "Key of the luck: `" in luck.text
    over = await stage.tables.registry.load_table(table.id)
    assert describe_luck_proof(Voice("en"), over)[1] in luck.text
    assert over.key_shown in (await stage.slash("Cid", "/game log")).text
    assert screen(await stage.slash("Cid", "/game board")).picture is not None
    assert "total" in (await stage.slash("Cid", "/game score")).text
    refused = await stage.slash("Ann", "/carcassonne place")
    assert "No game is open in this channel." in refused.text
    await stage.slash("Ann", "/carcassonne new")  # the next one has not begun: there is nothing to see of it yet
    again = await stage.slash("Cid", "/game export", what="luck")
    assert describe_luck_proof(Voice("en"), over)[1] in again.text


async def test_a_game_that_is_over_is_exported_by_its_number(stage: Stage) -> None:
    games = []
    for _ in range(2):
        await played(stage, 1)
        games.append(stage.table().id)
        await stage.slash("Ann", "/game end")
        await stage.press("Ben", "Agree")
        await stage.settled()
    listed = await stage.box.complete("Cid", "table", "/game export", "game")
    assert [str(choice.value) for choice in listed] == [str(number) for number in reversed(games)]
    for number in games:
        answer = await stage.slash("Cid", "/game export", what="luck", game=f"#{number}")
        over = await stage.tables.registry.load_table(number)
        assert describe_luck_proof(Voice("en"), over)[1] in answer.text
    last = await stage.slash("Cid", "/game export", what="luck")
    assert describe_luck_proof(Voice("en"), over)[1] in last.text
    for typed in ("99999", "nonsense"):
        refused = await stage.slash("Cid", "/game export", what="record", game=typed)
        assert not screen(refused).message.attachments
        assert "/game list" in refused.text or "no " in refused.text.casefold()


async def test_without_a_table(stage: Stage) -> None:
    for command in ("/game board", "/game hand", "/game moves", "/game log", "/game score", "/carcassonne place"):
        answer = await stage.slash("Cid", command)
        assert "No game is open in this channel." in answer.text


async def test_in_a_lobby(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    for command in ("/game board", "/game moves", "/carcassonne place"):
        answer = await stage.slash("Ann", command)
        assert "The game has not started yet." in answer.text


async def test_help(stage: Stage) -> None:
    opened = await stage.slash("Cid", "/game help")
    assert screen(opened).labels[:3] == ["Play now", "Learn by playing", "Rules of this game"]
    which = await stage.box.press("Cid", screen(opened), "Rules of this game")
    rules = await stage.box.press("Cid", screen(which), "Carcassonne")
    assert "Carcassonne in a minute" in rules.text
    for n in range(5):
        rules = await stage.box.press("Cid", screen(rules), "Next")
        assert f"({n + 2} of 6)" in rules.text
    assert not screen(rules).has_button("Next")
    buttons = await stage.slash("Cid", "/game help", topic="The buttons")
    assert "A green button plays at once." in buttons.text
    for topic in await stage.box.complete("Cid", "table", "/game help", "topic"):
        assert (await stage.slash("Cid", "/game help", topic=str(topic.value))).text
    assert '"qqq" is no topic.' in (await stage.slash("Cid", "/game help", topic="qqq")).text


async def test_play_now_leads_into_the_game(stage: Stage) -> None:
    opened = await stage.slash("Ann", "/game help")
    assert "/carcassonne new" in (await stage.box.press("Ann", screen(opened), "Play now")).text
    await stage.slash("Ann", "/carcassonne new", seats=2)
    opened = await stage.slash("Ben", "/game help")
    join = await stage.box.press("Ben", screen(opened), "Play now")
    await stage.box.press("Ben", screen(join), "Join")
    await stage.settled()
    assert [seat.name for seat in stage.table().seats] == ["Ann", "Ben"]
    await stage.press("Ann", "Start")
    who = stage.waited()
    opened = await stage.slash(who, "/game help")
    mine = await stage.box.press(who, screen(opened), "Play now")
    assert choices(screen(mine))
