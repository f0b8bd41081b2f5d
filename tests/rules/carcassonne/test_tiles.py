"""The tile table, counted against the books and against itself."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.carcassonne.tiles import (
    BY_ID,
    CITY,
    FIELD,
    FITS,
    MARKS,
    MONASTERY,
    NEED_BITS,
    ROAD,
    TILES,
    TURNED,
    Tile,
    marks_of,
)

FACTS = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "carcassonne_tiles.json"

# carcassonne.md 3.1: set -> pieces, different tiles
SETS = {
    "base": (72, 24),
    "river1": (12, 10),
    "river2": (12, 12),
    "inns": (18, 17),
    "trade": (24, 24),
    "princess": (30, 29),
    "abbey": (18, 13),
    "bridge": (12, 11),
    "count": (12, 12),
    "king": (5, 5),
    "cult": (5, 5),
}
# How many of each lettered tile the base game has.
LETTERS = {
    "A": 2,
    "B": 4,
    "C": 1,
    "D": 4,
    "E": 5,
    "F": 2,
    "G": 1,
    "H": 3,
    "I": 2,
    "J": 3,
    "K": 3,
    "L": 3,
    "M": 2,
    "N": 3,
    "O": 2,
    "P": 3,
    "Q": 1,
    "R": 3,
    "S": 2,
    "T": 1,
    "U": 8,
    "V": 9,
    "W": 4,
    "X": 1,
}


def of(group: str) -> list[Tile]:
    return [tile for tile in TILES if tile.set == group]


def marked(group: str, mark: str) -> int:
    """How often a mark is printed in a set."""
    return sum(tile.count * sum(marks_of(s.marks).get(mark, 0) for s in tile.segments) for tile in of(group))


@pytest.mark.parametrize("group", SETS)
def test_every_set_has_its_tiles(group: str) -> None:
    assert (sum(tile.count for tile in of(group)), len(of(group))) == SETS[group]


def test_the_base_game_has_its_letters() -> None:
    assert {tile.id.removeprefix("base-"): tile.count for tile in of("base")} == LETTERS


def test_what_the_books_count() -> None:
    assert marked("base", "shield") == 10
    assert sum(tile.count for tile in of("base") if tile.building) == 6
    assert (marked("inns", "inn"), marked("inns", "cathedral")) == (6, 2)
    assert [marked("trade", mark) for mark in ("wine", "grain", "cloth")] == [9, 6, 5]
    symbols = Counter(symbol for tile in TILES for symbol in tile.symbols for _ in range(tile.count))
    assert symbols == {"volcano": 7, "dragon": 12, "portal": 6, "bazaar": 8}
    assert marked("princess", "princess") == 6
    assert sum(tile.building == "shrine" for tile in of("cult")) == 5
    assert marked("river2", "pig_herd") == 1


def test_the_rivers_have_their_parts() -> None:
    assert Counter(tile.role for tile in of("river1")) == {"": 8, "spring": 1, "lake": 1}
    assert Counter(tile.role for tile in of("river2")) == {"": 9, "spring": 1, "lake": 1, "fork": 1}
    assert [tile.id for tile in TILES if tile.role == "start"] == ["base-D"]
    assert all(bool(tile.rivers) == ("W" in tile.edges) for tile in TILES)


def test_saved_numbers_stay() -> None:
    # A new row anywhere but at the end of the file would change what saved games mean.
    assert (BY_ID["base-A"].number, BY_ID["base-D"].number, BY_ID["river2-fwww-fork"].number) == (0, 3, 37)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_a_tile_agrees_with_itself(tile: Tile) -> None:
    for edge, letter in enumerate(tile.edges):
        roads, cities, fields = (
            [s for s in tile.segments if s.kind == kind and edge in {*s.edges, *(half // 2 for half in s.halves)}]
            for kind in (ROAD, CITY, FIELD)
        )
        rivers = [river for river in tile.rivers if edge in river]
        assert (len(roads), len(cities), len(rivers)) == (letter == "R", letter == "C", letter == "W")
        halves = sorted(half for s in fields for half in s.halves if half // 2 == edge)
        if letter in "RFW":
            assert halves == [2 * edge, 2 * edge + 1]
            assert letter != "F" or len(fields) == 1
        elif letter in "CA":
            assert halves == []
    assert all(tile.segments[city].kind == CITY for s in tile.segments for city in s.cities)
    assert [s.kind for s in tile.segments] == sorted(s.kind for s in tile.segments)
    assert sum(s.kind == MONASTERY for s in tile.segments) == bool(tile.building)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_places_name_one_segment_in_every_turn(tile: Tile) -> None:
    for turned in tile.turned:
        assert len(set(turned.places)) == turned.size
        assert [turned.segment_at(place) for place in turned.places] == list(range(turned.size))
    assert tile.turned[0].segment_at("bridge") == -1


def test_four_quarter_turns_are_none() -> None:
    for turned in TURNED:
        printed = turned.tile.edges
        assert turned.edges == "".join(printed[(e - turned.quarters) % 4] for e in range(4))


@pytest.mark.parametrize(
    ("tile", "turns"),
    [
        ("base-B", 1),
        ("base-C", 1),
        ("base-X", 1),
        ("base-U", 2),
        ("base-F", 2),
        ("base-D", 4),
        ("base-H", 2),
        ("base-I", 4),
        ("base-A", 4),
    ],
)
def test_turns_that_look_alike_are_named_once(tile: str, turns: int) -> None:
    assert FITS[BY_ID[tile].number][0].bit_count() == turns


def test_fits_agrees_with_the_edges() -> None:
    for tile in of("base"):
        for asked in ((0, 2, 0, 0), (3, 0, 1, 0), (1, 2, 3, 2)):
            key = sum(need << NEED_BITS * e for e, need in enumerate(asked))
            turns = FITS[tile.number][key]
            for turned in tile.turned:
                fits = all(need in (0, turned.need >> NEED_BITS * e & 7) for e, need in enumerate(asked))
                assert fits or not turns >> turned.quarters & 1
                assert not fits or turns


def test_marks_are_packed_and_read() -> None:
    assert MARKS[0] == "shield"
    assert marks_of(BY_ID["abbey-cccc-shield2"].segments[0].marks) == {"shield": 2}
    assert marks_of(0) == {}


# The facts file of the designers, where it lies beside the project.

NAMES = {"junction": "crossing", "cloister": "monastery", "field": "open-field", "carcassonne": "wall"}
LETTER = {"city": "C", "road": "R", "field": "F", "river": "W", "carcassonne": "X", "any": "A"}


def edges_of(names: list[str]) -> tuple[int, ...]:
    return tuple("NESW".index(name) for name in names)


@pytest.mark.skipif(not FACTS.exists(), reason="the designers' facts file does not lie beside the project")
def test_the_table_agrees_with_the_facts_file() -> None:
    rows = json.loads(FACTS.read_text(encoding="utf-8"))["tiles"]
    sets = {row["set"] for row in rows}
    assert {row["id"] for row in rows} == {id for id, tile in BY_ID.items() if tile.set in sets}
    for row in rows:
        compare(BY_ID[row["id"]], row)


def compare(tile: Tile, row: dict[str, Any]) -> None:
    where = tile.id
    assert (tile.set, tile.count) == (row["set"], row["count"]), where
    assert tile.edges == "".join(LETTER[edge] for edge in row["edges"]), where
    roads, cities, fields = ([s for s in tile.segments if s.kind == kind] for kind in (ROAD, CITY, FIELD))
    assert [(s.edges, s.end, "inn" in marks_of(s.marks)) for s in roads] == [
        (edges_of(road["edges"]), NAMES.get(road.get("end", ""), road.get("end", "")), bool(road.get("inn")))
        for road in row["roads"]
    ], where
    assert [(s.edges, s.cap, marks_of(s.marks)) for s in cities] == [
        (edges_of(city["edges"]), city["cap"], city_marks(city)) for city in row["cities"]
    ], where
    number = {city["id"]: len(roads) + i for i, city in enumerate(row["cities"])}
    assert [(s.halves, s.near, s.cities, marks_of(s.marks)) for s in fields] == [
        (
            tuple(field["halves"]),
            "" if field["halves"] else field["near"],
            tuple(number[city] for city in field["cities"]),
            {**({"pig_herd": 1} if field.get("pig_herd") else {}), **({"wall": 1} if field.get("carcassonne") else {})},
        )
        for field in row["fields"]
    ], where
    assert tile.rivers == tuple(edges_of(river["edges"]) for river in row["rivers"]), where
    assert tile.building == NAMES.get(row["building"] or "", row["building"] or ""), where
    assert tile.symbols == frozenset(row["marks"]), where
    assert tile.supply == row.get("supply", ""), where
    assert tile.role == ("start" if row.get("start") else row.get("role", "")), where
    assert tile.block == ((row["col"], row["row"]) if "row" in row else None), where
    number |= {road["id"]: i for i, road in enumerate(row["roads"])}
    number["b"] = len(roads) + len(cities)
    assert set(tile.meets) == {frozenset(number[part] for part in group) for group in row["joins"]}, where


def city_marks(city: dict[str, Any]) -> dict[str, int]:
    marks = {"shield": city["shields"]} if city["shields"] else {}
    marks |= {mark: 1 for mark in ("cathedral", "princess") if city.get(mark)}
    return marks | ({city["goods"]: 1} if city.get("goods") else {})
