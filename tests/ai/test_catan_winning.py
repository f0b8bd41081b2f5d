"""A win that is there for the taking is taken: by cities, settlements, roads, knights, levels and the bank."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ai
from ai.catan.building import longest_road_gains
from ai.catan.expert import EXPERT
from ai.catan.player import PLAYER
from ai.catan.policy import best_scored_move
from ai.catan.situation import Situation
from ai.catan.winning import _has_pieces, winning_move
from ai.questions import Question, answer_question
from rules.catan.cards import ONE
from rules.catan.development import KNIGHT, PLENTY, developments_of
from rules.catan.game import KIND
from rules.catan.state import SETTLEMENT
from rules.core import Chance, encode_move, play, start_game
from rules.core.conformance import start_trial
from rules.core.saving import to_text
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table
from tests.rules.catan.test_development import dev

LUCK = Chance(bytes(32))


def nine() -> Table:
    """Nine points: three cities and three settlements."""
    return Table().city(0, 2, 4, 7).settlement(0, 9, 19, 23)


def line(table: Table) -> list[str]:
    """What is played until the game is over, or nobody sees a win any more."""
    found = []
    while not table.game.over(table.s):
        legal = list(table.game.legal(table.s, 0))
        move = winning_move(Situation(table.view(0), LUCK), legal)
        if move is None:
            break
        assert table.s.active == 0
        found.append(encode_move(move))
        table.do(found[-1])
    return found


def test_it_changes_cards_for_what_wins_rather_than_buy_one() -> None:
    table = nine().hand(0, "4 wool, 2 grain, 2 ore")
    assert line(table) == ["bank wool ore", "build-city v9"]
    assert table.game.winners(table.s) == (0,)


def test_a_settlement_with_the_road_that_leads_there() -> None:
    table = nine().road(0, "23-29").hand(0, "2 brick, 2 lumber, 1 wool, 1 grain")
    assert [move.split()[0] for move in line(table)] == ["build-road", "build-settlement"]
    assert table.game.winners(table.s) == (0,)


def test_a_settlement_and_a_city() -> None:
    table = Table().city(0, 2, 4, 7).settlement(0, 9, 23).road(0, "23-29-35")
    table.hand(0, "1 brick, 1 lumber, 1 wool, 3 grain, 3 ore")
    assert sorted(move.split()[0] for move in line(table)) == ["build-city", "build-settlement"]
    assert table.game.winners(table.s) == (0,)


def test_a_settlement_that_becomes_a_city_at_once() -> None:
    table = Knights().city(0, 2, 4, 7).road(0, "7-12-17-23-29-35").hand(0, "1 brick, 1 lumber, 1 wool, 3 grain, 3 ore")
    table.r.defenders[0] = 3
    table.s.points[0] += 3  # eleven with the Longest Road: two are wanting
    assert [move.split()[0] for move in line(table)] == ["build-settlement", "build-city"]
    assert table.game.winners(table.s) == (0,)


def test_two_roads_that_make_the_longest() -> None:
    table = Table().city(0, 2, 4, 7).settlement(0, 9, 23).road(0, "23-29-35-40").hand(0, "2 brick, 5 lumber, 4 wool")
    assert table.s.lengths[0] == 3
    assert [move.split()[0] for move in line(table)] == ["build-road", "build-road"]
    assert table.game.winners(table.s) == (0,)


def test_a_knight_that_brings_the_army() -> None:
    table = Table().city(0, 2, 4, 7).settlement(0, 9, 23).settlement(1, 20)
    part = developments_of(dev(table, 0, KNIGHT, KNIGHT, KNIGHT).s)
    part.hands[0] -= 2 * ONE[KNIGHT]
    part.spent += 2 * ONE[KNIGHT]
    part.knights[0] = 2
    assert line(table) == ["dev-knight"]
    assert table.game.winners(table.s) == (0,)


def test_cards_of_a_year_of_plenty_and_of_the_bank() -> None:
    hand = "4 wool, 2 grain"
    assert line(dev(nine().hand(0, hand), 0, PLENTY, fresh=True)) == []  # bought in this turn
    assert line(dev(nine().hand(0, hand), 0, PLENTY)) == ["dev-plenty ore,ore", "bank wool ore", "build-city v9"]


def test_a_metropolis() -> None:
    table = Knights().city(0, 2, 4, 7, 9).settlement(0, 19, 23, 31).hand(0, "3 cloth, 2 coin")
    table.r.levels[0] = (3, 0, 0)  # the bank takes two commodities for one
    assert table.s.total_points(0) == 11
    assert line(table) == ["bank coin cloth", "improve trade"]
    table.do("answer-metropolis v2")
    assert table.game.winners(table.s) == (0,)


def test_two_metropolises_need_two_cities() -> None:
    table = Knights().city(0, 2).settlement(0, 9, 19, 23).hand(0, "4 cloth, 4 coin")
    table.r.levels[0] = (3, 3, 0)
    table.r.defenders[0] = 5
    table.s.points[0] += 5
    assert table.s.total_points(0) == 10  # three are wanting
    assert line(table) == []


def test_a_city_on_its_side_needs_no_other_piece() -> None:
    table = Knights().city(0, 2, 4, 7, 9).hand(0, "2 grain, 3 ore")
    table.r.pillaged, table.s.buildings[9] = 1 << 9, SETTLEMENT
    table.r.defenders[0] = 5
    table.s.points[0] += 4  # and one less for the city
    assert table.s.cities_left[0] == 0
    assert table.s.total_points(0) == 12
    assert line(table) == ["build-city v9"]
    assert table.game.winners(table.s) == (0,)


def test_a_settlement_that_a_city_frees() -> None:
    table = Table().city(0, 2, 4).settlement(0, 9, 19, 23, 31).road(0, "23-29-34")
    table.s.settlements_left[0] = 0
    pieces = Situation(table.view(0), LUCK)
    assert _has_pieces(pieces, [("city", 9), ("settlement", 34)])
    assert not _has_pieces(pieces, [("settlement", 34)])
    assert not _has_pieces(pieces, [("city", 34), ("settlement", 34)])


def test_whoever_holds_the_longest_road_gains_nothing_by_more_of_it() -> None:
    """At equal lengths that depends on who was first, which the board does not tell."""

    def laid(*order: int) -> Table:
        table = Table().city(0, 2, 4, 7)
        for seat in order:
            table.road(seat, "17-23-29-35-40-45" if seat == 0 else "33-27-21-16-11-7")
        return table.hand(0, "1 brick, 1 lumber")

    for order, gains in (((1, 0), 1), ((0, 1), 0), ((1, 0), 1)):
        assert len(list(longest_road_gains(Situation(laid(*order).view(0), LUCK)))) == gains


@pytest.mark.parametrize("held", ["3 wool, 2 grain, 2 ore", "4 wool, 2 grain, 1 ore", ""])
def test_where_nothing_wins_nothing_is_called_a_win(held: str) -> None:
    assert line(nine().hand(0, held)) == []


def test_what_the_bank_has_no_more_wins_nothing() -> None:
    assert line(nine().hand(0, "4 wool, 2 grain, 2 ore").hand(1, "17 ore")) == []


def test_all_who_play_see_it() -> None:
    table = nine().hand(0, "4 wool, 2 grain, 2 ore")
    legal = list(table.game.legal(table.s, 0))
    imagine = ai.Imagine(table.game, table.s, 0, LUCK)
    assert [encode_move(move) for move in EXPERT.candidate_moves(table.view(0), legal, imagine, LUCK)] == [
        "bank wool ore"
    ]
    assert encode_move(best_scored_move(table.game, table.s, 0, LUCK)) == "bank wool ore"
    assert encode_move(PLAYER.choose(table.view(0), legal, imagine, LUCK)) == "bank wool ore"


def test_a_hint_says_that_it_wins() -> None:
    table = nine().hand(0, "4 wool, 2 grain, 2 ore")
    question = Question("catan", table.game.choices, to_text(table.s), 0, "5a" * 32, 0.05, why=True)
    found = answer_question(question)
    assert found.move == "bank wool ore"
    assert [reason.key for reason in found.reasons] == ["because.wins_surely"]
    table.hand(0)
    assert not answer_question(replace(question, state=to_text(table.s))).reasons


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["base", "official", "colonist"])
def test_what_is_called_a_win_wins_in_that_turn(preset: str) -> None:
    """In games of sensible players, from where somebody sees it for the first time."""
    game = KIND.make(KIND.presets[preset])
    normal, seen = ai.players_by_level()["normal"], 0
    for seed in range(6):
        run = start_trial(game, 3, seed)
        s = start_game(game, 3, run.key).state
        while not game.over(s):
            seat = min(game.waiting(s))
            legal = ai.moves_to_consider(game, s, seat, run.player_chance)
            move = winning_move(Situation(game.view(s, seat), LUCK), legal)
            if move is not None:
                seen += 1
                turn, after = s.turn, s
                while not game.over(after):
                    asked = min(game.waiting(after))
                    view = game.view(after, asked)
                    chosen = normal.choose(
                        view, list(game.legal(after, asked)), ai.Imagine(game, after, asked, LUCK), LUCK
                    )
                    after = play(game, after, asked, chosen).state
                    assert after.turn == turn
                assert game.winners(after) == (seat,)
                break
            move = normal.choose(
                game.view(s, seat), legal, ai.Imagine(game, s, seat, run.player_chance), run.player_chance
            )
            s = play(game, s, seat, move).state
    assert seen > 2
