"""The sensible player of Citadels: it wins, it knows every card, and it sees no more than its seat."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest

import ai
from ai.citadels import PLAYER, card_knowledge
from ai.citadels.scores import SCORERS
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.characters.assassin import Murder
from rules.citadels.characters.thief import Rob
from rules.citadels.game import KIND
from rules.citadels.moves import Build, Cards, End, Gold, Income
from rules.core import Chance, Choices, Move, encode_move, play, start_game
from rules.core.conformance import start_trial
from tests.rules.citadels.table import Table
from tools.bench.players import play_contest

EASY = ai.players_by_level()["easy"]
EVERYTHING = KIND.presets["everything"]


def unneeded() -> Any:
    raise AssertionError("it looks at the view alone")


def choice(table: Table, luck: int = 0) -> str:
    """What it does where the table stands."""
    seat = table.asked
    legal = list(table.game.legal(table.s, seat))
    return encode_move(PLAYER.choose(table.view(seat), legal, unneeded, Chance(bytes([luck] * 32))))


class Builder:
    """Builds the dearest district at once, and takes no thought for anything else."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move:
        builds = [move for move in legal if isinstance(move, Build)]
        if builds:
            return max(builds, key=lambda move: DISTRICTS[move.district].cost)
        city = {card.district for card in view.players[view.you].city}
        action = Gold if set(view.hand) - city else Cards
        for kind in (Income, action, End):
            for move in legal:
                if isinstance(move, kind):
                    return move
        return legal[chance.below(len(legal))]


# --- strength ----------------------------------------------------------------------------------------------------


def test_it_wins_against_three_random_players() -> None:
    assert play_contest(KIND.make(KIND.presets["first"]), 4, 30, PLAYER, EASY).percent > 80


@pytest.mark.parametrize("seats", [2, 3, 6, 8])
def test_it_wins_more_than_its_share_with_everything(seats: int) -> None:
    found = play_contest(KIND.make(EVERYTHING), seats, 20, PLAYER, EASY)
    assert found.percent > 2 * 100 / seats if seats > 2 else found.percent > 80


@pytest.mark.slow
def test_its_thought_beats_plain_building() -> None:
    found = play_contest(KIND.make(KIND.presets["first"]), 4, 40, PLAYER, Builder())
    assert found.percent > 45


# --- what it knows and what it sees ------------------------------------------------------------------------------


def test_only_moves_of_the_game_are_judged() -> None:
    """`tools.release` lists those that no machine judges."""
    assert set(SCORERS) <= set(KIND.make(Choices()).moves.values())


@pytest.mark.parametrize("preset", ["first", "dark_city", "everything"])
@pytest.mark.parametrize("seats", [4, 7])
def test_what_it_cannot_know_does_not_change_its_choice(preset: str, seats: int) -> None:
    """Nor does asking twice; all seats play sensibly."""
    game = KIND.make(KIND.presets[preset])
    run = start_trial(game, seats, 3)
    s = start_game(game, seats, run.key).state
    number = 0
    while not game.over(s):
        seat = min(game.waiting(s))
        number += 1
        luck = number.to_bytes(32, "big")
        legal = list(game.legal(s, seat))
        move = PLAYER.choose(game.view(s, seat), legal, unneeded, Chance(luck))
        other = s.copy()
        game.shuffle_hidden(other, seat, run.player_chance)
        again = PLAYER.choose(game.view(other, seat), list(game.legal(other, seat)), unneeded, Chance(luck))
        assert again == move
        s = play(game, s, seat, move).state
    assert number > 50


@pytest.mark.parametrize("preset", ["dark_city", "everything", "random"])
@pytest.mark.parametrize("seats", [4, 5, 8])
def test_tables_of_sensible_players_come_to_an_end(preset: str, seats: int) -> None:
    game = KIND.make(KIND.presets[preset])
    for seed in range(2):
        run = start_trial(game, seats, seed)
        s = start_game(game, seats, run.key).state
        while not game.over(s):
            seat = min(game.waiting(s))
            legal = [*game.legal(s, seat), *game.sample_unlisted_moves(s, seat, run.player_chance)]
            s = play(game, s, seat, PLAYER.choose(game.view(s, seat), legal, unneeded, run.player_chance)).state
        assert s.round < 30
        assert max(game.scores(s)) > 20


# --- single decisions --------------------------------------------------------------------------------------------


def test_gold_for_a_hand_too_dear_and_cards_for_an_empty_one() -> None:
    table = Table(4).gold(2, 2, 2, 2).hand(0, "castle").call({"merchant": 0})
    assert choice(table) == "gold"
    table = Table(4).gold(4, 2, 2, 2).call({"merchant": 0})
    assert choice(table) == "cards"
    table = Table(4).gold(4, 2, 2, 2).city(0, "temple").hand(0, "temple").call({"merchant": 0})
    assert choice(table) == "cards"  # a second temple is of no use


