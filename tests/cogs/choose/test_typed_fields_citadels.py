"""Typed moves of a game with players, names of two words, and sets: Citadels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.choose.completion import complete_field, completion_label
from cogs.choose.position import Position
from cogs.choose.typed_fields import read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from rules.core import IllegalMove
from service.errors import ServiceError
from tests.cogs.harness import room, table_of
from tests.rules.citadels.table import Table


def at(laid: Table, names: dict[int, str] | None = None) -> Position:
    """What whoever is asked may type; Ann red, Ben blue, Cid yellow, Dan black."""
    shown = table_of("citadels", laid.s, laid.s.seats, waiting=(laid.asked,))
    seats = tuple(replace(seat, name=(names or {}).get(seat.index, seat.name)) for seat in shown.seats)
    return room(replace(shown, seats=seats), laid.asked).position


def refusal(position: Position, kind: str, **texts: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises((ServiceError, IllegalMove)) as caught:
        read_typed_fields(position, kind, texts)
    return caught.value.key, caught.value.params


def magician(*hand: str) -> Table:
    laid = Table(4).gold(2, 0, 0, 0).hand(0, *(hand or ("castle", "cathedral", "temple", "trading_post")))
    return laid.call({"magician": 0, "king": 1})


def warlord() -> Table:
    laid = Table(4).gold(9, 0, 0, 0).city(1, "town_hall", "temple").city(2, "trading_post", "keep")
    return laid.call({"warlord": 0}).do("gold", "end")


@pytest.mark.parametrize("text", ["2", "Cid", "cid", "@Cid", " C i d ", "yellow", "Y", "y", "yel", "Cid (yellow)"])
def test_a_player_by_number_name_colour_and_letter(text: str) -> None:
    assert read_typed_fields(at(magician()), "power-swap", {"player": text}).lines_to_send == ("power-swap 2",)


def test_two_players_of_one_name_are_two_readings() -> None:
    position = at(magician(), {1: "Mara", 2: "Mara"})
    key, told = refusal(position, "power-swap", player="mara")
    assert (key, told["a"], told["b"]) == ("token_ambiguous", "Mara (blue)", "Mara (yellow)")
    assert read_typed_fields(position, "power-swap", {"player": "mara (blue)"}).lines_to_send == ("power-swap 1",)
    assert refusal(at(magician(), {1: "Benno", 2: "Bert"}), "power-swap", player="be")[0] == "token_ambiguous"


def test_somebody_called_as_a_colour_is_two_readings() -> None:
    assert refusal(at(magician(), {1: "Yellow"}), "power-swap", player="yellow")[0] == "token_ambiguous"


def test_two_readings_stay_two_where_one_of_them_is_not_legal() -> None:
    """Nobody's district goes because the other player of that name was safe."""
    laid = Table(4).gold(9, 0, 0, 0).city(1, "temple", "church").city(2, "market")
    position = at(laid.call({"bishop": 1, "warlord": 0}).do("gold", "end", "gold", "end"), {1: "Mara", 2: "Mara"})
    assert refusal(position, "power-destroy", player="Mara", district="market")[0] == "token_ambiguous"


def test_names_with_digits_may_be_shortened() -> None:
    assert read_typed_fields(at(magician(), {3: "Machine 1"}), "power-swap", {"player": "mach"}).lines_to_send == (
        "power-swap 3",
    )


def test_nobody_of_that_name() -> None:
    key, told = refusal(at(magician()), "power-swap", player="Zoe")
    assert (key, told["type"], told["example"]) == ("token_unknown", "player", "Ben (blue)")
    assert refusal(at(magician()), "power-swap", player="7")[0] == "token_unknown"


def test_the_rules_say_why_a_player_cannot_be_chosen() -> None:
    assert refusal(at(warlord()), "power-destroy", player="Ben", district="market")[0] == "cit.error.not_in_city"
    assert refusal(at(warlord()), "power-destroy", player="Cid", district="Keep")[0] == "cit.error.shielded"


@pytest.mark.parametrize("text", ["town_hall", "Town Hall", "TOWN HALL", "townhall", "town", "town h"])
def test_a_district_by_name_and_by_its_only_beginning(text: str) -> None:
    reading = read_typed_fields(at(warlord()), "power-destroy", {"player": "b", "district": text})
    assert reading.lines_to_send == ("power-destroy 1 town_hall",)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("power-destroy 1 town_hall", "power-destroy 1 town_hall"),
        ("power destroy Ben town hall", "power-destroy 1 town_hall"),
        ("Destroy blue Town Hall", "power-destroy 1 town_hall"),
        ("destroy cid trading post", "power-destroy 2 trading_post"),
        ("pass", "pass power"),
    ],
)
def test_typed_lines(line: str, read: str) -> None:
    assert parse_typed_line(at(warlord()), line).lines_to_send == (read,)


def test_characters_by_name() -> None:
    position = at(Table(4, cast=("tax_collector",)).call({"assassin": 0}))
    for text in ("tax_collector", "Tax Collector", "tax", "TAXCOLLECTOR"):
        assert read_typed_fields(position, "power-murder", {"character": text}).lines_to_send == (
            "power-murder tax_collector",
        )
    assert refusal(position, "power-murder", character="m")[0] == "token_ambiguous"
    assert refusal(position, "power-murder", character="Batman")[0] == "token_unknown"
    assert parse_typed_line(position, "murder tax collector").lines_to_send == ("power-murder tax_collector",)


