"""The sensible player of Catan: it wins, it knows every move, it sees no more than its seat, and it comes to an end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import ai
from ai import Imagine
from ai.catan import PLAYER, hand
from ai.catan.expansions import LISTED
from ai.catan.expansions.cities_knights.progress import held
from ai.catan.expansions.cities_knights.progress.held import WORTH
from ai.catan.hand import cost_in_play, rolls_until
from ai.catan.scores import MAKERS, SCORERS
from ai.catan.situation import Situation
from rules.catan.expansions import catan_modules
from rules.catan.expansions.cities_knights.deck import PROGRESS
from rules.catan.game import KIND
from rules.catan.moves import TradeAccept, TradeDecline, TradeOffer
from rules.core import Chance, Choices, Game, Move, play, start_game
from rules.core.conformance import start_trial
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table
from tools.bench.players import play_contest

from .choosing import choice, unneeded

EASY = ai.players_by_level()["easy"]
MEAN = Choices(("cities_knights",), (("mean_rule", "on"),))
GAMES = {**KIND.presets, "mean": MEAN}


def offered(game: Game[Any], s: Any, seat: int, luck: Chance) -> list[Move]:
    return [*game.legal(s, seat), *game.sample_unlisted_moves(s, seat, luck)]


# --- strength ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats", "games"), [("base", 4, 12), ("official", 4, 6), ("colonist", 3, 6)])
def test_it_wins_against_random_players(preset: str, seats: int, games: int) -> None:
    assert play_contest(KIND.make(KIND.presets[preset]), seats, games, PLAYER, EASY).percent > 80


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "games"), [("base", 6), ("official", 3)])
def test_it_wins_at_a_table_of_six(preset: str, games: int) -> None:
    assert play_contest(KIND.make(KIND.presets[preset]), 6, games, PLAYER, EASY).percent > 50


# --- what it knows and what it sees ------------------------------------------------------------------------------


def thought(game: Any, s: Any, seat: int) -> Imagine:
    """Positions as a seat imagines them, by luck that is the same each time."""
    return Imagine(game, s, seat, Chance(bytes(32)))


def test_every_kind_of_move_is_judged() -> None:
    moves = {move for choices in GAMES.values() for move in KIND.make(choices).moves.values()}
    assert moves == set(SCORERS)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats"), [("base", 3), ("base", 5), ("official", 4), ("colonist", 5), ("mean", 3)])
def test_what_it_cannot_know_does_not_change_its_choice(preset: str, seats: int) -> None:
    """Nor does asking twice; all seats play sensibly."""
    game = KIND.make(KIND.normalize_choices(GAMES[preset]))
    run = start_trial(game, seats, 3)
    s = start_game(game, seats, run.key).state
    number = 0
    while not game.over(s):
        seat = min(game.waiting(s))
        number += 1
        luck = number.to_bytes(32, "big")
        legal = list(game.legal(s, seat))
        move = PLAYER.choose(game.view(s, seat), legal, thought(game, s, seat), Chance(luck))
        if number % 3 == 0:
            other = s.copy()
            game.shuffle_hidden(other, seat, run.player_chance)
            thought_again = thought(game, other, seat)
            legal = list(game.legal(other, seat))
            again = PLAYER.choose(game.view(other, seat), legal, thought_again, Chance(luck))
            assert again == move
        s = play(game, s, seat, move).state
    assert number > 100


@pytest.mark.slow
@pytest.mark.parametrize("preset", list(GAMES))
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_tables_of_sensible_players_come_to_an_end(preset: str, seats: int) -> None:
    """And nobody is asked for trades without end."""
    game = KIND.make(KIND.normalize_choices(GAMES[preset]))
    run = start_trial(game, seats, seats)
    s = start_game(game, seats, run.key).state
    offers: Counter[int] = Counter()
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = offered(game, s, seat, run.player_chance)
        move = PLAYER.choose(game.view(s, seat), legal, thought(game, s, seat), run.player_chance)
        s = play(game, s, seat, move).state
        if isinstance(move, TradeOffer):
            offers[s.turn] += 1
            for other in move.whom:
                said = PLAYER.answer(
                    game.view(s, other), offered(game, s, other, run.player_chance), unneeded, run.player_chance
                )
                assert said is not None
                s = play(game, s, other, said).state
                assert (
                    PLAYER.answer(
                        game.view(s, other), offered(game, s, other, run.player_chance), unneeded, run.player_chance
                    )
                    is None
                )
        assert s.turn < 300
    assert max(offers.values(), default=0) <= 3
    assert len(offers) < s.turn / 2


# --- estimates ---------------------------------------------------------------------------------------------------


def test_how_soon_a_hand_pays() -> None:
    rates, speed = (4, 4, 4, 4, 4), (0.1, 0.1, 0.1, 0.1, 0.1)
    city = (0, 0, 0, 2, 3)
    assert rolls_until((0, 0, 0, 2, 3), city, rates, speed, 0.5) == 0
    near = rolls_until((4, 0, 0, 2, 2), city, rates, speed, 0.5)
    assert 0 < near < rolls_until((3, 0, 0, 2, 2), city, rates, speed, 0.5)
    assert rolls_until((0, 0, 0, 2, 2), city, rates, speed, 0.5) < rolls_until((0, 0, 0, 0, 2), city, rates, speed, 0.5)


def test_costs_name_the_kinds_in_play() -> None:
    table = Table()
    assert cost_in_play(Situation(table.view(0), Chance(bytes(32))), ore=3, grain=2) == (0, 0, 0, 2, 3)
    knights = Knights()
    assert cost_in_play(Situation(knights.view(0), Chance(bytes(32))), wool=1, ore=1) == (0, 0, 1, 0, 1, 0, 0, 0)


# --- single decisions of the base game ---------------------------------------------------------------------------


def test_the_first_settlement_stands_where_much_is_made() -> None:
    game = KIND.make(Choices())
    s = start_game(game, 4, bytes(range(32))).state
    seat = min(game.waiting(s))
    move: Any = PLAYER.choose(game.view(s, seat), list(game.legal(s, seat)), thought(game, s, seat), Chance(bytes(32)))
    dots = [max(0, 6 - abs(7 - token)) if token else 0 for token in s.tokens]
    all_dots = sorted(sum(dots[h] for h in hexes) for hexes in s.layout.hexes_at)
    assert sum(dots[h] for h in s.layout.hexes_at[move.corner]) >= all_dots[-12]


def test_a_city_as_soon_as_it_can_be_paid() -> None:
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "2 grain, 3 ore")
    assert choice(table) == "build-city v23"


def test_a_trade_with_the_bank_for_the_last_card() -> None:
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "4 wool, 2 grain, 2 ore")
    assert choice(table) == "bank wool ore"
    table.do("bank wool ore")
    assert choice(table) == "build-city v23"


def test_nothing_is_thrown_away_at_the_bank() -> None:
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "4 wool")
    assert choice(table) == "end"


def test_the_longest_road_is_taken() -> None:
    table = Table().settlement(0, 12, 34).road(0, "12-17-23-29-34").hand(0, "1 brick, 1 lumber")
    table.road(1, "0-4-8")
    line = choice(table)
    assert line.startswith("build-road ")
    assert table.do(line).s.longest == 0


def test_what_is_discarded_is_missed_least() -> None:
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "4 wool, 2 grain, 3 ore")
    table.before_roll().roll(3, 4)
    assert choice(table, 0) == "discard wool,wool,wool,wool"


def test_the_robber_spares_oneself_and_strikes_the_leader() -> None:
    table = Table().settlement(0, 23).city(1, 12, 35).settlement(2, 45).hand(1, "4 ore").hand(2, "4 ore").before_roll()
    table.roll(3, 4)
    where, victim = choice(table).split()[1:]
    assert victim == "1"
    assert 23 not in table.s.layout.corners_of[int(where[1:])]


def test_an_offer_is_taken_for_what_one_needs_but_not_of_who_is_about_to_win() -> None:
    table = Table(active=1).settlement(0, 23).hand(0, "2 grain, 2 ore, 3 wool").hand(1, "1 ore").settlement(1, 45)
    table.do("trade-offer ore wool 0,2")
    assert choice(table, 0) == "trade-accept 1"
    table = Table(active=1).settlement(0, 23).hand(0, "2 grain, 3 ore, 1 wool").hand(1, "1 wool, 1 lumber")
    table.do("trade-offer lumber ore 0,2")
    assert choice(table, 0) == "trade-decline 1"
    table = Table(active=1).settlement(0, 23).hand(0, "2 grain, 2 ore, 3 wool").hand(1, "1 ore")
    table.city(1, 45, 51, 0, 8).do("trade-offer ore wool 0,2")
    assert choice(table, 0) == "trade-decline 1"


def short_of_an_ore() -> Table:
    """The machine lacks one ore for a city, and has wool to spare."""
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "3 wool, 2 grain, 2 ore")
    table.city(
        1,
        next(
            v
            for v in range(54)
            if any(table.s.terrain[h] == 4 and table.s.tokens[h] in (5, 6, 8, 9) for h in table.s.layout.hexes_at[v])
            and v not in table.s.layout.neighbour_corners[23]
            and v != 23
        ),
    ).hand(1, "2 ore, 1 brick")
    return table


def test_it_offers_what_it_can_spare_for_the_last_card_and_takes_the_answer() -> None:
    table = short_of_an_ore()
    line = choice(table)
    assert line.startswith("trade-first wool")
    table.do(line)
    assert line.split()[2] == "ore"
    assert choice(table.do("trade-accept 1", seat=1), 0) == "build-city v23"


def test_it_takes_at_once_what_it_asked_for_in_vain() -> None:
    table = short_of_an_ore()
    table.do(choice(table), "end")
    (wish,) = table.view().wishes
    assert (wish.seat, wish.give, wish.want) == (0, ("wool",), ("ore",))
    table.roll(1, 1).do("trade-first ore wool 0")
    legal = list(table.game.legal(table.s, 0))
    assert PLAYER.answer(table.view(0), legal, unneeded, Chance(bytes(32))) == TradeAccept(2)


def test_it_says_one_word_to_an_offer() -> None:
    table = Table(active=1).settlement(0, 23).hand(0, "1 wool").hand(1, "1 ore").do("trade-offer ore wool 0,2")
    legal = [TradeAccept(1), TradeDecline(1)]
    assert PLAYER.answer(table.view(0), legal, unneeded, Chance(bytes(32))) in legal
    table.do("trade-decline 1", seat=0)
    assert PLAYER.answer(table.view(0), [TradeAccept(1)], unneeded, Chance(bytes(32))) is None
    assert PLAYER.answer(table.view(0), [], unneeded, Chance(bytes(32))) is None


def test_it_ends_the_turn_of_a_special_building_with_nothing_to_build() -> None:
    table = Table(6).settlement(1, 23).do("end")
    assert choice(table) == "pass build"
    table = Table(6).settlement(1, 23).hand(1, "2 grain, 3 ore").do("end")
    assert choice(table) == "build-city v23"


# --- whatever has no file of its own -----------------------------------------------------------------------------


def test_every_file_is_called_as_a_module_or_a_card() -> None:
    assert set(LISTED) <= set(catan_modules())
    assert {key.replace("-", "_") for key in PROGRESS} >= set(WORTH)


def test_a_module_nobody_has_thought_of_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of Cities & Knights is known: it builds its cities all the same, and wins against random players."""
    monkeypatch.setattr(held, "WORTH", {})
    for learnt in (SCORERS, MAKERS):
        for kind in [kind for kind in learnt if kind.__module__.startswith("rules.catan.expansions.")]:
            monkeypatch.delitem(learnt, kind)
    monkeypatch.setattr(hand, "GOALS", [goal for goal in hand.GOALS if "expansions" not in goal.__module__])
    assert play_contest(KIND.make(KIND.presets["official"]), 3, 4, PLAYER, EASY).percent > 60
