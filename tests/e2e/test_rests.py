"""Pauses, other paces, tables where nobody comes, moderators: as people see them."""

from __future__ import annotations

import pytest

from playground.driver import Shown
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.test_direct import around
from tests.e2e.test_reminders import passed, reminder, reminders
from tests.e2e.test_table import lay, other

DAY = 24  # hours


async def begun(stage: Stage, *people: str, **options: object) -> None:
    """A game after the first decisions, which have half the time."""
    await stage.game(*people, **options)
    for _ in people:
        await lay(stage)


def shown(stage: Stage) -> Shown:
    """The message of the table."""
    return stage.newest("Catch up")


def votes(stage: Stage) -> list[Shown]:
    return [m for m in stage.box.messages(ROOM) if "· vote" in m.text]


# --- pause -------------------------------------------------------------------------------------------------------


async def test_two_of_three_pause_and_anybody_goes_on(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    said = await stage.slash("Ann", "/game time pause", state="on")
    assert said.private
    assert "The table has been asked." in said.text
    assert "At once, as a moderator" not in said.message.labels
    vote = stage.newest("Agree")
    assert vote.pings == {"Ben", "Cid"}
    assert "Ann asks to pause the game. The clocks stand until somebody goes on." in vote.text
    assert "More than half must agree of those who are neither late nor on vacation." in vote.text
    await stage.press("Cid", "Agree", vote)
    assert "Agreed." in vote.text
    assert not vote.buttons
    message = shown(stage)
    assert "**Paused** <t:" in message.content
    assert "by the table, as Ann asked: the clocks stand, moves stay possible." in message.text
    assert "due" not in message.text
    assert "Go on" in message.labels
    await lay(stage)
    assert stage.table().status == "paused"
    assert "Paused" in shown(stage).text
    assert "has paused the game" not in shown(stage).text  # it stands in a line of its own
    await passed(stage, 20 * DAY)
    assert reminders(stage) == []
    refused = await stage.slash("Dan", "/game time pause", state="off")
    assert "You are not at this table." in refused.text
    reminded = await stage.slash("Ben", "/game time remind")
    assert "The clocks of this table stand" in reminded.text
    on = await stage.press("Ben", "Go on", reminded)
    assert on.private
    assert "The game goes on, and so do its clocks." in on.text
    assert stage.table().status == "active"
    message = shown(stage)
    assert "Go on" not in message.labels
    assert "**Paused**" not in message.content
    assert "Ben has ended the pause." in message.text
    assert "due <t:" in message.text
    assert "This game is not paused." in (await stage.slash("Ann", "/game time pause", state="off")).text
    told = (await stage.slash("Ann", "/game log")).text
    assert "The table has paused the game, as Ann asked." in told
    assert "Ben has ended the pause." in told


async def test_a_seats_own_buttons_do_not_grow_old_by_a_pause(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    who = stage.waited()
    opened = await stage.press(who, "My move")
    await stage.slash(who, "/game time pause", state="on")
    await stage.press(other(stage, who), "Agree")
    await stage.press(who, "Go on", shown(stage))
    label = next(b.label for b in opened.message.buttons if b.label not in ("Close", "Board", "My hand"))
    again = await stage.press(who, label, opened)
    assert "The table has moved on" not in again.text


async def test_more_shows_what_is_asked_and_answers_it(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    more = await stage.press("Ann", "More")
    assert "Pause" in more.message.labels
    assert "A vote is open" not in more.text
    await stage.press("Ann", "Pause", more)
    mine = await stage.press("Ann", "More")
    assert "A vote is open: Ann asks to pause the game" in mine.text.replace("**", "")
    assert "Agree" not in mine.message.labels
    assert "You have asked this already; the vote closes <t:" in (await stage.press("Ann", "Pause", mine)).text
    assert "A vote is open" in (await stage.press("Dan", "More")).text
    theirs = await stage.press("Ben", "More")
    assert "Agree" in theirs.message.labels
    assert "You have agreed." in (await stage.press("Ben", "Agree", theirs)).text
    assert stage.table().status == "paused"
    assert "Go on" in (await stage.press("Cid", "More")).message.labels


async def test_who_asks_the_same_agrees(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    await stage.slash("Ann", "/game time pause", state="on")
    said = await stage.slash("Cid", "/game time pause", state="on")
    assert "Agreed." in said.text
    assert stage.table().status == "paused"
    assert len(votes(stage)) == 1
    twice = await stage.slash("Ben", "/game time pause", state="on")
    assert "This game is paused already, since <t:" in twice.text


async def test_old_and_double_presses_of_votes(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    await stage.slash("Ann", "/game time pause", state="on")
    vote = stage.newest("Agree")
    number = vote.button("Agree").custom_id
    await stage.press("Ben", "Agree", vote)
    message = shown(stage)
    late = await stage.box.forge("Cid", vote, number)
    assert "This vote is closed: it was agreed." in late.text
    await stage.press("Ann", "Go on", message)
    await stage.settled()
    twice = await stage.box.forge("Cid", message, "x:1:4:go-on")
    assert "This game is not paused." in twice.text
    still = await stage.box.forge("Cid", message, "x:1:4:still")
    assert "This game goes on already." in still.text
    await stage.slash("Ann", "/game end")
    ending = stage.newest("Agree")
    for who in ("Ben", "Cid"):
        await stage.press(who, "Agree", ending)
    over = await stage.box.forge("Ann", ending, f"v:{2}:yes")
    assert "This vote is closed: it was agreed." in over.text
    for verb in ("go-on", "still", "pause", "end", "end-mod", "moderate:pause", "wake"):
        answer = await stage.box.forge("Ann", ending, f"x:1:4:{verb}")
        assert answer.private
        assert "Something went wrong" not in answer.text
        assert answer.text
    assert stage.tables.registry.table_in_channel(stage.box.channel(ROOM).id) is None


async def test_who_is_asked_in_a_pause_hears_of_it_after_their_quiet_hours(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    await stage.slash("Ann", "/game time pause", state="on")
    await stage.press("Ben", "Agree")
    who = stage.waited()
    rival = other(stage, who)
    await stage.tables.preferences.set_settings(stage.box.person(rival).id, {"quiet": around(stage, 2, 3)})
    await lay(stage)
    assert stage.waited() == rival
    assert shown(stage).pings == set()
    await passed(stage, 3.5)
    called = reminder(stage)
    assert called.pings == {rival}
    await passed(stage, 48)
    assert reminders(stage) == [called]


async def test_alone_nobody_ends_a_game_unasked(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", pace="none")
    await stage.press("Ann", "Add machine")
    await stage.press("Ann", "Start")
    await stage.settled()
    await stage.slash("Ann", "/game time pause", state="on")
    assert stage.table().status == "paused"
    assert "Nobody else has a say" in (await stage.slash("Ann", "/game end")).text
    await stage.press("Ann", "Go on", shown(stage))
    await passed(stage, 7 * DAY + 0.1)
    await passed(stage, 24 * DAY)
    assert stage.table().status == "frozen"
    assert "Nobody else has a say" in (await stage.slash("Ann", "/game end")).text
    assert stage.tables.registry.table_in_channel(stage.box.channel(ROOM).id) is not None


# --- options of a running game ------------------------------------------------------------------------------------


async def test_the_pace_of_a_running_game_is_asked(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    before = stage.table().stretches[0].timer.due or 0
    said = await stage.slash("Ann", "/game options", name="pace", value="3 days")
    assert "The table has been asked." in said.text
    assert stage.table().pace == "24h"
    assert "Ann asks to play at another pace: 72 h per move." in stage.newest("Agree").text
    await stage.press("Ben", "Agree")
    table = stage.table()
    assert table.pace == "72h"
    assert abs((table.stretches[0].timer.due or 0) - before - 48 * 3600) < 5
    assert "The table plays at another pace now: 72 h per move." in shown(stage).text
    assert f"due <t:{table.stretches[0].timer.due}:R>" in shown(stage).text
    same = await stage.slash("Ann", "/game options", name="pace", value="72h")
    assert "That is so already; there is nothing to ask." in same.text


async def test_what_happens_to_the_late_is_asked_by_a_list(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    opened = await stage.slash("Ben", "/game options")
    assert "Pace and what happens to who is late the table decides" in opened.text
    said = await stage.box.select("Ben", opened, "fallback", which="If late")
    await stage.settled()
    assert "The table has been asked." in said.text
    assert "Ben asks to change what happens if somebody is late: the clock plays it safe." in stage.newest("Agree").text
    await stage.press("Ann", "Agree")
    assert stage.table().late == "fallback"
    assert "If somebody is late from now on: the clock plays it safe." in shown(stage).text
    stranger = await stage.slash("Dan", "/game options")
    assert "this is how they stand" in stranger.text
    assert not stranger.message.selects


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (
            "language",
            "French",
            "The language cannot be French: this bot does not speak that yet. Possible: de, en, he and ro",
        ),
        ("language", "English", "That is so already"),
        ("pace", "soon", "The pace cannot be soon: that is no time."),
        ("late", "never", "cannot be never"),
        ("farmers", "per_city", "The rules of a running game cannot be changed."),
    ],
)
async def test_what_cannot_be_asked(stage: Stage, name: str, value: str, why: str) -> None:
    await begun(stage, "Ann", "Ben")
    assert why in (await stage.slash("Ann", "/game options", name=name, value=value)).text
    assert votes(stage) == []


async def test_a_stranger_asks_nothing(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    assert "You are not at this table." in (await stage.slash("Dan", "/game options", name="pace", value="12h")).text
    assert "You are not at this table." in (await stage.slash("Dan", "/game time pause", state="on")).text
    forged = await stage.box.forge("Dan", shown(stage), "l:1:pace", ["12h"])
    assert "You are not at this table." in forged.text
    assert votes(stage) == []


async def test_completion_knows_the_language(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    named = await stage.box.complete("Ann", ROOM, "/game options", "name", "lang")
    assert [choice.value for choice in named] == ["language"]
    offered = await stage.box.complete("Ann", ROOM, "/game options", "value", "", name="language")
    assert [(choice.label, choice.value) for choice in offered] == [
        ("Deutsch (German)", "de"),
        ("English", "en"),
        ("עברית (Hebrew)", "he"),
        ("română (Romanian)", "ro"),
    ]


async def test_more_time_takes_a_reminder_away(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    await passed(stage, 24.2)
    up = reminder(stage, "is up")
    one, two = (name for name in ("Ann", "Ben", "Cid") if name != stage.waited())
    await stage.slash(one, "/game options", name="pace", value="72h")
    await stage.press(two, "Agree")
    assert up.deleted
    assert reminders(stage) == []


# --- moderators --------------------------------------------------------------------------------------------------


async def test_a_moderator_pauses_goes_on_and_ends_by_name(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    stage.box.allow(ROOM, "manage_messages", who="Dan")
    before = shown(stage)
    said = await stage.slash("Dan", "/game time pause", state="on")
    assert "The game is paused, and the message of the table says that you did it." in said.text
    paused = shown(stage)
    assert paused.id != before.id
    assert paused.silent
    assert "by Dan, a moderator: the clocks stand" in paused.text
    await stage.press("Dan", "Go on", paused)
    assert stage.table().status == "active"
    assert "Dan, a moderator, lets the game go on." in shown(stage).text
    more = await stage.press("Dan", "More")
    assert {"Pause", "End the game…"} <= set(more.message.labels)
    assert "Resign…" not in more.message.labels
    sure = await stage.press("Dan", "End the game…", more)
    assert "You do not play here." in sure.text
    await stage.press("Dan", "Yes, end it as a moderator", sure)
    over = stage.newest("Rematch")
    assert "Dan, a moderator, has ended the game without a winner." in over.text
    assert over.pings == {"Ann", "Ben"}


async def test_a_moderator_sees_no_hand_and_moves_for_nobody(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid", kind="catan")
    stage.box.allow(ROOM, "manage_messages", who="Dan")
    for button in ("My move", "My hand"):
        assert "You are not at this table." in (await stage.press("Dan", button)).text
    seq = stage.table().seq
    assert "You are not at this table." in (await stage.slash("Dan", "/game undo")).text
    assert "You are not at this table." in (await stage.slash("Dan", "/game options", name="pace", value="12h")).text
    assert stage.table().seq == seq


async def test_a_moderator_who_plays_asks_and_may_decide(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    stage.box.allow(ROOM, "manage_messages", who="Ann")
    said = await stage.slash("Ann", "/game time pause", state="on")
    assert stage.table().status == "active"
    await stage.press("Ann", "At once, as a moderator", said)
    assert stage.table().status == "paused"
    assert "by Ann, a moderator" in shown(stage).text
    assert "**Closed:** the game has moved on." in votes(stage)[-1].text
    asked = await stage.slash("Ann", "/game end")
    sure = await stage.press("Ann", "At once, as a moderator", asked)
    await stage.press("Ann", "Yes, end it as a moderator", sure)
    assert "Ann, a moderator, has ended the game" in stage.newest("Rematch").text


async def test_who_is_no_moderator_is_refused(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben")
    for verb in ("moderate:pause", "moderate:end", "end-mod"):
        forged = await stage.box.forge("Ann", shown(stage), f"x:1:4:{verb}")
        assert "That needs the right Manage Messages here." in forged.text
    assert stage.table().status == "active"


async def test_a_moderator_closes_a_lobby(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    lobby = stage.newest("Join")
    stage.box.allow(ROOM, "manage_messages", who="Dan")
    sure = await stage.slash("Dan", "/game end")
    assert "want to close this lobby?" in sure.text
    await stage.press("Dan", "Yes, close it as a moderator", sure)
    closed = stage.newest(text="was closed by Dan, a moderator")
    assert not closed.buttons
    assert lobby.deleted or not lobby.buttons
    assert stage.tables.registry.table_in_channel(stage.box.channel(ROOM).id) is None
