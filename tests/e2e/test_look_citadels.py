"""Looking at a game of secrets: what the log, votes, text boards and exports tell to whom; help for every card."""

from __future__ import annotations

import re

import pytest

from playground.driver import Answer, Shown
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.core import encode_move
from tests.e2e.conftest import Stage

FOUR = ("Ann", "Ben", "Cid", "Dan")
NAMES = {key: key.replace("_", " ").title() for key in CHARACTERS}


@pytest.fixture(autouse=True)
def stranger(stage: Stage) -> None:
    """Eve sits at no table."""
    stage.box.add_person("Eve")


def legal(stage: Stage) -> list[str]:
    """The lines that whoever is waited for may play."""
    table = stage.table()
    assert table.game is not None
    return [encode_move(move) for move in table.game.legal(table.state, table.seats_to_move[0])]


def last(answer: Answer) -> Shown:
    assert answer.last is not None
    return answer.last


async def drafted(stage: Stage) -> dict[str, str]:
    """A game of four after the draft: who has chosen which character."""
    await stage.game(*FOUR, kind="citadels")
    chosen = {}
    for _ in FOUR:
        who, line = stage.waited(), legal(stage)[0]
        chosen[who] = line.removeprefix("pick ")
        await stage.slash(who, "/game move", line=line)
    return chosen


async def test_the_board_tells_which_districts_everybody_has_seen(stage: Stage) -> None:
    """One tap below the picture; the same for who plays and for a stranger."""
    await drafted(stage)
    told = set()
    for reader in ("Ann", "Eve"):
        board = last(await stage.slash(reader, "/game board"))
        seen = await stage.box.press(reader, board, "Districts seen")
        assert "0 districts of" in seen.text
        assert "Manor 0 (5)" in seen.text
        told.add(seen.text)
        assert "Manor 0 (5)" in (await stage.slash(reader, "/game board", part="districts")).text
        assert "Manor 0 (5)" in (await stage.slash(reader, "/game board", text=True)).text
    assert len(told) == 1


async def test_the_log_in_record_form_shows_everybody_his_own(stage: Stage) -> None:
    chosen = await drafted(stage)
    seats = {seat.name: seat.index for seat in stage.table().seats}
    for reader in (*FOUR, "Eve"):
        lines = (await stage.slash(reader, "/game log", text=True)).text
        for who, character in chosen.items():
            shown = character if who == reader else "?"
            assert re.search(rf"^\d+: {seats[who]} pick {re.escape(shown)}$", lines, re.M), (reader, who)


async def test_the_story_tells_private_things_to_one_alone(stage: Stage) -> None:
    chosen = await drafted(stage)
    for reader in (*FOUR, "Eve"):
        told = (await stage.slash(reader, "/game log")).text
        for character in chosen.values():
            assert (f"You chose the {NAMES[character]}." in told) == (chosen.get(reader) == character)
        assert ("Your cards: " in told) == (reader in FOUR)


async def test_who_has_left_reads_what_everybody_reads(stage: Stage) -> None:
    await drafted(stage)
    who = stage.waited()
    await stage.press(who, "Yes, I resign", await stage.slash(who, "/game resign"))
    assert set(re.findall(r"pick (\S+)", (await stage.slash(who, "/game log", text=True)).text)) == {"?"}
    assert "Only you see:" not in (await stage.slash(who, "/game board", text=True)).text


