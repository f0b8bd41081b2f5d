"""Thinking ahead in Catan: the judge is right about as often as it says, and the search sees no more than its seat."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Any

import pytest

import ai
from ai.catan import EXPERT, expert, rollout
from ai.catan.chances import LEARNT, feature_weights, win_chances
from ai.catan.expert import MOST_CANDIDATES, MOST_OF_A_KIND, vary_moves
from ai.catan.judge_features import JUDGED_FEATURES, Facts, feature_rows, features_in_play
from ai.catan.rollout import best_scored_move, positions_to_judge, state_after_answers
from ai.search import weigh_moves
from rules.catan.game import KIND
from rules.catan.moves import End, Roll, TradeFirst
from rules.catan.places import OUT
from rules.catan.state import CatanState
from rules.catan.turn import BeforeRoll
from rules.core import Chance, Game, Move, encode_move, play, start_game
from rules.core.conformance import start_trial
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table

HORIZONS = rollout.judged_turns
STRONG = ai.StrongPlayer(ai.players_by_level()["normal"], 0.03)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look to the end of the turn is enough here."""
    monkeypatch.setattr(rollout, "judged_turns", lambda seats, modules: (1,))


class Given(ai.Imagine):
    """Positions made beforehand: there is no other to look at."""

    def __init__(self, game: Game[Any], seat: int, luck: Chance, positions: list[CatanState]) -> None:
        super().__init__(game, None, seat, luck)
        self.positions = positions

    def __call__(self) -> CatanState:
        self.positions.append(self.positions.pop(0))
        return self.positions[-1].copy()


def chosen(game: Game[Any], s: CatanState, seat: int, imagine: ai.Imagine | None = None) -> Move:
    luck = Chance(bytes(32))
    return STRONG.choose(
        game.view(s, seat), list(game.legal(s, seat)), imagine or ai.Imagine(game, s, seat, luck), luck
    )


def choice(table: Table, seat: int = 0) -> str:
    return encode_move(chosen(table.game, table.s, seat))


def quick(preset: str, seats: int, seed: int, at: Callable[[CatanState], None]) -> CatanState:
    """A game of quick players to its end; `at` is shown every position."""
    game = KIND.make(KIND.presets[preset])
    run = start_trial(game, seats, seed)
    s: CatanState = start_game(game, seats, run.key).state
    while not game.over(s):
        at(s)
        seat = min(game.waiting(s))
        s = play(game, s, seat, best_scored_move(game, s, seat, run.player_chance)).state
    return s


# --- the judge ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "seats"), [("base", 4), ("official", 3), ("colonist", 5)])
def test_it_says_who_wins_better_than_equal_chances(preset: str, seats: int) -> None:
    said: list[list[float]] = []

    def judge(s: CatanState) -> None:
        if s.turn and s.turn % 5 == 0 and isinstance(s.agenda[-1], BeforeRoll):
            said.append(win_chances(s))
            assert sum(said[-1]) == pytest.approx(1.0)

    loss = n = 0.0
    for seed in (1, 2):
        end = quick(preset, seats, seed, judge)
        loss -= sum(log(p[end.winner]) for p in said)
        n += len(said)
        said.clear()
        assert win_chances(end) == [float(seat == end.winner) for seat in range(seats)]
    assert loss / n < log(seats)


def test_every_word_has_a_weight_that_is_not_against_it() -> None:
    for preset in ("base", "official"):
        game = KIND.make(KIND.presets[preset])
        s = start_game(game, 4, bytes(32)).state
        words = [word for told in features_in_play(s) for word in told.words]
        assert len(words) == len(set(words)) == len(feature_rows(s)[0])
        for word, weight in zip(words, feature_weights(tuple(s.ext), tuple(words)), strict=True):
            assert word[-1] in "+-?"
            assert weight * {"+": 1, "-": -1, "?": 0}[word[-1]] >= 0
    assert set(LEARNT) == {told.module for told in JUDGED_FEATURES if told.module}


