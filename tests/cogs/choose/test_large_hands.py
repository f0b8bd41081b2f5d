"""Half of a large hand can be discarded in more ways than are listed: any of them is chosen screen by screen, typed and
completed. And whoever types very much holds nobody up."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, pairwise
from typing import Any

import pytest

from cogs.choose.completion import complete_field, complete_whole_lines, shorten_completion
from cogs.choose.path_words import distinct_cards, set_pool
from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.choose.spelling import parse_counted_list
from cogs.choose.typed_fields import read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from cogs.games import picker_frame, picker_screens
from cogs.games import seat_view as rooms
from cogs.screen import Screen, ids
from cogs.screen.values import Select
from rules.catan.cards import CARDS
from rules.core import IllegalMove
from tests.cogs import harness
from tests.cogs.games.catan.test_catan import on_table
from tests.cogs.games.citadels.views import room_of
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.citadels.table import Table as Citadels

SMALL = "3 brick, 3 lumber, 3 wool, 3 grain, 2 ore, 2 cloth, 2 coin, 2 paper"  # 20 cards, in 1,922 ways
LARGE = "5 brick, 5 lumber, 5 wool, 5 grain, 5 ore, 5 cloth, 5 coin, 5 paper"  # 40 cards, in 135,954 ways
FEW = "4 brick, 4 wool, 4 ore"
CALLS = 200  # that are few beside thousands
START = ChoicePath()


def discarding(hand: str = SMALL) -> rooms.SeatView:
    laid = Knights(5).city(0, 17).hand(0, hand).before_roll().roll(3, 4)
    return harness.room(on_table(laid), 0)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", "brick,brick,lumber,lumber,wool,wool,grain,grain,ore,cloth"),
        ("paper, paper, co", "brick,brick,lumber,lumber,wool,grain,coin,coin,paper,paper"),
        ("3 brick, 2 pap", "brick,brick,brick,lumber,lumber,wool,wool,grain,paper,paper"),
        ("stone", None),
        ("ore,ore,ore,", None),
    ],
)
def test_sets_are_completed_without_naming_every_card_of_every_set(
    monkeypatch: pytest.MonkeyPatch, typed: str, first: str | None
) -> None:
    position = discarding().position
    asked = 0
    names = rooms.SeatVocabulary.value_names

    def counting(self: rooms.SeatVocabulary, field: str, token: str) -> Any:
        nonlocal asked
        asked += 1
        return names(self, field, token)

    monkeypatch.setattr(rooms.SeatVocabulary, "value_names", counting)
    found = complete_field(position, "discard", "kinds", {}, typed)
    assert asked < CALLS
    assert (found[0] if found else None) == first
    assert first is None or len(found) > 25


def wanted(hand: str, seed: int) -> Counter[str]:
    """Half of the hand, at random; the first ones are as one-sided as can be."""
    cards = [word for part in hand.split(", ") for n, word in [part.split(" ")] for _ in range(int(n))]
    luck = random.Random(seed)
    if seed > 1:
        luck.shuffle(cards)
    return Counter(cards[: len(cards) // 2] if seed != 1 else cards[-(len(cards) // 2) :])


def line_of(cards: Counter[str]) -> str:
    return "discard " + ",".join(card for card in CARDS for _ in range(cards[card]))


async def chosen(
    here: rooms.SeatView, cards: Counter[str], field: str = "kinds", path: ChoicePath = START
) -> tuple[Screen, list[ChoicePath]]:
    """Every screen on the way to these cards, as somebody presses what it asks for."""
    way: list[ChoicePath] = []
    for _ in range(12):
        question = here.question_at_path(path)
        way.append(question.path)
        screen = harness.check(await picker_screens.picker_screen(here, path))
        if question.shape == "move":
            return screen, way
        if question.shape == "set":
            picked, left = [], Counter(cards)
            select = next(row for row in screen.rows if isinstance(row, Select))
            sets = [getattr(move, field) for move in question.moves]
            left -= picker_screens.picker.settled_cards(sets, (*path.words, "*", "*")[1])
            for choice in select.choices:
                token = choice.value.split(" ")[1]
                if left[token] > 0:
                    left[token] -= 1
                    picked.append(choice.value)
            assert select.least <= len(picked) <= select.most
            found = ids.parse_custom_id(select.id)
            assert found is not None
            path = picker_screens.path_after_select(here, ChoicePath.parse(found.text), picked)
            continue
        assert question.shape == "counts"
        label = str(cards[question.item or ""])
        path = next(ChoicePath.parse(b.text) for b, text, _ in harness.pressed(screen) if text == label)
    raise AssertionError("there is no end of screens")


@pytest.mark.parametrize("hand", [FEW, SMALL, LARGE, "19 brick, 19 lumber, 2 wool", "8 ore, 12 wool, 9 coin, 11 paper"])
@pytest.mark.parametrize("seed", range(6))
async def test_any_discard_is_chosen_screen_by_screen(hand: str, seed: int) -> None:
    here = discarding(hand)
    cards = wanted(hand, seed)
    screen, way = await chosen(here, cards)
    (made,) = [button.text for button, _, _ in harness.pressed(screen) if button.family == "c"]
    question = here.question_at_path(ChoicePath((), tuple(made.split(" "))))
    assert question.line == line_of(cards)
    for before, path in pairwise(way):  # Back leads to the screen before
        assert picker_frame.previous_path(here, here.question_at_path(path)) == before


@pytest.mark.parametrize("hand", [SMALL, LARGE])
@pytest.mark.parametrize("seed", range(6))
def test_any_discard_is_read_in_any_order_and_completed(hand: str, seed: int) -> None:
    position = discarding(hand).position
    cards = wanted(hand, seed)
    line = line_of(cards)
    told = [f"{n} {card}" for card, n in cards.items()]
    random.Random(seed).shuffle(told)
    for text in (line, "discard " + ", ".join(told), "discard " + " ".join(told)):
        assert parse_typed_line(position, text).lines_to_send == (line,)
    assert read_typed_fields(position, "discard", {"kinds": ", ".join(told)}).lines_to_send == (line,)
    for n in range(len(told)):
        found = complete_field(position, "discard", "kinds", {}, ", ".join(told[: n + 1]))
        assert found
    assert line.partition(" ")[2] in found  # all is typed
    assert line in complete_whole_lines(position, "discard " + ", ".join(told))
    assert parse_typed_line(position, shorten_completion(line)).lines_to_send == (line,)
    assert len(shorten_completion(line)) <= 100


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("discard 3 brick, 3 ore", "catan.error.discard_count"),
        ("discard 6 brick, 5 ore, 5 wool, 4 coin", "catan.error.cannot_pay"),
    ],
)
def test_what_is_not_legal_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_typed_line(discarding(LARGE).position, text)
    assert caught.value.key == reason


def test_a_small_hand_is_asked_as_ever() -> None:
    here = discarding(FEW)
    question = here.question_at_path(ChoicePath())
    assert not here.is_partly_listed("discard")
    ways = [
        set_ for set_ in combinations_with_replacement(("brick", "wool", "ore"), 6) if max(map(set_.count, set_)) < 5
    ]
    assert len(question.moves) == len(ways)
    assert question.shape == "set"
    path = picker_screens.path_after_select(
        here,
        question.path,
        [f"{n} {card}" for n, card in [(0, "brick"), (1, "brick"), (2, "brick"), (4, "wool"), (5, "wool"), (8, "ore")]],
    )
    assert path == ChoicePath((), ("discard", "brick,brick,brick,wool,wool,ore"))
    with pytest.raises(NoSuchChoice):
        here.question_at_path(ChoicePath((), ("discard", "+3.3.3")))


@pytest.mark.parametrize("seed", range(4))
async def test_any_cards_are_redrawn_of_a_hand_larger_than_a_list(seed: int) -> None:
    laid = Citadels(2, cast=("magician",))
    held = list(laid.s.deck[:30])
    here = room_of(laid.hand(0, *held).call({"magician": 0}))
    wanted = Counter(random.Random(seed).sample(held, 4 + 7 * seed))
    path = ChoicePath((), ("power-redraw",))
    power = await picker_screens.picker_screen(here, ChoicePath((), ("~power",)))
    assert str(path) in [button.text for button, _, _ in harness.pressed(power)]
    screen, way = await chosen(here, wanted, "districts", path)
    (made,) = [button.text for button, _, _ in harness.pressed(screen) if button.family == "c"]
    assert (
        here.question_at_path(ChoicePath((), tuple(made.split(" ")))).line
        == f"power-redraw {','.join(sorted(wanted.elements()))}"
    )
    assert len(way) > 3


class Card:
    """A card that counts how often it is spelled."""

    spelled = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        Card.spelled += 1
        return self.name


def test_the_cards_of_thousands_of_sets_are_spelled_once() -> None:
    a, b, c = map(Card, "abc")
    values = [(a, a, b), (b, c, c), (a, b, c)] * 1000
    assert list(set_pool(values).items()) == [("a", 2), ("b", 1), ("c", 2)]
    assert distinct_cards(values) == ["a", "b", "c"]
    assert Card.spelled == 6


def test_words_that_come_again_are_looked_up_once() -> None:
    asked: list[str] = []

    def meant(phrase: str) -> list[str]:
        asked.append(phrase)
        return ["wool"] if phrase == "wool" else []

    assert parse_counted_list("wool " * 50 + "2 wool", meant, str) == ["wool"] * 52
    assert len(asked) == len(set(asked)) < 20
