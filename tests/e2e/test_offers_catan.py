"""Offers by the buttons of the table message: answers may be changed, nobody answers themselves, what counters say."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.driver import Answer, Shown
from tests.e2e.conftest import Stage
from tests.e2e.laid import laid_out, lay
from tests.rules.catan.table import Table as Position

STALE = "The table has moved on since this button was made."
OWN = "This is your own offer. You can withdraw it under My move."


@pytest.fixture
async def offered(tmp_path: Path) -> AsyncIterator[Stage]:
    """Ann offers 1 brick for 1 wool to Ben and Cid."""
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3).settlement(0, 23).hand(0, "1 brick, 1 ore").hand(1, "2 wool").hand(2, "1 grain"))
        await stage.slash("Ann", "/catan trade offer", give="brick", want="wool")
        yield stage


def live(stage: Stage) -> Shown:
    return stage.newest("My move")


def said(stage: Stage) -> dict[int, str]:
    return {answer.seat: answer.kind for answer in stage.table().state.offer.answers}


async def counter(stage: Stage, form: Answer, **fields: str) -> None:
    """Ben sends the window of a counter-offer, and it is played."""
    seq = stage.table().seq
    await stage.box.submit("Ben", form, fields)
    async with asyncio.timeout(20):
        while stage.table().seq == seq:
            await asyncio.sleep(0.01)
    await stage.settled()


async def test_an_answer_is_changed_by_the_button_of_an_earlier_message(offered: Stage) -> None:
    shown = live(offered)
    accept, decline, window = (button.custom_id for button in shown.buttons[5:8])
    assert [button.label for button in shown.buttons[5:8]] == ["Accept", "Decline", "Counter…"]
    box = offered.box
    await box.forge("Ben", shown, decline)
    assert "Done" in (await box.forge("Ben", shown, accept)).text
    assert said(offered) == {1: "accept"}
    seq = offered.table().seq
    again = await box.forge("Ben", shown, accept)  # tapped twice: played once
    assert "Already played: Accept offer 1" in again.text
    assert offered.table().seq == seq
    form = await box.forge("Ben", shown, window)
    await counter(offered, form, give="1 wool", want="1 ore")
    assert said(offered) == {1: "counter"}
    await box.forge("Ben", shown, decline)
    assert said(offered) == {1: "decline"}
    await offered.settled()


async def test_who_has_not_answered_is_still_called_after_an_edit(offered: Stage) -> None:
    shown = live(offered)
    ben, cid = (f"<@{offered.box.person(name).id}>" for name in ("Ben", "Cid"))
    assert shown.content.startswith(f"{ben} {cid}: Ann offers ")
    await offered.press("Ben", "Decline")
    assert live(offered).id == shown.id
    assert shown.content.startswith(f"{cid}: Ann offers ")
    await offered.press("Cid", "Decline")
    assert "<@" not in shown.content


async def test_a_button_of_an_offer_that_was_taken_back_answers_no_other(offered: Stage) -> None:
    shown = live(offered)
    accept = shown.buttons[5].custom_id
    await offered.slash("Ann", "/game undo")
    await offered.slash("Ann", "/catan trade offer", give="ore", want="wool,wool")
    assert offered.table().state.offer.number == 1
    assert STALE in (await offered.box.forge("Ben", shown, accept)).text
    assert said(offered) == {}


async def test_nobody_answers_the_own_offer(offered: Stage) -> None:
    for button in ("Accept", "Decline", "Counter…"):
        answer = await offered.press("Ann", button)
        assert answer.kind == "message"
        assert answer.private
        assert answer.text == OWN
        assert answer.message.labels == ["My move"]
    assert said(offered) == {}


async def test_the_window_of_a_counter_says_what_it_answers_and_how_cards_are_written(offered: Stage) -> None:
    form = await offered.press("Ben", "Counter…")
    assert form.modal.title == "Counter: 1 brick for 1 wool"
    assert [one.label for one in form.modal.fields] == [
        "What you give (asked for: 1 wool)",
        "What you want (offered: 1 brick)",
    ]
    refused = await offered.box.submit("Ben", form, {"give": "5 dragons", "want": "1 ore"})
    assert refused.text.startswith('I cannot read "5 dragons" as cards. Write it like 2 brick, 1 lumber.')
    again = await offered.press("Ben", "Counter…")
    await counter(offered, again, give="2 wool", want="1 ore, 1 brick")
    assert "Ben would give 2 wool for 1 brick and 1 ore." in live(offered).content
    typed = await offered.slash("Ben", "/catan trade counter", give="5 dragons", want="ore")
    assert typed.text.startswith('I cannot read "5 dragons" as cards.')


async def test_moves_name_what_is_possible_and_not_listed(offered: Stage) -> None:
    listed = await offered.slash("Ann", "/game moves")
    found = re.search(r"\*\*Offer a trade\*\* \(too many to be listed\)\n`(trade-offer [^`]+)`", listed.text)
    assert found, listed.text
    assert "Done" in (await offered.slash("Ann", "/game move", line=found[1])).text


async def test_a_command_that_is_not_possible_says_why(offered: Stage) -> None:
    bare = await offered.slash("Ann", "/catan build city")
    assert bare.text == "City: You lack 2 grain and 2 ore."
    far = await offered.slash("Ann", "/game move", line="build-settlement")
    assert far.text == "Settlement: Your roads reach no free corner far enough from all buildings."
    late = await offered.slash("Ann", "/catan roll")
    assert late.text == 'You are asked to play on, or choose who trades now. "Roll dice" is no answer to that.'


async def test_the_offer_stands_in_the_message_as_long_as_it_is_open(offered: Stage) -> None:
    ben, cid = (offered.box.person(name).id for name in ("Ben", "Cid"))
    assert live(offered).content.splitlines()[0] == f"<@{ben}> <@{cid}>: Ann offers 1 brick for 1 wool."
    line = "Offer 1: Ann gives 1 brick and wants 1 wool."
    assert line in live(offered).content
    await offered.press("Ben", "Accept")
    assert f"{line} Ben accepts." in live(offered).content
    assert "Cid, if you like" in live(offered).content
    await offered.press("Cid", "Decline")
    assert f"{line} Ben accepts. Cid declines." in live(offered).content
    assert "if you like" not in live(offered).content
    assert live(offered).content.count("declines") == 1
    await offered.press("Ben", "Decline")
    assert f"{line} Nobody takes it." in live(offered).content
    assert live(offered).labels[5:] == []
    screen = await offered.press("Ben", "My move")
    assert f"{line} Nobody takes it." in screen.text
    await offered.press("Ben", "Accept instead", screen)  # as long as it is open
    assert said(offered) == {2: "decline", 1: "accept"}
    assert live(offered).labels[5:] == ["Accept", "Decline", "Counter…"]


async def test_who_has_answered_sees_no_green_button_for_it(offered: Stage) -> None:
    def styles(shown: Shown) -> dict[str, tuple[str, bool]]:
        return {button.label: (button.style, button.disabled) for button in shown.buttons}

    await offered.press("Ben", "Accept")
    assert styles(live(offered))["Accept"] == ("success", False)  # Cid is still asked
    screen = (await offered.press("Ben", "My move")).last
    assert screen is not None
    assert styles(screen)["You accepted"] == ("secondary", True)
    assert styles(screen)["Decline instead"] == ("secondary", False)
    asked = (await offered.press("Cid", "My move")).last
    assert asked is not None
    assert styles(asked)["Decline"] == ("success", False)
    await offered.press("Cid", "Decline")
    assert styles(live(offered))["Accept"] == styles(live(offered))["Decline"] == ("secondary", False)


async def test_who_has_answered_before_the_message_goes_out_is_not_pinged(offered: Stage) -> None:
    """The next offer of a later time is a new message; Ben is faster than it."""
    await offered.later(40 * 60)
    publisher = offered.running.bot.publisher if offered.running is not None else None
    assert publisher is not None
    publisher.settle_seconds = 3600  # until the clock is moved
    await offered.box.slash("Ann", "table", "/catan trade offer", give="ore", want="wool")
    await offered.box.slash("Ben", "table", "/catan trade decline")
    assert said(offered) == {1: "decline"}
    publisher.settle_seconds = 0
    await offered.later(3601)
    assert live(offered).content.splitlines()[0].startswith(f"<@{offered.box.person('Cid').id}>: Ann offers 1 ore")
    assert live(offered).pings == {"Cid"}
