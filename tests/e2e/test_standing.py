"""Settings of a person and standing answers of a table, on the screens of who gives them and of the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ai
from cogs.screen import ids
from playground.driver import Answer, Shown
from service.machines.machines import ANSWER_SECONDS
from tests.dealer import Dealer
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import asked_between, laid_out, lay, on_screen, taps
from tests.e2e.screens import offered
from tests.e2e.story import spoken
from tests.rules.catan.table import Table as Position
from tools.soak.secrecy.seen import Names, describe_difference, observe_answers, observe_message

ROLL, DECLINE, SKIP = "Roll by itself", "Decline all offers", "Skip special builds"


def live(stage: Stage) -> Shown:
    return stage.newest("My move")


async def tap(stage: Stage, who: str, answer: Answer, label: str) -> Answer:
    """Press a button of a private screen."""
    done = await stage.box.press(who, on_screen(answer), label)
    await stage.settled()
    return done


async def answers(stage: Stage, who: str) -> Answer:
    """More, Standing answers."""
    return await tap(stage, who, await stage.press(who, "More"), "Standing answers")


async def give(stage: Stage, who: str, name: str) -> Answer:
    shown = await answers(stage, who)
    return shown if f"{name}: on" in offered(on_screen(shown)) else await tap(stage, who, shown, f"{name}: off")


# --- settings


async def test_settings_are_switched_by_buttons_and_kept(stage: Stage) -> None:
    shown = await stage.slash("Ann", "/game settings")
    assert ROLL not in shown.text
    shown = await tap(stage, "Ann", shown, "In the games…")
    assert f"**{ROLL} (Catan)**: off." in shown.text
    assert "**Tips**: on." in shown.text
    assert on_screen(shown).message.only_for is not None
    shown = await tap(stage, "Ann", shown, f"{ROLL} (Catan): turn on")
    assert f"**{ROLL} (Catan)**: on." in shown.text
    assert f"**{ROLL} (Catan)**: off." in (await stage.slash("Ben", "/game settings", name="tips")).text
    await stage.restart()
    shown = await tap(
        stage, "Ann", await stage.slash("Ann", "/game settings", room=stage.box.dm("Ann")), "In the games…"
    )
    assert f"**{ROLL} (Catan)**: on." in shown.text
    shown = await tap(stage, "Ann", shown, f"{ROLL} (Catan): turn off")
    assert f"**{ROLL} (Catan)**: off." in shown.text
    shown = await tap(stage, "Ann", shown, "My settings")
    assert "**Reminders**" in shown.text
    assert on_screen(shown).has_button("In the games…")


async def test_settings_are_typed(stage: Stage) -> None:
    said = await stage.slash("Ann", "/game settings", name="skip_build", value="on")
    assert said.text == f"{SKIP} (Catan): now on."
    said = await stage.slash("Ann", "/game settings", name="decline all", value="ON")
    assert said.text == f"{DECLINE} (Catan): now on."
    assert f"**{SKIP} (Catan)**: on." in (await stage.slash("Ann", "/game settings", name="tips")).text
    said = await stage.slash("Ann", "/game settings", name="colour", value="red")
    assert said.text.startswith("The setting cannot be colour: there is no such thing. Possible: ")
    assert ROLL in said.text
    said = await stage.slash("Ann", "/game settings", name="tips", value="sometimes")
    assert said.text == "Tips cannot be sometimes: there is no such thing. Possible: on and off"


async def test_what_can_be_set_is_completed(stage: Stage) -> None:
    found = await stage.box.complete("Ann", ROOM, "/game settings", "name")
    times = {"ping", "reminders", "timezone", "quiet", "rest", "digest", "vacation_auto", "language"}
    assert {choice.value for choice in found} == {"auto_roll", "decline_trades", "skip_build", "tips", "rating"} | times
    found = await stage.box.complete("Ann", ROOM, "/game settings", "name", "offers")
    assert [(choice.label, choice.value) for choice in found] == [(f"{DECLINE} (Catan)", "decline_trades")]
    found = await stage.box.complete("Ann", ROOM, "/game settings", "value", "", name="tips")
    assert [choice.value for choice in found] == ["on", "off"]
    assert await stage.box.complete("Ann", ROOM, "/game settings", "value", "", name="nothing") == []


async def test_no_more_tips_holds_for_good_and_can_be_revoked(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    assert "Tip:" in (first := await stage.press(who, "My move")).text
    assert "Tip:" not in (await tap(stage, who, first, "No more tips")).text
    await stage.restart()
    assert "Tip:" not in (await stage.press(who, "My move")).text
    await stage.slash(who, "/game settings", name="tips", value="on")
    told = ["Tip:" in (await stage.press(who, "My move")).text for _ in range(4)]
    assert told == [True, True, True, False]


# --- a table


async def test_answers_of_a_table_are_given_refused_and_left_to_the_settings(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await asked_between(stage)
        await lay(stage, Position(3, special_build="on"))
        shown = await answers(stage, "Ben")
        assert on_screen(shown).message.only_for is not None
        row = [button.label for button in on_screen(shown).buttons]
        assert row == [f"{ROLL}: off", f"{DECLINE}: off", f"{SKIP}: off", "Close"]
        assert f"**{SKIP}**: Between the turns" in shown.text
        shown = await tap(stage, "Ben", shown, f"{SKIP}: off")
        assert f"{SKIP}: on" in offered(on_screen(shown))
        await stage.slash("Ben", "/game settings", name="skip_build", value="on")
        shown = await tap(stage, "Ben", await answers(stage, "Ben"), f"{SKIP}: on")
        assert f"{SKIP}: off" in offered(on_screen(shown))
        shown = await tap(stage, "Ben", shown, f"{SKIP}: off")  # as it is set: from here on it follows the settings
        await stage.slash("Ben", "/game settings", name="skip_build", value="off")
        assert f"{SKIP}: off" in offered(on_screen(await answers(stage, "Ben")))
        assert f"{SKIP}: off" in offered(on_screen(await answers(stage, "Ann")))


async def test_who_lets_special_builds_go_by_is_not_pinged(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await asked_between(stage)
        await lay(stage, Position(3, special_build="on"))
        await give(stage, "Ben", SKIP)
        await taps(stage, "Ann", "End turn")
        shown = live(stage)
        assert shown.pings == {"Cid"}
        assert "**Waiting for** Cid" in shown.content
        assert "has built enough" not in shown.content
        await stage.press("Ben", "My move")  # is not asked any more
        assert stage.waited() == "Cid"
        await stage.press("Cid", "Nothing to build")
        assert live(stage).pings == {"Ben"}
        assert "roll the dice" in live(stage).content


async def test_an_open_question_is_answered_at_once_and_may_be_taken_back(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await asked_between(stage)
        await lay(stage, Position(3, special_build="on"))
        await taps(stage, "Ann", "End turn")
        assert stage.waited() == "Ben"
        await give(stage, "Ben", SKIP)
        assert stage.waited() == "Cid"
        await tap(stage, "Ben", await stage.press("Ben", "More"), "Undo")
        assert stage.waited() == "Ben"
        await stage.press("Ben", "Nothing to build")
        assert stage.waited() == "Cid"


async def test_an_offer_is_declined_and_may_still_be_accepted(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3).hand(0, "1 brick").hand(1, "1 ore"))
        await give(stage, "Ben", DECLINE)
        await stage.slash("Ann", "/catan trade offer", give="brick", want="ore")
        shown = live(stage)
        assert shown.pings == {"Cid"}
        assert "wants 1 ore. Ben declines." in shown.content
        await stage.press("Ben", "Accept")
        assert "wants 1 ore. Ben accepts." in live(stage).content
        assert [answer.kind for answer in stage.table().state.offer.answers] == ["accept"]


async def test_the_dice_roll_by_themselves_and_the_player_is_told_then(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3))
        await stage.slash("Ben", "/game settings", name="auto_roll", value="on")
        await taps(stage, "Ann", "End turn")
        shown = live(stage)
        assert shown.pings == {"Ben"}
        assert "Ben rolled" in spoken(shown.content)
        assert "roll the dice" not in shown.content.splitlines()[0]


async def test_nobody_else_sees_or_presses_them(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        stage.box.add_person("Zoe")
        await lay(stage, Position(3, special_build="on"))
        await give(stage, "Ben", DECLINE)
        table = stage.table()
        more = await stage.press("Zoe", "More")
        assert not on_screen(more).has_button("Standing answers")
        made = ids.action_custom_id(table.id, table.seq, "answer", "skip_build=off")
        for custom_id in (made, ids.action_custom_id(table.id, table.seq, "standing")):
            assert "You are not at this table." in (await stage.box.forge("Zoe", live(stage), custom_id)).text
        shown = await stage.box.forge("Ann", live(stage), made)  # Ann's own, not Ben's
        assert f"{SKIP}: off" in offered(on_screen(shown))
        user = {seat.name: seat.user_id for seat in table.seats}
        assert stage.table().standing == ((user["Ann"], "skip_build", False), (user["Ben"], "decline_trades", True))
        for odd in ("skip_build=perhaps", "never_bid=on", "", "skip_build"):
            shown = await stage.box.forge("Ann", live(stage), ids.action_custom_id(table.id, table.seq, "answer", odd))
            assert "The table has moved on" in shown.text
        assert (
            "The table has moved on"
            in (await stage.box.forge("Ann", live(stage), ids.action_custom_id(0, 0, "setting", "tips=perhaps"))).text
        )
        left = await answers(stage, "Ben")
        await stage.tables.moves.resign(table.id, user["Ben"])
        assert "You have left this table." in (await tap(stage, "Ben", left, f"{SKIP}: on")).text


async def test_what_is_over_is_answered_no_more(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3, special_build="on"))
        shown = await answers(stage, "Ben")
        ann, *others = [seat.user_id for seat in stage.table().seats]
        vote = await stage.tables.votes.propose_vote(stage.table().id, ann, "end")
        for user in others:
            await stage.tables.votes.answer_vote(vote.id, user, True)
        await stage.settled()
        assert "This game is over." in (await tap(stage, "Ben", shown, f"{SKIP}: on")).text


async def test_a_game_without_answers_has_no_button_for_them(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    more = await stage.press("Ann", "More")
    assert on_screen(more).has_button("My settings")
    assert not on_screen(more).has_button("Standing answers")
    table = stage.table()
    shown = await stage.box.forge("Ann", live(stage), ids.action_custom_id(table.id, table.seq, "standing"))
    assert shown.text == "In this game there is nothing that could be answered for you."


async def others_see(folder: Path, *hands: str) -> list[Any]:
    """Ben declines and rolls unasked; Ben and Cid hold that: every byte that Ann, Cid and a stranger get to see."""
    folder.mkdir()
    async with laid_out(folder, "catan", 3, still=True) as stage:
        stage.box.add_person("Zoe")
        await lay(stage, Position(3).hand(0, "1 brick").hand(1, hands[0]).hand(2, hands[1]))
        names, seen = Names(), []
        await give(stage, "Ben", DECLINE)
        await give(stage, "Ben", ROLL)
        for lines in ("trade-offer brick ore 1,2", "end"):
            done = len(stage.box.requests)
            seen += observe_answers(await stage.slash("Ann", "/game move", line=lines), names)
            seen += [observe_message(shown, names) for shown in stage.box.messages(ROOM)]
            seen.append([(r.route, r.status) for r in stage.box.requests[done:] if "/channels/" in r.route])
            for who in ("Ann", "Cid", "Zoe"):
                seen += observe_answers(await stage.slash(who, "/game log"), names)
                seen += observe_answers(await stage.slash(who, "/game export", what="record"), names)
                seen += observe_answers(await stage.press(who, "More"), names)
        kinds = [entry.move.split()[0] for entry in await stage.tables.history.read_entries(stage.table().id)][-4:]
        assert kinds == ["trade-offer", "trade-decline", "end", "roll"]
        return seen


async def test_what_is_answered_tells_nothing_of_the_hand(tmp_path: Path) -> None:
    with_it = await others_see(tmp_path / "a", "1 ore", "1 wool")
    without = await others_see(tmp_path / "b", "1 wool", "1 ore")
    assert with_it == without, describe_difference("what others see", with_it, without)


async def test_a_person_alone_is_heard_by_machines(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai, "players_by_level", lambda: {"easy": Dealer()})
    stage.tables.registry.shuffle = lambda seats: None
    await stage.slash("Ann", "/catan new", seats=4)
    for _ in range(3):
        await stage.press("Ann", "Add machine")
    await stage.press("Ann", "Start")
    await lay(stage, Position(4, active=1).hand(0, "1 ore").hand(1, "2 brick").hand(2, "2 wool").hand(3, "2 wool"))
    offered = stage.table().state.offer
    assert offered is not None
    assert "Ann" in live(stage).pings
    await stage.press("Ann", "Decline")
    assert stage.table().state.offer.number == offered.number + 1  # the first went on, and the next offers too
    await stage.later(ANSWER_SECONDS)
    assert stage.table().state.offer.number == offered.number + 2
    await stage.later(ANSWER_SECONDS)
    assert stage.waited() == "Ann"
