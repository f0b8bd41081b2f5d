"""What a message holds, and what is said just above the buttons of a screen."""

from __future__ import annotations

import pytest

from cogs.screen import Button, File, Screen, split_into_rows
from cogs.screen.message_limits import MAX_COMPONENTS, TEXT_LENGTH, add_above_buttons, count_components, fit_components

PICTURE = File("board.png", b"")
BUTTONS = [Button(f"b{n}", str(n)) for n in range(25)]


def test_an_answer_stands_between_the_picture_and_the_buttons() -> None:
    shown = add_above_buttons(Screen("A task.", [PICTURE], split_into_rows(BUTTONS[:5]), below="small"), "Not that.")
    assert (shown.text, shown.below) == ("A task.", "Not that.\nsmall")


def test_where_the_buttons_stand_above_the_picture_it_follows_the_text() -> None:
    shown = add_above_buttons(
        Screen("A task.", [PICTURE], split_into_rows(BUTTONS[:10]), below="small", rows_above_pictures=1), "Not that."
    )
    assert (shown.text, shown.below) == ("A task.\n\nNot that.", "small")


def test_a_long_text_gives_way_to_it() -> None:
    shown = add_above_buttons(
        Screen("x" * TEXT_LENGTH, [PICTURE], split_into_rows(BUTTONS[:5]), rows_above_pictures=1), "Not that."
    )
    assert shown.text.endswith("Not that.")
    assert len(shown.text) <= TEXT_LENGTH + 2


def test_in_a_full_message_it_stands_in_the_text() -> None:
    full = Screen("A task.", [PICTURE], [*split_into_rows(BUTTONS), [BUTTONS[0]], [BUTTONS[1]], BUTTONS[2:4]])
    assert count_components(full) == MAX_COMPONENTS
    shown = add_above_buttons(full, "Not that.")
    assert (shown.text, shown.below, count_components(shown)) == ("A task.\nNot that.", "", MAX_COMPONENTS)


def test_too_many_buttons_are_no_message() -> None:
    with pytest.raises(AssertionError):
        fit_components(Screen("", rows=split_into_rows([*BUTTONS, *BUTTONS])))
