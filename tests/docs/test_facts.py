"""The tables of the books agree with the data that the games are played with."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.carcassonne import KIND as CARCASSONNE
from rules.carcassonne.tiles import TILES
from rules.catan import KIND as CATAN
from rules.catan.layout import load_layouts
from rules.citadels.cards import DISTRICTS
from rules.core import GameType

from .books import ROOT, text_of

CATAN_BOARDS = {"small": "3-4", "large": "5-6"}


def part(name: str, begins: str, ends: str) -> str:
    """The text of a book between two headings."""
    text = text_of(ROOT / "docs" / "rules" / f"{name}.md")
    return text[text.index(begins) : text.index(ends)]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(found) for found in re.findall(r"-?\d+", text))


@pytest.mark.parametrize("size", CATAN_BOARDS)
def test_corners_and_paths_of_catan(size: str) -> None:
    layout = load_layouts()[size]
    ends = {"small": "#### 5-6 player board", "large": "### 1.2 "}[size]
    text = part("catan", f"#### {CATAN_BOARDS[size]} player board", ends)
    rows = re.findall(r"^\| h(\d+) \| \((.+?)\) \| (.+?) \|$", text, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(len(layout.hexes)))
    assert tuple(numbers(row[1]) for row in rows) == layout.centres
    assert tuple(numbers(row[2]) for row in rows) == layout.corners_of
    listed = [pair for line in re.findall(r"^- e\d+\.\.e\d+: (.+)$", text, re.MULTILINE) for pair in line.split()]
    assert listed == [f"{a}-{b}" for a, b in layout.path_ends]


@pytest.mark.parametrize("size", CATAN_BOARDS)
def test_tokens_and_harbours_of_catan(size: str) -> None:
    layout, seats = load_layouts()[size], CATAN_BOARDS[size]
    text = part("catan", "### 1.3 ", "### 1.4 ")
    letters = re.search(rf"^- {seats}.*?: ((?:[A-Z][a-c]?\d+ ?)+)\.$", text, re.MULTILINE)
    assert letters is not None
    assert list(numbers(letters[1])) == layout.printed_facts["letters"]
    spirals = re.findall(rf"^- {seats} from h(\d+): (.+)$", text, re.MULTILINE)
    assert all(int(corner) == numbers(order)[0] for corner, order in spirals)
    assert {numbers(order) for _, order in spirals} == set(layout.spirals)
    text = part("catan", "### 1.4 ", "### 1.5 ")
    rows = [row.split(" | ") for row in re.findall(r"^\| (\d+ \| .+) \|$", text, re.MULTILINE)]
    at = {"small": 1, "large": 3}[size]
    told = [(re.search(r"v(\d+)-v(\d+)", row[at]), row[at + 1].lower()) for row in rows]
    assert tuple((int(ends[1]), int(ends[2])) for ends, _ in told if ends) == layout.harbours
    assert [kind.replace("3:1", "any") for ends, kind in told if ends] == layout.printed_facts["harbour_types"]


def test_districts_of_citadels() -> None:
    coloured = part("citadels", "### 2.1 ", "### 2.2 ")
    told = {
        (key(name), colour.lower(), int(cost), int(count))
        for colour, row in re.findall(r"^\| (Yellow|Blue|Green|Red) .*? \| (.+?) \|$", coloured, re.MULTILINE)
        for name, cost, count in re.findall(r"([A-Z][A-Za-z ]+) \((\d)×(\d)\)", row)
    }
    assert told == {(d.key, d.colour, d.cost, d.count) for d in DISTRICTS.values() if d.colour != "purple"}
    purple = part("citadels", "### 2.2 ", "## 3. ")
    cards = [
        (key(cells[at]), int(cells[at + 1]), 2 if "2 copies" in cells[at] else 1, bonus)
        for cells in (row.strip("|").split("|") for row in purple.splitlines() if row.startswith("| "))
        for at, bonus in ((0, False), (3, True))
        if cells[at + 1].strip().isdecimal()
    ]
    assert sorted(cards) == sorted(
        (d.key, d.cost, d.count, d.bonus) for d in DISTRICTS.values() if d.colour == "purple"
    )


def key(name: str) -> str:
    """The name of a card as its key."""
    return re.sub(r"\(.*\)", "", name).strip().lower().replace(" ", "_")


def test_sets_of_carcassonne() -> None:
    text = part("carcassonne", "### 3.1 ", "### 3.2 ")
    told = {name: int(count) for name, count in re.findall(r"^\| (\w+) \| (\d+)", text, re.MULTILINE)}
    counted = Counter({tile.set: 0 for tile in TILES})
    for tile in TILES:
        counted[tile.set] += tile.count if tile.id != "abbey-tile" else 0  # these are told apart from the land tiles
    assert told == counted


@pytest.mark.parametrize(("name", "kind"), [("carcassonne", CARCASSONNE), ("catan", CATAN)])
def test_every_option_stands_in_the_book(name: str, kind: GameType) -> None:
    text = text_of(ROOT / "docs" / "rules" / f"{name}.md")
    assert [option.key for option in kind.options if f"`{option.key}`" not in text] == []
    assert [module for module in kind.modules if f"`{module}`" not in text] == []
