"""Names that no font of ours can draw."""

from __future__ import annotations

import pytest

from render import SeatLook, make_names_legible
from words import Voice


def shown(names: list[str], language: str = "en") -> tuple[list[str], Voice]:
    seats, say = make_names_legible(
        [SeatLook(n, letter) for n, letter in zip(names, "RBY", strict=False)], Voice(language, names)
    )
    return [seat.name for seat in seats], say


@pytest.mark.parametrize("name", ["Олег [x]", "Νίκος", "Ann 🦄", "李明 [x]", "דנה", "4"])
def test_names_of_which_a_letter_can_be_drawn_stay(name: str) -> None:
    names, say = shown([name])
    assert (names, say.names) == ([name], (name,))


def test_whoever_else_is_called_by_the_colour_in_sentences_too() -> None:
    names, say = shown(["李明", "🦄🦄", "Ann"])
    assert names == ["Red", "Blue", "Ann"]
    assert say("pic.ending.won", seat=0, points=3).startswith("Red")
    assert shown(["王"], "de")[0] == ["Rot"]
