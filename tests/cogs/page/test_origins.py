"""Where points come from that do not come one by one, as a page tells them beside the tally."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from cogs.games import face_for
from cogs.page.content import PageContent
from rules.catan.view import BuildingView, CatanView
from rules.citadels.cards import DISTRICTS
from rules.citadels.view import CitadelsView
from rules.core import Choices, start_game
from rules.core.registry import game_types
from tools.bench.measure import EVERYTHING
from tools.pictures import films
from words import Voice

SAY = Voice("en", ["Ann", "Ben", "Cid"])


def test_the_districts_of_a_city_add_up_to_their_points() -> None:
    one = films.play_filmed_game("citadels", "first", 2, 5, "easy")
    assert one.table.game is not None
    view: CitadelsView = one.table.game.view(one.table.state, None)
    for seat, row in enumerate(view.sheet):
        told = face_for("citadels").describe_point_origins(view, seat, SAY)
        if row.districts:
            assert sum(map(int, re.findall(r"\d+", told["districts"]))) == row.districts
        assert ("cards" in told) == any(row.cards.values())
        assert sum(map(int, re.findall(r"\d+", told.get("cards", "")))) == sum(row.cards.values())


def test_what_lies_on_a_district_counts_and_is_told() -> None:
    market = SimpleNamespace(district="market", beautified=True)
    row = SimpleNamespace(cards={"dragon_gate": 2})
    view = cast(CitadelsView, SimpleNamespace(players=[SimpleNamespace(city=[market])], sheet=[row]))
    told = face_for("citadels").describe_point_origins(view, 0, SAY)
    assert told == {
        "districts": f"Market {DISTRICTS['market'].cost + 1}, with gold on it",
        "cards": "Dragon Gate +2",
    }


def test_settlements_and_cities_are_told_by_where_they_stand() -> None:
    game = game_types()["catan"].make(Choices((), (("map", "beginner"),)))
    view: CatanView = game.view(start_game(game, 3, bytes(32)).state, None)
    built = (
        BuildingView(23, 0, False),
        BuildingView(30, 0, False),
        BuildingView(0, 1, True),
        BuildingView(53, 1, True, pillaged=True),
    )
    told = [face_for("catan").describe_point_origins(replace(view, buildings=built), seat, SAY) for seat in range(3)]
    assert told[0] == {"settlements": "Hills 6 · Forest 11 · Desert, Desert · Forest 3 · Fields 4"}
    assert set(told[1]) == {"settlements", "cities"}  # a pillaged city counts as a settlement
    assert told[2] == {}


def test_the_page_knows_it_after_each_step() -> None:
    one = films.play_filmed_game("citadels", "first", 2, 5, "easy")
    content = PageContent(one.table, face_for("citadels"), SAY)
    passed = list(one.walk())
    for part in (passed[0], passed[-1]):
        content.add_step([part], part.view(None))
    data = content.build_data("", passed[-1].view(None), "en")
    first, last = data["steps"]
    assert first["origins"] == [[], []]
    view = passed[-1].view(None)
    for seat, found in enumerate(last["origins"]):
        told = {data["tally"][kind]: data["texts"][text] for kind, text in found}
        origins = face_for("citadels").describe_point_origins(view, seat, SAY)
        assert told == {SAY(f"cit.tally.{kind}"): said for kind, said in origins.items()}


def test_titles_and_cards_of_points_are_told_by_what_gave_them() -> None:
    game = game_types()["catan"].make(Choices((), (("map", "beginner"),)))
    view: CatanView = game.view(start_game(game, 3, bytes(32)).state, None)
    first = replace(view.players[0], longest_road=True, road_length=7, knights_played=2)
    second = replace(view.players[1], army=True, knights_played=3, point_cards=2, road_length=6)
    view = replace(view, buildings=(), players=(first, second, view.players[2]))
    told = [face_for("catan").describe_point_origins(view, seat, SAY) for seat in range(3)]
    assert told == [
        {"longest_road": "a road of 7 paths"},
        {"army": "3 knights played", "point_cards": "2 cards of 1 point each"},
        {},
    ]


def test_points_of_cities_and_knights_are_told_by_what_gave_them() -> None:
    game = game_types()["catan"].make(Choices(("cities_knights",), (("map", "beginner"),)))
    view: CatanView = game.view(start_game(game, 3, bytes(32)).state, None)
    built = (BuildingView(23, 0, True, metropolis="trade"), BuildingView(0, 1, True))
    first = replace(view.players[0], defender=2, shown=("printer",))
    hexes = tuple(replace(one, merchant=1 if n == 0 else -1) for n, one in enumerate(view.hexes))
    view = replace(view, buildings=built, hexes=hexes, players=(first, *view.players[1:]))
    told = [face_for("catan").describe_point_origins(view, seat, SAY) for seat in range(3)]
    assert told[0]["metropolises"] == "trade, at Hills 6 · Forest 11 · Desert"
    assert told[0]["defenders"] == "the strongest knights in 2 battles that were won"
    assert told[0]["progress"] == "Printer"
    assert "merchant" not in told[0]
    assert told[1]["merchant"].startswith("stands on ")
    assert told[2] == {}


def test_whatever_gives_points_in_catan_has_an_origin_whenever_it_does() -> None:
    """No kind of points of a played game stands there without words."""
    for preset, seed in (("", 2), (EVERYTHING, 3)):
        one = films.play_filmed_game("catan", preset, 4, seed, "easy")
        assert one.table.game is not None
        view: CatanView = one.table.game.view(one.table.state, None)
        for seat in range(view.seats):
            told = face_for("catan").describe_point_origins(view, seat, SAY)
            assert {kind for kind, points in view.tally.items() if points[seat]} == set(told), (preset, seat)
