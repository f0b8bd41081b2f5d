"""Every legal move, and nothing else, can be reached by answering what the picker asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.choose import picker, unlisted
from cogs.choose.path_words import settled_cards
from cogs.choose.picker import ChoicePath, Question, next_question, path_after_set
from cogs.screen import MAX_LISTED, MAX_SELECTS, ids
from rules.carcassonne.cells import TURNS, Cell
from rules.carcassonne.moves import Pass, Place
from rules.core import Move, encode_move
from tools.sizes import EXAMPLES


@dataclass(frozen=True, slots=True)
class Give(Move):
    kind: ClassVar[str] = "give"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Send(Move):
    kind: ClassVar[str] = "count-send"
    group: ClassVar[str | None] = "count"
    who: str
    cards: tuple[str, ...]
    cell: Cell


@dataclass(frozen=True, slots=True)
class Bid(Move):
    kind: ClassVar[str] = "bid"
    lot: int
    points: int


@dataclass(frozen=True, slots=True)
class End(Move):
    kind: ClassVar[str] = "end"


CELLS = st.builds(Cell, st.integers(-30, 30), st.integers(-40, 40))
CARDS = st.lists(st.sampled_from(["brick", "wool", "ore", "coin"]), max_size=4).map(lambda c: tuple(sorted(c)))
MOVES = st.one_of(
    st.builds(Place, CELLS, st.sampled_from(TURNS)),
    st.builds(Give, CARDS),
    st.builds(Send, st.sampled_from(["ann", "ben", "a very long name of somebody", "~x", "="]), CARDS, CELLS),
    st.builds(Bid, st.integers(1, 400), st.integers(0, 3)),
    st.builds(Pass, st.sampled_from(["figure", "abbey"])),
    st.just(End()),
)


def reached(moves: list[Move], question: Question, lines: list[str]) -> None:
    """Answer the question in every way and note the moves it ends at; a screen is within its limits."""
    if question.shape in ("move", "none"):
        if question.line is not None:
            lines.append(question.line)
        return
    assert 1 <= len(question.groups) <= MAX_SELECTS
    assert all(1 <= len(group.choices) <= 25 for group in question.groups)
    if question.shape == "set":
        tokens = [choice.token for choice in question.choices]
        assert len(tokens) <= 25
        assert 0 <= question.least <= question.most <= len(tokens)
        values = {tuple(map(str, getattr(move, str(question.field)))) for move in question.moves}
        word = next((word for word in question.path.words if word.startswith("+")), "")
        chosen = settled_cards(values, word)  # counted before, and not asked for again
        left = [tuple((Counter(value) - chosen).elements()) for value in values]
        for value in left:
            assert question.least <= len(value) <= question.most
            assert all(tokens.count(card) >= value.count(card) for card in value)
        for value in left:
            reached(moves, next_question(moves, ChoicePath.parse(str(path_after_set(question, value)))), lines)
        return
    assert len(question.choices) > 1
    assert len({choice.path for choice in question.choices}) == len(question.choices)
    for choice in question.choices:
        onward = next_question(moves, ChoicePath.parse(str(choice.path.shorten(60))))
        if choice.line is not None:
            assert onward.line == choice.line
        reached(moves, onward, lines)


@settings(max_examples=2 * EXAMPLES, deadline=None)
@given(st.lists(MOVES, unique=True, max_size=60))
def test_every_legal_move_is_reached_once_and_nothing_else(moves: list[Move]) -> None:
    lines: list[str] = []
    reached(moves, next_question(moves), lines)
    assert sorted(lines) == sorted(map(encode_move, moves))


@pytest.mark.parametrize("many", [1, 2, 25, 26, 125, 126, 400, 2000])
def test_long_lists_of_numbers_are_split_until_they_fit(many: int) -> None:
    moves: list[Move] = [Bid(lot, 0) for lot in range(1, many + 1)]
    lines: list[str] = []
    reached(moves, next_question(moves), lines)
    assert sorted(lines) == sorted(map(encode_move, moves))
    assert next_question(moves).fits_buttons == (1 < many <= 25) or many == 1


@pytest.mark.parametrize("side", [5, 6, 11, 12, 30])
def test_long_lists_of_cells_are_split_by_rows(side: int) -> None:
    moves: list[Move] = [Place(Cell(x, y), TURNS[0]) for y in range(side) for x in range(side)]
    question = next_question(moves)
    if side * side <= MAX_LISTED and side > 5:
        assert question.shape == "values"
        assert question.groups[0].first == "50"
    if side * side > MAX_LISTED:
        assert question.shape == "buckets"
        assert [choice.token for choice in question.choices] == [str(50 + y) for y in range(side)]
    lines: list[str] = []
    reached(moves, question, lines)
    assert sorted(lines) == sorted(map(encode_move, moves))


def test_five_rows_are_five_selects_each_named_by_its_row() -> None:
    moves: list[Move] = [Place(Cell(x, y), TURNS[0]) for y in range(5) for x in range(12)]
    assert [(group.first, group.last, len(group.choices)) for group in next_question(moves).groups] == [
        (str(50 + y), str(50 + y), 12) for y in range(5)
    ]


def test_a_field_with_one_value_is_settled_and_told() -> None:
    moves: list[Move] = [Place(Cell(0, 1), TURNS[1]), Place(Cell(0, 1), TURNS[2])]
    question = next_question(moves)
    assert (question.field, question.crumbs) == ("turn", (("cell", "M51"),))
    assert [(c.token, str(c.path), c.line) for c in question.choices] == [
        ("90", "place M51 90", "place M51 90"),
        ("180", "place M51 180", "place M51 180"),
    ]


def test_a_later_field_that_was_filled_in_stays_settled() -> None:
    moves: list[Move] = [Place(Cell(x, 0), turn) for x in range(4) for turn in TURNS]
    question = next_question(moves, ChoicePath((), ("place", "*", "90")))
    assert question.field == "cell"
    assert [c.line for c in question.choices] == [f"place {Cell(x, 0)} 90" for x in range(4)]


def test_a_hand_above_25_cards_is_counted_kind_by_kind() -> None:
    moves: list[Move] = [
        Give(("brick",) * b + ("ore",) * o + ("wool",) * (14 - b - o)) for b in range(15) for o in range(15 - b)
    ]
    question = next_question(moves)
    assert (question.shape, question.item) == ("counts", "brick")
    lines: list[str] = []
    reached(moves, question, lines)
    assert sorted(lines) == sorted(map(encode_move, moves))


def test_cards_that_the_rules_do_not_allow_together_are_refused() -> None:
    question = next_question([Give(("brick", "wool")), Give(("ore", "ore"))])
    assert question.shape == "set"
    with pytest.raises(picker.NoSuchChoice):
        path_after_set(question, ["brick", "ore"])
    assert str(path_after_set(question, ["wool", "brick"])) == "give brick,wool"


@pytest.mark.parametrize("path", ["place Z1", "place M50 45", "nonsense", "place M50 0 0 0", "give ~", "place ~#7"])
def test_a_path_that_leads_nowhere_is_told(path: str) -> None:
    with pytest.raises(picker.NoSuchChoice):
        next_question([Place(Cell(0, 0), TURNS[0]), Place(Cell(0, 1), TURNS[0]), End()], ChoicePath.parse(path))


def test_paths_too_long_for_a_button_are_shortened_and_still_understood() -> None:
    cards = tuple(f"district_number_{n}" for n in range(9))
    moves: list[Move] = [Give(cards), Give(cards[:4])]
    path = ChoicePath((), ("give", ",".join(cards)))
    assert ids.picker_custom_id(123456, 1234, str(path)) is None
    short = path.shorten(80)
    assert ids.picker_custom_id(123456, 1234, str(short)) is not None
    assert next_question(moves, ChoicePath.parse(str(short))).line == encode_move(moves[0])


@given(st.lists(st.text("abcXYZ09.-,", min_size=1, max_size=8), max_size=4), st.lists(st.text("ab 0", min_size=1)))
def test_paths_survive_being_written(words: list[str], lines: list[str]) -> None:
    path = ChoicePath(tuple(lines), tuple(words))
    assert ChoicePath.parse(str(path)) == path


@given(st.lists(st.integers(0, 40), max_size=125))
def test_packing_never_makes_more_than_five_selects_of_25(items: list[int]) -> None:
    packed = picker.pack_into_selects(items, lambda item: str(item))
    assert len(packed) <= 5
    assert all(1 <= len(run) <= 25 for run, _, _ in packed)
    assert sorted(item for run, _, _ in packed for item in run) == sorted(items)


@dataclass(frozen=True, slots=True)
class Count(Move):
    kind: ClassVar[str] = "count-move"
    group: ClassVar[str | None] = "count"


@dataclass(frozen=True, slots=True)
class Offer(Move):
    kind: ClassVar[str] = "offer"
    listed: ClassVar[bool] = False
    who: str
    cards: tuple[str, ...]


def test_a_group_of_kinds_is_a_menu_of_its_own() -> None:
    moves: list[Move] = [End(), Count(), Send("ann", (), Cell(0, 0)), Send("ben", (), Cell(0, 0)), Bid(1, 1)]
    question = next_question(moves, ChoicePath((), ("~count",)))
    assert question.shape == "kinds"
    assert [choice.token for choice in question.choices] == ["count-move", "count-send"]
    assert set(question.moves) == set(moves[1:4])
    assert next_question(moves[2:], ChoicePath((), ("~count",))).kind == "count-send"  # the only kind is no choice
    for path in ("~count ~count", "~count *", "~nobody", "~"):
        with pytest.raises(picker.NoSuchChoice):
            next_question(moves, ChoicePath.parse(path))


def test_a_set_that_is_not_listed_is_spelled_by_counting_its_cards() -> None:
    legal: list[Move] = [Offer("ann", ("ore",)), Offer("ann", ("wool",)), Offer("ann", ("ore", "wool", "wool"))]
    path = unlisted.path_after_cards(next_question(legal), ["wool", "ore"])
    assert str(path) == "offer ann +1.1"
    assert unlisted.move_from_path(Offer, legal, path.words) == Offer("ann", ("ore", "wool"))
    assert str(unlisted.shorten_to_counts(Offer, legal, "offer ann ore,wool,wool")) == "offer ann +1.2"
    assert unlisted.move_from_path(Offer, legal, ("offer", "ann", "ore,wool")) == Offer("ann", ("ore", "wool"))


@pytest.mark.parametrize(
    "words",
    [
        "offer",
        "offer ann",
        "offer ann *",
        "offer ben +1.1",
        "offer ann +1",
        "offer ann +1.x",
        "offer ann +1.1.1",
        "offer ann +9999.1",
        "offer ann +-1.1",
        "offer ann ~",
        "offer ann =0123456789",
        "offer * +1.1 +1.1",
    ],
)
def test_a_set_left_open_is_no_move(words: str) -> None:
    legal: list[Move] = [Offer("ann", ("ore",)), Offer("ann", ("wool",)), Offer("ann", ("ore", "wool", "wool"))]
    assert unlisted.move_from_path(Offer, legal, words.split(" ")) is None
    assert unlisted.move_from_path(Offer, [End()], words.split(" ")) is None
