"""What a player may do and is asked: costs, places, refusals, the special build phase, the view."""

from __future__ import annotations

import pytest

from rules.catan.bank import bank_rates
from rules.catan.expansions.cities_knights.realm import realm_of
from rules.catan.game import KIND
from rules.catan.layout import DESERT
from rules.catan.view import Barbarians
from rules.core import BadOption, Choices, decode_move, play, start_game

from .table import A, B, C, D, Table

# --- refusals


def test_why_a_knight_cannot_be_used() -> None:
    table = Table(came=False).road(A, "17-23-29").knight(A, 17).knight(A, 23, active=True).knight(A, 29, ready=True)
    table.knight(B, 0)
    assert table.refused("knight-move v17 v12") == "knight_inactive"
    assert table.refused("knight-move v23 v17") == "tired"
    assert table.refused("knight-move v0 v3") == "no_knight"
    assert table.refused("knight-move v29 v53") == "knight_way"
    assert table.refused("knight-move v29 v99") == "no_place"
    assert table.refused("knight-chase v29") == "robber_early"
    assert table.refused("knight-activate v23") == "knight_active"
    assert table.refused("knight-activate v17") == "empty_hand"
    assert table.refused("knight-activate v77") == "no_place"


def test_why_a_knight_cannot_be_put_up_or_promoted() -> None:
    table = Table().road(A, "17-23").settlement(A, 17).knight(A, 23, 3).hand(A, "1 ore, 1 wool")
    assert table.refused("knight-recruit v17") == "corner_taken"
    assert table.refused("knight-recruit v40") == "not_connected"
    assert table.refused("knight-recruit v99") == "no_place"
    assert table.refused("knight-promote v23") == "mighty"
    assert table.refused("knight-promote v17") == "no_knight"
    strong = Table().road(A, "17-23").knight(A, 23, 2).hand(A, "1 ore, 1 wool")
    assert strong.refused("knight-promote v23") == "fortress"
    assert strong.legal("knight-promote") == []
    assert Table().road(A, "17-23").refused("knight-recruit v17") == "empty_hand"


def test_why_there_is_no_wall() -> None:
    table = Table().city(A, 0).wall(A, 0).settlement(A, 1).city(B, 2).hand(A, "2 brick")
    assert table.refused("build-wall v0") == "walled"
    assert table.refused("build-wall v1") == table.refused("build-wall v2") == "no_city"
    assert table.refused("build-wall v99") == "no_place"
    assert table.city(A, 11).hand(A, "1 brick").refused("build-wall v11") == "cannot_pay"


def test_a_wall_stays_under_a_metropolis() -> None:
    table = Table().city(A, 0).wall(A, 0).levels(A, science=3).hand(A, "4 paper, 2 brick").do("improve science")
    assert table.view().buildings[0].wall
    assert table.view().players[A].hand_limit == 9
    assert table.refused("build-wall v0") == "walled"


def test_why_nothing_is_improved() -> None:
    table = Table().city(A, 0).levels(A, trade=5).hand(A, "2 coin")
    table.r.metropolises = (0, -1, -1)
    table.s.points[A] += 2
    assert table.refused("improve trade") == "improved"
    assert table.refused("improve science") == "cannot_pay"
    assert table.refused("improve gold") == "move.illegal"
    assert Table().hand(A, "1 cloth").refused("improve trade") == "improve_none"


