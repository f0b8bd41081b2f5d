"""What is drawn says what the facts say."""

from __future__ import annotations

import pytest

from render.carcassonne.areas import SIDE, figure_places, map_value_at, tile_areas
from render.carcassonne.facts import Facts, all_facts, tile_facts
from render.carcassonne.shapes import tile_shapes
from rules.carcassonne.tiles import TILES

# river2-cwcw: the river runs under the city, so each of its two fields lies on both sides of it.
# abbey-cccf-x2-shield: the city with the shield covers the field that is shut in below it.
UNDER = {"river2-cwcw", "abbey-cccf-x2-shield"}


def proven(f: Facts, quarters: int) -> bool:
    found = tile_areas(f.id, quarters)
    return not found.merged and all(pieces == 1 for pieces in found.pieces.values())


@pytest.mark.parametrize("quarters", range(4))
def test_fields_are_what_the_facts_say(quarters: int) -> None:
    wrong = {f.id for f in all_facts().values() if not proven(f, quarters)}
    assert wrong == UNDER


def test_every_tile_is_there() -> None:
    assert list(all_facts()) == [tile.id for tile in TILES]


@pytest.mark.parametrize("tile", [t for t in all_facts() if t.startswith(("base", "river"))])
def test_figures_stand_on_their_own_area(tile: str) -> None:
    for quarters in range(4):
        f = tile_facts(tile, quarters)
        found = tile_areas(tile, quarters)
        for token, name in f.area_of_place().items():
            x, y = figure_places(tile, quarters)[token]
            assert 0.03 < x < 0.97
            assert 0.03 < y < 0.97
            if name != "b":
                assert found.names[map_value_at(found.index_map, x, y)] == name, token


def test_figures_of_one_tile_stand_apart() -> None:
    for tile in all_facts():
        if tile.startswith(("base", "river")):
            spots = list(figure_places(tile, 0).values())
            for i, a in enumerate(spots):
                for b in spots[:i]:
                    assert abs(a[0] - b[0]) + abs(a[1] - b[1]) > 0.12, tile


def test_turning_turns_the_edges() -> None:
    for f in all_facts().values():
        assert f.turned_by(1).edges == (f.edges[3], *f.edges[:3])
        assert f.turned_by(1).turned_by(3).edges == f.edges
        assert set(f.turned_by(2).area_of_place().values()) == set(f.area_of_place().values())


def test_tokens_are_those_of_the_rules() -> None:
    from rules.carcassonne.tiles import BY_ID

    for f in all_facts().values():
        for quarters in range(4):
            assert set(tile_facts(f.id, quarters).area_of_place()) == set(BY_ID[f.id].turned[quarters].places), f.id


def test_walls_reach_the_rim_where_cities_meet_it() -> None:
    for tile in all_facts():
        for city in tile_shapes(tile).cities:
            for wall in city.walls:
                assert all(min(x, 1 - x, y, 1 - y) < 0.001 for x, y in (wall[1], wall[-2]))


def test_the_map_is_small() -> None:
    assert tile_areas("base-D").index_map.size == (SIDE, SIDE)
