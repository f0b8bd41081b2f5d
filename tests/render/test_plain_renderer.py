"""Games without a renderer of their own are shown in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from render import Ending, Mark, load_renderer
from rules.core import Phrase
from tests.render.looks import look


@dataclass(frozen=True)
class ToyView:
    scores: tuple[int, ...] = (3, 108)
    tasks: dict[int, Phrase] = field(default_factory=lambda: {1: Phrase("x")})
    over: bool = False
    tally: dict[str, tuple[int, ...]] = field(default_factory=lambda: {"eggs": (3, 100), "hens": (0, 8)})
    headline: Phrase = field(default_factory=lambda: Phrase("plain.alt.over"))
    hands: tuple[int, ...] = (2, 4)
    deck: dict[str, int] = field(default_factory=lambda: {"gold": 5})


def test_a_new_game_can_be_seen_at_once() -> None:
    (picture,) = load_renderer("a game nobody has drawn").table(ToyView(), look(2), [Mark("7", "7")])
    assert "Ionuț to play." in picture.alt
    assert "Mara (R) 3, Ionuț (B) 108" in picture.alt
    assert "Possible: 7." in picture.alt
    assert picture.png.startswith(b"\x89PNG")
    assert picture.size[0] == 1200


def test_its_text_board_names_the_fields() -> None:
    text = load_renderer("a game nobody has drawn").text_board(ToyView(), look(2), "Toy #1")
    assert text.splitlines()[0] == "Toy #1"
    assert "hands: 2, 4" in text
    assert "deck: gold 5" in text


def test_its_ending_is_the_sheet_and_the_points_move_by_move() -> None:
    toys = load_renderer("a game nobody has drawn")
    chronicle = toys.chronicle()
    for scores in ((0, 0), (3, 4), (3, 4), (3, 108)):
        chronicle.record_entry(partial(ToyView, scores), 0, [])
    told = chronicle.build_result()
    assert told.points_by_turn == ((0, (0, 0)), (1, (3, 4)), (3, (3, 108)))
    picture = toys.ending(Ending(ToyView(), (1,), told), look(2))
    assert picture.alt.startswith("The game is over: Ionuț wins with 108 points.")
    assert "Ionuț (B) 108: eggs 100, hens 8. Mara (R) 3: eggs 3." in picture.alt
    assert picture.size[1] > toys.ending(Ending(ToyView(), (1,)), look(2)).size[1]
