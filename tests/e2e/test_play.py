"""Playing through the driver: pickers, commands, typed lines, stale and foreign presses, restarts."""

from __future__ import annotations

import asyncio
import re

import pytest

from playground.driver import Answer, Shown
from tests.e2e.conftest import Stage
from tests.e2e.story import spoken

PILE = [0] * 71  # who begins, and the order of the tiles
FOOTER = {"Back", "Close", "Text", "Hint", "Undo", "Rules in a minute", "No more tips"}


def choices(shown: Shown) -> list[str]:
    """The labels that lead on."""
    return [button.label for button in shown.buttons if button.label not in FOOTER and not button.disabled]


def screen(answer: Answer) -> Shown:
    assert answer.last is not None
    return answer.last


async def two(stage: Stage) -> tuple[str, str]:
    """A game of two whose first tile fits in several places: who is waited for, and the other one."""
    stage.tables.registry.chosen_luck[:] = PILE
    await stage.game("Ann", "Ben")
    first = stage.waited()
    return first, "Ben" if first == "Ann" else "Ann"


async def to_figure(stage: Stage, who: str) -> Answer:
    """From «My move» to the figure screen by the first cell and the first turn."""
    answer = await stage.press(who, "My move")
    for _ in range(3):
        labels = choices(screen(answer))
        if labels and (labels[0].startswith("Lay here") or labels[0] == "No figure"):
            return answer
        if labels:
            answer = await stage.box.press(who, screen(answer), labels[0])
        else:
            row = screen(answer).selects[0]
            answer = await stage.box.select(who, screen(answer), row.values[0], which=row.custom_id)
    raise AssertionError(screen(answer).text)


async def turn(stage: Stage, who: str, label: str = "Lay here") -> Answer:
    """A whole turn by buttons."""
    answer = await to_figure(stage, who)
    found = next(text for text in choices(screen(answer)) if re.match(rf"(\d+: )?{re.escape(label)}", text))
    done = await stage.box.press(who, screen(answer), found)
    await stage.settled()
    return done


async def test_who_may_press_my_move(stage: Stage) -> None:
    who, other = await two(stage)
    refused = await stage.press(other, "My move")
    assert f"It is not your turn: lay the tile is asked of {who}" in refused.text
    assert screen(refused).pictures
    stranger = await stage.press("Cid", "My move")
    assert "You are not at this table." in stranger.text
    assert screen(stranger).labels == ["Board", "Log"]
    assert screen(await stage.press("Cid", "Board")).picture is not None
    assert stage.table().seq == 1


async def test_a_turn_by_buttons(stage: Stage) -> None:
    who, other = await two(stage)
    before = stage.newest("My move")
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    assert answer.private
    assert screen(answer).v2
    assert set(choices(screen(answer))) <= {"M49", "L50", "N50", "M51"}
    assert "Tip: Your tile is the one in a golden frame" in answer.text
    assert screen(answer).picture is not None
    done = await turn(stage, who, "Follower")
    assert done.text.startswith("**Done:** ") or "**Done:**" in done.text
    assert not screen(done).has_button("Undo")
    after = stage.newest("My move")
    assert after.id != before.id
    assert before.deleted
    assert after.pings == {other}
    assert re.search(rf"{who} laid a [\w ]+ at \w+ and put a follower on its \w+", spoken(after.text))
    alt = after.pictures[0].alt or ""
    assert f"Last: {who}: laid a " in alt
    assert "**" not in alt


async def test_the_taps_of_a_turn(stage: Stage) -> None:
    who, _ = await two(stage)
    stage.box.reset_taps()
    await turn(stage, who)
    assert stage.box.taps(who) in (3, 4)


async def test_two_pickers_the_first_commit_wins(stage: Stage) -> None:
    who, other = await two(stage)
    first = await to_figure(stage, who)
    second = await stage.press(who, "My move")
    label = choices(screen(first))[0]
    await stage.box.press(who, screen(first), label)
    await stage.settled()
    old = await stage.box.press(who, screen(second), choices(screen(second))[0])
    assert "The table has moved on since this button was made." in old.text
    assert f"lay the tile is asked of {other}" in old.text


