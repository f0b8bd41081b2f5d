"""Looking back: what a decision cost is told by what its seat could know, and luck is told apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from ai import review, worker
from ai.coach import Coach
from ai.comparing import Comparison
from ai.critic import own_critic
from ai.review import Deed, ReviewRequest, SurveyResult, Verdict, judge_decision, survey_piece
from rules.catan.development import PLENTY, DevPlenty, developments_of
from rules.core import Chance, Choices, Game, Move, play, registry, start_game
from rules.core.conformance import start_trial
from rules.core.saving import to_text
from tests.rules.catan.table import Table as Catan
from tests.rules.catan.test_development import dev
from tests.rules.core.toy import KIND, Aside, End, Offer, Roll

from .looking_back import Judge, Pairs, chances, known, laid, piece

ASH, BIRCH, CEDAR = map(Aside, ("ash", "birch", "cedar"))


@pytest.fixture(autouse=True)
def expert(monkeypatch: pytest.MonkeyPatch) -> Pairs:
    monkeypatch.setattr("rules.core.registry.make_game", lambda kind, choices: KIND.make(choices))
    return known(monkeypatch)


def test_a_piece_is_read_as_it_was_written() -> None:
    one = piece(laid("aab", "abc"), (0, ASH), (1, ASH), (0, Roll()), at=1)
    assert ReviewRequest.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_chances_are_those_after_each_move() -> None:
    s = laid("aab", "abc")
    found = survey_piece(piece(s, (0, ASH), (1, ASH)))
    assert list(found.first.chances) == pytest.approx(chances(s), abs=1e-4)
    assert found.deeds[0].chances == found.deeds[1].chances == (0.5, 0.5)
    assert [one.number for one in found.deeds] == [2, 3]


def test_who_breaks_a_pair_lost_by_it_and_who_keeps_it_did_not() -> None:
    broken, kept = survey_piece(piece(laid("aab", "aab"), (0, ASH), (1, BIRCH))).deeds
    assert broken.cost > 0.1
    assert kept.cost == 0.0
    found = judge_decision(piece(laid("aab", "abc"), (0, ASH), at=0))
    assert found is not None
    assert found.better == "aside birch"
    assert found.is_mistake
    assert found.cost > 0.1
    assert judge_decision(piece(laid("aab", "abc"), (0, BIRCH), at=0)) is None


def test_nobody_is_held_against_what_they_could_not_know(expert: Pairs) -> None:
    s = laid("aab", "abc")
    judge_decision(piece(s, (0, ASH), at=0))
    assert len(expert.met) > 10
    assert s.key not in expert.met


def test_where_the_clock_decided_nobody_is_to_blame() -> None:
    one = piece(laid("aab", "abc"), (0, ASH), own=False)
    assert survey_piece(one).deeds[0].cost == 0.0
    assert judge_decision(replace(one, at=0)) is None


def test_what_others_would_have_to_agree_to_is_no_better_move(expert: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Offer(("ash",), ("birch",))
    monkeypatch.setattr(expert, "candidate_moves", lambda *given: [asked, End()])
    monkeypatch.setattr("tests.rules.core.toy.Main.unanswered", lambda self, s: self.invited(s), raising=False)
    s = laid("aab", "abb")
    ended = piece(s, (0, BIRCH), (1, BIRCH), (0, Roll()), (0, End()), at=3)
    assert judge_decision(ended) is None
    offered = piece(s, (0, BIRCH), (1, BIRCH), (0, Roll()), (0, asked), at=3)
    assert judge_decision(offered) is None


def test_luck_is_what_came_beside_what_might_have_come() -> None:
    """A die of 3 and more brings a card: here some bring a pair."""
    came = []
    for number in range(6):
        s = laid("abc", "abc")
        s.key = bytes([number] * 32)
        found = survey_piece(piece(s, (0, ASH), (1, ASH), (0, Roll())))
        assert found.deeds[0].luck == pytest.approx((0.0, 0.0)), "a card put aside is no luck"
        came.append(found.deeds[2].luck)
        assert sum(came[-1]) == pytest.approx(0.0, abs=1e-3)
    assert max(one[0] for one in came) > 0.05 > -0.05 > min(one[0] for one in came)


def test_it_says_the_same_in_whatever_pieces_it_is_asked() -> None:
    moves = ((0, ASH), (1, ASH), (0, Roll()), (0, End()), (0, BIRCH))
    whole = piece(laid("aabbc", "abcbc"), *moves)
    at_once = survey_piece(whole)
    ticks: Iterator[float] = iter(range(100))
    begun = survey_piece(whole, 2.0, lambda: next(ticks))
    assert 0 < len(begun.deeds) < len(moves)
    rest = survey_piece(replace(whole, state=begun.state, deeds=whole.deeds[len(begun.deeds) :]), None)
    assert begun.deeds + rest.deeds == at_once.deeds
    assert rest.state == at_once.state


def test_the_process_that_thinks_answers() -> None:
    one = piece(laid("aab", "abc"), (0, ASH), (1, ASH))
    told = worker.answer_frame(json.dumps(one.to_json()).encode())
    assert SurveyResult.from_json(told["surveyed"]) == survey_piece(one)
    told = worker.answer_frame(json.dumps(replace(one, at=0).to_json()).encode())
    assert Verdict.from_json(told["verdict"]) == judge_decision(replace(one, at=0))
    assert "failed" in worker.answer_frame(json.dumps({"review": ["toy", {}, "", [], None]}).encode())


def test_a_small_cost_and_one_that_may_be_chance_do_not_count() -> None:
    assert Verdict("end", 0.5, 0.04, 0.01).is_mistake
    assert not Verdict("end", 0.5, 0.04, 0.03).is_mistake
    assert not Verdict("end", 0.5, 0.004, 0.0).is_mistake


@pytest.mark.parametrize(
    ("points", "told"),
    [(lambda s: [len(hand) for hand in s.hands], True), (lambda s: [s.hands[0].count("birch"), 0], False)],
)
def test_what_games_played_to_their_end_speak_against_is_not_told(
    points: Callable[[Any], list[int]], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge of Carcassonne blamed a farmer who won games: it is too far from their end to see that."""
    one = piece(laid("aab", "abc"), (0, ASH), at=0)
    first = judge_decision(one)
    assert first is not None
    assert first.is_mistake
    monkeypatch.setattr(review.comparing, "compare_moves", lambda *given, **more: Comparison([], []))
    monkeypatch.setattr(Judge, "final_points", lambda self, game, s, luck, before: points(s))
    assert (judge_decision(one) is not None) == told


