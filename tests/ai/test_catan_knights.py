"""The sensible player in Cities & Knights: barbarians, knights, improvements, progress cards."""

from __future__ import annotations

import pytest

from ai.catan.expansions.cities_knights.barbarians import (
    defence_value,
    landing_forecasts,
    landing_odds,
    share_left_later,
    value_of_acting,
)
from ai.catan.situation import Situation
from rules.core import Chance
from tests.rules.catan.cities_knights.table import Table as Knights

from .choosing import choice


def realm_of_four(ship: int) -> Knights:
    """Everybody has a city, nobody a knight; my roads lead along three corners."""
    table = Knights().city(0, 23).road(0, "17-23-29-35").road(1, "8-12").road(2, "45-41")
    return table.city(1, 7).city(2, 45).city(3, 51).ship(ship)


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


def test_an_improvement_that_brings_a_metropolis() -> None:
    table = Knights().city(0, 23).levels(0, trade=3).hand(0, "4 cloth, 1 ore")
    assert choice(table) == "improve trade"


def test_knights_rise_before_the_barbarians_land() -> None:
    table = Knights().city(0, 23).road(0, "23-29").city(1, 8, 45).knight(0, 29).ship(6).hand(0, "1 grain")
    assert choice(table) == "knight-activate v29"


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
