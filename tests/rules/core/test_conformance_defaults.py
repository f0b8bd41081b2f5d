"""The suite finds a clock that cheats, tells, or never comes to an end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from rules.core import Choices, Context, Move, Phrase, Step, encode_move, record, start_game
from rules.core.conformance import Nonconformity, check_conformance
from rules.core.game import least_changing_move

from .toy import Accept, Aside, End, PutAside, Roll, Toy, ToyState

KEY = bytes(range(32))


class Cheating(Toy):
    """The clock ends a turn in which nobody has rolled."""

    def default_move(self, s: ToyState, seat: int) -> Move | None:
        return End() if super().default_move(s, seat) == Roll() else super().default_move(s, seat)


class Peeping(Toy):
    """It looks at the deck."""

    def default_move(self, s: ToyState, seat: int) -> Move | None:
        move = super().default_move(s, seat)
        hand = sorted(set(s.hands[seat]))
        return Aside(hand[s.deck[-1:] > ["birch"]]) if isinstance(move, Aside) and len(hand) > 1 else move


class Telling(Toy):
    """It says which card it puts aside."""

    def describe_default_move(self, s: ToyState, seat: int) -> Phrase | None:
        move = self.default_move(s, seat)
        return (
            Phrase("toy.fallback", {"card": move.card})
            if isinstance(move, Aside)
            else super().describe_default_move(s, seat)
        )


class Meddling(Toy):
    """It answers for those who owe nothing."""

    def default_move(self, s: ToyState, seat: int) -> Move | None:
        return super().default_move(s, seat) or End()


class Absent(Toy):
    """It has no answer where one is owed."""

    def default_move(self, s: ToyState, seat: int) -> Move | None:
        move = super().default_move(s, seat)
        return None if isinstance(move, Aside) else move


class Restless(Toy):
    """A turn is rolled over and over."""

    def setup(self, *args: Any, **kwargs: Any) -> ToyState:
        s = super().setup(*args, **kwargs)
        s.agenda = [Rolling(0)]
        return s


@dataclass(frozen=True, slots=True)
class Rolling(Step[ToyState]):
    """Waits for ever."""

    kind: ClassVar[str] = "toy.rolling"
    seat: int

    def waiting(self, s: ToyState) -> Collection[int]:
        return (self.seat,)

    def legal(self, s: ToyState, seat: int) -> Iterable[Move]:
        return [Roll()]

    def apply_move(self, ctx: Context[ToyState], seat: int, move: Move) -> Rolling:
        return self


@pytest.mark.parametrize(
    ("game", "point"),
    [
        (Cheating, "is legal"),
        (Peeping, "follows from what seat"),
        (Telling, "tells what is hidden"),
        (Meddling, "owes nothing"),
        (Absent, "has a safe answer"),
        (Restless, "do not end the turn"),
    ],
)
def test_the_suite_finds_it(game: type[Toy], point: str) -> None:
    with pytest.raises(Nonconformity) as found:
        check_conformance(game(Choices()), 3, 1)
    assert ": 11:" in found.value.point
    assert point in found.value.point
    record.parse_record(found.value.record)


def test_a_step_says_what_the_clock_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(PutAside, "default_move")
    with pytest.raises(Nonconformity, match=r"11: toy\.aside says what the clock answers"):
        check_conformance(Toy(Choices()), 3, 1)


def test_what_lets_go_by_is_found() -> None:
    other = Accept(1)
    assert least_changing_move([other], {}) == other  # there is no choice
    assert least_changing_move([other, Roll()], {}) is None
    assert least_changing_move([other, Roll()], {"toy_roll": Roll()}) == Roll()
    assert least_changing_move([other, End()], {}) == End()


def test_without_a_word_of_its_own_a_step_lets_go_by() -> None:
    game = Toy(Choices())
    s = start_game(game, 2, KEY).state
    assert [encode_move(game.default_move(s, seat) or End()) for seat in (0, 1)] == [
        f"aside {max(sorted(set(hand)), key=hand.count)}" for hand in s.hands
    ]
    assert game.describe_default_move(s, 0) == Phrase("toy.fallback.aside")
    assert game.default_move(s, 5) is None
    assert game.describe_default_move(s, 5) is None