async def test_a_double_tap_is_played_once(stage: Stage) -> None:
    who, _ = await two(stage)
    answer = await to_figure(stage, who)
    shown = screen(answer)
    button = next(b for b in shown.buttons if ": Follower on the " in b.label)
    both = await asyncio.gather(
        stage.box.forge(who, shown, button.custom_id), stage.box.forge(who, shown, button.custom_id)
    )
    await stage.settled()
    assert any("Already played: Lay the tile at " in one.text for one in both)
    assert stage.table().seq == 3


async def test_a_foreign_press_changes_nothing(stage: Stage) -> None:
    who, other = await two(stage)
    shown = screen(await to_figure(stage, who))
    commit = next(b.custom_id for b in shown.buttons if b.custom_id and b.custom_id.startswith("c:"))
    public = stage.newest("My move")
    assert "It is not your turn" in (await stage.box.forge(other, public, commit)).text
    assert "You are not at this table" in (await stage.box.forge("Cid", public, commit)).text
    assert stage.table().seq == 1


@pytest.mark.parametrize(
    "custom_id",
    [
        "p:{id}:{seq}:place Q99",
        "p:{id}:{seq}:fly",
        "p:{id}:{seq}:place A1 0",
        "c:{id}:{seq}:place A1 0",
        "c:{id}:{seq}:nonsense",
        "c:{id}:{seq}:place =0123456789 0",
        "s:{id}:{seq}:0:place",
        "p:{id}:{seq}:;;;",
        "p:{id}:99999:place",
        "c:{id}:{seq}:pass figure",
        "p:{id}:{seq}:place M50;deploy",
        "x:{id}:{seq}:scored:7",
        "x:{id}:{seq}:text:999",
        "x:{id}:{seq}:log:9.9",
        "x:{id}:{seq}:score:44",
        "x:{id}:{seq}:moves:33",
        "x:{id}:{seq}:minute:44",
        "x:0:0:minute:nothing.1",
        "x:0:0:help:nothing",
    ],
)
async def test_forged_buttons_are_answered_and_change_nothing(stage: Stage, custom_id: str) -> None:
    who, _ = await two(stage)
    table = stage.table()
    public = stage.newest("My move")
    values = ["place Q1 0"] if custom_id.startswith("s:") else ["1.1"] if "scored" in custom_id else None
    answer = await stage.box.forge(who, public, custom_id.format(id=table.id, seq=table.seq), values)
    assert answer.text
    assert "Something went wrong" not in answer.text
    assert stage.table().seq == 1


async def test_typed_commands(stage: Stage) -> None:
    who, other = await two(stage)
    assert "It is not your turn" in (await stage.slash(other, "/carcassonne place", cell="A1", turn="0")).text
    assert "You are not at this table" in (await stage.slash("Cid", "/carcassonne place")).text
    assert "M50 is already taken." in (await stage.slash(who, "/carcassonne place", cell="m50")).text
    assert "A1 touches no tile by an edge." in (await stage.slash(who, "/carcassonne place", cell="A1", turn="0")).text
    unreadable = await stage.slash(who, "/carcassonne place", cell="50M")
    assert '"50M" is no cell. Write it like' in unreadable.text
    wrong = await stage.slash(who, "/carcassonne deploy", spot="M50.road-E")
    assert wrong.text.startswith("You are asked to lay the tile now. ")
    assert screen(wrong).labels == ["My move"]
    assert stage.table().seq == 1
    opened = await stage.slash(who, "/carcassonne place")
    assert set(choices(screen(opened))) <= {"M49", "L50", "N50", "M51"}


