"""Until when somebody is waited for, as a message says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cogs.post import message_layout
from cogs.post.lobby_message import lobby_message
from rules.core import Phrase
from service.state.model import COLOURS, LATE_POLICIES, LatePolicy, PendingTurn, Seat, TurnTimer
from tests.cogs.post.shown import View, table, voice
from words import Voice

# --- until when -------------------------------------------------------------------------------------------------

NOW = 1_800_000_000
HOUR = 3600


def waiting_line(
    dues: Sequence[int | None], pace: str = "24h", banks: Sequence[int | None] = (), **changes: Any
) -> str:
    """The line about those who are waited for, in a game of so many."""
    names = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
    seats = tuple(
        Seat(n, 100 + n, names[n], COLOURS[n], bank=banks[n] if n < len(banks) else None) for n in range(len(dues))
    )
    stretches = tuple(PendingTurn(n, NOW - HOUR, 1, True, TurnTimer(24 * HOUR, due=due)) for n, due in enumerate(dues))
    shown = table(len(dues), seats=seats, stretches=stretches, pace=pace, updated_at=NOW, **changes)
    view = View((0,) * len(dues), {n: Phrase("carc.task.lay") for n in range(len(dues))})
    public = message_layout.layout_table_message(
        shown, view, [], Voice("en", [seat.name for seat in seats]), "G", now=NOW
    )
    return public.screen.text.splitlines()[-1]


ASKED = f"asked <t:{NOW - HOUR}:R>"


def test_without_a_pace_nothing_is_due() -> None:
    assert waiting_line([None]) == f"**Waiting for** Ann: lay the tile, {ASKED}"


def test_a_machine_is_waited_for_only_where_no_people_are() -> None:
    """It answers as soon as they have: until then it looks as if it stood still."""
    seats = (Seat(0, None, "Ann", "R", machine="normal"), Seat(1, 101, "Ben", "B"))
    both = {0: Phrase("carc.task.lay"), 1: Phrase("carc.task.lay")}

    def line(asked: Sequence[int]) -> str:
        stretches = tuple(PendingTurn(n, NOW - HOUR, 1, True, TurnTimer()) for n in asked)
        shown = table(2, seats=seats, stretches=stretches, updated_at=NOW)
        view = View((0, 0), {n: both[n] for n in asked})
        public = message_layout.layout_table_message(shown, view, [], Voice("en", ["Ann", "Ben"]), "G", now=NOW)
        return public.screen.text.splitlines()[-1]

    assert line([0, 1]) == f"**Waiting for** Ben: lay the tile, {ASKED}"
    assert line([0]) == f"**Waiting for** Ann: lay the tile, {ASKED}"


def test_who_is_waited_for_is_told_until_when() -> None:
    assert waiting_line([NOW + HOUR]) == f"**Waiting for** Ann: lay the tile, {ASKED}, due <t:{NOW + HOUR}:R>"
    assert waiting_line([NOW]) == f"**Waiting for** Ann: lay the tile, {ASKED}, was due <t:{NOW}:R>"


def test_of_several_with_one_due_it_is_told_once() -> None:
    line = waiting_line([NOW + HOUR, NOW + HOUR + 20, NOW + HOUR])
    assert line == f"**Waiting for** Ann, Ben and Cid: lay the tile, {ASKED}, due <t:{NOW + HOUR}:R>"


def test_of_several_each_is_told_their_own() -> None:
    line = waiting_line([NOW + HOUR, NOW + 2 * HOUR, NOW - HOUR, NOW + HOUR])
    assert line == (
        f"**Waiting for** Ann and Dan: lay the tile (due <t:{NOW + HOUR}:R>). "
        f"Ben: lay the tile (due <t:{NOW + 2 * HOUR}:R>). Cid: lay the tile (was due <t:{NOW - HOUR}:R>), {ASKED}"
    )


def test_of_many_with_long_names_the_first_is_told() -> None:
    stretches = tuple(PendingTurn(n, NOW, 1, True, TurnTimer(24 * HOUR, due=NOW + n * HOUR + 60)) for n in range(6))
    shown = table(6, stretches=stretches)
    view = View((0,) * 6, {n: Phrase("carc.task.lay") for n in range(6)})
    line = message_layout.layout_table_message(shown, view, [], voice(shown), "G", now=NOW).screen.text.splitlines()[-1]
    assert line.endswith(f", the first due <t:{NOW + 60}:R>")
    assert len(line) <= message_layout.WAIT_LENGTH


def test_a_bank_is_told_when_little_is_left() -> None:
    due = NOW + 20 * HOUR
    plain = f"**Waiting for** Ann and Ben: lay the tile, {ASKED}, due <t:{due}:R>"
    assert waiting_line([due, due], "bank:3d+12h", [None, 12 * HOUR]) == plain
    short = waiting_line([due, due], "bank:3d+12h", [2 * HOUR, 0])
    assert short == "Little left for the whole game: Ann 2 h and Ben 0 min."


def test_a_machine_in_the_place_of_somebody_is_told() -> None:
    seats = (Seat(0, 101, "Ann", "R"), Seat(1, 102, "Ben", "B", "normal"), Seat(2, 103, "Cid", "Y", "normal", True))
    shown = table(3, seats=seats, stretches=(PendingTurn(0, NOW, 1, True),))
    view = View((0,) * 3, {0: Phrase("carc.task.lay")})
    public = message_layout.layout_table_message(
        shown, view, [], Voice("en", [seat.name for seat in seats]), "G", now=NOW
    )
    assert public.screen.text.splitlines()[-1] == "A machine plays for Ben, until they are back."


@pytest.mark.parametrize("late", LATE_POLICIES)
def test_the_lobby_says_the_pace_and_what_happens_then(late: LatePolicy) -> None:
    shown = table(2, status="lobby", pace="bank:3d+12h", late=late)
    text = lobby_message(shown, voice(shown), "G").screen.text
    assert "· 3 days for the whole game, 12 h more for each move · played here" in text
    assert f"\n{voice(shown)(f'late.told_{late}')}\n" in text
    assert len(text) <= 2000


def test_a_lobby_without_a_limit_says_nothing_of_those_who_are_late() -> None:
    text = lobby_message(table(2, status="lobby"), Voice("en", ["Ann", "Ben"]), "G").screen.text
    assert "· no time limit ·" in text
    assert "When somebody's time is up" not in text