def test_why_a_card_cannot_be_played() -> None:
    table = Table(came=False)
    for line in ("card-crane trade", "card-bishop", "card-warlord"):
        assert table.refused(line) == "no_progress"
    names = [
        "crane",
        "engineer",
        "medicine",
        "merchant",
        "mining",
        "irrigation",
        "wedding",
        "saboteur",
        "bishop",
        "warlord",
        "deserter",
        "diplomat",
        "intrigue",
        "spy",
        "smith",
        "master-merchant",
        "commercial-harbour",
    ]
    table.progress(A, *names).settlement(A, 18).hand(A, "1 coin")
    table.r.held[A], cards = (), table.r.held[A]
    reasons = {}
    for name, line in {
        "crane": "card-crane trade",
        "engineer": "card-engineer v18",
        "medicine": "card-medicine v18",
        "merchant": "card-merchant h0",
        "mining": "card-mining",
        "irrigation": "card-irrigation",
        "wedding": "card-wedding",
        "saboteur": "card-saboteur",
        "bishop": "card-bishop",
        "warlord": "card-warlord",
        "deserter": "card-deserter 1",
        "diplomat": "card-diplomat e0",
        "intrigue": "card-intrigue v0",
        "spy": "card-spy 1",
        "smith": "card-smith v18",
        "master-merchant": "card-master-merchant 1",
        "commercial-harbour": "card-commercial-harbour",
    }.items():
        table.r.held[A] = cards
        reasons[name] = table.refused(line)
    assert reasons == {
        "crane": "improve_none",
        "engineer": "no_city",
        "medicine": "cannot_pay",
        "merchant": "card_where",
        "mining": "no_effect",
        "irrigation": "no_effect",
        "wedding": "no_effect",
        "saboteur": "no_effect",
        "bishop": "robber_early",
        "warlord": "no_effect",
        "deserter": "no_effect",
        "diplomat": "no_road",
        "intrigue": "no_foe",
        "spy": "no_effect",
        "smith": "no_knight",
        "master-merchant": "no_effect",
        "commercial-harbour": "no_effect",
    }


def test_cards_are_played_after_the_dice_and_the_alchemist_before() -> None:
    table = Table().progress(A, "alchemist", "crane").city(A, 0)
    assert table.refused("card-alchemist 1 1") == "not_now"
    table.before_roll()
    assert table.refused("card-crane trade") == "roll_first"
    assert table.refused("card-alchemist 0 7") == "card_where"
    assert len(table.legal("card-alchemist")) == 36


@pytest.mark.parametrize("line", ["end", "bank ore wool", "roll", "pass build"])
def test_what_is_asked_comes_first(line: str) -> None:
    tables = {
        "relocate_first": Table()
        .road(A, "17-23-29")
        .road(B, "29-34-39")
        .knight(A, 17, 2, ready=True)
        .knight(B, 29)
        .do("knight-move v17 v29"),
        "metropolis_first": Table().city(A, 0, 1).levels(A, trade=3).hand(A, "4 cloth").do("improve trade"),
        "take_first": Table(rules="colonist")
        .settlement(B, 0)
        .hand(B, "3 ore")
        .progress(A, "master-merchant")
        .do("card-master-merchant 1"),
        "spy_first": Table().progress(A, "spy").progress(B, "crane", "smith").do("card-spy 1"),
        "desert_first": Table().road(B, "0-3").knight(B, 0).knight(B, 3).progress(A, "deserter").do("card-deserter 1"),
        "give_first": Table().settlement(B, 0).hand(B, "3 ore").progress(A, "wedding").do("card-wedding"),
        "lose": Table().city(B, 0, 1).ship(6).before_roll().roll(1, 2, "ship"),
    }
    for key, table in tables.items():
        if (key, line) != ("take_first", "pass build"):
            assert table.refused(line) == key


# --- answers


def test_the_online_reading_lets_a_driven_away_knight_leave() -> None:
    table = Table(rules="colonist").road(A, "17-23-29").road(B, "29-34").knight(A, 17, 2, ready=True).knight(B, 29)
    table.do("knight-move v17 v29")
    assert table.legal() == ["answer-relocate v34", "pass relocate"]
    table.do("pass relocate")
    assert table.told("knight.removed")
    forced = Table(rules="colonist").road(A, "17-23").road(B, "23-29").knight(B, 23).progress(A, "intrigue")
    assert forced.do("card-intrigue v23").told("knight.relocated")  # never a choice with Intrigue


