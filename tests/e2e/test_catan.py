"""Catan in the channel: who is told of offers and when, buttons of decisions, the parts of the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from playground.driver import Answer, Shown
from rules.catan.cards import RESOURCES, unpack_cards
from tests.e2e.conftest import Stage

PEOPLE = ("Ann", "Ben", "Cid")
RECORDS = Path(__file__).parent.parent / "records" / "catan"
ANSWERS = ["Accept", "Decline", "Counter…"]


def live(stage: Stage) -> Shown:
    return stage.newest("My move")


def hand(stage: Stage, name: str) -> list[str]:
    seat = next(seat.index for seat in stage.table().seats if seat.name == name)
    return list(unpack_cards(stage.table().state.hands[seat]))


async def in_main(stage: Stage) -> str:
    """A game in which somebody has rolled and holds a card; its name."""
    await stage.recorded(RECORDS / "trade_counter.game", *PEOPLE)
    name = stage.waited()
    await stage.press(name, "Roll dice")
    assert "build, trade, or end the turn" in live(stage).content
    assert hand(stage, name)
    return name


def offered(stage: Stage, name: str) -> dict[str, str]:
    """Something that name can offer: one of a kind held for one of another."""
    give = hand(stage, name)[0]
    return {"give": give, "want": next(card for card in RESOURCES if card != give)}


async def test_who_was_told_of_an_offer_is_not_told_of_the_next_one_at_once(stage: Stage) -> None:
    maker = await in_main(stage)
    others = set(PEOPLE) - {maker}
    first = live(stage)
    await stage.slash(maker, "/catan trade offer", **offered(stage, maker))
    told = live(stage)
    assert (told.id != first.id, told.pings) == (True, others)
    assert told.labels[5:] == ANSWERS
    waiting = told.content.splitlines()[-1]
    assert waiting.startswith(f"**Waiting for** {maker}: ")
    assert "if you like: answer offer 2" in waiting
    await stage.slash(maker, "/catan trade cancel")
    await stage.slash(maker, "/catan trade offer", **offered(stage, maker))
    again = live(stage)
    assert again.id == told.id
    assert "answer offer 3" in again.content
    await stage.slash(maker, "/catan trade cancel")
    await stage.later(31 * 60)
    await stage.slash(maker, "/catan trade offer", **offered(stage, maker))
    late = live(stage)
    assert (late.id != told.id, late.pings) == (True, others)


async def test_only_who_is_asked_may_answer(stage: Stage) -> None:
    maker = await in_main(stage)
    one, other = sorted(set(PEOPLE) - {maker})
    await stage.slash(maker, "/catan trade offer", whom=one, **offered(stage, maker))
    shown = live(stage)
    assert shown.pings == {one}
    assert "That offer is closed." in (await stage.press(other, "Decline", shown)).text
    await stage.press(one, "Decline", shown)
    assert "Nobody takes it." in live(stage).content
    assert live(stage).labels[5:] == []
    await stage.press(maker, "Withdraw", await stage.press(maker, "My move"))
    assert live(stage).labels[5:] == []
    assert "That offer is closed." in (await stage.slash(one, "/catan trade decline")).text
    again = await stage.slash(one, "/game move", line="trade-decline 2")
    assert "That offer is closed." in again.text


async def test_a_counter_is_typed_or_chosen(stage: Stage) -> None:
    maker = await in_main(stage)
    for name in sorted(set(PEOPLE) - {maker}):
        if hand(stage, name):
            break
    await stage.slash(maker, "/catan trade offer", **offered(stage, maker))
    refused = await stage.press("Ann" if maker != "Ann" else "Ben", "Counter…")
    assert refused.modal is not None
    screen = await stage.press(name, "My move")
    screen = await stage.press(name, "Counter…", screen)
    have = hand(stage, name)[0]
    screen = await stage.box.select(name, screen, have, which=0)
    screen = await stage.box.select(name, screen, next(c for c in RESOURCES if c != have), which=1)
    assert not screen.message.button("Send counter-offer").disabled
    done = await stage.press(name, "Send counter-offer", screen)
    assert "Done" in done.text
    assert f"{name} would give 1 {have}" in live(stage).content


@pytest.mark.parametrize(("part", "last"), [("Corners", 53), ("Paths", 71), ("Hexes", 18)])
async def test_all_numbers_of_the_board(stage: Stage, part: str, last: int) -> None:
    await stage.game(*PEOPLE, kind="catan", map="beginner")
    board: Answer = await stage.slash("Ann", "/game board")
    shown = await stage.press("Ann", part, board)
    assert str(last) in shown.message.pictures[0].alt


async def test_the_board_says_what_was_rolled_so_far(stage: Stage) -> None:
    """To everybody, in words, as a picture behind a button, and in the text."""
    await in_main(stage)
    rolls = sum(stage.table().state.sums)
    for name in PEOPLE:
        board: Answer = await stage.slash(name, "/game board")
        assert f"Dice so far, {rolls} roll" in board.text
        shown = await stage.press(name, "Dice so far", board)
        assert f"Dice so far, {rolls} roll" in shown.message.pictures[0].alt
    assert f"Dice so far, {rolls} roll" in (await stage.slash("Ben", "/game board", text=True)).text


async def test_before_the_first_roll_nothing_is_said_of_dice(stage: Stage) -> None:
    await stage.game(*PEOPLE, kind="catan", map="beginner")
    board: Answer = await stage.slash("Ann", "/game board")
    assert "Dice so far" not in board.text
    assert "Dice so far" not in board.message.labels


async def test_cities_and_knights_is_opened_by_its_mode(stage: Stage) -> None:
    await stage.slash("Ann", "/catan new", mode="cities-knights", rules="colonist", map="random")
    choices = stage.table().choices
    assert choices.modules == ("cities_knights",)
    assert (choices.get("rules"), choices.get("map")) == ("colonist", "random")
    assert stage.table().max_seats == 6


async def test_machines_answer_an_offer_once_and_nobody_waits_for_them(stage: Stage) -> None:
    await stage.slash("Ann", "/catan new", seats=3, map="beginner")
    await stage.slash("Ann", "/game seat machine", level="normal")
    await stage.slash("Ann", "/game seat machine", level="easy")
    await stage.press("Ann", "Start")
    for _ in range(20):
        table = stage.table()
        assert table.game is not None
        seat = next(seat.index for seat in table.seats if seat.is_human)
        lines = [str(move) for move in table.game.legal(table.state, seat)]
        if "end" in lines and hand(stage, "Ann"):  # in their own turn, when machines may have offered something before
            break
        await stage.slash("Ann", "/game move", line=lines[0])
    await stage.slash("Ann", "/catan trade offer", **offered(stage, "Ann"))
    offer = stage.table().state.offer
    others = {seat.index for seat in stage.table().seats if not seat.is_human}
    history = await stage.tables.history.read_entries(stage.table().id)
    answers = [entry.seat for entry in history if entry.kind == "move" and entry.seat in others][-2:]
    assert set(answers) == others
    assert {answer.seat for answer in offer.answers} == others
    before = stage.table().seq
    await stage.settled()
    assert stage.table().seq == before
    assert stage.table().seats_to_move == (seat,)


async def test_a_card_is_explained_with_its_picture(stage: Stage) -> None:
    for topic, name in (("catan spy", "Spy"), ("Year of Plenty", "Year of Plenty")):
        shown = await stage.slash("Dan", "/game help", topic=topic)
        assert shown.text.startswith(f"**{name}**")
        assert shown.message.pictures
    words = await stage.slash("Dan", "/game help", topic="catan barbarians")
    assert words.text.startswith("**Barbarians**")


async def test_a_refusal_says_what_lies_around_a_corner_with_its_number(stage: Stage) -> None:
    name = await in_main(stage)
    built = stage.table().public_view.buildings[0].corner
    refused = await stage.slash(name, "/game move", line=f"build-settlement v{built}")
    assert refused.private
    assert re.search(rf"(Hills|Forest|Pasture|Fields|Mountains) .+ \(v{built}\)", refused.text)