def test_what_is_told_of_a_seat_follows_from_the_board() -> None:
    table = Table().settlement(0, 17).city(1, 40).road(0, "17-23").hand(0, "2 ore")
    facts = Facts(table.s)
    terrain = [(table.s.terrain[h], table.s.tokens[h]) for h in table.s.layout.hexes_at[40]]
    assert sum(facts.production[1]) == 2 * sum(6 - abs(7 - token) for _, token in terrain if token)
    assert facts.building_corners[:2] == [([17], []), ([], [40])]
    assert facts.rolls_until_paid(0, facts.price(0, 0, 0, 0, 2)) == 0.0
    assert facts.rolls_until_paid(0, facts.price(0, 0, 0, 0, 3)) > 0.0
    (here, _, _), best, far = facts.sites[0]
    assert min(best, far) > here == 0  # a road further than where it ends somebody stands too near


@pytest.mark.parametrize("better", ["hand", "city", "road"])
def test_more_is_better(better: str) -> None:
    def laid(more: bool) -> float:
        table = Table().settlement(0, 17, 40).settlement(1, 10, 47).road(0, "17-23")
        table.settlement(2, 20, 31).settlement(3, 36, 50)
        if more and better == "hand":
            table.hand(0, "3 ore, 2 grain")
        if more and better == "road":
            table.road(0, "17-12", "12-7", "23-29", "29-34")
        if more and better == "city":
            table.city(0, 13)
        return win_chances(table.s)[0]

    assert laid(True) > laid(False)


def test_knights_in_time_are_better() -> None:
    def laid(active: bool) -> float:
        table = Knights().city(0, 17).settlement(0, 40).city(1, 10).settlement(1, 47)
        table.knight(0, 18, active=active).ship(6)
        return win_chances(table.s)[0]

    assert laid(True) > laid(False)


# --- the search --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["base", "official"])
def test_it_goes_by_what_it_sees_and_imagines_alone(preset: str) -> None:
    game = KIND.make(KIND.presets[preset])
    met: list[CatanState] = []
    quick(
        preset, 4, 3, lambda s: met.append(s) if s.turn and len(list(game.legal(s, min(game.waiting(s))))) > 2 else None
    )
    for s in met[:: len(met) // 4]:
        seat = min(game.waiting(s))
        imagine = ai.Imagine(game, s, seat, Chance(b"x"))
        positions = [imagine() for _ in range(2)]
        answers = set()
        for deal in (b"1", b"2"):
            other = s.copy()
            game.shuffle_hidden(other, seat, Chance(deal))
            given = Given(game, seat, Chance(bytes(32)), [*positions])
            answers.add(encode_move(chosen(game, other, seat, given)))
        assert len(answers) == 1


@pytest.mark.parametrize(("preset", "seats"), [("base", 3), ("official", 3)])
def test_it_knows_an_answer_to_whatever_it_is_asked(preset: str, seats: int) -> None:
    game = KIND.make(KIND.presets[preset])
    asked: set[str] = set()

    def ask(s: CatanState) -> None:
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        kind = s.agenda[-1].kind
        if len(legal) > 1 and kind not in asked:
            asked.add(kind)
            play(game, s, seat, chosen(game, s, seat))  # raises what is not legal

    quick(preset, seats, 5, ask)
    assert {"catan.place", "catan.main", "catan.robber"} <= asked


def test_the_same_position_and_luck_give_the_same_move() -> None:
    table = Table().settlement(0, 17, 40).road(0, "17-23").settlement(1, 10).hand(0, "4 ore, 1 grain, 2 wool, 1 brick")
    assert choice(table) == choice(table)


def test_it_wins_when_it_can() -> None:
    table = Table().city(0, 17, 40, 13).settlement(0, 20, 47, 50).hand(0, "3 ore, 2 grain, 1 wool")
    assert choice(table).startswith("build-city")


def test_it_builds_rather_than_waits() -> None:
    table = Table().settlement(0, 17, 40).road(0, "17-23").settlement(1, 10, 47).hand(0, "3 ore, 2 grain")
    assert choice(table).startswith("build-city")


def test_another_move_must_be_clearly_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table().settlement(0, 17, 40).road(0, "17-23").settlement(1, 10).hand(0, "4 ore, 1 grain, 2 wool, 1 brick")
    legal = list(table.game.legal(table.s, 0))
    first = EXPERT.candidate_moves(
        table.view(0), legal, ai.Imagine(table.game, table.s, 0, Chance(b"1")), Chance(b"1")
    )[0]
    monkeypatch.setattr(type(EXPERT), "caution", 1.0)
    assert choice(table) == encode_move(first)


def test_the_ideas_are_not_all_of_one_kind() -> None:
    moves: list[tuple[float, Move]] = [(1.0, TradeFirst(("ore",), ("wool",), (n,))) for n in range(20)]
    found = vary_moves([*moves, (0.5, Roll()), (-5.0, End())])
    assert len(found) == MOST_OF_A_KIND + 1 <= MOST_CANDIDATES
    assert found[-1] == Roll()


# --- playing on --------------------------------------------------------------------------------------------------


def test_it_plays_on_for_some_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout, "judged_turns", lambda seats, modules: (3,))
    table = Table().settlement(0, 17, 40).road(0, "17-23").settlement(1, 10).hand(0, "3 ore, 2 grain")
    (end,) = positions_to_judge(table.game, table.s, Chance(bytes(32)), table.s.turn)
    assert end.turn == table.s.turn + 3
    assert not end.dice
    assert end.points[0] == 3  # and has built its city before