def test_options_may_be_let_go_by() -> None:
    table = Table().road(A, "0-3").road(B, "17-23").knight(B, 17).progress(A, "deserter").do("card-deserter 1")
    assert table.refused("pass road") == "pass_step"
    assert table.do("pass knight").view().phase == "main"
    table = Table().road(A, "0-3-7").progress(A, "diplomat").do(f"card-diplomat e{table.path(3, 7)}")
    assert table.do("pass road").s.roads_left[A] == 14
    table = Table().road(A, "0-3").progress(A, "road-building").do("card-road-building")
    assert table.refused("pass road") == "road_first"
    table.do(table.legal()[0], "pass road")
    assert table.s.roads_left[A] == 13


def test_the_diplomat_rebuilds_ones_own_road_where_it_was() -> None:
    table = Table().settlement(A, 7).road(A, "7-3").progress(A, "diplomat").do("card-diplomat e6")
    assert table.legal() == ["answer-road e6", "answer-road e10", "answer-road e11", "pass road"]
    assert table.do("answer-road e6").s.roads_left[A] == 14


def test_in_a_tie_without_cards_nobody_draws() -> None:
    table = Table().road(A, "17-23").road(B, "0-3").knight(A, 17, active=True).knight(B, 3, active=True).ship(6)
    table.before_roll()
    table.r.decks = ((), (), ())
    after = play(table.game, table.s, A, decode_move("roll", table.game.moves), (0, 0, 0)).state
    assert realm_of(after).held == [(), (), (), ()]
    assert table.game.view(after, None).phase == "main"


def test_the_mean_rule_belongs_to_the_official_reading() -> None:
    with pytest.raises(BadOption) as caught:
        KIND.normalize_choices(Choices(("cities_knights",), (("mean_rule", "on"), ("rules", "colonist"))))
    assert caught.value.key == "catan.option_error.mean_rule"


# --- the special build phase


def test_what_may_be_done_in_the_special_build_phase() -> None:
    table = Table(5).city(B, 0).road(B, "0-3-7").knight(B, 3, ready=True).progress(B, "warlord", "merchant")
    table.hand(B, "3 brick, 1 lumber, 3 ore, 3 wool, 3 grain, 1 coin").do("end")
    assert table.asked == B
    kinds = {line.split()[0] for line in table.legal()}
    assert kinds == {
        "build-road",
        "build-settlement",
        "build-wall",
        "improve",
        "knight-recruit",
        "knight-promote",
        "pass",
    }
    for line in ("knight-move v3 v7", "card-merchant h0", "bank ore coin", "end"):
        assert table.refused(line) == "build_only"
    table.do("knight-recruit v7", "knight-activate v7", "knight-promote v7", "build-wall v0", "improve politics")
    assert table.refused("knight-promote v7") == "promoted"
    table.do("pass build", "pass build", "pass build", "pass build")
    assert table.asked == B
    table.roll(1, 2)
    assert table.corners("knight-move") == []  # all corners of its roads are taken
    assert table.refused("knight-move v7 v0") == "corner_taken"


def test_a_knight_activated_between_turns_acts_in_the_own_turn() -> None:
    table = Table(5).road(C, "0-3-7").knight(C, 3).hand(C, "1 grain").do("end", "pass build", "knight-activate v3")
    table.do("pass build", "pass build", "pass build").roll(1, 2).do("end")
    for _ in range(4):
        table.do("pass build")
    assert table.asked == C
    assert table.roll(1, 2).corners("knight-move") == [0, 7]


def test_a_metropolis_is_placed_between_turns_and_does_not_win() -> None:
    table = Table(5).city(B, 0, 1).levels(B, trade=3).hand(B, "4 cloth").defender(B, 8).do("end", "improve trade")
    table.do("answer-metropolis v1")
    assert table.s.points[B] == 14
    assert not table.view().over
    table.do("pass build", "pass build", "pass build", "pass build")
    assert table.view().winners == (B,)


# --- setup and view


