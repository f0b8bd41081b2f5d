"""Games with one fault each: the conformance suite finds every one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import pytest

from rules.core import (
    Chance,
    Choices,
    IllegalMove,
    Move,
    list_limits,
    record,
)
from rules.core.conformance import Nonconformity, check_conformance

from .toy import End, Offer, Roll, Toy, ToyState

KEY = bytes(range(32))


class Leaky(Toy):
    """Shows a card of the deck to everybody: the suite must find it."""

    def view(self, s: ToyState, seat: int | None):  # a tuple on purpose
        return (Toy.view(self, s, seat), s.deck[-1:])


class Dreaming(Toy):
    """What is imagined follows from what is hidden: the suite must find it."""

    def shuffle_hidden(self, s: ToyState, seat: int | None, chance: Chance) -> None:
        for _ in range(len(s.deck[-1:]) and s.deck[-1] == "ash"):
            chance.below(2)
        Toy.shuffle_hidden(self, s, seat, chance)


class Writing(Toy):
    """Changes the state while it is read: the suite must find it."""

    def legal(self, s: ToyState, seat: int):  # as above
        s.used += 1
        return Toy.legal(self, s, seat)


class Sharing(Toy):
    """Copies share a list: the suite must find it."""

    class state(ToyState):
        __slots__ = ()

        def copy(self) -> ToyState:
            twin = ToyState.copy(self)
            twin.aside = self.aside
            return twin

    def setup(self, *args, **kwargs):  # as above
        s = Toy.setup(self, *args, **kwargs)
        twin = self.state.__new__(self.state)
        for name in ToyState.__slots__:
            setattr(twin, name, getattr(s, name))
        return twin


class Telling(Toy):
    """Answers for a seat where its hand allows it."""

    def standing_answer_moves(self, s: ToyState, seat: int) -> Mapping[str, Move]:
        return super().standing_answer_moves(s, seat) if "ash" in s.hands[seat] else {}


class Inventing(Toy):
    """Answers what cannot be played."""

    def standing_answer_moves(self, s: ToyState, seat: int) -> Mapping[str, Move]:
        return {"toy_roll": End()} if super().standing_answer_moves(s, seat) else {}


class Unnamed(Toy):
    """Knows an answer that it does not name."""

    def standing_answer_keys(self, s: ToyState) -> Sequence[str]:
        return ()


class Endless(Toy):
    """Lists more moves than anybody reads."""

    def legal(self, s: ToyState, seat: int):  # as above
        found = list(Toy.legal(self, s, seat))
        return found + [
            Offer(("ash",) * n, ("birch",)) for n in range(1, list_limits.MOST_LISTED_MOVES + 1) if Roll() in found
        ]


class Slow(Toy):
    """Takes its time for a list."""

    def legal(self, s: ToyState, seat: int):  # as above
        until = time.thread_time() + 2 * list_limits.MOST_SECONDS_TO_LIST
        while time.thread_time() < until:
            pass
        return Toy.legal(self, s, seat)


class Silent(Toy):
    """Does not say that more can be put aside than is listed."""

    def legal(self, s: ToyState, seat: int):  # as above
        return [move for move in Toy.legal(self, s, seat) if str(move) != "aside ash"] or [*Toy.legal(self, s, seat)]

    def sample_unlisted_moves(self, s: ToyState, seat: int, chance: Chance):  # as above
        listed = self.legal(s, seat)
        return [move for move in Toy.legal(self, s, seat) if move not in listed]


class Partial(Silent):
    """Says so, and finds any of them by its card."""

    lost = False

    def partly_listed_kinds(self, s: ToyState, seat: int):  # as above
        return {move.kind for move in self.sample_unlisted_moves(s, seat, Chance(KEY))}

    def list_matching_moves(self, s: ToyState, seat: int, kind: str, known):  # as above
        moves = [move for move in Toy.legal(self, s, seat) if move.kind == kind]
        return [move for move in moves if all(getattr(move, name) == known[name] for name in known)][self.lost :]


class Losing(Partial):
    """Does not find them all."""

    lost = True


class Sorting(Partial):
    """Finds the rest in an order that follows from the deck."""

    def list_matching_moves(self, s: ToyState, seat: int, kind: str, known):  # as above
        found = Partial.list_matching_moves(self, s, seat, kind, known)
        return found[::-1] if s.deck[-1:] < ["c"] else found


class Hinting(Partial):
    """Says that there is more, or not, by what lies on the deck."""

    def partly_listed_kinds(self, s: ToyState, seat: int):  # as above
        return Partial.partly_listed_kinds(self, s, seat) or {
            move.kind for move in self.legal(s, seat) if s.deck[-1:] < ["c"]
        }


class Explaining(Toy):
    """Gives a reason for a refusal that names what others hold."""

    def check(self, s: ToyState, seat: int, move: Move) -> None:
        try:
            Toy.check(self, s, seat, move)
        except IllegalMove as reason:
            raise IllegalMove("toy.no", hands=list(s.hands)) from reason


class Peeping(Toy):
    """Shows the deck to who is asked."""

    def preview(self, s: ToyState, seat: int, move: Move | None = None) -> object:
        return s.deck[-1:] if move is None else None


class Boasting(Partial):
    """Says that there are more where there are none."""

    def partly_listed_kinds(self, s: ToyState, seat: int):  # as above
        return {"accept"}


def test_a_list_may_be_a_part_where_the_game_says_so_and_finds_the_rest() -> None:
    for seed in range(3):
        check_conformance(Partial(Choices()), 3, seed)


@pytest.mark.parametrize(
    ("game", "point"),
    [
        (Endless, "10"),
        (Slow, "10"),
        (Silent, "10"),
        (Losing, "10"),
        (Boasting, "10"),
        (Leaky, "7"),
        (Sorting, "7"),
        (Hinting, "7"),
        (Explaining, "7"),
        (Peeping, "7"),
        (Dreaming, "7"),
        (Writing, "3"),
        (Sharing, "3"),
        (Telling, "9"),
        (Inventing, "9"),
        (Unnamed, "9"),
    ],
)
def test_the_suite_finds_what_is_broken(game: type[Toy], point: str) -> None:
    with pytest.raises(Nonconformity) as found:
        check_conformance(game(Choices()), 3, 1, clock=time.thread_time)
    assert f": {point}:" in found.value.point
    record.parse_record(found.value.record)