def test_what_a_seat_goes_on_to_do_belongs_to_its_decision_until_something_new_is_learnt() -> None:
    s = laid("aab", "abb")
    asked = Offer(("ash",), ("cedar",))
    begun = [(0, BIRCH), (1, BIRCH), (0, Roll()), (0, asked), (0, End())]
    deeds, now = piece(s, *begun, (1, ASH)).deeds, s
    game = KIND.make(Choices())
    for seat, move in begun[:3]:
        now = play(game, now, seat, move).state
    offered = play(game, now, 0, asked)
    after = review._state_after_sequel(game, offered, 0, deeds[4:])
    assert (after.round, offered.state.round) == (1, 0), "the turn was ended, and the move of the other left out"
    assert review._state_after_sequel(game, offered, 1, deeds[4:]) is offered.state
    rolled = play(game, play(game, play(game, s, 0, BIRCH).state, 1, BIRCH).state, 0, Roll())
    assert review._state_after_sequel(game, rolled, 0, deeds[3:]) is rolled.state, "the die told something new"


def test_what_can_still_be_done_next_was_not_lost(expert: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever rolls first plays their card afterwards, even if nobody else would think of it then."""
    table = dev(Catan().settlement(0, 23).settlement(1, 40), 0, PLENTY).before_roll()
    card = DevPlenty(("ore", "ore"))
    monkeypatch.setattr("rules.core.registry.make_game", lambda kind, choices: table.game)
    monkeypatch.setattr(expert, "candidate_moves", lambda view, legal, imagine, chance: [card])
    monkeypatch.setattr(Judge, "chart_position", lambda self, s: s.turn)
    monkeypatch.setattr(
        expert,
        "chances_after_playing_on",
        lambda game, s, luck, before: [0.1 if developments_of(s).hands[0] else 0.9] * s.seats,
    )
    played = ReviewRequest("catan", table.game.choices, to_text(table.s), (Deed(1, 0, "roll"),), at=0)
    found = judge_decision(played)
    assert found is not None
    assert not found.is_mistake


class Patient(Pairs, Coach):
    """For whom a card of ash brings a point."""

    patience = 0.9

    def __init__(self, point: float) -> None:
        super().__init__()
        self.point = point

    def share_of_point_scored(self, game: Game[Any], s: Any, seat: int, move: Move, after: Any) -> float:
        return self.point * (move == ASH)


@pytest.mark.parametrize(("point", "counts"), [(1.0, False), (0.0, True)])
def test_a_point_that_was_made_is_allowed_for(monkeypatch: pytest.MonkeyPatch, point: float, counts: bool) -> None:
    """The settlement that won the game was called the dearest mistake."""
    monkeypatch.setattr("ai.review.own_expert", lambda module: Patient(point))
    monkeypatch.setattr(review, "prefer_moves", lambda coach, imagine, found: found)
    found = judge_decision(piece(laid("aab", "abc"), (0, ASH), at=0))
    assert found is not None
    assert found.is_mistake is counts


def test_what_can_never_be_done_as_well_changes_nothing() -> None:
    s = laid("aab", "abb")
    for seat, move in ((0, BIRCH), (1, BIRCH)):
        s = play(KIND.make(Choices()), s, seat, move).state
    one = piece(s, (0, Roll()))
    rolled = play(KIND.make(Choices()), s, 0, Roll()).state
    assert review._state_after_both(review._Board(one), rolled, one.deeds[0], ASH) is rolled


def test_what_ends_a_turn_is_surveyed_by_the_longer_look(expert: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only prepares something looks no better than to end the turn, as soon as it is made."""
    s = laid("aab", "abb")
    for seat, move in ((0, BIRCH), (1, BIRCH), (0, Roll())):
        s = play(KIND.make(Choices()), s, seat, move).state
    monkeypatch.setattr(expert, "candidate_moves", lambda view, legal, imagine, chance: [ASH, BIRCH])
    monkeypatch.setattr(
        "ai.review.alternative_moves", lambda board, deed, move, imagine: [End(), Offer(("ash",), ("cedar",))]
    )
    monkeypatch.setattr(expert, "chances_after_playing_on", lambda game, s, luck, before: [0.1 if s.round else 0.9] * 2)
    assert survey_piece(piece(s, (0, End()))).deeds[0].cost == 0.0
    monkeypatch.setattr(Judge, "gives_up_rest_of_turn", lambda self, move: isinstance(move, End))
    assert survey_piece(piece(s, (0, End()))).deeds[0].cost == pytest.approx(0.8)


POSITIONS = (("carcassonne", ""), ("catan", "base"), ("citadels", ""))


@pytest.mark.parametrize(("kind", "preset"), POSITIONS)
def test_each_game_is_judged_from_its_beginning_to_its_end(
    kind: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    game = registry.make_game(kind, registry.game_types()[kind].presets[preset] if preset else Choices())
    critic = own_critic(game.state.__module__)
    assert critic is not None
    run = start_trial(game, 3, 5)
    s, ats = start_game(game, 3, run.key).state, [0]
    for number in range(40):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        s = play(game, s, seat, legal[run.player_chance.below(len(legal))]).state
        if number % 8 == 0:
            before = s.copy()
            told = critic.chances_with_open_cards(game, s, Chance(bytes(32)))
            assert sum(told) == pytest.approx(1.0)
            assert s == before or all(getattr(s, name) == getattr(before, name) for name in ("agenda", "key", "used"))
            assert list(told) == list(critic.chances_with_open_cards(game, s, Chance(bytes(32))))
        assert critic.chart_position(s) >= ats[-1]
        ats.append(critic.chart_position(s))
    assert critic.survey_position_count(game) > 0
    assert critic.weighing_simulations(game) > critic.survey_position_count(game)


def test_who_is_not_known_is_not_looked_back_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.review.own_critic", lambda module: None)
    with pytest.raises(LookupError):
        survey_piece(piece(laid("aab", "abc"), (0, ASH)))


def move_of(text: str) -> Move:
    return {"a": ASH, "b": BIRCH, "c": CEDAR}[text]


def test_the_same_hand_is_judged_the_same_whatever_the_others_hold() -> None:
    """In the mean of many positions: what differs is what the seat cannot know."""
    one, two = (judge_decision(piece(laid("aab", other), (0, move_of("a")), at=0)) for other in ("abc", "cca"))
    assert one is not None
    assert two is not None
    assert (one.better, one.is_mistake) == (two.better, two.is_mistake)
    assert one.cost == pytest.approx(two.cost, abs=0.1)