async def test_a_vote_and_what_was_taken_back_name_nothing_secret(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    who, line = stage.waited(), legal(stage)[0]
    await stage.slash(who, "/game move", line=line)
    assert "cards were seen" in (await stage.slash(who, "/game undo")).text
    await stage.slash(who, "/game undo", to=2)
    vote = stage.newest("Agree")
    assert "before no. 2: Choose a character." in vote.text
    for name in FOUR:
        if name != who:
            await stage.press(name, "Agree", vote)
    assert stage.waited() == who
    assert "The table took back: Choose a character." in stage.newest("My move").text
    chosen = f"The table took back: Choose the {NAMES[line.removeprefix('pick ')]}."
    assert chosen in (await stage.slash(who, "/game log")).text
    other = next(name for name in FOUR if name != who)
    assert "The table took back: Choose a character." in (await stage.slash(other, "/game log")).text
    named = NAMES[line.removeprefix("pick ")]
    for shown in stage.box.messages("table")[1:]:
        assert f"chose the {named}" not in shown.text


async def test_an_own_move_taken_back_is_named_to_its_owner(stage: Stage) -> None:
    await drafted(stage)
    who = stage.waited()
    await stage.slash(who, "/game move", line="gold")
    assert (await stage.slash(who, "/game undo")).text.startswith("Taken back: Take 2 gold.")


async def test_nobody_is_given_the_moves_of_others_as_an_example(stage: Stage) -> None:
    """What somebody may choose would tell what they have been offered and hold."""
    await stage.game(*FOUR, kind="citadels")
    who, possible = stage.waited(), legal(stage)
    other = next(name for name in FOUR if name != who)
    for reader in (other, "Eve"):
        for answer in (
            await stage.slash(reader, "/game move", line="nonsense"),
            await stage.slash(reader, "/citadels pick", character="nonsense"),
            await stage.slash(reader, "/game moves"),
            await stage.slash(reader, "/game board", text=True),
        ):
            assert not any(line in answer.text for line in possible)
        assert await stage.box.complete(reader, "table", "/citadels pick", "character") == []
        assert await stage.box.complete(reader, "table", "/game move", "line") == []


async def test_the_text_board_says_once_what_only_the_reader_sees(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    who = stage.waited()
    mine = (await stage.slash(who, "/game board", text=True)).text
    assert mine.count("Only you see:") == 1
    assert mine.count("Your hand:") == 1
    assert "Choose a character:" in mine
    other = next(name for name in FOUR if name != who)
    theirs = (await stage.slash(other, "/game board", text=True)).text
    assert "Choose a character:" not in theirs
    assert theirs.count("Your hand:") == 1
    stranger = (await stage.slash("Eve", "/game board", text=True)).text
    assert "Only you see:" not in stranger
    assert "Your hand:" not in stranger


async def test_the_record_so_far_is_the_same_for_everybody(stage: Stage) -> None:
    await drafted(stage)
    read = set()
    for name in (*FOUR, "Eve"):
        answer = await stage.slash(name, "/game export", what="record")
        (file,) = last(answer).pictures
        assert file.filename == f"citadels-{stage.table().id}.game"
        read.add(file.data)
    assert len(read) == 1
    assert read.pop().count(b"pick ?") == 4


@pytest.mark.parametrize("text", ["3", "Cid", "cid", "@Ci"])
async def test_one_player_of_the_board(stage: Stage, text: str) -> None:
    await stage.game(*FOUR, kind="citadels")
    seat = next(s for s in stage.table().seats if (s.index == 2 if text == "3" else s.name == "Cid"))
    answer = await stage.slash("Eve", "/game board", part=text)
    assert last(answer).picture is not None
    assert last(answer).picture.alt.startswith(f"{seat.name} (")
    by_letter = await stage.slash("Eve", "/game board", part=seat.colour.lower())
    assert last(by_letter).picture.alt == last(answer).picture.alt


async def test_parts_that_there_are_not(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    wrong = await stage.slash("Ann", "/game board", part="K45-P50")
    assert re.fullmatch(r'"K45-P50" is no part of the board\. Write it like \w+ \(\w+\)\.', wrong.text)
    found = await stage.box.complete("Ann", "table", "/game board", "part")
    assert [choice.value for choice in found] == ["1", "2", "3", "4", "districts", "scores"]
    assert {choice.label.split(" ")[0] for choice in found[:4]} == set(FOUR)
    assert [c.label for c in await stage.box.complete("Ann", "table", "/game board", "part", "be")] == ["Ben (blue)"]


async def test_the_points_are_a_table_and_a_sheet(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    for answer in (await stage.slash("Eve", "/game score"), await stage.slash("Ann", "/game score", player="Ben")):
        assert "five colours" in answer.text
        assert "No points have been given yet." not in answer.text
        assert last(answer).picture.alt.startswith("Points so far:")


async def test_my_hand_is_shown_to_its_owner(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    who = stage.waited()
    mine = await stage.press(who, "My hand")
    assert mine.private
    assert "4 cards" in mine.text
    assert "You are not at this table." in (await stage.press("Eve", "My hand")).text


# --- help --------------------------------------------------------------------------------------------------------


async def test_every_card_is_explained_with_its_picture(stage: Stage) -> None:
    for key in (*CHARACTERS, *DISTRICTS):
        answer = await stage.slash("Eve", "/game help", topic=f"citadels {key}")
        name = key.replace("_", " ").title().replace(" Of ", " of ")
        assert answer.text.startswith(f"**{name}**"), key
        assert last(answer).picture is not None, key
        assert name in last(answer).picture.alt
    assert stage.box.violations == []


@pytest.mark.parametrize("text", ["King", "king", "KING", "King (Citadels)", "citadels king"])
async def test_a_topic_by_its_name(stage: Stage, text: str) -> None:
    assert (await stage.slash("Eve", "/game help", topic=text)).text.startswith("**King** (rank 4).")


async def test_completion_of_topics_narrows(stage: Stage) -> None:
    everything = await stage.box.complete("Eve", "table", "/game help", "topic")
    assert len(everything) == 25
    assert everything[-1].label.endswith("… type more")
    found = await stage.box.complete("Eve", "table", "/game help", "topic", "wa")
    assert [choice.value for choice in found if not choice.value.startswith("catan ")] == [
        "moves",
        "citadels warlord",
        "citadels watchtower",
        "citadels great_wall",
    ]
    assert {"catan walls", "catan warlord"} <= {choice.value for choice in found}


async def test_a_name_of_several_topics_is_asked_back(stage: Stage) -> None:
    which = await stage.slash("Eve", "/game help", topic="war")
    assert "Which one?" in which.text
    (select,) = last(which).selects
    labels = [choice.label for choice in select.choices]
    assert {"Warlord (Catan)", "Warlord (Citadels)"} <= set(labels)
    chosen = await stage.box.select("Eve", last(which), "citadels warlord", which=0)
    assert chosen.text.startswith("**Warlord**")


async def test_topics_without_typing(stage: Stage) -> None:
    """From the rules in a minute to every card, with a finger alone."""
    await stage.slash("Ann", "/citadels new")
    rules = await stage.box.press("Ann", last(await stage.slash("Ann", "/game help")), "Rules of this game")
    assert "Citadels in a minute" in rules.text
    lists = await stage.box.press("Ann", last(rules), "All explanations")
    shown = [choice.value for select in last(lists).selects for choice in select.choices]
    assert shown
    assert {value.removeprefix("citadels ") for value in shown} == {*CHARACTERS, *DISTRICTS}
    witch = await stage.box.select("Ann", last(lists), "Witch", which=0)
    assert witch.text.startswith("**Witch** (rank 1).")
    again = await stage.box.press("Ann", last(witch), "All explanations")
    assert len(last(again).selects) == len(last(lists).selects)


async def test_the_game_of_the_channel_comes_first(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new")
    found = await stage.box.complete("Eve", "table", "/game help", "topic", "rules")
    assert [choice.value for choice in found] == ["rules citadels", "rules carcassonne", "rules catan"]
    assert "Citadels in a minute" in (await stage.slash("Eve", "/game help", topic="Citadels")).text
