"""Friends and machines that stand in, as everybody sees them: asked in public, both may move, given back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from playground.driver import Answer, Shown
from tests.e2e.conftest import ROOM, Stage, staged
from tests.e2e.test_direct import letter, letters, wants
from tests.e2e.test_reminders import DAY, passed


async def game(stage: Stage, *people: str, kind: str = "citadels", **options: object) -> None:
    for name in ("Dora", "Eve", "Mia"):
        stage.box.add_person(name)
    await stage.game(*(people or ("Ann", "Ben", "Cid")), kind=kind, **options)


async def stands_in(stage: Stage, owner: str = "Ann", friend: str = "Dora", until: str | None = "5d") -> Answer:
    """The friend of an owner stands in."""
    told = {} if until is None else {"until": until}
    await stage.slash(owner, "/game seat standin", by=stage.box.person(friend), **told)
    return await stage.press(friend, "Stand in")


def ask(stage: Stage) -> Shown | None:
    return stage.box.newest(ROOM, button="Stand in") or stage.box.newest(ROOM, button="Take the seat")


async def move(stage: Stage, who: str, seat: int) -> Answer:
    """Play what the rules list first for a seat."""
    table = stage.table()
    assert table.game is not None
    line = str(next(iter(table.game.legal(table.state, seat))))
    return await stage.slash(who, "/game move", line=line)


async def until_asked(stage: Stage, seat: int, instead: dict[str, str]) -> None:
    """Everybody moves until that seat is asked. `instead`: who moves for whom."""
    for _ in range(200):
        table = stage.table()
        if seat in table.seats_to_move:
            return
        name = table.seats[table.seats_to_move[0]].name
        await move(stage, instead.get(name, name), table.seats_to_move[0])
    raise AssertionError("the seat is not asked")


def seat(stage: Stage, name: str) -> int:
    return next(each.index for each in stage.table().seats if each.name == name)


async def test_a_friend_is_asked_in_public_and_sees_the_hand_when_they_have_accepted(stage: Stage) -> None:
    await game(stage)
    answer = await stage.slash("Ann", "/game seat standin", by=stage.box.person("Dora"), until="5d")
    assert answer.text == "Dora is asked to stand in."
    asked = ask(stage)
    assert asked is not None
    assert asked.pings == {"Dora"}
    assert asked.labels == ["Stand in", "Decline", "Go to the table"]
    assert "Ann asks you to stand in for them in Citadels #1 until <t:" in asked.text
    assert "not at this table" in (await stage.slash("Dora", "/game hand")).text
    assert "Dora is asked, and nobody else." in (await stage.press("Ben", "Stand in")).text
    taken = await stage.press("Dora", "Stand in")
    assert "You stand in for Ann from now on." in taken.text
    assert taken.message.private
    assert asked.deleted
    hand = await stage.slash("Dora", "/game hand")
    assert hand.text == (await stage.slash("Ann", "/game hand")).text
    public = stage.newest("My move").text
    assert "Dora stands in for Ann from now on." in public
    assert "Dora stands in for Ann until <t:" in public


async def test_moves_are_marked_in_message_log_and_story(stage: Stage) -> None:
    await game(stage, kind="catan")
    await stands_in(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    done = await move(stage, "Dora", mine)
    assert "(Dora for Ann)" in done.text
    assert "**Ann** (Dora for Ann): placed" in stage.newest("My move").text
    assert "(Dora for Ann) Ann placed" in (await stage.slash("Ben", "/game log")).text
    entry = [e for e in await stage.tables.history.read_entries(1) if e.kind == "move"][-1]
    assert entry.by == stage.box.person("Dora").id


async def test_the_turn_calls_the_friend_and_says_for_whom(stage: Stage) -> None:
    await game(stage, kind="catan")
    await stands_in(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    await move(stage, "Dora", mine)
    await until_asked(stage, mine, {})
    newest = stage.newest("My move")
    assert newest.pings == {"Dora"}
    assert "(for Ann), your turn" in newest.text
    await passed(stage, 13)
    reminder = stage.newest("On it")
    assert reminder.pings == {"Dora"}
    assert "(for Ann)" in reminder.text
    await passed(stage, 12)
    assert stage.newest(text="is up").pings == {"Dora", "Ann"}  # whose seat others may have taken over now


async def test_both_press_at_once_and_the_second_is_told_so(stage: Stage) -> None:
    await game(stage, kind="catan")
    await stands_in(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    table = stage.table()
    assert table.game is not None
    line = str(next(iter(table.game.legal(table.state, mine))))
    live = stage.newest("My move")
    made = f"c:{table.id}:{table.seq}:{line}"
    one, two = await asyncio.gather(stage.box.forge("Dora", live, made), stage.box.forge("Ann", live, made))
    await stage.settled()
    assert sorted(["Done" in one.text, "Done" in two.text]) == [False, True]
    assert any("Already played:" in answer.text for answer in (one, two)), (one.text, two.text)
    assert len([e for e in await stage.tables.history.read_entries(1) if e.kind == "move" and e.seat == mine]) == 1


async def test_the_owner_is_back_with_one_tap_and_old_screens_of_the_friend_show_nothing(stage: Stage) -> None:
    await game(stage)
    await stands_in(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    old = await stage.press("Dora", "My move")
    assert "Take my seat back" not in old.message.labels
    assert "stands in for you" not in old.text
    assert old.message.labels[0][:1].isdecimal()  # a character to choose
    shown = await stage.press("Ann", "My move")
    assert "Dora stands in for you, and may move too." in shown.text
    back = await stage.press("Ann", "Take my seat back", shown)
    assert "the seat is yours again" in back.text
    for label in (old.message.labels[0], "Text"):
        again = await stage.press("Dora", label, old) if old.message.has_button(label) else None
        assert again is None or again.text == "You no longer stand in for Ann. You may watch:"
    assert "You no longer stand in for Ann" in (await stage.slash("Dora", "/game hand")).text
    assert stage.table().seats[mine].standin is None


async def test_the_friend_gives_it_back_and_the_owner_is_called(stage: Stage) -> None:
    await game(stage, kind="catan")
    await stands_in(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    more = await stage.press("Dora", "More")
    assert "Resign…" not in more.message.labels
    screen = await stage.press("Dora", "My seat…", more)
    assert screen.message.labels == ["Give the seat back", "Close"]
    gave = await stage.press("Dora", "Give the seat back", screen)
    assert gave.text == "Ann decides for the seat again. Thank you!"
    newest = stage.newest("My move")
    assert newest.pings == {"Ann"}
    assert "Dora no longer stands in for Ann, who plays on." in newest.text


async def test_by_buttons_alone_for_three_days(stage: Stage) -> None:
    await game(stage)
    screen = await stage.press("Ann", "My seat…", await stage.press("Ann", "More"))
    screen = await stage.press("Ann", "3 days", screen)
    done = await stage.box.select("Ann", screen, stage.box.person("Dora"))
    await stage.settled()
    assert done.text == "Dora is asked to stand in."
    await stage.press("Dora", "Stand in")
    until = stage.table().seats[seat(stage, "Ann")].standin_until
    assert until is not None
    assert abs(until - stage.clock.now() - 3 * DAY) < 60


async def test_the_end_comes_while_the_bot_is_down_and_is_told_once(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        await game(stage, pace="none")
        await stands_in(stage, until="1d")
        await stage.close()
        stage.box.advance(2 * DAY)
        await stage.open()
        await passed(stage, 0.01)
        assert stage.table().seats[seat(stage, "Ann")].standin is None
        told = "Dora no longer stands in for Ann, who plays on."
        assert sum(message.text.count(told) for message in stage.box.messages(ROOM)) == 1
        await stage.restart()
        await passed(stage, 0.01)
        assert sum(message.text.count(told) for message in stage.box.messages(ROOM)) == 1
        assert "You no longer stand in" in (await stage.slash("Dora", "/game hand")).text


async def test_a_question_outlives_a_restart_and_is_asked_once(stage: Stage) -> None:
    await game(stage)
    await stage.slash("Ann", "/game seat standin", by=stage.box.person("Dora"))
    await stage.restart()
    await stage.settled()
    asked = [m for m in stage.box.messages(ROOM) if m.has_button("Stand in")]
    assert len(asked) == 1
    assert "You stand in for Ann" in (await stage.press("Dora", "Stand in", asked[0])).text


async def test_who_declines_and_who_does_not_answer_is_told_to_who_asked(stage: Stage) -> None:
    await game(stage, pace="none")
    await stage.slash("Ann", "/game seat standin", by=stage.box.person("Dora"))
    asked = ask(stage)
    assert asked is not None
    assert (await stage.press("Dora", "Decline")).text == "Good: they are told that you cannot."
    assert asked.deleted
    said = stage.newest(text="Dora cannot")
    assert said.pings == {"Ann"}
    await stage.slash("Ann", "/game seat standin", by=stage.box.person("Eve"))
    await passed(stage, 73)
    assert stage.newest(text="Eve has not answered").pings == {"Ann"}
    assert ask(stage) is None


async def test_a_question_is_withdrawn(stage: Stage) -> None:
    await game(stage)
    answer = await stage.slash("Ann", "/game seat standin", by=stage.box.person("Dora"))
    asked = ask(stage)
    assert asked is not None
    assert "Nobody is asked any more" in (await stage.press("Ann", "Take my seat back", answer)).text
    assert asked.deleted


async def test_the_game_ends_while_somebody_is_asked(stage: Stage) -> None:
    await game(stage, "Ann", "Ben", kind="carcassonne")
    await stage.slash("Ann", "/game seat standin", by=stage.box.person("Dora"))
    asked = ask(stage)
    assert asked is not None
    sure = await stage.slash("Ben", "/game resign")
    await stage.press("Ben", sure.message.labels[0], sure)
    assert asked.deleted
    assert ask(stage) is None


async def test_a_machine_plays_until_a_date_or_my_move(stage: Stage) -> None:
    await game(stage, kind="carcassonne")
    told = await stage.slash("Ann", "/game seat standin", until="2d")
    assert "A machine plays for you until <t:" in told.text
    assert "A machine plays for Ann until <t:" in stage.newest("My move").text
    assert "the seat is yours again" in (await stage.press("Ann", "My move")).text
    assert stage.table().seats[seat(stage, "Ann")].is_human
    await stage.slash("Ann", "/game seat standin", until="2d")
    await passed(stage, 49)
    assert stage.table().seats[seat(stage, "Ann")].is_human
    assert "The machine no longer stands in for Ann" in (await stage.slash("Ben", "/game log")).text


@pytest.mark.parametrize(
    ("who", "options", "says"),
    [
        ("Ann", {"by": "Ben"}, "They sit at this table themselves."),
        ("Ann", {"by": "Ann"}, "That is their own seat already."),
        ("Ann", {"by": "Dora", "until": "5 minutes"}, "it may lie 1h ahead at least and 60d at most"),
        ("Ann", {"by": "Dora", "until": "3y"}, "I cannot read it as a time"),
        ("Eve", {"by": "Dora"}, "You are not at this table."),
    ],
)
async def test_what_cannot_be_is_refused_and_nobody_is_asked(
    stage: Stage, who: str, options: dict[str, str], says: str
) -> None:
    await game(stage)
    by = {"by": stage.box.person(options["by"])}
    answer = await stage.slash(who, "/game seat standin", **{**options, **by})
    assert says in answer.text
    assert ask(stage) is None


async def test_times_complete_as_one_types_in_the_own_zone(stage: Stage) -> None:
    await game(stage)
    await stage.slash("Ann", "/game settings", name="My time zone", value="Asia/Tokyo")
    offered = await stage.box.complete("Ann", ROOM, "/game seat standin", "until", "")
    assert [choice.value for choice in offered] == ["1d", "3d", "1w", "2w"]
    (friday,) = await stage.box.complete("Ann", ROOM, "/game seat standin", "until", "friday")
    assert friday.value == "friday"
    assert "00:00" in friday.label
    assert await stage.box.complete("Ann", ROOM, "/game seat standin", "until", "whenever") == []


async def test_a_friend_plays_in_direct_messages(stage: Stage) -> None:
    await game(stage, kind="catan")
    await wants(stage, "Dora", ping="dm")
    await stands_in(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    await move(stage, "Dora", mine)
    await until_asked(stage, mine, {})
    told = await letter(stage, "Dora", "(for Ann)")
    assert "your turn" in told.text
    assert not letters(stage, "Ann")


async def test_who_is_left_alone_is_offered_no_machine(stage: Stage) -> None:
    """It would be refused, and they are told why before they press."""
    await game(stage, "Ann", "Ben")
    both = await stage.press("Ann", "3 days", await stage.press("Ann", "My seat…", await stage.press("Ann", "More")))
    assert "A machine" in both.message.labels
    await stage.slash("Ben", "/game seat standin", until="5d")
    alone = await stage.press("Ann", "3 days", await stage.press("Ann", "My seat…", await stage.press("Ann", "More")))
    assert "A machine" not in alone.message.labels
    assert "nobody else would be left to play against" in alone.text