def test_it_builds_the_dearest_and_takes_income_where_that_is_best() -> None:
    table = Table(4).gold(2, 0, 0, 0).hand(0, "manor", "palace").city(0, "castle").call({"king": 0}).do("gold")
    assert choice(table) == "income"  # 4 and 1 pay for the palace
    table.do("income")
    assert choice(table) == "build palace"
    table = Table(4).hand(0, "palace").gold(3, 0, 0, 0).call({"king": 0}).do("gold")
    assert table.do("build palace").s.gold[0] == 0
    assert choice(table) == "income"  # the palace counts as well


def test_the_architect_builds_several() -> None:
    table = Table(4).gold(6, 0, 0, 0).hand(0, "castle", "market", "prison").call({"architect": 0}).do("gold")
    for _ in range(3):
        move = choice(table)
        assert move.startswith("build ")
        table.do(move)
    assert len(table.keys(0)) == 3


def test_the_keep_of_missing_colours_beside_equal_cost() -> None:
    table = Table(4).gold(5, 0, 0, 0).city(0, "manor", "temple", "market", "keep").top("docks", "battlefield")
    table.call({"bishop": 0}).do("cards")
    assert choice(table) == "keep battlefield"


def test_the_thief_looks_for_gold_and_the_assassin_for_the_leader() -> None:
    trade = ("tavern", "market", "trading_post", "docks", "harbor")
    held = {"assassin": 0, "thief": 1, "merchant": 2, "bishop": 3}
    table = Table(4).gold(2, 2, 9, 0).city(2, *trade).call(held, ("magician", "warlord"))
    assert [choice(table, luck) for luck in range(5)] == ["power-murder merchant"] * 5
    table.do("gold", "end")
    assert choice(table) == "power-rob merchant"


def test_nobody_can_foresee_whom_it_names() -> None:
    """Else whoever knows it leaves that character alone, and who thinks ahead takes it for certain."""
    shares = []
    game = KIND.make(KIND.presets["first"])
    for seed in range(4):
        run = start_trial(game, 4, seed)
        s = start_game(game, 4, run.key).state
        while not game.over(s):
            seat = min(game.waiting(s))
            legal = list(game.legal(s, seat))
            move = PLAYER.choose(game.view(s, seat), legal, unneeded, run.player_chance)
            if isinstance(move, (Murder, Rob)):
                lucks = (Chance(bytes([luck] * 32)) for luck in range(20))
                named = [PLAYER.choose(game.view(s, seat), legal, unneeded, luck) for luck in lucks]
                shares.append(max(map(named.count, named)) / len(named))
            s = play(game, s, seat, move).state
    assert len(shares) > 10
    assert fmean(shares) < 0.8


def test_the_magician_takes_the_fullest_hand_when_his_own_is_empty() -> None:
    table = Table(4).hand(1, "manor").hand(2, "castle", "palace", "temple", "docks").call({"magician": 0})
    assert choice(table) == "power-swap 2"
    table = Table(4).gold(9, 0, 0, 0).hand(0, "manor", "palace", "harbor").hand(1, "temple").call({"magician": 0})
    assert not choice(table).startswith("power-")


def test_the_magician_puts_all_stale_cards_of_a_large_hand_under_the_deck() -> None:
    table = Table(4).city(0, "manor", "temple", "market").hand(0, "manor", "manor", "temple", "docks", "docks")
    table.hand(0, "market", "palace").call({"magician": 0}).do("gold")
    assert choice(table) == "power-redraw docks,manor,manor,market,temple"
    assert "power-redraw docks,manor,manor,market,temple" not in table.legal
    table.do(choice(table))
    assert len(table.s.hands[0]) == 7


def test_the_warlord_spares_himself_and_strikes_the_leader() -> None:
    full = ("tavern", "market", "trading_post", "docks", "harbor", "temple", "prison")
    table = Table(4).gold(3, 0, 0, 0).city(0, "watchtower").city(1, *full).city(2, "tavern").call({"warlord": 0})
    table.do("gold", "end")
    assert choice(table).startswith("power-destroy 1 ")
    table = Table(4).gold(2, 0, 0, 0).city(0, "watchtower").call({"warlord": 0}).do("gold", "end")
    assert choice(table) == "pass power"


def test_the_diplomat_leaves_a_bad_exchange() -> None:
    table = Table(4, cast=("diplomat",)).gold(9, 0, 0, 0).city(0, "palace").city(1, "tavern").call({"diplomat": 0})
    table.do("gold", "end")
    assert choice(table) == "pass power"
    table = Table(4, cast=("diplomat",)).gold(2, 0, 0, 0).city(0, "tavern").city(1, "manor").call({"diplomat": 0})
    table.do("gold", "end")
    assert choice(table) == "power-exchange tavern 1 manor"


