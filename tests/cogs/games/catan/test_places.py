"""Paths are told with their corners, hexes with their terrain and number: now, and in a log that is old."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from cogs.choose.completion import complete_field, completion_label
from cogs.choose.picker import ChoicePath
from cogs.choose.position import Position
from cogs.choose.typed_fields import read_typed_fields
from cogs.games import face_for, picker_screens
from cogs.games.move_texts import describe_move
from cogs.screen import Select
from cogs.screen.event_text import describe_event as told
from rules.catan.event_places import hexes_at_place
from rules.core import encode_move
from service.state.model import StoredEvent, Table
from service.store import codec
from tests.cogs import harness
from tests.cogs.games.catan.test_catan import on_table
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Laid
from words import Voice

FACE = face_for("catan")


def voice_of(table: Table) -> Voice:
    return Voice("en", table.names, called=partial(FACE.name_in_story, table))


def said(table: Table, line: str) -> str:
    return describe_move(voice_of(table), FACE, table, line)


def position(laid: Laid) -> Position:
    return harness.room(on_table(laid), 0).position


def test_on_a_button_long_names_give_way_before_what_is_said_of_them() -> None:
    """A hint's button lost the end of its sentence behind a name of forty letters."""
    table = on_table(Laid(4))
    named = replace(table, seats=tuple(replace(seat, name="*" + "M" * 39) for seat in table.seats))
    said = harness.room(named, 0).short_move_label("robber h8 1")
    assert said == r"Move the robber to h8 Forest 11 and rob \*MMMMMMMMMMMMMMMMMM… (blue)"
    assert harness.room(table, 0).short_move_label("robber h8 1").endswith("rob Ben (blue)")


def test_the_sentence_of_a_move_tells_where_it_is() -> None:
    table = on_table(Laid(4))
    assert said(table, "build-road e35") == "Build a road at e35 (23-29)"
    assert said(table, "setup v23 e35") == "Place at Hills 6 · Forest 11 · Desert (v23) with a road at e35 (23-29)"
    assert said(table, "robber h8 1") == "Move the robber to h8 Forest 11 and rob Ben (blue)"
    assert said(table, "robber h9 -") == "Move the robber to h9 Desert and rob nobody"
    assert said(table, "build-city v23") == "Build a city at Hills 6 · Forest 11 · Desert (v23)"
    assert said(on_table(Knights()), "card-inventor h2 h7") == "Inventor: swap h2 Forest 9 and h7 Fields 9"


def test_a_story_tells_a_corner_by_what_lies_around_it() -> None:
    built = voice_of(on_table(Laid(4)))("catan.build.settlement", seat=0, corner="v23")
    assert built == "Ann built a settlement at Hills 6 · Forest 11 · Desert."
    knights = voice_of(on_table(Knights()))("catan.build.settlement", seat=0, corner="v23")
    assert knights == "Ann built a settlement at Hills · Forest · Desert."  # an Inventor may move the numbers
    harbour = voice_of(on_table(Laid(4)))("catan.build.city", seat=0, corner="v1")
    assert "harbour" in harbour
    assert voice_of(on_table(Laid(4)))("catan.build.city", seat=0, corner="v99").endswith("at v99.")


def test_a_corner_is_typed_and_completed_with_its_number() -> None:
    laid = Laid(4).settlement(0, 23).hand(0, "3 ore, 2 grain")
    here = position(laid)
    assert complete_field(here, "build-city", "corner", {}, "for") == ["v23"]
    assert (
        completion_label(here, here.game.moves["build-city"], "corner", "v23") == "Hills 6 · Forest 11 · Desert (v23)"
    )
    typed = read_typed_fields(here, "build-city", {"corner": "Hills 6 · Forest 11 · Desert (v23)"})
    assert typed.lines_to_send == ("build-city v23",)


def test_paths_of_the_large_board_have_other_corners() -> None:
    laid = Laid(6)
    assert said(on_table(laid), "build-road e71") == "Build a road at e71 (48-54)"
    assert said(on_table(Laid(4)), "build-road e71") == "Build a road at e71 (50-53)"


def test_a_path_or_hex_that_is_on_no_board_is_told_as_it_is() -> None:
    table = on_table(Laid(4))
    assert said(table, "build-road e99") == "Build a road at e99"
    assert said(table, "robber h99 -") == "Move the robber to h99 and rob nobody"
    assert voice_of(table)("catan.error.no_place", place="e99") == "There is no e99 on this board."


def test_refusals_and_previews_tell_it_too() -> None:
    table = on_table(Laid(4))
    voice = voice_of(table)
    assert voice("catan.error.path_taken", path="e35", seat=1) == "At Forest 11 | Desert there is a road of Ben."
    refused = {place: FACE.value_in_refusal(voice, "place", place, table) for place in ("v23", "e35", "h8", "x", "v99")}
    assert refused == {
        "v23": "Hills 6 · Forest 11 · Desert (v23)",
        "e35": "e35 (23-29)",
        "h8": "h8 Forest 11",
        "x": "",
        "v99": "v99",
    }
    assert FACE.value_in_refusal(voice, "terrain", "v23", table) == ""


def test_a_log_never_changes_what_it_says() -> None:
    laid = Knights().settlement(1, 0).hand(1, "1 ore").progress(0, "bishop", "inventor").do("card-bishop")
    laid.do("robber h8 -")
    (moved,) = codec.to_stored_events(laid.told("robber.moved"))
    before = told(moved, voice_of(on_table(laid)))
    assert before == "Ann moved the robber to Forest 11."
    laid.do("card-inventor h0 h8")
    assert laid.s.tokens[8] == 10
    assert told(moved, voice_of(on_table(laid))) == before
    (swapped,) = codec.to_stored_events(laid.told("play.swapped"))
    line = told(swapped, voice_of(on_table(laid)))
    assert line == "The 10 of Mountains and the 11 of Forest change places."
    old = StoredEvent("catan.robber.moved", {"seat": 0, "hex": "h8"})  # of a game begun before numbers were told
    assert told(old, voice_of(on_table(laid))) == "Ann moved the robber to Forest."


