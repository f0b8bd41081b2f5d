"""What speaks for a move: by themes, for each seat, as far as it is sure and true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ai.comparing import compare_moves
from ai.player import Imagine
from ai.reasons import Pair, Reason, Scene, Sequel, Theme, list_reasons, public_reason
from rules.core import Chance, Transition, decode_move, play
from tests.rules.catan.table import Table

THEMES = (
    Theme("cards", ("cards", "kinds"), {"cards": 1}),
    Theme("roads", ("roads",), {"roads": -1}, is_told_of_others=False),
    Theme("more", ("more",), {"more": 1}, lambda scene: ("much", {"n": round(scene.mean(number))}), ("much",)),
    Theme("mute", ("mute",), {"mute": 1}, lambda scene: None),
)


@dataclass
class At:
    """A position as numbers: word -> seat -> what is read and what it adds. `winner`: the game is over; `shared`: both
    win."""

    words: Mapping[str, Sequence[float]] = field(default_factory=dict)
    winner: int | None = None
    shared: bool = False
    points: Sequence[int] = (0, 0)


def number(s: At) -> float:
    return s.words["more"][0]


class Toy:
    """A game of two, and who reads its judge: each number adds itself."""

    family = "toy"
    points_win = True

    def over(self, s: At) -> bool:
        return s.shared or s.winner is not None

    def winners(self, s: At) -> list[int]:
        return [0, 1] if s.shared else [] if s.winner is None else [s.winner]

    def scores(self, s: At) -> list[int]:
        return [*s.points]

    def themes(self, game: Any, s: At) -> Sequence[Theme]:
        return THEMES

    def read(self, game: Any, s: At) -> list[dict[str, tuple[float, float]]]:
        return [{word: (each[seat], each[seat]) for word, each in s.words.items()} for seat in range(2)]

    def fate_harms(self) -> Mapping[str, float]:
        return {"storm": 0.5}

    def looked(self, game: Any, s: At, luck: Any, before: At) -> Sequel:
        return Sequel([s])


def reasons(*pairs: tuple[At, At]) -> list[tuple[str, dict[str, Any]]]:
    toy: Any = Toy()
    found = list_reasons(toy, toy, [Pair(At(), better, worse) for better, worse in pairs], 0)
    assert all(reason.weight > 0 for reason in found)
    assert [reason.weight for reason in found] == sorted((reason.weight for reason in found), reverse=True)
    return [(reason.key, dict(reason.values)) for reason in found]


def test_what_is_better_is_told_by_its_theme_the_weightiest_first() -> None:
    one = At({"cards": (1, 0), "kinds": (1, 0), "more": (5, 0)})
    assert reasons((one, At({"cards": (0, 0), "kinds": (0, 0), "more": (0, 0)}))) == [
        ("toy.because.more_much", {"n": 5}),
        ("toy.because.cards", {}),
    ]


def test_what_the_rest_comes_of_stands_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a city is built in this turn, before what it makes."""
    one, other = At({"cards": (1, 0), "more": (5, 0)}), At({"cards": (0, 0), "more": (0, 0)})
    monkeypatch.setattr(f"{__name__}.THEMES", (replace(THEMES[0], foremost=("",)), *THEMES[1:]))
    toy: Any = Toy()
    found = list_reasons(toy, toy, [Pair(At(), one, other)], 0)
    assert [(reason.key, reason.weight) for reason in found] == [("toy.because.cards", 1), ("toy.because.more_much", 5)]
    turned = list_reasons(toy, toy, [Pair(At(), At({"cards": (0, 0)}), At({"cards": (0, 1)}))], 0)
    assert [reason.key for reason in turned] == ["toy.because.cards_other"]


def test_what_is_worse_for_somebody_else_speaks_for_a_move() -> None:
    pair = At({"cards": (0, 0)}), At({"cards": (0, 2)})
    assert reasons(pair) == [("toy.because.cards_other", {"other_seat": 1})]
    assert reasons((pair[1], pair[0])) == []


def test_a_theme_may_be_about_oneself_only_and_may_have_nothing_to_say() -> None:
    assert reasons((At({"roads": (0, 1)}), At({"roads": (0, 0)}))) == []
    assert reasons((At({"mute": (1, 0)}), At({"mute": (0, 0)}))) == []


def test_what_the_judge_thinks_the_wrong_way_round_is_not_told() -> None:
    assert reasons((At({"cards": (0, 0), "kinds": (2, 0)}), At({"cards": (1, 0), "kinds": (0, 0)}))) == []
    assert reasons((At({"roads": (1, 0)}), At({"roads": (0, 0)}))) == []


