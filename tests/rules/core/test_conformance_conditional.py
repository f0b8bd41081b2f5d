"""Programmes of a small game, and that the suite finds those that cheat, tell, or never come to an end."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rules.core import (
    AnswerWithMove,
    Choices,
    ConditionalChoice,
    ConditionalKind,
    ConditionalMove,
    Dropped,
    Part,
    Phrase,
    play,
    record,
    start_game,
)
from rules.core.conditional_moves import conditional_kinds_by_key, parse_conditional_move
from rules.core.conformance import Nonconformity, check_conformance
from tests.rules.saying import says

from .toy import COLOURS, Aside, End, PutAside, Roll, Toy, ToyState

KEY = bytes(range(32))


class Discarding(ConditionalKind[ToyState]):
    """Put these colours aside in the next round, the first that is held."""

    kind: ClassVar[str] = "colours"
    part_names: ClassVar[tuple[str, ...]] = ("card",)

    def offer_choice(self, s: ToyState, seat: int) -> ConditionalChoice | None:
        return (
            ConditionalChoice(self.kind, s.round + 1, (Part("card", COLOURS, 3),)) if s.round + 1 < s.rounds else None
        )

    def answer(self, s: ToyState, seat: int, said: ConditionalMove) -> AnswerWithMove | Dropped | None:
        top = s.agenda[-1]
        if s.round > said.when:
            return Dropped(Phrase("toy.past"))
        if s.round < said.when or not isinstance(top, PutAside) or seat not in top.waiting(s):
            return None
        card = next((card for card in said.parts[0] if card in s.hands[seat]), None)
        return AnswerWithMove(Aside(card)) if card is not None else Dropped(Phrase("toy.none"))


class Hasty(Discarding):
    """It is for what is asked now."""

    def offer_choice(self, s: ToyState, seat: int) -> ConditionalChoice | None:
        return ConditionalChoice(self.kind, s.round, (Part("card", COLOURS, 3),))


class Peeping(Discarding):
    """It looks at the deck."""

    def answer(self, s: ToyState, seat: int, said: ConditionalMove) -> AnswerWithMove | Dropped | None:
        found = super().answer(s, seat, said)
        return None if isinstance(found, AnswerWithMove) and s.deck[-1:] > ["birch"] else found


class Telling(Discarding):
    """What may be prepared tells what others hold."""

    def offer_choice(self, s: ToyState, seat: int) -> ConditionalChoice | None:
        found = super().offer_choice(s, seat)
        return found if s.hands[(seat + 1) % len(s.hands)][:1] == ("ash",) else None


class Meddling(Discarding):
    """It throws at what it cannot read."""

    def answer(self, s: ToyState, seat: int, said: ConditionalMove) -> AnswerWithMove | Dropped | None:
        return super().answer(s, seat, said) if said.parts[0][0] != "?" else {}[said.kind]


def toy(plan: type[ConditionalKind[Any]]) -> Toy:
    game = Toy(Choices())
    game.plans = conditional_kinds_by_key((plan,))
    return game


def test_the_suite_is_content_with_what_is_right() -> None:
    check_conformance(toy(Discarding), 3, 1)


@pytest.mark.parametrize(
    ("plan", "point"),
    [
        (Hasty, "still to come"),
        (Peeping, "cannot know"),
        (Telling, "may prepare tells"),
    ],
)
def test_the_suite_finds_it(plan: type[ConditionalKind[Any]], point: str) -> None:
    with pytest.raises(Nonconformity) as found:
        check_conformance(toy(plan), 3, 1)
    assert ": 12:" in found.value.point
    assert point in found.value.point
    record.parse_record(found.value.record)


def test_a_programme_that_throws_is_found() -> None:
    with pytest.raises(Nonconformity, match="KeyError"):
        check_conformance(toy(Meddling), 3, 1)


def test_what_is_illegal_is_dropped_with_the_reason() -> None:
    class Ending(Discarding):
        def answer(self, s: ToyState, seat: int, said: ConditionalMove) -> AnswerWithMove | Dropped | None:
            return AnswerWithMove(End())

    game = toy(Ending)
    s = start_game(game, 2, KEY).state
    assert says(game, s, 0, "colours 0 ash") == ("dropped", "move.illegal")


def test_texts_are_read_back_or_refused() -> None:
    assert parse_conditional_move("colours 2 ash,birch") == ConditionalMove("colours", 2, (("ash", "birch"),))
    assert parse_conditional_move("colours 2 -") == ConditionalMove("colours", 2, ((),))
    assert not parse_conditional_move("colours 2 ash -").is_complete
    assert str(parse_conditional_move("end 3")) == "end 3"
    for text in ("", "x", "x y", "x 01", "x 1  a", "x 1 a,", "x 1 ,", " x 1", "x 1 "):
        with pytest.raises(ValueError, match="is no programme"):
            parse_conditional_move(text)


def test_it_is_silent_until_it_comes_to_it() -> None:
    game = toy(Discarding)
    s = start_game(game, 2, KEY).state
    text = f"colours {s.round} birch,ash,cedar"
    assert says(game, s, 0, f"colours {s.round + 1} ash") == ()
    assert says(game, s, 0, f"colours {s.round} -") == ()
    move = says(game, s, 0, text)[0].split(" ")[1]
    s = play(game, s, 0, Aside(move)).state
    assert says(game, s, 0, text) == ()  # has put one aside
    assert [one.kind for one in game.preparable_conditional_moves(s, 0)] == ["colours"]
    assert Roll() not in game.legal(s, 0)