def test_the_second_round_places_cities() -> None:
    game = KIND.make(KIND.presets["official"])
    s = start_game(game, 3, bytes(32)).state
    while not s.turn:
        (seat,) = game.waiting(s)
        s = play(game, s, seat, next(iter(game.legal(s, seat)))).state
    view = game.view(s, None)
    assert [view.scores, view.goal] == [(3, 3, 3), 13]
    assert [(p.settlements_left, p.cities_left, p.roads_left) for p in view.players] == [(4, 3, 13)] * 3
    assert view.cards == ("brick", "lumber", "wool", "grain", "ore", "cloth", "coin", "paper")
    assert view.bank[5:] == (12, 12, 12)
    assert all(0 < player.cards < 4 for player in view.players)
    assert "development" not in s.ext


def test_what_the_view_shows() -> None:
    table = Table().city(A, 0).metropolis(A, "science", 0).wall(A, 0).road(A, "17-23").knight(A, 17, 2, ready=True)
    table.road(B, "3-7").knight(B, 7, active=True).ship(4).progress(A, "printer").defender(B, 2)
    view = table.view()
    assert [(k.corner, k.seat, k.level, k.active, k.ready) for k in view.knights] == [
        (7, B, 1, True, False),
        (17, A, 2, True, True),
    ]
    (building,) = view.buildings
    assert (building.wall, building.metropolis, building.pillaged) == (True, "science", False)
    assert view.barbarians == Barbarians(at=4, spaces=7, strength=1, knights=3, came=True)
    player = view.players[A]
    assert (player.improvements, player.metropolises, player.shown) == ((0, 0, 4), ("science",), ("printer",))
    assert (player.knights_left, player.strength, player.walls_left) == ((2, 1, 2), 2, 2)
    assert view.tally == {
        "settlements": (0, 0, 0, 0),
        "cities": (2, 0, 0, 0),
        "longest_road": (0, 0, 0, 0),
        "metropolises": (2, 0, 0, 0),
        "defenders": (0, 2, 0, 0),
        "merchant": (0, 0, 0, 0),
        "progress": (1, 0, 0, 0),
    }
    assert view.scores == (5, 2, 0, 0)
    assert view.decks == (18, 18, 17)
    assert view.headline.params == {"n": 1, "steps": 3}


def test_the_order_of_a_turn() -> None:
    steps = [kind for _, kind, _ in KIND.make(KIND.presets["official"]).pipeline()]
    assert steps == [
        "catan.turn",
        "catan.roll",
        "catan.ck.event",
        "catan.yield",
        "catan.ck.aqueduct",
        "catan.main",
        "catan.ck.closing",
        "catan.special",
        "catan.next",
    ]


def test_what_a_move_would_bring() -> None:
    table = Table().city(A, 0).levels(A, trade=3).road(A, "17-23").knight(A, 17, 2, ready=True).knight(D, 23)
    table.hand(A, "4 cloth, 2 brick").progress(A, "mining")

    def told(line: str) -> list[str]:
        return [phrase.key for phrase in table.game.describe_effects(table.s, A, decode_move(line, table.game.moves))]

    assert told("improve trade") == ["catan.preview.costs", "catan.preview.level", "catan.preview.metropolis"]
    assert told("build-wall v0") == ["catan.preview.costs", "catan.preview.limit"]
    assert told("knight-move v17 v23") == ["catan.preview.drives"]
    assert told("card-mining") == ["catan.preview.cards"]


def test_a_merchant_on_the_desert_makes_no_card_cheaper() -> None:
    """catan.md R15: the point only, though among the terrains the desert has the number of a commodity."""
    table = Table().city(A, 0)
    before = bank_rates(table.s, A)
    table.r.merchant, table.r.merchant_of = table.s.terrain.index(DESERT), A
    assert bank_rates(table.s, A) == before
    hills = table.s.terrain.index(0)
    table.r.merchant = hills
    assert bank_rates(table.s, A)[0] == 2