def test_what_may_be_chance_is_not_told() -> None:
    up, down = (At({"cards": (2, 0)}), At({"cards": (0, 0)})), (At({"cards": (0, 0)}), At({"cards": (1, 0)}))
    assert reasons(up, down, up, down) == []
    assert reasons(up, up, up, up) == [("toy.because.cards", {})]


def test_what_is_little_beside_the_first_is_left_out() -> None:
    assert reasons((At({"cards": (1, 0), "more": (9, 0)}), At({"cards": (0, 0), "more": (0, 0)}))) == [
        ("toy.because.more_much", {"n": 9})
    ]


@pytest.mark.parametrize(
    ("better", "worse", "said"),
    [
        (At(winner=0), At(), [("because.wins_surely", {"percent": 100})]),
        (At(), At(winner=1), [("because.wins_other_surely", {"percent": 100, "other_seat": 1})]),
        (At(winner=0), At(winner=0), []),
    ],
)
def test_that_a_game_is_won_or_lost_is_told(better: At, worse: At, said: object) -> None:
    assert reasons((better, worse)) == said


def test_that_it_may_be_won_is_told_with_how_often() -> None:
    pairs = [*[(At(winner=0), At())] * 3, (At(), At())]
    assert reasons(*pairs) == [("because.wins", {"percent": 75})]
    assert reasons(*reversed(pairs[2:]), *pairs[3:] * 2) == []  # once in four may be chance


def test_what_was_measured_in_more_positions_is_told_in_place_of_these_few() -> None:
    toy: Any = Toy()
    pairs = [Pair(At(), At(winner=0), At(winner=n % 2)) for n in range(8)]
    few = list_reasons(toy, toy, pairs, 0)
    assert [(one.key, one.values["percent"]) for one in few][1] == ("because.wins_other", 50)
    found = list_reasons(toy, toy, [*pairs, Pair(At(), At(), At(winner=1))], 0, ahead=0.2)
    assert [(one.key, one.values["percent"]) for one in found] == [
        ("because.wins", 20),
        ("because.wins_other", 20),
    ]
    assert list_reasons(toy, toy, pairs, 0, ahead=-0.2) == []


def test_a_win_that_is_sure_is_called_so_however_often_the_other_move_wins_as_well() -> None:
    mine = [(At(winner=0), At(winner=0)), *[(At(winner=0), At())] * 3]
    assert reasons(*mine) == [("because.wins_surely", {"percent": 75})]
    theirs = [(At(winner=1), At(winner=1)), *[(At(), At(winner=1))] * 3]
    assert reasons(*theirs) == [("because.wins_other_surely", {"percent": 75, "other_seat": 1})]


def test_a_victory_that_is_shared_is_no_sure_win() -> None:
    """Nor does somebody win who only shares it: it counts as a part."""
    pairs = [(At(shared=True), At())] * 4
    assert reasons(*pairs) == [("because.wins", {"percent": 50})]
    assert reasons(*[(At(winner=0), At(shared=True))] * 4) == [
        ("because.wins_surely", {"percent": 50}),
        ("because.wins_other", {"percent": 50, "other_seat": 1}),
    ]


def test_points_at_the_end_stand_beside_the_win_that_comes_of_them() -> None:
    ended = At(winner=0, points=(12, 7)), At(winner=1, points=(8, 9))
    assert reasons(ended) == [
        ("because.wins_surely", {"percent": 100}),
        ("because.wins_other_surely", {"percent": 100, "other_seat": 1}),
        ("because.total", {"n": 4}),
        ("because.total_other", {"n": 2, "other_seat": 1}),
    ]
    assert reasons((At(winner=0, points=(12, 7)), At(winner=0, points=(9, 7)))) == [("because.total", {"n": 3})]
    assert reasons(ended, (At(), At()), (At(), At())) == []  # most games go on


def struck(better: tuple[int, ...], worse: tuple[int, ...]) -> Pair:
    """The same comes of both moves, but other seats are struck on the way."""
    one, other = ([("storm", seat) for seat in seats] for seats in (better, worse))
    return Pair(At(), At(), At(), fates=(one, other))