@pytest.mark.parametrize(("seats", "turns", "with_modules"), [(3, [4], [1, 4]), (4, [5], [1, 5]), (6, [1], [1])])
def test_it_looks_at_the_end_of_its_next_turn_and_with_modules_of_this_one_too(
    seats: int, turns: list[int], with_modules: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Less far where everybody builds after each turn."""
    monkeypatch.setattr(rollout, "judged_turns", HORIZONS)
    for table, expected in ((Table(seats), turns), (Knights(seats), with_modules)):
        found = positions_to_judge(table.game, table.s, Chance(bytes(32)), table.s.turn)
        assert [s.turn - table.s.turn for s in found] == expected
        told = [win_chances(s) for s in found]
        mean = [sum(each) / len(told) for each in zip(*told, strict=True)]
        assert expert.average_chances(table.game, table.s, Chance(bytes(32)), table.s.turn) == pytest.approx(mean)


@pytest.mark.parametrize("preset", ["base", "official"])
def test_moves_that_end_a_turn_are_judged_at_the_same_time_as_others(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended turns were looked at a turn later: the judge, who likes whoever is next, preferred to put off the end."""
    game, luck = KIND.make(KIND.presets[preset]), Chance(bytes(32))
    judged: list[CatanState] = []
    kinds = set()

    def judge(s: CatanState) -> list[float]:
        judged.append(s)
        return win_chances(s)

    def at(s: CatanState) -> None:
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        if s.turn % 9 != 1 or len(legal) == 1:
            return
        imagine = ai.Imagine(game, s, seat, luck)
        ideas = EXPERT.candidate_moves(game.view(s, seat), legal, imagine, luck)
        weigh_moves(EXPERT, imagine, ideas, len(ideas))
        assert {after.turn for after in judged if after.winner == OUT} <= {s.turn + 1}
        kinds.update(move.kind for move in ideas if len(ideas) > 1)
        judged.clear()

    monkeypatch.setattr(expert, "win_chances", judge)
    quick(preset, 4, 3, at)
    assert {"end", "bank", "build-road"} <= kinds


def test_at_the_beginning_it_plays_on_until_all_have_placed_theirs() -> None:
    game = KIND.make(KIND.presets["official"])
    (end,) = positions_to_judge(game, start_game(game, 3, bytes(32)).state, Chance(bytes(32)), 0)
    assert end.turn == 1
    assert end.points == [3, 3, 3]


def test_who_is_asked_answers_before_it_goes_on() -> None:
    table = Table().settlement(0, 17).settlement(1, 10, 47).hand(0, "1 ore").hand(1, "1 wool")
    table.s = play(table.game, table.s, 0, TradeFirst(("ore",), ("wool",), (1, 2))).state
    after = state_after_answers(table.game, table.s, Chance(bytes(32)))
    assert after.offer is None or {answer.seat for answer in after.offer.answers} == {1, 2}