@pytest.mark.parametrize(
    "text",
    [
        "castle,temple",
        "temple,castle",
        "Temple, Castle",
        "temple castle",
        "1 castle 1 temple",
        "castle,tem",
        "Temple,castle,",
    ],
)
def test_districts_in_any_order(text: str) -> None:
    assert read_typed_fields(at(magician()), "power-redraw", {"districts": text}).lines_to_send == (
        "power-redraw castle,temple",
    )


@pytest.mark.parametrize("text", ["Trading Post, Temple", "trading_post,temple", "temple trading post", "trad,temp"])
def test_districts_with_two_words(text: str) -> None:
    reading = read_typed_fields(at(magician()), "power-redraw", {"districts": text})
    assert reading.lines_to_send == ("power-redraw temple,trading_post",)


def test_a_beginning_of_two_districts_is_said() -> None:
    key, told = refusal(at(magician()), "power-redraw", districts="ca, temple")
    assert (key, told) == ("token_ambiguous", {"text": "ca", "a": "Castle", "b": "Cathedral"})


def test_sets_of_a_large_hand_are_read_though_they_are_not_listed() -> None:
    hand = ("castle", "cathedral", "temple", "temple", "market", "tavern", "prison", "watchtower")
    position = at(magician(*hand))
    reading = read_typed_fields(position, "power-redraw", {"districts": "2 temple, Market"})
    assert reading.lines_to_send == ("power-redraw market,temple,temple",)
    assert parse_typed_line(position, "power redraw tavern prison castle").lines_to_send == (
        "power-redraw castle,prison,tavern",
    )


def test_one_with_gold_on_it_is_not_the_one_without() -> None:
    laid = Table(4, "quarry", cast=("artist",)).gold(3, 0, 0, 0).city(0, "market+", "market", "temple")
    position = at(laid.call({"artist": 0}))
    assert read_typed_fields(position, "power-beautify", {"districts": "Market, Temple"}).lines_to_send == (
        "power-beautify market,temple",
    )
    assert refusal(position, "power-beautify", districts="market+, temple")[0] == "cit.error.power_now"


def test_the_rules_say_what_is_wrong_with_districts() -> None:
    assert refusal(at(magician()), "power-redraw", districts="Palace, Temple")[0] == "cit.error.not_in_hand"
    assert refusal(at(magician()), "power-redraw", districts="temple,temple")[0] == "cit.error.not_in_hand"
    key, told = refusal(at(magician()), "power-redraw", districts="Atlantis")
    assert (key, told["type"]) == ("token_unknown", "district")


def test_cards_to_keep() -> None:
    laid = Table(4).top("trading_post", "temple").call({"thief": 0}).do("cards")
    assert read_typed_fields(at(laid), "keep", {"districts": "Trading Post"}).lines_to_send == ("keep trading_post",)
    assert refusal(at(laid), "keep", districts="Trading Post, Temple")[0] == "move.illegal"


def test_a_command_that_is_left_empty_says_the_reason_of_the_rules() -> None:
    before = at(magician())
    assert refusal(before, "build")[0] == "cit.error.action_first"
    assert refusal(before, "end")[0] == "cit.error.action_first"
    assert refusal(before, "power-murder")[0] == "cit.error.not_your_power"
    built = Table(4).gold(9, 0, 0, 0).hand(0, "temple", "tavern").call({"thief": 0}).do("gold", "build temple")
    assert refusal(at(built), "build")[0] == "cit.error.built_enough"
    assert refusal(at(built), "gold")[0] == "cit.error.acted"


def test_a_command_that_is_left_empty_says_why_the_cheapest_card_cannot_be_built() -> None:
    poor = Table(4).hand(0, "cathedral").call({"thief": 0}).do("gold")
    key, params = refusal(at(poor), "build")
    assert key == "kind_refused"
    assert params["reason"] == "You do not have enough gold for that."


def test_completion_shows_people_and_sends_numbers() -> None:
    position = at(magician())
    cls = position.game.moves["power-swap"]
    tokens = complete_field(position, "power-swap", "player", {}, "")
    assert [(completion_label(position, cls, "player", token), token) for token in tokens] == [
        ("Ben (blue)", "1"),
        ("Cid (yellow)", "2"),
        ("Dan (black)", "3"),
    ]
    assert complete_field(position, "power-swap", "player", {}, "yel") == ["2"]


def test_completion_narrows_by_the_player_already_named() -> None:
    position = at(warlord())
    assert complete_field(position, "power-destroy", "district", {"player": "Cid"}, "") == ["trading_post"]
    cls = position.game.moves["power-destroy"]
    assert completion_label(position, cls, "district", "trading_post") == "Trading Post"


def test_completion_builds_a_set_word_by_word() -> None:
    position = at(magician("castle", "cathedral", "temple", "temple", "market", "tavern", "prison", "watchtower"))
    assert "castle" in complete_field(position, "power-redraw", "districts", {}, "ca")
    found = complete_field(position, "power-redraw", "districts", {}, "temple, ca")
    assert found[:2] == ["castle,temple", "cathedral,temple"]
    assert complete_field(position, "power-redraw", "districts", {}, "Temple, temple, mar")[0] == "market,temple,temple"
    assert complete_field(position, "power-redraw", "districts", {}, "palace, ") == []