def test_what_befalls_oneself_less_often_and_others_more_often_speaks_for_a_move() -> None:
    toy: Any = Toy()
    pairs = [*[struck((1,), (0,))] * 3, struck((), ())]
    assert [(one.key, one.values, one.weight) for one in list_reasons(toy, toy, pairs, 0)] == [
        ("toy.because.storm", {"percent": 75}, 0.375),
        ("toy.because.storm_other", {"percent": 75, "other_seat": 1}, 0.1875),
    ]
    assert list_reasons(toy, toy, [pair.swapped for pair in pairs], 0) == []
    assert list_reasons(toy, toy, [*pairs[2:], struck((), ())], 0) == []  # once in three may be chance


def test_how_often_a_game_is_won_is_told_of_the_last_look() -> None:
    toy: Any = Toy()
    looks = [Pair(At(), At(), At(), 0), Pair(At(), At(winner=0), At(), 1)] * 4
    (found,) = list_reasons(toy, toy, looks, 0)
    assert (found.key, found.values) == ("because.wins_surely", {"percent": 100})


def test_reasons_go_through_text() -> None:
    reason = Reason("toy.because.cards_other", {"other_seat": 1}, 0.5)
    assert Reason.from_json(reason.to_json()) == reason


def test_the_sentences_of_a_theme() -> None:
    assert THEMES[2].sentence_keys("toy") == [
        "toy.because.more_much",
        "toy.because.more_much_of",
        "toy.because.more_other_much",
    ]
    assert THEMES[1].sentence_keys("toy") == ["toy.because.roads", "toy.because.roads_of"]
    own = Theme("cards", ("cards",), {"cards": 1}, variants=("",), mover_variants=("new",))
    assert own.sentence_keys("toy") == [
        "toy.because.cards",
        "toy.because.cards_new",
        "toy.because.cards_of",
        "toy.because.cards_new_of",
        "toy.because.cards_other",
    ]


def test_who_hears_of_somebody_else_is_told_so() -> None:
    assert public_reason("toy.because.cards", {"n": 2}, 1) == ("toy.because.cards_of", {"n": 2, "seat": 1})
    other = {"other_seat": 0}
    assert public_reason("toy.because.cards_other", other, 1) == ("toy.because.cards_other", other)


def test_what_is_so_at_once_is_told_apart_from_what_comes_of_it() -> None:
    soon, late = (Pair(At(), At({"more": (n, 0)}), At({"more": (0, 0)}), look) for look, n in enumerate((1, 5)))
    scene = Scene([soon, late], 0, 0)
    assert (scene.mean(number), scene.right_after_moves.mean(number)) == (3, 1)
    assert Scene([late], 0, 0).right_after_moves.mean(number) == 5


def test_the_sentences_of_a_scene() -> None:
    assert Scene([Pair(At(), At({"more": (3, 0)}), At({"more": (1, 0)}))], 0, 0).mean(number) == 2


def test_what_was_done_after_the_other_move_belongs_to_it() -> None:
    """A better tile was held against the other one without the figure that was put on it."""
    table = Table().settlement(0, 9, 19).hand(0, "4 wool, 2 grain, 2 ore")
    game, s = table.game, table.s
    bank, end = (decode_move(line, game.moves) for line in ("bank wool ore", "end"))
    city = decode_move("build-city v9", game.moves)

    def ended(t: Transition[Any]) -> Any:
        return play(game, play(game, play(game, s, 0, bank).state, 0, city).state, 0, end).state

    imagine = Imagine(game, s, 0, Chance(bytes(32)))
    alone = compare_moves(imagine, bank, end, Chance(bytes(32))).better
    assert any(reason.key == "catan.because.points" for reason in alone)
    followed = compare_moves(imagine, bank, end, Chance(bytes(32)), play_other_on=ended).better
    assert not any(reason.key == "catan.because.points" for reason in followed)


def test_what_is_brought_about_later_is_not_said_of_the_move_but_points_are() -> None:
    """A wall was praised for places that a road opened after it."""
    cards, soon = (
        Theme("cards", ("cards",), {"cards": 1}),
        Theme("roads", ("roads",), {"roads": 1}, may_come_later=True),
    )
    better, worse = At({"cards": (2, 0), "roads": (2, 0)}), At({"cards": (1, 0), "roads": (1, 0)})

    class Either(Toy):
        def themes(self, game: Any, s: At) -> Sequence[Theme]:
            return cards, soon

    either: Any = Either()

    def keys(now: tuple[At, At] | None) -> list[str]:
        return [one.key for one in list_reasons(either, either, [Pair(worse, better, worse, after_effects=now)], 0)]

    assert keys(None) == keys((better, worse)) == ["toy.because.cards", "toy.because.roads"]
    assert keys((worse, worse)) == ["toy.because.roads"]