async def test_completion_is_of_what_is_legal_now(stage: Stage) -> None:
    who, other = await two(stage)
    box = stage.box
    cells = await box.complete(who, "table", "/carcassonne place", "cell")
    assert {choice.value for choice in cells} <= {"M49", "L50", "N50", "M51"}
    cell = str(cells[0].value)
    turns = await box.complete(who, "table", "/carcassonne place", "turn", cell=cell)
    assert turns[0].label.endswith("°")
    lines = await box.complete(who, "table", "/game move", "line", cell.lower())
    assert all(cell in str(choice.value) for choice in lines)
    assert lines[0].label.startswith(f"{lines[0].value} · Lay the tile at")
    assert await box.complete(other, "table", "/carcassonne place", "cell") == []
    assert await box.complete("Cid", "table", "/game move", "line") == []


async def test_moves_lists_lines_and_one_of_them_is_typed(stage: Stage) -> None:
    who, other = await two(stage)
    public = stage.newest("My move")
    listed = await stage.slash(who, "/game moves")
    lines = re.findall(r"`(place [A-Z]+\d+ \d+)`", listed.text)
    assert lines
    done = await stage.slash(who, "/game move", line=lines[0])
    assert "**Done:**" in done.text
    assert screen(done).has_button("Undo")
    assert screen(done).has_button("No figure")
    assert stage.newest("My move").id == public.id
    assert public.edits >= 1
    assert "put a figure or pass" in public.text
    undone = await stage.press(who, "Undo", screen(done))
    assert set(choices(screen(undone))) <= {"M49", "L50", "N50", "M51"}
    await stage.slash(who, "/game move", line=lines[0].lower())
    last = await stage.slash(who, "/carcassonne pass")
    assert "**Done:**" in last.text
    assert stage.newest("My move").pings == {other}


async def test_the_figure_of_a_typed_lay_is_chosen_on_the_same_screen(stage: Stage) -> None:
    who, other = await two(stage)
    listed = await stage.slash(who, "/game moves")
    line = re.findall(r"`(place [A-Z]+\d+ \d+)`", listed.text)[0]
    await stage.slash(who, "/game move", line=line)
    shown = screen(await stage.press(who, "My move"))
    assert "No figure" in shown.labels
    assert any(": Follower on the " in label for label in shown.labels)
    opened = screen(await stage.slash(who, "/carcassonne deploy"))
    assert "No figure" in opened.labels
    done = await stage.box.press(who, opened, next(x for x in opened.labels if ": Follower on the " in x))
    await stage.settled()
    assert "**Done:**" in done.text
    assert stage.waited() == other


async def test_a_line_left_empty_is_told_how_it_is_written(stage: Stage) -> None:
    who, _ = await two(stage)
    bare = await stage.slash(who, "/game move")
    assert bare.text.startswith("Write the move in the field line, such as: /game move line:place ")
    assert screen(bare).labels == ["My move"]


async def test_misspelled_words_are_guessed_at(stage: Stage) -> None:
    who, _ = await two(stage)
    wrong = await stage.slash(who, "/game move", line="plcae N50 90")
    assert wrong.text == 'I cannot read "plcae N50 90". Did you mean: place?'
    topic = await stage.slash(who, "/game help", topic="marchant")
    assert topic.text == '"marchant" is no topic. Did you mean Merchant (Catan)?'
    player = await stage.slash(who, "/game score", player="Anne")
    assert "Did you mean Ann?" in player.text


async def test_lay_and_figure_in_one_typed_line(stage: Stage) -> None:
    who, other = await two(stage)
    listed = await stage.slash(who, "/game moves")
    line = re.findall(r"`(place [A-Z]+\d+ \d+)`", listed.text)[0]
    done = await stage.slash(who, "/game move", line=f"{line}; pass")
    assert "**Done:**" in done.text
    assert stage.waited() == other
    refused = await stage.slash(other, "/game move", line="hello")
    assert 'I cannot read "hello". A move looks like: place' in refused.text


async def test_old_buttons_work_after_a_restart(stage: Stage) -> None:
    who, other = await two(stage)
    shown = screen(await to_figure(stage, who))
    await stage.restart()
    done = await stage.box.press(who, shown, choices(shown)[0])
    await stage.settled()
    assert "**Done:**" in done.text
    assert stage.waited() == other


