"""Geometry, terrain, tokens and harbours: catan.md 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import pytest

from rules.catan.cards import CARDS
from rules.catan.game import KIND
from rules.catan.island import fits_constraints, lay_lettered_tokens, lay_out_island
from rules.catan.layout import DESERT, TERRAINS, Layout, layout_for, load_layouts
from rules.catan.places import OUT, Corner, Hex, Path, Victim
from rules.core import BadOption, Chance, Choices, start_game

SIZES = {"small": (19, 54, 72, 30), "large": (30, 80, 109, 38)}


@pytest.mark.parametrize("size", list(SIZES))
def test_numbers_of_hexes_corners_and_paths(size: str) -> None:
    layout = load_layouts()[size]
    hexes, corners, paths, coast = SIZES[size]
    assert (len(layout.centres), len(layout.drawing_points), len(layout.path_ends)) == (hexes, corners, paths)
    assert corners - paths + hexes == 1
    sides = Counter(
        tuple(sorted(pair)) for ring in layout.corners_of for pair in zip(ring, (*ring[1:], ring[0]), strict=True)
    )
    assert set(sides) == set(layout.path_ends)
    assert sum(n == 1 for n in sides.values()) == coast
    assert all(2 <= len(near) <= 3 for near in layout.neighbour_corners)
    assert all(1 <= len(near) <= 3 for near in layout.hexes_at)


@pytest.mark.parametrize("size", list(SIZES))
def test_numbers_run_in_reading_order(size: str) -> None:
    layout = load_layouts()[size]
    assert list(layout.drawing_points) == sorted(layout.drawing_points, key=lambda point: (point[1], point[0]))
    assert list(layout.path_ends) == sorted(layout.path_ends)
    assert list(layout.centres) == sorted(layout.centres, key=lambda centre: (centre[1], centre[0]))
    assert all(a < b for a, b in layout.path_ends)


def test_some_numbers_as_the_rules_give_them() -> None:
    small, large = load_layouts()["small"], load_layouts()["large"]
    assert small.corners_of[0] == (0, 4, 8, 12, 7, 3)
    assert small.corners_of[9] == (18, 24, 30, 35, 29, 23)
    assert small.corners_of[18] == (41, 46, 50, 53, 49, 45)
    assert [small.path_ends[e] for e in (0, 36, 60, 71)] == [(0, 3), (24, 30), (41, 46), (50, 53)]
    assert large.corners_of[15] == (30, 37, 44, 50, 43, 36)
    assert large.corners_of[29] == (67, 72, 76, 79, 75, 71)
    assert [large.path_ends[e] for e in (0, 50, 108)] == [(0, 3), (32, 39), (76, 79)]


def test_spirals_go_round_counter_clockwise_to_the_middle() -> None:
    small, large = load_layouts()["small"], load_layouts()["large"]
    assert small.spirals[0] == (0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9)
    assert {spiral[0] for spiral in small.spirals} == {0, 2, 7, 11, 16, 18}
    assert large.spirals[0][-5:] == (5, 9, 14, 20, 15)
    assert {spiral[0] for spiral in large.spirals} == {0, 2, 12, 17, 27, 29}
    for layout in (small, large):
        for spiral in layout.spirals:
            assert sorted(spiral) == list(range(len(layout.centres)))
            assert all(b in layout.hexes_beside[a] for a, b in pairwise(spiral))


@pytest.mark.parametrize("size", list(SIZES))
def test_the_lettered_layout_never_puts_two_red_tokens_side_by_side(size: str) -> None:
    """Every corner with every place of the deserts."""
    layout = load_layouts()[size]
    count = len(layout.centres)
    deserts = [(h,) for h in range(count)] if size == "small" else [(a, b) for a in range(count) for b in range(a)]
    options = {"no_adjacent_red": "on", "no_adjacent_same": "off"}
    for places in deserts:
        terrain = [DESERT if h in places else 0 for h in range(count)]
        for spiral in layout.spirals:
            tokens = lay_lettered_tokens(layout, terrain, spiral)
            assert sorted(token for token in tokens if token) == sorted(layout.printed_facts["letters"])
            assert fits_constraints(layout, tokens, options)


def test_tokens_are_those_of_the_box() -> None:
    for size, single in (("small", (1, 2)), ("large", (2, 3))):
        counted = Counter(load_layouts()[size].printed_facts["letters"])
        assert counted == {n: single[n not in (2, 12)] for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)}


def options(**chosen: str) -> Mapping[str, str]:
    return KIND.option_values(KIND.normalize_choices(Choices((), tuple(sorted(chosen.items())))))


@pytest.mark.parametrize("map_", ["lettered", "random"])
@pytest.mark.parametrize("size", list(SIZES))
def test_shuffled_islands_use_what_is_in_the_box(map_: str, size: str) -> None:
    layout = load_layouts()[size]
    seen = set()
    for seed in range(40):
        island = lay_out_island(layout, options(map=map_), Chance(bytes([seed]) * 32))
        assert [island.terrain.count(kind) for kind in range(6)] == layout.printed_facts["terrain"]
        assert sorted(token for token in island.tokens if token) == sorted(layout.printed_facts["letters"])
        assert all((kind == DESERT) == (token == 0) for kind, token in zip(island.terrain, island.tokens, strict=True))
        assert island.terrain[island.robber] == DESERT
        types = sorted("any" if kind == OUT else CARDS[kind] for kind in island.harbours)
        assert types == sorted(layout.printed_facts["harbour_types"])
        assert fits_constraints(layout, island.tokens, options())
        seen.add(island)
    assert len(seen) == 40


def test_equal_tokens_apart() -> None:
    layout = load_layouts()["small"]
    chosen = options(map="random", no_adjacent_same="on")
    for seed in range(3):
        tokens = lay_out_island(layout, chosen, Chance(bytes([seed]) * 32)).tokens
        for h, token in enumerate(tokens):
            assert not token or token not in [tokens[beside] for beside in layout.hexes_beside[h]]


def test_red_tokens_may_touch_where_that_is_chosen() -> None:
    layout = load_layouts()["small"]
    free = options(map="random", no_adjacent_red="off")
    tokens = [lay_out_island(layout, free, Chance(bytes([seed]) * 32)).tokens for seed in range(30)]
    assert not all(fits_constraints(layout, row, options()) for row in tokens)


def test_an_island_that_cannot_be_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.catan.island.fits_constraints", lambda *_: False)
    monkeypatch.setattr("rules.catan.island.TRIES", 3)
    with pytest.raises(BadOption):
        lay_out_island(load_layouts()["small"], options(map="random"), Chance(bytes(32)))


def test_the_island_for_beginners() -> None:
    s = start_game(KIND.make(Choices((), (("map", "beginner"),))), 4, bytes(32)).state
    named = [(TERRAINS[kind], token) for kind, token in zip(s.terrain, s.tokens, strict=True)]
    assert named[0] == ("mountains", 10)
    assert named[9] == ("desert", 0)
    assert named[8] == ("forest", 11)
    assert named[18] == ("pasture", 11)
    assert s.robber == 9
    types = ["any" if kind == OUT else CARDS[kind] for kind in s.harbours]
    assert types == ["any", "grain", "ore", "any", "wool", "any", "any", "brick", "lumber"]


def test_the_island_for_beginners_is_for_three_or_four() -> None:
    chosen = Choices((), (("map", "beginner"),))
    assert KIND.allowed_player_counts(chosen) == [3, 4]
    assert KIND.allowed_player_counts(Choices()) == [3, 4, 5, 6]
    game = KIND.make(chosen)
    with pytest.raises(ValueError, match="5"):
        start_game(game, 5, bytes(32))


def test_harbours_lie_on_the_coast() -> None:
    for layout in load_layouts().values():
        for a, b in layout.harbours:
            path = layout.path_between[min(a, b), max(a, b)]
            assert len(coast(layout, path)) == 1
        corners = [v for pair in layout.harbours for v in pair]
        assert len(set(corners)) == len(corners)


def coast(layout: Layout, path: int) -> set[int]:
    a, b = layout.path_ends[path]
    return set(layout.hexes_at[a]) & set(layout.hexes_at[b])


def test_with_two_deserts_luck_places_the_robber() -> None:
    layout = layout_for(6)
    assert layout.size == "large"
    hexes = set()
    for seed in range(30):
        island = lay_out_island(layout, options(), Chance(bytes([seed]) * 32))
        hexes.add([h for h, kind in enumerate(island.terrain) if kind == DESERT].index(island.robber))
    assert hexes == {0, 1}


@pytest.mark.parametrize(("cls", "text"), [(Corner, "v23"), (Path, "e0"), (Hex, "h9"), (Victim, "2"), (Victim, "-")])
def test_places_are_spelled_and_read(cls: type[Corner], text: str) -> None:
    assert str(cls.parse(text)) == text


@pytest.mark.parametrize("text", ["23", "v", "v-1", "v023", "V23", "e30", "v1000", "v２"])
def test_what_is_no_corner(text: str) -> None:
    with pytest.raises(ValueError, match="no corner"):
        Corner.parse(text)


@pytest.mark.parametrize("text", ["", "--", "12", "x"])
def test_what_is_nobody(text: str) -> None:
    with pytest.raises(ValueError, match="seat"):
        Victim.parse(text)


def test_a_path_is_also_called_by_its_corners() -> None:
    path = load_layouts()["small"].paths[load_layouts()["small"].path_between[23, 29]]
    assert "23-29" in path.aliases
    assert str(int(path)) in path.aliases
    assert Path(int(path)) == path
    assert Corner(23).bucket == "20-29"
