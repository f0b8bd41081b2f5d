"""The way on to the next table: where it stands, and where there is no room for it."""

from __future__ import annotations

from cogs.act.next_game import add_to_last_row
from cogs.screen import Button, Choice, Screen, Select

MORE = [Button("x:0:0:next-game:4", "Next game", "blue")]


def test_it_stands_in_the_last_row() -> None:
    shown = add_to_last_row(Screen("text", rows=[[Button("a", "A")], [Button("b", "B")]]), MORE)
    assert shown.rows == [[Button("a", "A")], [Button("b", "B"), *MORE]]


def test_where_the_last_row_is_full_it_gets_a_row_of_its_own() -> None:
    full = [Button(str(n), "A") for n in range(5)]
    assert add_to_last_row(Screen("text", rows=[full]), MORE).rows == [full, MORE]


def test_never_twice_and_never_where_it_does_not_fit() -> None:
    there = Screen("text", rows=[[*MORE]])
    assert add_to_last_row(there, MORE).rows == [[*MORE]]
    chosen = Screen("text", rows=[Select("s", [Choice("1", "one")])])
    assert add_to_last_row(chosen, MORE) == chosen
    large = Screen(
        "text", rows=[[Button(f"{row}{n}", "A") for n in range(5)] for row in range(6)] + [[Button("z", "Z")]]
    )
    assert add_to_last_row(large, MORE) == large
    assert add_to_last_row(Screen("text"), MORE).rows == [MORE]
