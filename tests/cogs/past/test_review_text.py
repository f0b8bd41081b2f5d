"""The words of a review: short enough for a message, the same numbers as in its picture."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.past.review_text import REVIEW_LENGTH, build_review_page, describe_review, format_percent
from render.core.fonts import visual_order
from rules.core import Choices
from service.state.model import LogEntry, Seat, StoredEvent, Table, TableChannel
from service.state.review_summary import CostlyDecision, LuckSwing, Review, SeatAccount
from words import Voice

NAMES = ("Ann", "Ben")
TABLE = Table(
    id=7,
    kind="citadels",
    choices=Choices(),
    home=TableChannel(7, 70),
    status="over",
    host=101,
    max_seats=2,
    seats=tuple(Seat(n, 101 + n, name, "RB"[n], place=2 - n) for n, name in enumerate(NAMES)),
    order=None,
    language="en",
    thread=False,
    tidy=None,
    tag="0123abcd",
    seq=9,
    created_at=0,
    updated_at=0,
)
WHY = ("cit.because.gold", {"n": 3})
SWING = CostlyDecision(9, 2, 0, "gold", "cards", 84, 300, (WHY, ("cit.because.crown", {})))
FOUND = Review(
    ((1, (500, 500)), (2, (400, 600)), (3, (0, 1000))),
    (SWING,),
    (LuckSwing(5, 1, 0, "gold", 1, 33, (1, "end")),),
    (SeatAccount(84, 1, -33, 4, 5.5), SeatAccount(0, 0, 33, 3, 3)),
)
SAY = Voice("en", list(NAMES))


@pytest.mark.parametrize(
    ("parts", "sign", "told"),
    [
        (0, True, "0"),
        (84, False, "8"),
        (3, False, "< 1"),
        (-3, True, "> −1"),
        (126, True, "+13"),
        (1000, False, "100"),
    ],
)
def test_chances_are_whole_percent(parts: int, sign: bool, told: str) -> None:
    assert format_percent(parts, sign=sign) == told


def test_it_says_what_was_played_what_was_better_and_why() -> None:
    told = describe_review(SAY, TABLE, "Citadels", FOUND, {})
    assert told.startswith("**Review** · Citadels #7")
    assert "1. Round 2, Ann: Take 2 gold. **Better:** Draw cards. 30 % instead of 22 %." in told
    assert "\n-# Ann keeps 3 gold more. Ann chooses the next character sooner.\n" in told
    assert "All together lost 8 % by 1 mistake that was found. Most luck: Ben, +3 %." in told
    assert "Ben: End your turn. **Ben +3 %**" in told


def test_what_is_told_of_a_decision_adds_up() -> None:
    """73.4 % instead of 69.9 % are 4 % in the table, and were told as 73 instead of 70."""
    found = replace(FOUND, swings=(replace(SWING, cost=35, chance=734),))
    assert "73 % instead of 69 %." in describe_review(SAY, TABLE, "Citadels", found, {})


def test_of_a_long_story_the_beginning_and_what_struck_that_seat_is_told() -> None:
    """Where its end alone was kept, the cause was what fell away."""
    crown = StoredEvent("cit.crown.moved", {"from_seat": 1, "seat": 1})
    struck = StoredEvent("cit.crown.moved", {"from_seat": 0, "seat": 1})

    def told(*events: StoredEvent) -> str:
        entry = LogEntry(5, 1, "move", "end", (), False, events, 0, None, 5)
        found = replace(FOUND, strokes=(LuckSwing(5, 1, 0, "gold", 0, 33),))
        return describe_review(SAY, TABLE, "Citadels", found, {5: entry}).rpartition("Round 1")[2]

    own, other = "The crown went from Ann to Ben.", "The crown went from Ben to Ben."
    assert f" {other} … {own} **Ann +3 %**" in told(*[crown] * 3, struck, *[crown] * 3)
    assert f" {other} … {other} **Ann +3 %**" in told(*[crown] * 7)
    assert f" {other} {own} {other} **Ann +3 %**" in told(crown, struck, crown)


def test_luck_names_the_cards_that_only_some_saw() -> None:
    """The game is over; *Ben drew 2 cards* does not say what was lucky in it."""
    kept = (
        StoredEvent("cit.action.drew", {"seat": 1, "n": 2}),
        StoredEvent("cit.action.drew_own", {"districts": ["palace", "tavern"]}, frozenset({1})),
        StoredEvent("cit.power.swap_own", {"districts": ["manor"]}, frozenset({0})),
    )
    entry = LogEntry(5, 1, "move", "cards", (), False, kept, 0, None, 5)
    told = describe_review(SAY, TABLE, "Citadels", FOUND, {5: entry})
    assert "- Round 1: Ben drew Palace and Tavern. Ben: End your turn. **Ben +3 %**" in told


def test_what_somebody_else_did_after_the_dice_is_told_where_they_were_struck() -> None:
    """Another player gave back a card when somebody drew the one that won."""
    rolled = StoredEvent("catan.dice.rolled", {"seat": 0, "red": 2, "white": 3, "n": 5})
    entries = {5: LogEntry(5, 0, "move", "roll", (1, 2), False, (rolled,), 0, None, 5)}
    for seat, named in ((0, False), (1, True)):
        found = replace(FOUND, swings=(), strokes=(LuckSwing(5, 1, 0, "roll", seat, 33, (1, "end"), 6),))
        told = describe_review(SAY, replace(TABLE, kind="catan"), "Catan", found, entries)
        assert ("End your turn" in told) == named


def test_where_no_dice_fell_only_what_became_known_and_what_came_of_it_is_told() -> None:
    """Before a tile is drawn something else was scored; who drew it laid it then."""
    table = replace(TABLE, kind="carcassonne")
    before = StoredEvent("carc.figure.passed", {"seat": 0})
    drawn = StoredEvent("carc.tile.drawn", {"seat": 1}, reveals=True)
    laid = StoredEvent("carc.tile.taken", {"seat": 1})
    entries = {
        5: LogEntry(5, 0, "move", "pass", (), False, (before, drawn), 0, None, 5),
        6: LogEntry(6, 1, "move", "lay", (), False, (laid, replace(drawn, params={"seat": 0})), 0, None, 6),
    }
    found = replace(FOUND, swings=(), strokes=(LuckSwing(5, 1, 0, "pass", 1, 33, (1, "lay"), 6),))
    told = describe_review(SAY, table, "Carcassonne", found, entries)
    assert f"- Tile 1: Ben draws a tile. {SAY.phrase(laid)} **Ben +3 %**" in told
    rolled = {5: replace(entries[5], chance=(3,))}
    assert f"- Tile 1: {SAY.phrase(before)} Ben draws a tile." in describe_review(
        SAY, table, "Carcassonne", found, rolled
    )


def test_luck_names_the_card_that_was_stolen_once() -> None:
    table = replace(TABLE, kind="catan")
    kept = (
        StoredEvent("catan.robber.stole", {"seat": 1, "from_seat": 0}),
        StoredEvent("catan.robber.stole_own", {"seat": 1, "from_seat": 0, "card": "ore"}, frozenset({0, 1})),
    )
    found = replace(FOUND, swings=(), strokes=(LuckSwing(5, 1, 0, "robber", 1, 33),))
    told = describe_review(
        SAY, table, "Catan", found, {5: LogEntry(5, 1, "move", "robber", (), False, kept, 0, None, 5)}
    )
    assert "- Turn 1: Ben took 1 ore from Ann. **Ben +3 %**" in told


def test_it_says_what_belongs_to_the_better_move() -> None:
    found = replace(FOUND, swings=(replace(SWING, then="end"),))
    assert "**Better:** Draw cards. **Then:** End your turn. 30 % instead of 22 %." in describe_review(
        SAY, TABLE, "Citadels", found, {}
    )


def test_it_says_what_speaks_for_the_move_that_was_played() -> None:
    found = replace(FOUND, swings=(replace(SWING, but=(("cit.because.cards", {"n": 2}),)),))
    told = describe_review(SAY, TABLE, "Citadels", found, {})
    assert "Ann chooses the next character sooner. For the move that was played: Ann holds 2 cards more.\n" in told
    assert Review.from_json(found.to_json()) == found


def test_a_decision_is_told_as_the_table_stood_then() -> None:
    """After an Inventor, places were called by numbers that lay there later."""
    then = {9: Voice("en", ["Ann then", "Ben"]), 5: Voice("en", ["Ann", "Ben then"])}
    told = describe_review(SAY, TABLE, "Citadels", FOUND, {}, lambda number: (then[number], TABLE))
    assert "Round 2, Ann then: Take 2 gold." in told
    assert "**Ben then +3 %**" in told
    assert "Most luck: Ben, +3 %." in told


def test_where_nothing_was_wrong_that_is_said() -> None:
    none = replace(FOUND, swings=(), strokes=(), accounts=(SeatAccount(0, 0, 0, 0, 0),) * 2)
    told = describe_review(SAY, TABLE, "Citadels", none, {})
    assert "No decision was found" in told
    assert "luck" not in told.replace(SAY("review.about"), "")


def test_what_is_too_long_loses_reasons_before_decisions() -> None:
    why = tuple(WHY for _ in range(2))
    long = replace(FOUND, swings=tuple(replace(SWING, why=why) for _ in range(5)), strokes=FOUND.strokes * 3)
    assert describe_review(SAY, TABLE, "Citadels", long, {}).count("Ann keeps 3 gold more.") == 10
    longer = replace(long, swings=tuple(replace(SWING, why=why, move=f"gold {'x' * 80}") for _ in range(16)))
    told = describe_review(SAY, TABLE, "Citadels", longer, {})
    assert len(told) <= REVIEW_LENGTH
    assert told.count("**Better:**") >= 9


def test_the_picture_has_the_winner_first_and_a_mark_for_each_decision() -> None:
    shown = build_review_page(SAY, TABLE, "Citadels", FOUND)
    assert list(shown.order) == [1, 0]
    assert shown.rows == [(1, [50, 50]), (2, [40, 60]), (3, [0, 100])]
    assert shown.marks == [(2, 0)]
    assert shown.unit == "Round"
    assert shown.lines[1].told == ("−8% in 1", "−3%", "4 (5.5)")
    assert "Ann: 50, 50, 40, 0, in the end 0 %" in shown.alt


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", ("−8 % in 1", "−3 %", "4 (5,5)")),
        ("ro", ("−8 % în 1", "−3 %", "4 (5,5)")),
        ("he", ("−8% ב-1", "−3%", "\u200f4 (5.5)")),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, told: tuple[str, ...]) -> None:
    shown = build_review_page(Voice(language, list(NAMES)), TABLE, "Citadels", FOUND)
    said = tuple(re.sub("[\u2066-\u2069]", "", one) for one in shown.lines[1].told)
    assert said == told


def test_in_hebrew_the_number_is_read_before_the_one_in_brackets() -> None:
    assert (
        visual_order(build_review_page(Voice("he", list(NAMES)), TABLE, "Citadels", FOUND).lines[1].told[2])
        == "(5.5) 4"
    )
