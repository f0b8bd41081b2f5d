"""The strip of what somebody missed, as far as it is the same in all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from PIL import Image

from render.core import recap_strip, sheet
from render.core.look import Look, SeatLook, Theme
from render.core.recap import ChangePill, Recap, RecapStep, RecapTurn, TurnPhrase, turns_per_page
from render.core.recap_strip import BAR, COLUMN, GAP, HEAD, INSIDE, MARGIN, WIDE
from render.core.sentences import join_names
from words import Voice

SEATS = (
    SeatLook("Sam", "K"),
    SeatLook("Đorđe", "W"),
    SeatLook("Wolfeschlegelsteinhausen", "T"),
    SeatLook("Ann", "R"),
    SeatLook("נועה", "Y"),
    SeatLook("", "B"),
)


@dataclass
class Scored:
    scores: tuple[int, ...]


def look(direction: Literal["ltr", "rtl"] = "ltr", theme: Theme = "dark") -> Look:
    return Look(SEATS, Voice(), theme, "en", direction)


def turn(seat: int | None, *said: TurnPhrase) -> RecapTurn:
    return RecapTurn(seat, (), said)


def recap(n: int = 5, pills: tuple[ChangePill, ...] = (), reader: int | None = 4) -> Recap:
    steps = tuple(RecapStep(turn(i % 4, TurnPhrase("laid a tile.", 1)), None, None) for i in range(n))
    start, now = Scored((1, 2, 3, 4, 5, 6)), Scored((1, 12, 3, 4, 3, 6))
    return Recap("Since your last move: 2 days", reader, steps, pills, start, now, "lay the tile")


@pytest.mark.parametrize(
    ("seats", "pages"),
    [
        ([], []),
        ([0, 1, 2], [3]),
        ([0, 1, 2, 3, 0, 1], [6]),
        ([0, 1, 2, 3, 0, 1, 2], [6, 1]),
        ([None, 0, 1, None, 2, 3, 0, 1, None, 2], [9, 1]),
    ],
)
def test_six_frames_stand_on_a_picture_and_nobodys_turns_with_those_before(
    seats: list[int | None], pages: list[int]
) -> None:
    assert turns_per_page([turn(seat) for seat in seats]) == pages


def test_words_give_way_by_their_weight_and_are_never_empty() -> None:
    said = (
        TurnPhrase("laid a tile at K47.", 2, "laid"),
        TurnPhrase("put a follower in the city.", 1, "put"),
        TurnPhrase("the dragon ate a follower of Ben.", 5, "ate"),
    )
    assert (
        recap_strip.fit_turn_words(said, ("laid",), 100)
        == "Put a follower in the city. The dragon ate a follower of Ben."
    )
    assert recap_strip.fit_turn_words(said, ("laid",), 40) == "The dragon ate a follower of Ben."
    assert recap_strip.fit_turn_words(said[:1], ("laid",)) == "Laid a tile at K47."
    assert recap_strip.fit_turn_words((), ()) == ""


@pytest.mark.parametrize("n", range(1, 7))
def test_the_last_frame_fills_its_row(n: int) -> None:
    drawn = [Image.new("RGB", (COLUMN, 300), (200, 0, 0)) for _ in range(n)]
    made = recap_strip.draw_strip_page(look(), recap(n), drawn, lambda wide: Image.new("RGB", (wide, 300), (0, 0, 200)))
    rows = n // 2 + 1
    assert made.size == (WIDE, 2 * MARGIN + BAR + rows * (300 + GAP))
    y = made.height - MARGIN - 20
    assert made.getpixel((WIDE - MARGIN - 2, y)) == (0, 0, 200)
    assert made.getpixel((MARGIN + 2, y)) == ((200, 0, 0) if n % 2 else (0, 0, 200))


def test_in_a_picture_read_from_the_right_the_first_frame_stands_right() -> None:
    drawn = [Image.new("RGB", (COLUMN, 300), ink) for ink in ((200, 0, 0), (0, 200, 0))]
    made = recap_strip.draw_strip_page(look("rtl"), recap(2), drawn)
    assert made.getpixel((WIDE - MARGIN - 5, MARGIN + BAR + GAP + 5)) == (200, 0, 0)


def test_losses_come_first_and_pills_that_do_not_fit_are_left_out() -> None:
    few = recap_strip.draw_recap_bar(
        look(), recap(pills=(ChangePill("+2 points"), ChangePill("-1 follower", loss=True)))
    )
    none = recap_strip.draw_recap_bar(look(), recap())
    assert few.size == none.size == (WIDE - 2 * MARGIN, BAR)
    red = [
        x for x in range(few.width) for p in [few.getpixel((x, 65))] if isinstance(p, tuple) and p[0] > 200 > p[1] + 90
    ]
    assert red
    assert max(red) < few.width // 2
    many = tuple(ChangePill(f"now {n} points behind Wolfeschlegelsteinhausen") for n in range(9))
    recap_strip.draw_recap_bar(look(), recap(pills=many))  # nothing runs over the edge
    edge = recap_strip.draw_recap_bar(look(), recap(pills=many)).crop((few.width - 12, 44, few.width - 4, 74))
    assert edge.getcolors() is not None
    assert len(edge.getcolors() or []) == 1


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("wide", [COLUMN, WIDE - 2 * MARGIN])
def test_all_seats_stand_in_the_last_frame_by_their_points(wide: int, theme: Theme) -> None:
    side = Image.new("RGB", (120, 140), (9, 200, 9))
    made = recap_strip.draw_standing_frame(
        look(theme=theme), recap(), wide, 350, "Now: your turn", "tile 118 of 120", side, "Lay the tile. " * 4
    )
    assert made.width == wide
    assert made.height >= 350
    colours = {look().seats[seat].colour.fill for seat in range(6)}
    assert colours <= {pixel for _, pixel in made.getcolors(1 << 20) or []}


def test_a_frame_has_the_colour_of_its_seat_above_the_picture() -> None:
    body = Image.new("RGB", (INSIDE, 232), (1, 2, 3))
    made = recap_strip.draw_turn_frame(look(), 3, "K47", body, "Completes a road, 4 tiles: +4.")
    assert made.getpixel((COLUMN // 2, 6)) == look().seats[3].colour.fill
    assert made.getpixel((3, HEAD + 5)) == (1, 2, 3)
    assert made.getpixel((COLUMN - 4, HEAD + 231)) == (1, 2, 3)


def test_the_strip_in_words() -> None:
    said = recap_strip.describe_strip(look(), recap(1, (ChangePill("-1 follower", loss=True),)))
    assert said == "Since your last move: 2 days. For you: -1 follower. Sam: Laid a tile. Now: lay the tile."


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_no_name_is_cut_while_its_row_has_room(
    direction: Literal["ltr", "rtl"], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    real = sheet.text_sprite

    def noted(text: str, *rest: Any) -> Any:
        drawn.append(text)
        return real(text, *rest)

    monkeypatch.setattr(sheet, "text_sprite", noted)
    names = ("Ștefan-Ion", "Robot 1", "Maximilian")
    seen = Look(
        tuple(SeatLook(n, letter) for n, letter in zip(names, "RBY", strict=True)), Voice(), "dark", "en", direction
    )
    now = Recap("x", None, (), (), Scored((10, 1, 4)), Scored((14, 4, 1)), "")
    recap_strip.draw_standing_frame(seen, now, COLUMN, 350, "Now")
    assert set(names) <= set(drawn)
    assert "−3" in drawn  # a loss has a minus


def test_several_are_joined_as_the_language_does() -> None:
    assert join_names(Voice("ro"), ["Ann"]) == "Ann"
    assert join_names(Voice("ro"), ["Ann", "Ben"]) == "Ann și Ben"
    assert join_names(Voice("de"), ["Ann", "Ben", "Cid"]) == "Ann, Ben und Cid"