async def test_back_close_and_text(stage: Stage) -> None:
    who, _ = await two(stage)
    answer = await stage.press(who, "My move")
    first = choices(screen(answer))
    onward = await stage.box.press(who, screen(answer), first[0])
    back = await stage.box.press(who, screen(onward), "Back")
    assert choices(screen(back)) == first
    text = await stage.box.press(who, screen(back), "Text")
    assert "Carcassonne #" in text.text
    assert "Only you see:" in text.text
    shown = screen(back)
    await stage.box.press(who, shown, "Close")
    assert shown.deleted


async def test_tips_are_for_the_first_three_pickers(stage: Stage) -> None:
    who, _ = await two(stage)
    answers = [await stage.press(who, "My move") for _ in range(4)]
    assert ["Tip:" in answer.text for answer in answers] == [True, True, True, False]


async def test_no_more_tips(stage: Stage) -> None:
    who, _ = await two(stage)
    answer = await stage.press(who, "My move")
    minute = await stage.box.press(who, screen(answer), "Rules in a minute")
    assert "(1 of 6)" in minute.text
    onward = await stage.box.press(who, screen(minute), "Next")
    assert "(2 of 6)" in onward.text
    move = await stage.box.press(who, screen(onward), "To my move")
    assert choices(screen(move)) == choices(screen(answer)) or choices(screen(move))
    again = await stage.press(who, "My move")
    plain = await stage.box.press(who, screen(again), "No more tips")
    assert "Tip:" not in plain.text
    assert "Tip:" not in (await stage.press(who, "My move")).text


@pytest.mark.slow
async def test_a_whole_game_from_text_alone(stage: Stage) -> None:
    """Text board, list of moves, typed line: nothing else, to the end."""
    await stage.game("Ann", "Ben")
    for _ in range(300):
        table = stage.tables.registry.table_in_channel(stage.box.channel("table").id)
        if table is None:
            break
        who = stage.waited()
        board = await stage.slash(who, "/game board", text=True)
        assert "Carcassonne #" in board.text
        assert "Scores:" in board.text
        assert "Possible: " in board.text
        listed = await stage.slash(who, "/game moves")
        lines = re.findall(r"`([a-z]+ [^`]+)`", listed.text)
        assert lines, listed.text
        done = await stage.slash(who, "/game move", line=lines[table.seq % len(lines)])
        assert "**Done:**" in done.text
    assert stage.tables.registry.table_in_channel(stage.box.channel("table").id) is None
    over = stage.newest("Scores")
    assert "the game is over" in over.text


async def test_a_move_typed_into_a_window(stage: Stage) -> None:
    who, other = await two(stage)
    table = stage.table()
    listed = await stage.slash(who, "/game moves")
    line = re.findall(r"`(place [A-Z]+\d+ \d+)`", listed.text)[0]
    public = stage.newest("My move")
    opened = await stage.box.forge(who, public, f"f:{table.id}:{table.seq}:line")
    assert opened.modal is not None
    assert opened.modal.title == "Type a move"
    twin = await stage.box.forge(who, public, f"f:{table.id}:{table.seq}:line")
    refused = await stage.box.submit(who, opened, {"The move as one line": "place A1 0"})
    assert refused.text.startswith("A1 touches no tile by an edge.")
    assert refused.last is not None
    assert refused.last.labels[0] == "Correct it…"
    opened = await stage.box.press(who, refused.last, "Correct it…")
    assert opened.modal is not None
    assert [field.value for field in opened.modal.fields] == ["place A1 0"]  # as it was typed
    done = await stage.box.submit(who, opened, {"The move as one line": f"{line}; pass"})
    await stage.settled()
    assert "**Done:**" in done.text
    late = await stage.box.submit(who, twin, {"The move as one line": line})
    assert "The table has moved on" in late.text
    refused = await stage.box.forge(who, public, f"f:{table.id}:{table.seq}:line")
    assert "It is not your turn" in refused.text
    assert stage.waited() == other