def test_the_emperor_is_paid_with_what_is_missed_least() -> None:
    table = Table(4, cast=("emperor",), crown=3).gold(0, 1, 0, 0).city(1, "temple").hand(1, "temple", "palace")
    table.call({"emperor": 0}).do("power-crown 1")
    assert choice(table) == "pay temple"


def test_the_witch_names_what_others_may_hold() -> None:
    table = Table(4, cast=("witch",)).gold(4, 0, 0, 0).hand(0, "manor", "market", "temple")
    table.call({"witch": 0, "architect": 1}, ("merchant", "bishop")).do("gold")
    assert choice(table).split()[1] not in {"merchant", "bishop", "witch"}


def test_the_laboratory_melts_a_card_that_cannot_be_built() -> None:
    table = Table(4).city(0, "laboratory", "temple").hand(0, "temple").gold(0, 0, 0, 0).call({"merchant": 0})
    table.do("gold")
    assert choice(table) == "district-laboratory temple"


def test_the_museum_takes_what_is_missed_least() -> None:
    table = Table(4, "museum").city(0, "museum", "temple").hand(0, "temple", "palace").call({"merchant": 0})
    table.do("gold")
    assert choice(table) == "district-museum temple"


def test_the_bell_is_rung_by_who_leads() -> None:
    table = Table(4, "bell_tower").gold(9, 0, 0, 0).hand(0, "bell_tower").city(0, "palace", "castle", "docks")
    table.call({"merchant": 0}).do("gold", "build bell_tower")
    assert choice(table) == "district-bell-tower"
    table = Table(4, "bell_tower").gold(9, 0, 0, 0).hand(0, "bell_tower").city(1, "palace", "castle", "docks")
    table.call({"merchant": 0}).do("gold", "build bell_tower")
    assert choice(table) == "pass bell_tower"


def test_gifts_are_taken() -> None:
    table = Table(4, "park").city(0, "park").call({"merchant": 0}).do("gold", "end")
    assert choice(table) == "district-park"
    table = Table(4, "lighthouse").gold(9, 0, 0, 0).hand(0, "lighthouse").call({"merchant": 0})
    table.do("gold", "build lighthouse")
    assert choice(table).startswith("district-lighthouse ")
    table = Table(4, "ball_room", ball_room_auto="off", crown=1).city(1, "ball_room").call({"merchant": 0})
    assert choice(table) == "thank"
    table = Table(4, "hospital").city(1, "hospital").call({"assassin": 0, "merchant": 1})
    table.do("power-murder merchant", "gold", "end")
    assert choice(table) in {"gold", "cards"}


def test_it_does_not_end_the_game_to_lose_it() -> None:
    poor = ("tavern", "market", "trading_post", "temple", "church", "watchtower", "prison")
    rich = ("palace", "castle", "manor", "cathedral", "town_hall", "fortress", "dragon_gate")
    table = Table(4).gold(3, 0, 0, 0).city(0, *poor).city(1, *rich).hand(0, "docks").call({"merchant": 0})
    table.do("gold", "income")
    assert choice(table) == "end"
    table = Table(4).gold(3, 0, 0, 0).city(0, *rich).city(1, *poor).hand(0, "docks").call({"merchant": 0})
    table.do("gold", "income")
    assert choice(table) == "build docks"


def test_of_two_players_the_assassin_is_wanted_and_of_more_the_builders() -> None:
    for seats, wanted in ((2, "assassin"), (4, "architect")):
        table = Table(seats).gold(*[6] * seats)
        table.s.draft = ("assassin", "bishop", "architect")
        table.hand(table.asked, "tavern", "church", "docks")
        assert choice(table) == f"pick {wanted}"


# --- whoever has no file of their own ----------------------------------------------------------------------------


def test_every_file_is_called_as_a_card() -> None:
    assert set(card_knowledge.ROLES) <= set(CHARACTERS)
    assert set(card_knowledge.USES) <= set(DISTRICTS)


@pytest.mark.parametrize("seats", [3, 7])
def test_cards_nobody_has_thought_of_are_played(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No character and no district has a file: it still builds, and wins against random players."""
    monkeypatch.setattr(card_knowledge, "ROLES", {})
    monkeypatch.setattr(card_knowledge, "USES", {})
    own = ("rules.citadels.characters.", "rules.citadels.districts.")
    for kind in [kind for kind in SCORERS if kind.__module__.startswith(own)]:
        monkeypatch.delitem(SCORERS, kind)
    assert play_contest(KIND.make(EVERYTHING), seats, 12, PLAYER, EASY).percent > 1.5 * 100 / seats
