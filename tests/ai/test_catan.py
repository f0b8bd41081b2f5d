"""The sensible player of Catan: it wins, it knows every move, it sees no more than its seat, and it comes to an end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import ai
from ai import Imagine
from ai.catan import PLAYER, hand
from ai.catan.expansions import LISTED
from ai.catan.expansions.cities_knights.barbarians import (
    defence_value,
    landing_forecasts,
    landing_odds,
    share_left_later,
    value_of_acting,
)
from ai.catan.expansions.cities_knights.progress import held
from ai.catan.expansions.cities_knights.progress.held import WORTH
from ai.catan.hand import cost_in_play, rolls_until
from ai.catan.scores import MAKERS, SCORERS
from ai.catan.situation import Situation
from rules.catan.expansions import catan_modules
from rules.catan.expansions.cities_knights.deck import PROGRESS
from rules.catan.game import KIND
from rules.catan.moves import TradeAccept, TradeDecline, TradeOffer
from rules.core import Chance, Choices, Game, Move, encode_move, play, start_game
from rules.core.conformance import start_trial
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table
from tools.bench.players import play_contest

EASY = ai.players_by_level()["easy"]
MEAN = Choices(("cities_knights",), (("mean_rule", "on"),))
GAMES = {**KIND.presets, "mean": MEAN}


def unneeded() -> Any:
    raise AssertionError("it looks at the view alone")


def choice(table: Table, seat: int | None = None, luck: int = 0) -> str:
    """What it does where the table stands."""
    who = table.asked if seat is None else seat
    legal = list(table.game.legal(table.s, who))
    return encode_move(PLAYER.choose(table.view(who), legal, unneeded, Chance(bytes([luck] * 32))))


def offered(game: Game[Any], s: Any, seat: int, luck: Chance) -> list[Move]:
    return [*game.legal(s, seat), *game.samples(s, seat, luck)]


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
    game = KIND.make(KIND.checked(GAMES[preset]))
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
            game.shuffle_hidden(other, seat, run.luck)
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
    game = KIND.make(KIND.checked(GAMES[preset]))
    run = start_trial(game, seats, seats)
    s = start_game(game, seats, run.key).state
    offers: Counter[int] = Counter()
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = offered(game, s, seat, run.luck)
        move = PLAYER.choose(game.view(s, seat), legal, thought(game, s, seat), run.luck)
        s = play(game, s, seat, move).state
        if isinstance(move, TradeOffer):
            offers[s.turn] += 1
            for other in move.whom:
                said = PLAYER.answer(game.view(s, other), offered(game, s, other, run.luck), unneeded, run.luck)
                assert said is not None
                s = play(game, s, other, said).state
                assert PLAYER.answer(game.view(s, other), offered(game, s, other, run.luck), unneeded, run.luck) is None
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


def test_how_likely_the_ship_lands() -> None:
    assert landing_odds(0, 4) == 1
    assert landing_odds(1, 4) == 15 / 16
    assert landing_odds(4, 4) == 1 / 16
    assert landing_odds(5, 4) == 0


def test_what_can_wait_matters_less_than_what_cannot() -> None:
    values = [value_of_acting(steps, 0, 4) for steps in range(1, 8)]
    assert values == sorted(values, reverse=True)
    assert 0.95 < values[0] < 1
    assert values[-1] > 0.2  # they come in the end
    assert value_of_acting(1, 4, 4) < 0.1  # too late
    near, far = (Situation(Knights().ship(at).view(0), Chance(bytes(32))) for at in (6, 0))
    assert share_left_later(near) < 0.1
    assert share_left_later(far) > 0.9


def test_how_strong_the_others_may_be() -> None:
    table = realm_of_four(6).knight(1, 8, active=True).knight(2, 41, 2)
    table.hand(2, "2 grain, 1 ore, 1 wool")
    situation = Situation(table.view(0), Chance(bytes(32)))
    chances = landing_forecasts(situation)
    assert sum(likely for _, likely in chances) == pytest.approx(1)
    assert min(total for (total, _, _), _ in chances) == 1
    assert max(total for (total, _, _), _ in chances) == 6  # all are awake and have one more
    assert sum(likely for (total, _, _), likely in chances if total >= 3) < 0.5
    assert defence_value(situation, 0) < -1  # a city is lost nearly always
    assert 0 < defence_value(situation, 4) < 3


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
            and v not in table.s.layout.beside[23]
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


# --- single decisions of Cities & Knights ------------------------------------------------------------------------


def test_an_improvement_that_brings_a_metropolis() -> None:
    table = Knights().city(0, 23).levels(0, trade=3).hand(0, "4 cloth, 1 ore")
    assert choice(table) == "improve trade"


def test_knights_rise_before_the_barbarians_land() -> None:
    table = Knights().city(0, 23).road(0, "23-29").city(1, 8, 45).knight(0, 29).ship(6).hand(0, "1 grain")
    assert choice(table) == "knight-activate v29"


def realm_of_four(ship: int) -> Knights:
    """Everybody has a city, nobody a knight; my roads lead along three corners."""
    table = Knights().city(0, 23).road(0, "17-23-29-35").road(1, "8-12").road(2, "45-41")
    return table.city(1, 7).city(2, 45).city(3, 51).ship(ship)


@pytest.mark.parametrize("ship", [5, 6])
def test_a_knight_is_raised_and_woken_in_time(ship: int) -> None:
    """Whoever is not the weakest loses nothing."""
    table = realm_of_four(ship).hand(0, "1 wool, 1 ore, 1 grain")
    line = choice(table)
    assert line.startswith("knight-recruit ")
    assert choice(table.do(line)) == line.replace("recruit", "activate")


@pytest.mark.parametrize("ship", [5, 6])
def test_grain_is_kept_from_buildings_while_the_ship_is_near(ship: int) -> None:
    table = realm_of_four(ship).knight(0, 29).settlement(0, 35)
    assert choice(table.hand(0, "2 grain, 3 ore")) == "knight-activate v29"
    table = realm_of_four(ship).knight(0, 29)
    assert choice(table.hand(0, "1 grain, 1 wool, 1 brick, 1 lumber")) == "knight-activate v29"


def test_buildings_come_first_while_the_ship_is_far() -> None:
    table = realm_of_four(0).knight(0, 29).settlement(0, 35)
    assert choice(table.hand(0, "2 grain, 3 ore")) == "build-city v35"
    table = realm_of_four(0).knight(0, 29)
    assert choice(table.hand(0, "1 grain, 1 wool, 1 brick, 1 lumber")) == "build-settlement v35"


@pytest.mark.parametrize("ship", [5, 6])
def test_the_bank_sells_what_a_knight_still_needs(ship: int) -> None:
    assert choice(realm_of_four(ship).knight(0, 29).hand(0, "4 lumber")) == "bank lumber grain"
    assert choice(realm_of_four(ship).hand(0, "4 lumber, 1 wool, 1 grain")) == "bank lumber ore"
    assert choice(realm_of_four(0).knight(0, 29).hand(0, "4 lumber")) == "end"


@pytest.mark.parametrize("ship", [0, 5, 6])
def test_no_grain_for_an_attack_that_others_repel(ship: int) -> None:
    table = realm_of_four(ship).knight(0, 29).knight(1, 8, 2, active=True).knight(1, 12, 2, active=True)
    assert choice(table.hand(0, "1 grain")) == "end"


def test_who_can_be_the_only_strongest_wakes_one_more() -> None:
    table = realm_of_four(6).knight(0, 29).knight(0, 17, 2, active=True).knight(1, 8, 2, active=True)
    assert choice(table.hand(0, "1 grain")) == "knight-activate v29"


@pytest.mark.parametrize("ship", [4, 5, 6])
def test_the_grain_of_a_sleeping_knight_is_not_discarded(ship: int) -> None:
    table = realm_of_four(ship).knight(0, 29).settlement(0, 35).hand(0, "1 grain, 3 ore, 2 wool, 2 lumber")
    line = choice(table.before_roll().roll(3, 4), 0)
    assert line.startswith("discard ")
    assert "grain" not in line


def test_the_city_that_makes_least_is_lost() -> None:
    table = Knights()
    dots = [max(0, 6 - abs(7 - token)) if token else 0 for token in table.s.tokens]
    rich = max(range(54), key=lambda v: sum(dots[h] for h in table.s.layout.hexes_at[v]))
    poor = min(range(54), key=lambda v: (sum(dots[h] for h in table.s.layout.hexes_at[v]), v))
    table.city(0, rich, poor).ship(6).before_roll().roll(1, 2, "ship")
    assert choice(table, 0) == f"answer-city v{poor}"


def test_the_knight_that_deserts_is_the_weakest() -> None:
    table = Knights(active=1).road(0, "17-23-29").knight(0, 17, 2).knight(0, 29, 1).progress(1, "deserter")
    table.do("card-deserter 0")
    assert choice(table, 0) == "answer-desert v29"


def test_progress_cards_are_played_where_they_bring_something() -> None:
    table = Knights().city(0, 23).progress(0, "merchant")
    assert choice(table).startswith("card-merchant h")
    table = Knights().city(0, 23).settlement(0, 8).progress(0, "medicine").hand(0, "1 grain, 2 ore")
    assert choice(table) == "card-medicine v8"
    table = Knights().city(0, 23).road(0, "23-29").city(1, 8, 45).knight(0, 29).ship(6).progress(0, "warlord")
    assert choice(table) == "card-warlord"
    table = Knights().city(0, 23).levels(0, trade=3).hand(0, "3 cloth").progress(0, "crane")
    assert choice(table) == "card-crane trade"
    table = Knights().city(0, 23).progress(0, "wedding").city(1, 8, 45).hand(1, "4 ore")
    assert choice(table) == "card-wedding"


def test_the_most_useful_card_is_spied_and_the_least_useful_returned() -> None:
    table = Knights().progress(0, "spy").progress(1, "intrigue", "merchant").do("card-spy 1")
    assert choice(table) == "answer-spy merchant"


def test_a_knight_makes_room_for_a_settlement() -> None:
    table = Knights().city(0, 12).road(0, "12-17-23-29").knight(0, 23, ready=True).settlement(1, 35)
    table.hand(0, "1 brick, 1 lumber, 1 wool, 2 grain")
    assert choice(table) == "knight-move v23 v17"  # beside the city, where nothing can be built
    assert choice(table.do("knight-move v23 v17")) == "build-settlement v23"


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