def test_the_merchant_and_a_road_in_the_story() -> None:
    laid = Knights().settlement(0, 35).settlement(1, 10).hand(0, "1 brick, 1 lumber").progress(0, "merchant")
    voice = voice_of(on_table(laid.do("card-merchant h13")))
    said = told(codec.to_stored_events(laid.told("play.merchant"))[0], voice)
    assert said == "Ann put the merchant on Mountains 3: 1 point while he stays."
    laid.road(0, "35-29").do("build-road e35")
    assert told(codec.to_stored_events(laid.told("build.road"))[0], voice) == "Ann built a road at Forest 11 | Desert."


def test_the_point_of_the_merchant_goes_with_him() -> None:
    laid = Knights().settlement(0, 35).settlement(1, 10).progress(0, "merchant").do("card-merchant h13")
    laid.next_turn().progress(1, "merchant").do("card-merchant h2")
    (event,) = codec.to_stored_events(laid.told("play.merchant_taken"))
    said = told(event, voice_of(on_table(laid)))
    assert said == "Ben took the merchant from Ann, and his point, to Forest 9."
    assert set(FACE.losing_seats(event)) == {0}


def test_a_corner_of_the_story_keeps_the_numbers_that_lay_around_it() -> None:
    laid = Knights().settlement(0, 0).hand(0, "2 grain, 3 ore").do("build-city v0")
    (built,) = codec.to_stored_events(laid.told("build.city"))
    before = told(built, voice_of(on_table(laid)))
    assert before.startswith("Ann built a city at Mountains 10")
    laid.s.tokens = (3, *laid.s.tokens[1:])
    assert laid.view().hexes[0].token == 3
    assert told(built, voice_of(on_table(laid))) == before
    old = StoredEvent("catan.build.city", {"seat": 0, "corner": "v0"})  # of a game begun before numbers were told
    assert told(old, voice_of(on_table(laid))).startswith("Ann built a city at Mountains")
    assert "10" not in told(old, voice_of(on_table(laid)))


def test_the_coast_has_one_side() -> None:
    voice = voice_of(on_table(Laid(4)))
    assert voice("catan.build.road", seat=0, path="e0") == "Ann built a road at Mountains 10 (upper left) | sea."


@pytest.mark.parametrize("seats", [4, 6])
def test_no_two_paths_of_the_coast_beside_a_hex_are_called_alike(seats: int) -> None:
    laid = Laid(seats)
    voice, layout = voice_of(on_table(laid)), laid.s.layout
    coast = [n for n in range(len(layout.path_ends)) if len(hexes_at_place(layout, f"e{n}")) == 1]
    for hex_ in range(len(layout.centres)):
        beside = [n for n in coast if hex_ in hexes_at_place(layout, f"e{n}")]
        assert len({voice("catan.build.road", seat=0, path=f"e{n}") for n in beside}) == len(beside)


def test_a_player_called_like_a_path_keeps_the_name() -> None:
    voice = Voice("en", ["e35", "Ben"], called=partial(FACE.name_in_story, on_table(Laid(3))))
    assert voice("catan.turn.ended", seat=0) == "e35 ended the turn."
    assert voice("look.player", name="e35", colour="red") == "e35 (red)"


def test_completion_tells_places_and_finds_them_by_what_is_told() -> None:
    laid = Laid(4).settlement(0, 23).hand(0, "1 brick, 1 lumber")
    here, cls = position(laid), laid.game.moves["build-road"]
    found = complete_field(here, "build-road", "path", {}, "")
    assert [completion_label(here, cls, "path", token) for token in found] == [
        "e26 (17-23)",
        "e27 (18-23)",
        "e35 (23-29)",
    ]
    assert complete_field(here, "build-road", "path", {}, "23-29") == ["e35"]
    robber = Laid(4).hand(1, "9 ore").before_roll().roll(3, 4).do("discard ore,ore,ore,ore")
    here, cls = position(robber), robber.game.moves["robber"]
    forests = complete_field(here, "robber", "hex", {}, "forest")
    assert {completion_label(here, cls, "hex", token) for token in forests} == {
        "h2 Forest 9",
        "h8 Forest 11",
        "h10 Forest 3",
        "h12 Forest 8",
    }
    assert encode_move(here.legal[0]) == "robber h0 -"


async def test_a_long_list_of_paths_tells_their_corners() -> None:
    laid = Laid(6).hand(0, "1 brick, 1 lumber")
    for corner in (0, 10, 20, 30, 40, 50, 60, 70, 5, 25, 45):
        laid.road(0, laid.s.layout.paths_and_neighbours[corner][0][0])
    paths = laid.legal("build-road")
    assert len(paths) > 25
    shown = await picker_screens.picker_screen(harness.room(on_table(laid), 0), ChoicePath((), ("build-road",)))
    labels = [choice.label for row in shown.rows if isinstance(row, Select) for choice in row.choices]
    assert len(labels) == len(paths)
    for line, shown_as in zip(paths, labels, strict=True):
        token = line.split(" ")[1]
        a, b = laid.s.layout.path_ends[int(token[1:])]
        assert shown_as == f"{token} ({a}-{b})"
