"""What people type: strict tokens, lenient spellings, and the reason where nothing fits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.choose.completion import complete_field
from cogs.choose.position import Position
from cogs.choose.spelling import match_values
from cogs.choose.typed_fields import read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from rules.carcassonne.cells import TURNS, Cell, Spot
from rules.core import IllegalMove, Move
from service.errors import ServiceError
from tests.cogs.toys import HAND, TOY, Discard, Draw, Jump, Lay, Stand, TradeEnd, discards, lays, position

N50, M49, M50 = Cell(1, 0), Cell(0, -1), Cell(0, 0)


class Words:
    """The words of a language in which a follower is also a meeple."""

    def value_names(self, field: str, token: str) -> Sequence[str]:
        known = {"follower": ("Follower", "meeple"), "mayor": ("Mayor",), "wagon": ("Wagon",), "wool": ("Sheep",)}
        return known.get(token, ())

    def field_tokens(self, field: str) -> Sequence[str]:
        return ()

    def countable_items(self, field: str) -> Sequence[str]:
        return ()

    def field_name(self, field: str) -> str:
        return field

    def kind_name(self, kind: str) -> str:
        return {"lay": "Lay the tile", "stand": "Put a figure"}.get(kind, kind)

    def value_in_sentence(self, field: str, token: str) -> str:
        return token

    def token_from_spelling(self, field: str, text: str) -> str:
        return ""

    def prefer_tokens(self, field: str, tokens: Sequence[str]) -> Sequence[str]:
        return tokens

    def why_kind_impossible(self, kind: str) -> str:
        return ""

    def parse_own_notation(self, text: str) -> None:
        return None

    def likely_moves_in_notation(self) -> Sequence[str]:
        return ()

    def current_task(self) -> str:
        return "lay the tile"


def at(*listed: Move, then: Sequence[Move] = ()) -> Position:
    return Position.from_state(TOY, position(*listed, then=then), 0, Words())


def refusal(error: pytest.ExceptionInfo[ServiceError]) -> tuple[str, dict[str, object]]:
    return error.value.key, error.value.params


@pytest.mark.parametrize(
    ("cell", "turn"),
    [
        ("N50", "90"),
        ("n50", "90"),
        (" N 50 ", "90°"),
        ("N50", "1"),
        ("n50", " 90 "),
    ],
)
def test_cells_and_turns_are_read_leniently(cell: str, turn: str) -> None:
    reading = read_typed_fields(at(*lays(2, 1)), "lay", {"cell": cell, "turn": turn})
    assert reading.lines_to_send == ("lay N50 90",)


def test_an_empty_field_with_one_legal_value_is_filled() -> None:
    assert read_typed_fields(at(Lay(N50, TURNS[1])), "lay", {}).lines_to_send == ("lay N50 90",)


def test_an_empty_field_with_several_values_opens_the_picker_there() -> None:
    reading = read_typed_fields(at(*lays(2, 1)), "lay", {"cell": "n50"})
    assert reading.lines_to_send is None
    assert str(reading.path) == "lay N50"
    reading = read_typed_fields(at(*lays(2, 1)), "lay", {"turn": "180"})
    assert str(reading.path) == "lay * 180"
    assert {str(move) for move in reading.moves} == {"lay M50 180", "lay N50 180"}


def test_what_is_spelled_well_and_is_not_legal_is_judged_by_the_rules() -> None:
    for texts in ({"cell": "a1"}, {"cell": "A1", "turn": "0"}):
        with pytest.raises(IllegalMove) as error:
            read_typed_fields(at(*lays(2, 1)), "lay", texts)
        assert (error.value.key, error.value.params) == ("toy.taken", {"cell": "A1"})


def test_legal_values_that_do_not_go_together_are_judged_by_the_rules() -> None:
    with pytest.raises(IllegalMove) as error:
        read_typed_fields(at(Lay(N50, TURNS[0]), Lay(M49, TURNS[1])), "lay", {"cell": "N50", "turn": "90"})
    assert error.value.params == {"cell": "N50"}


@pytest.mark.parametrize(
    ("field", "text"), [("cell", "50N"), ("cell", "N"), ("cell", "N5O"), ("turn", "45"), ("turn", "x")]
)
def test_what_cannot_be_read_is_told_with_an_example(field: str, text: str) -> None:
    with pytest.raises(ServiceError) as error:
        read_typed_fields(at(*lays(2, 1)), "lay", {field: text})
    example = {"cell": "M50", "turn": "0"}[field]
    assert refusal(error) == ("token_unknown", {"text": text, "type": field, "example": example})


def test_a_beginning_of_a_cell_is_no_cell() -> None:
    with pytest.raises(IllegalMove) as error:
        read_typed_fields(at(Lay(N50, TURNS[0]), Lay(M49, TURNS[0])), "lay", {"cell": "n5"})
    assert error.value.params == {"cell": "N5"}


SPOTS = (Spot(N50, "road-E"), Spot(N50, "road-W"), Spot(N50, "city-N"))


@pytest.mark.parametrize(
    ("figure", "spot", "line"),
    [
        ("follower", "N50.road-E", "stand follower N50.road-E"),
        ("Meeple", "n50.ROAD-e", "stand follower N50.road-E"),
        ("f", "road-w", "stand follower N50.road-W"),
        ("fol", "city", "stand follower N50.city-N"),
        ("", "city-n", None),
    ],
)
def test_figures_and_spots(figure: str, spot: str, line: str | None) -> None:
    position = at(*(Stand(kind, spot) for kind in ("follower", "mayor") for spot in SPOTS))
    assert read_typed_fields(position, "stand", {"figure": figure, "spot": spot}).lines_to_send == (
        (line,) if line else None
    )


def test_two_readings_are_an_error_never_a_guess() -> None:
    position = at(*(Stand(kind, spot) for kind in ("mayor", "mast") for spot in SPOTS))
    with pytest.raises(ServiceError) as error:
        read_typed_fields(position, "stand", {"figure": "ma", "spot": "city"})
    assert refusal(error) == ("token_ambiguous", {"text": "ma", "a": "Mayor", "b": "mast"})
    with pytest.raises(ServiceError) as error:
        read_typed_fields(position, "stand", {"figure": "mayor", "spot": "road"})
    assert error.value.key == "token_ambiguous"


def test_another_field_may_leave_one_reading() -> None:
    position = at(Stand("mayor", SPOTS[0]), Stand("wagon", SPOTS[1]))
    assert read_typed_fields(position, "stand", {"figure": "w", "spot": "road"}).lines_to_send == (
        "stand wagon N50.road-W",
    )


def test_an_occupied_place_and_a_missing_figure_are_told_by_the_rules() -> None:
    with pytest.raises(IllegalMove) as error:
        read_typed_fields(at(Stand("follower", SPOTS[0])), "stand", {"figure": "follower", "spot": "city-N"})
    assert error.value.params == {"spot": "N50.city-N"}
    with pytest.raises(IllegalMove):
        read_typed_fields(at(Stand("follower", SPOTS[0])), "stand", {"figure": "wagon", "spot": "road-E"})
    with pytest.raises(ServiceError) as unknown:
        read_typed_fields(at(Stand("follower", SPOTS[0])), "stand", {"figure": "dragonfly", "spot": "road-E"})
    assert unknown.value.key == "token_unknown"


@pytest.mark.parametrize("text", ["brick,wool", "wool brick", "1 wool 1 brick", "Sheep, brick", "br wo"])
def test_sets_are_read_in_any_order(text: str) -> None:
    assert read_typed_fields(at(*discards(HAND, 2)), "discard", {"kinds": text}).lines_to_send == (
        "discard brick,wool",
    )


def test_counts_of_cards() -> None:
    assert read_typed_fields(at(*discards(HAND, 2)), "discard", {"kinds": "2 brick"}).lines_to_send == (
        "discard brick,brick",
    )
    with pytest.raises((ServiceError, IllegalMove)):
        read_typed_fields(at(*discards(HAND, 2)), "discard", {"kinds": "3 brick"})


def test_a_kind_that_is_not_asked_now() -> None:
    with pytest.raises(ServiceError) as error:
        read_typed_fields(at(Draw()), "lay", {})
    assert refusal(error) == ("kind_not_now", {"kind": "Lay the tile", "task": "lay the tile"})
    with pytest.raises(ServiceError) as error:
        read_typed_fields(at(Draw()), "jump", {"to": "3"})
    assert error.value.key == "kind_not_now"


def test_a_kind_too_rich_to_be_listed_that_is_not_asked_now() -> None:
    """The reason is not that a word cannot be read, with a move of some other kind as the example."""
    with pytest.raises(ServiceError) as error:
        read_typed_fields(at(Draw()), "trade-offer", {"give": "x", "want": "1"})
    assert error.value.key == "kind_not_now"


def test_a_move_too_rich_to_be_listed_is_judged_by_the_rules() -> None:
    assert read_typed_fields(at(Draw()), "trade-offer", {"give": "2", "want": "1"}).lines_to_send == (
        "trade-offer 2 1",
    )
    with pytest.raises(IllegalMove) as error:
        read_typed_fields(at(Draw()), "trade-offer", {"give": "4", "want": "1"})
    assert error.value.key == "toy.too_much"


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("lay N50 90", "lay N50 90"),
        ("LAY n50 1", "lay N50 90"),
        ("Lay the tile N50 90°", "lay N50 90"),
        ("la N50 90", "lay N50 90"),
        ("trade end", "trade-end"),
        ("trade-end", "trade-end"),
        ("discard 2 brick", "discard brick,brick"),
        ("discard wool brick", "discard brick,wool"),
    ],
)
def test_typed_lines(line: str, read: str) -> None:
    position = at(*lays(2, 1), TradeEnd(), *discards(HAND, 2))
    assert parse_typed_line(position, line).lines_to_send == (read,)


def test_a_line_may_leave_fields_open() -> None:
    reading = parse_typed_line(at(*lays(2, 1)), "lay n50")
    assert (reading.lines_to_send, str(reading.path)) == (None, "lay N50")
    assert parse_typed_line(at(Lay(N50, TURNS[2]), Lay(M49, TURNS[0])), "lay n50").lines_to_send == ("lay N50 180",)


@pytest.mark.parametrize("line", ["", "  ;; ", "hello", "90", "lay N50 90 0 0", "x" * 500])
def test_a_line_that_cannot_be_read(line: str) -> None:
    with pytest.raises(ServiceError) as error:
        parse_typed_line(at(*lays(2, 1)), line)
    assert error.value.key in ("line_unknown", "token_unknown")
    assert error.value.params["example"] in ("lay M50 0", "M50", "0")


MISSPELLED = [("dicsard 1", "discard"), ("tarde-offer 1", "trade-offer"), ("jmup 3", "jump")]


@pytest.mark.parametrize(("line", "near"), MISSPELLED)
def test_a_misspelled_line_says_what_was_probably_meant(line: str, near: str) -> None:
    with pytest.raises(ServiceError) as error:
        parse_typed_line(at(*lays(2, 1)), line)
    assert refusal(error) == ("line_near", {"line": line, "near": near})


def test_a_misspelled_word_says_what_was_probably_meant() -> None:
    here = at(*(Stand(kind, SPOTS[0]) for kind in ("camel", "mayor")))
    with pytest.raises(ServiceError) as error:
        read_typed_fields(here, "stand", {"figure": "mayro"})
    assert refusal(error) == ("token_near", {"text": "mayro", "type": "figure", "near": "Mayor"})


def test_two_kinds_that_begin_alike() -> None:
    with pytest.raises(ServiceError) as error:
        parse_typed_line(at(Draw(), *discards(HAND, 1)), "d")
    assert refusal(error) == ("token_ambiguous", {"text": "d", "a": "draw", "b": "discard"})


def test_several_moves_of_one_act() -> None:
    position = at(*lays(2, 1), then=[Stand("follower", spot) for spot in SPOTS])
    assert parse_typed_line(position, "lay n50 90; stand f city").lines_to_send == (
        "lay N50 90",
        "stand follower N50.city-N",
    )
    reading = parse_typed_line(position, "lay n50 90; stand f")
    assert (reading.lines_to_send, str(reading.path)) == (None, "lay N50 90;stand follower")


def test_nobody_looks_past_luck_that_has_not_happened() -> None:
    with pytest.raises(ServiceError) as error:
        parse_typed_line(at(Draw(), then=[Jump(1), Jump(2)]), "draw; jump 1")
    assert refusal(error) == ("one_at_a_time", {"move": "draw"})


def test_completion_narrows_by_what_is_filled_in() -> None:
    here = at(Lay(N50, TURNS[0]), Lay(N50, TURNS[2]), Lay(M49, TURNS[1]), Draw())
    assert complete_field(here, "lay", "turn", {"cell": "n50"}, "") == ["0", "180"]
    assert complete_field(here, "lay", "turn", {"cell": ""}, "") == ["0", "180", "90"]
    assert complete_field(here, "lay", "cell", {"turn": "90"}, "") == ["M49"]


def test_completion_puts_the_best_match_first() -> None:
    here = at(*(Stand(kind, SPOTS[0]) for kind in ("camel", "mayor", "elm", "m")))
    assert complete_field(here, "stand", "figure", {}, "m") == ["m", "mayor"]
    assert complete_field(here, "stand", "figure", {}, "el") == ["elm"]
    assert complete_field(here, "stand", "figure", {}, "mel") == ["camel"]  # where nothing begins so
    assert complete_field(here, "stand", "figure", {}, "MAYOR") == ["mayor"]


def test_exact_tokens_win_over_beginnings() -> None:
    assert match_values("m", ["mayor", "m"], lambda token: ()) == ["m"]
    assert match_values("", ["mayor"], lambda token: ()) == []


def test_an_empty_set_is_a_dash() -> None:
    assert read_typed_fields(at(Discard(()), Discard(("ore",))), "discard", {"kinds": "-"}).lines_to_send == (
        "discard -",
    )


def test_a_kind_of_move_of_a_box_that_is_not_in_the_game_completes_nothing() -> None:
    assert complete_field(at(Lay(N50, TURNS[0])), "abbey", "cell", {}, "N") == []
