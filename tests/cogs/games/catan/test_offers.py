"""An open offer in words: who has said what, who may still answer, what a ping says; told once, to all alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cogs.choose.picker import ChoicePath
from cogs.games import face_for, picker_screens
from cogs.post import message_layout
from cogs.post.story_lines import StoryLine
from service.state.model import LogEntry, PendingTurn, Post, Seat, StoredEvent
from tests.cogs import harness, sentences
from tests.rules.catan.table import Table as Position
from words import Voice

FACE = face_for("catan")
NAMES = ("Ann", "Ben", "Cid", "Dan")
VOICE = Voice("en", NAMES)
OFFER = "trade-offer ore wool,wool 1,2"


def offered(line: str = OFFER, seats: int = 4) -> Position:
    return Position(seats).hand(0, "1 ore, 1 brick").hand(1, "2 wool, 1 grain").do(line)


def standing(laid: Position) -> str:
    return FACE.describe_open_matter(laid.view(), VOICE)


def people(laid: Position) -> tuple[Seat, ...]:
    return tuple(Seat(n, 100 + n, NAMES[n], "RBYK"[n]) for n in range(laid.s.seats))


def shown(laid: Position, *, reason: str = "invite", pings: tuple[int, ...] = (), told: Any = ()) -> list[str]:
    """The lines of the table message."""
    table = harness.table_of("catan", laid.s, 1)
    waited = (PendingTurn(0, 5, 1, True),)
    table = replace(table, choices=laid.game.choices, seats=people(laid), max_seats=4, stretches=waited)
    view = laid.view()
    public = message_layout.layout_table_message(
        table,
        view,
        list(told),
        VOICE,
        "Catan",
        posts=[Post(1, 1, 1, reason, pings)] if pings else (),
        still_open=FACE.describe_open_matter(view, VOICE),
        silent=laid.game.seats_yet_to_answer(laid.s),
        ping_text=lambda seat, who: FACE.ping_text(view, seat, who, VOICE),
    )
    return public.screen.text.splitlines()


def test_the_line_of_the_open_offer_tells_every_answer() -> None:
    laid = offered()
    assert standing(laid) == "Offer 1: Ann gives 1 ore and wants 2 wool."
    laid.do("trade-counter 1 grain ore", seat=1)
    assert standing(laid) == "Offer 1: Ann gives 1 ore and wants 2 wool. Ben would give 1 grain for 1 ore."
    laid.do("trade-accept 1", seat=1)
    assert standing(laid) == "Offer 1: Ann gives 1 ore and wants 2 wool. Ben accepts."
    laid.do("trade-decline 1", seat=2)
    assert standing(laid) == "Offer 1: Ann gives 1 ore and wants 2 wool. Ben accepts. Cid declines."
    laid.do("trade-decline 1", seat=1)
    assert standing(laid) == "Offer 1: Ann gives 1 ore and wants 2 wool. Nobody takes it."
    laid.do("trade-accept 1", seat=1)
    assert "Ben accepts." in standing(laid)
    laid.do("trade-cancel 1")
    assert standing(laid) == ""


def test_several_answers_are_one_sentence() -> None:
    laid = offered("trade-offer ore wool 1,2,3").do("trade-decline 1", seat=3).do("trade-decline 1", seat=2)
    assert standing(laid).endswith(" Cid and Dan decline.")


def test_who_has_answered_is_not_named_as_one_who_may() -> None:
    laid = offered()
    assert shown(laid)[-1].startswith("**Waiting for** Ann: play on, or choose who trades. Ben and Cid, if you like: ")
    laid.do("trade-accept 1", seat=1)
    assert ". Cid, if you like: answer offer 1, asked" in shown(laid)[-1]
    laid.do("trade-decline 1", seat=2)
    assert shown(laid)[-1].startswith("**Waiting for** Ann: play on, or choose who trades, asked")


def test_the_buttons_go_when_all_have_declined() -> None:
    laid = offered()
    table = harness.table_of("catan", laid.s, 1)

    def quick() -> list[str]:
        return [button.label for button in FACE.quick_buttons(table, laid.view(), VOICE)]

    assert quick() == ["Accept", "Decline", "Counter…"]
    laid.do("trade-decline 1", seat=1)
    assert quick() == ["Accept", "Decline", "Counter…"]
    laid.do("trade-decline 1", seat=2)
    assert quick() == []
    laid.do("trade-accept 1", seat=1)
    assert quick() == ["Accept", "Decline", "Counter…"]


def test_a_ping_says_what_is_offered() -> None:
    assert shown(offered(), pings=(101, 102))[0] == "<@101> <@102>: Ann offers 1 ore for 2 wool."


def test_the_standing_line_is_kept_when_the_message_is_full() -> None:
    lines = shown(offered(), told=[StoryLine("x" * 300, "y" * 300, "z" * 300)] * 40)
    assert "Offer 1: Ann gives 1 ore and wants 2 wool." in lines
    assert sum(map(len, lines)) + len(lines) <= 2000


def story(laid: Position, *acts: tuple[str, int]) -> list[str]:
    """What the table message tells after these moves, all of them news."""
    entries = []
    for line, seat in acts:
        told = tuple(StoredEvent(e.key, e.params, e.seats, e.reveals) for e in laid.do(line, seat=seat).events)
        entries.append(LogEntry(len(entries) + 1, seat, "move", line, (), False, told, 0, "1", len(entries) + 1))
    view = laid.view()
    return sentences.told(FACE, entries, VOICE, lambda event: FACE.is_covered_by_open_matter(view, event))


def position() -> Position:
    return Position(4).hand(0, "1 ore, 1 brick")


def test_the_story_leaves_out_what_the_line_tells_and_says_in_one_line_that_nobody_took_it() -> None:
    first = [(OFFER, 0), ("trade-decline 1", 1), ("trade-decline 1", 2)]
    assert story(position(), *first) == []
    second = [("trade-offer brick grain 1,2,3", 0), ("trade-decline 2", 3), ("trade-decline 2", 2)]
    before = ["Ann gives 1 ore and wants 2 wool from Ben and Cid. (offer 1)", "Nobody takes offer 1."]
    assert story(position(), *first, *second) == before
    assert story(position(), *first, *second, ("end", 0)) == [
        *before,
        "Ann gives 1 brick and wants 1 grain from Ben, Cid and Dan. (offer 2)",
        "Dan and Cid decline offer 2.",
        "Ann ended the turn.",
    ]


async def test_the_lists_of_an_offer_are_headed_by_a_question() -> None:
    laid = offered()
    table = replace(harness.table_of("catan", laid.s, 1), choices=laid.game.choices, seats=people(laid))
    for seat, path, question in (
        (0, ("trade-offer",), "**What do you offer, and for what?**"),
        (1, ("trade-counter", "1"), "**What do you offer instead?**\nOffer 1: Ann gives 1 ore and wants 2 wool."),
    ):
        screen = await picker_screens.picker_screen(harness.room(table, seat), ChoicePath((), path))
        assert question in screen.text
