"""Typed moves of Catan: numbers of places, cards in words, offers, players, what is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.choose.completion import complete_field
from cogs.choose.position import Position
from cogs.choose.typed_fields import read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from rules.core import IllegalMove
from service.errors import ServiceError
from tests.cogs.harness import room, table_of
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table


def at(laid: Table, seat: int | None = None) -> Position:
    """What whoever is asked may type; Ann red, Ben blue, Cid yellow, Dan black."""
    shown = table_of("catan", laid.s, laid.s.seats, waiting=(laid.asked,))
    shown = replace(shown, choices=laid.game.choices)
    return room(shown, laid.asked if seat is None else seat).position


def read(laid: Table, kind: str, seat: int | None = None, **texts: str) -> tuple[str, ...] | None:
    return read_typed_fields(at(laid, seat), kind, texts).lines_to_send


def refusal(laid: Table, kind: str, seat: int | None = None, **texts: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises((ServiceError, IllegalMove)) as caught:
        read_typed_fields(at(laid, seat), kind, texts)
    return caught.value.key, dict(caught.value.params)


def rich() -> Table:
    return Table(3).settlement(0, 23).road(0, "23-29").hand(0, "4 brick, 4 lumber, 5 wool, 1 grain").hand(1, "2 ore")


def test_places_by_number_and_paths_by_their_corners() -> None:
    laid = rich()
    path = laid.path(23, 17)
    for text in (f"e{path}", str(path), "23-17", "17-23", f" E{path} "):
        assert read(laid, "build-road", path=text) == (f"build-road e{path}",)
    assert refusal(laid, "build-road", path="0")[0] == "catan.error.not_connected"
    assert refusal(laid, "build-road", path="99")[0] == "catan.error.no_place"
    assert refusal(laid, "build-road", path="nowhere")[0] == "token_unknown"


def test_a_path_by_its_corners_is_judged_by_the_rules_too() -> None:
    laid = rich()
    assert refusal(laid, "build-road", path="0-3") == ("catan.error.not_connected", {"place": "e0"})
    assert refusal(laid, "build-road", path="29 - 23") == (
        "catan.error.path_taken",
        {"path": f"e{laid.path(23, 29)}", "seat": 0},
    )
    assert refusal(laid, "build-road", path="0-53")[0] == "token_unknown"  # no path joins them
    assert refusal(rich().hand(0, "1 ore"), "build-road", path="17-23")[0] == "catan.error.cannot_pay"
    line = parse_typed_line(at(laid), "build road 23-17").lines_to_send
    assert line == (f"build-road e{laid.path(17, 23)}",)
    with pytest.raises(IllegalMove) as caught:
        parse_typed_line(at(laid), "build road 0-3")
    assert caught.value.key == "catan.error.not_connected"


def test_places_as_sentences_tell_them() -> None:
    laid = rich()
    path = laid.path(17, 23)
    assert read(laid, "build-road", path=f"e{path} (17-23)") == (f"build-road e{path}",)
    assert parse_typed_line(at(laid), f"build road e{path} (17-23)").lines_to_send == (f"build-road e{path}",)
    robber = Table(3).hand(1, "8 ore").before_roll().roll(3, 4).do("discard ore,ore,ore,ore")
    assert read(robber, "robber", hex="h8 Forest 11") == ("robber h8 -",)


def test_the_inventor_names_his_hexes_in_either_order() -> None:
    laid = Knights().settlement(0, 26).progress(0, "inventor")
    for one, other in (("h2", "h10"), ("h10", "h2"), ("10", "2")):
        assert read(laid, "card-inventor", hex=one, hex2=other) == ("card-inventor h2 h10",)
    assert parse_typed_line(at(laid), "card-inventor h10 h2").lines_to_send == ("card-inventor h2 h10",)
    assert refusal(laid, "card-inventor", hex="h4", hex2="h2") == (
        "catan.error.card_where",
        {"progress": "inventor", "where": "inventor"},
    )
    last = read_typed_fields(at(laid), "card-inventor", {"hex": "h18"})
    assert {move.hex2 for move in last.moves} == {18}
    assert len(last.moves) > 1
    assert "h18" in complete_field(at(laid), "card-inventor", "hex", {}, "")
    assert complete_field(at(laid), "card-inventor", "hex2", {"hex": "h18"}, "10")[0] == "h10"


@pytest.mark.parametrize("give", ["wool", "sheep", "WOOL", "sh"])
@pytest.mark.parametrize("take", ["ore", "o"])
def test_cards_by_beginnings_and_other_names(give: str, take: str) -> None:
    assert read(rich(), "bank", give=give, take=take) == ("bank wool ore",)


def test_a_beginning_with_two_readings_is_never_guessed() -> None:
    key, told = refusal(rich(), "bank", give="woo", take="ore")
    assert (key, {told["a"], told["b"]}) == ("token_ambiguous", {"lumber", "wool"})


def test_a_number_that_cannot_be_built_at_is_judged_by_the_rules() -> None:
    laid = rich().hand(0, "1 ore")
    assert refusal(laid, "build-road", path=str(laid.path(23, 17)))[0] == "catan.error.cannot_pay"
    assert refusal(laid, "build-settlement", corner="29")[0].startswith("catan.error.")


@pytest.mark.parametrize(("text", "card"), [("wood", "lumber"), ("wheat", "grain"), ("sheep", "wool")])
def test_the_names_that_people_use(text: str, card: str) -> None:
    assert read(rich(), "trade-offer", give=text, want="1 ore") == (f"trade-offer {card} ore 1,2",)


@pytest.mark.parametrize("give", ["2 wool 1 brick", "wool wool brick", "brick,wool,wool", "1 brick, 2 sheep"])
def test_offers_in_words(give: str) -> None:
    assert read(rich(), "trade-offer", give=give, want="ore") == ("trade-offer brick,wool,wool ore 1,2",)


@pytest.mark.parametrize(
    ("whom", "seats"),
    [
        ("Cid", "2"),
        ("ben cid", "1,2"),
        ("cid, ben", "1,2"),
        ("yellow", "2"),
        ("b", "1"),
        ("1", "1"),
        ("@Ben", "1"),
    ],
)
def test_players_asked_by_name_colour_or_number(whom: str, seats: str) -> None:
    assert read(rich(), "trade-offer", give="wool", want="ore", whom=whom) == (f"trade-offer wool ore {seats}",)


def test_what_is_wrong_with_an_offer_is_said_by_the_rules() -> None:
    assert refusal(rich(), "trade-offer", give="wool", want="wool")[0] == "catan.error.both_sides"
    assert refusal(rich(), "trade-offer", give="ore", want="wool")[0] == "catan.error.cannot_pay"
    assert refusal(rich(), "trade-offer", give="gold", want="wool")[0] == "things_unknown"
    assert refusal(rich(), "trade-offer", give="wool", want="ore", whom="Ann")[0] == "catan.error.whom"
    assert refusal(rich(), "trade-offer", give="wool", want="ore", whom="Zoe")[0] == "token_unknown"


def test_an_offer_with_something_left_out_goes_on_in_the_picker() -> None:
    reading = read_typed_fields(at(rich()), "trade-offer", {"give": "2 wool"})
    assert reading.lines_to_send is None
    assert reading.path.words[:2] == ("trade-offer", "wool,wool")


def test_the_number_of_the_only_offer_may_be_left_out() -> None:
    laid = rich().do("trade-offer wool ore 1,2")
    assert read(laid, "trade-accept", 1) == ("trade-accept 1",)
    assert read(laid, "trade-decline", 2) == ("trade-decline 1",)
    assert read(laid, "trade-counter", 1, give="ore", want="2 wool") == ("trade-counter 1 ore wool,wool",)
    assert read(laid, "trade-cancel") == ("trade-cancel 1",)
    assert refusal(laid, "trade-accept", 2)[0] == "catan.error.empty_hand"
    laid.do("trade-decline 1", seat=2)
    laid.hand(2, "1 brick")
    assert read(laid, "trade-counter", 2, give="brick", want="wool") == ("trade-counter 1 brick wool",)


def test_a_whole_line() -> None:
    position = at(rich())
    assert parse_typed_line(position, "trade-offer wool ore ben").lines_to_send == ("trade-offer wool ore 1",)
    assert parse_typed_line(position, "bank sheep ore").lines_to_send == ("bank wool ore",)
    assert parse_typed_line(position, "end turn").lines_to_send == ("end",)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1 brick → 1 ore", "trade-first brick ore 1,2"),
        ("2 wood -> sheep", "trade-first lumber,lumber wool 1,2"),
        ("brick, wool=>2 ore", "trade-first brick,wool ore,ore 1,2"),
    ],
)
def test_a_swap_with_an_arrow_is_an_offer_to_the_first(line: str, move: str) -> None:
    assert parse_typed_line(at(rich()), line).lines_to_send == (move,)


def test_a_swap_with_an_arrow_answers_an_offer() -> None:
    laid = rich().do("trade-offer wool ore 1,2")
    assert parse_typed_line(at(laid, 1), "2 ore → wool").lines_to_send == ("trade-counter 1 ore,ore wool",)


def test_a_swap_with_an_arrow_is_refused_as_any_offer_is() -> None:
    for laid, line, key in (
        (rich(), "1 ore → brick", "catan.error.cannot_pay"),
        (rich(), "gold → brick", "things_unknown"),
        (rich().before_roll(), "brick → ore", "catan.error.roll_first"),
    ):
        with pytest.raises((ServiceError, IllegalMove)) as caught:
            parse_typed_line(at(laid), line)
        assert caught.value.key == key


def test_likely_swaps_are_completed_where_an_offer_can_be_made() -> None:
    found = at(rich()).vocabulary.likely_moves_in_notation()
    assert "1 wool → 1 ore" in found
    assert len(found) == len(set(found)) <= 25
    assert all(parse_typed_line(at(rich()), line).lines_to_send is not None for line in found)
    assert at(rich().before_roll()).vocabulary.likely_moves_in_notation() == ()
    assert at(rich().do("trade-offer wool ore 1,2"), 1).vocabulary.likely_moves_in_notation() == ()


def test_what_nobody_else_holds_is_no_likely_swap() -> None:
    laid = Table().settlement(0, 23).hand(0, "2 wool, 1 grain").hand(1, "1 brick")
    assert at(laid).vocabulary.likely_moves_in_notation() == ["1 wool → 1 brick", "1 grain → 1 brick"]


def test_discards_in_words() -> None:
    laid = rich().hand(0, "4 brick, 5 wool").before_roll().roll(3, 4)
    assert read(laid, "discard", kinds="3 wool 1 brick") == ("discard brick,wool,wool,wool",)
    assert refusal(laid, "discard", kinds="3 wool") == ("catan.error.discard_count", {"n": 4, "chosen": 3})


@pytest.mark.parametrize(
    ("language", "give"),
    [
        ("ro", "2 lână 1 cărămidă"),
        ("ro", "2 lana 1 caramida"),  # as people write without the keys for it
        ("ro", "cărămizi, 2 oaie"),
        ("de", "2 Wolle 1 Lehm"),
        ("de", "2 schaf 1 lehm"),
        ("he", "2 צמר 1 לבנים"),
        ("he", "2 כבשים 1 לבנים"),
        *((language, "2 sheep 1 brick") for language in ("de", "he", "ro")),
    ],
)
def test_offers_in_the_words_of_the_reader_and_in_english(language: str, give: str) -> None:
    laid = rich()
    shown = replace(table_of("catan", laid.s, laid.s.seats, waiting=(laid.asked,)), choices=laid.game.choices)
    own = room(shown, laid.asked, language=language).position
    assert read_typed_fields(own, "trade-offer", {"give": give, "want": "ore"}).lines_to_send == (
        "trade-offer brick,wool,wool ore 1,2",
    )
