"""What a turn changed on the island."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from render.catan.turn_changes import (
    LOST_BY_READER_WEIGHT,
    LOST_WEIGHT,
    PlaceChange,
    find_turn_changes,
    seats_on_hex,
    token_of_new_robber_hex,
)
from rules.catan.view import BuildingView, CatanView, HexView, KnightView
from tests.render.catan.scenes import scene


def quiet(**changes: Any) -> CatanView:
    return scene(4, True, rolled=(), changed=(), **changes)


def found(before: CatanView, after: CatanView, *events: Any, reader: int | None = 0) -> dict[str, PlaceChange]:
    return {f"{c.kind}{c.number}": c for c in find_turn_changes(before, after, events, reader, 1).changes}


def test_new_roads_and_those_that_are_gone() -> None:
    before = quiet()
    (first, seat), *others = before.roads
    free = next(e for e in range(70) if e not in dict(before.roads))
    after = replace(before, roads=(*others, (free, 2)))
    both = found(before, after, reader=seat)
    assert both[f"e{first}"] == PlaceChange("e", first, LOST_BY_READER_WEIGHT, is_lost=True, concerns_reader=True)
    assert not both[f"e{free}"].is_lost
    assert found(before, after, reader=None)[f"e{first}"].weight == LOST_WEIGHT
    shown = find_turn_changes(before, after, (), seat, 1).view
    assert (first, seat) in shown.roads  # as it stood, below its cross
    assert (free, 2) in shown.roads


def test_a_city_that_is_lost_is_shown_as_it_stood_and_one_on_its_side_as_it_lies() -> None:
    city = BuildingView(7, 1, True, wall=True)
    before = quiet(buildings=(city,), knights=(), roads=())
    razed = find_turn_changes(before, replace(before, buildings=(BuildingView(7, 1, False),)), (), 0, 1)
    assert razed.changes == (PlaceChange("v", 7, LOST_WEIGHT, is_lost=True),)
    assert razed.view.buildings == (city,)
    lying = BuildingView(7, 1, True, pillaged=True)
    fallen = find_turn_changes(before, replace(before, buildings=(lying,)), (), 0, 1)
    assert fallen.changes[0].is_lost
    assert fallen.view.buildings == (lying,)
    grown = find_turn_changes(before, replace(before, buildings=(replace(city, metropolis="trade"),)), (), 0, 1)
    assert not grown.changes[0].is_lost


def test_a_knight_that_moved_is_not_gone() -> None:
    before = quiet(knights=(KnightView(4, 1, 2, True), KnightView(9, 2, 1, False)), buildings=(), roads=())
    after = replace(before, knights=(KnightView(6, 1, 2, False), KnightView(9, 2, 1, True)))
    moved = ("catan.knight.moved", {"seat": 1, "corner": "v4", "goal": "v6"})
    told = find_turn_changes(before, after, [moved], 0, 1)
    assert {f"{c.kind}{c.number}" for c in told.changes} == {"v6", "v9"}
    assert told.knight_moves == ((4, 6),)
    vanished = found(before, replace(before, knights=before.knights[1:]))
    assert vanished["v4"].is_lost


def test_that_knights_fall_asleep_is_no_news() -> None:
    before = quiet(knights=(KnightView(4, 1, 2, True),))
    after = replace(before, knights=(KnightView(4, 1, 2, False),))
    assert find_turn_changes(before, after, (), 0, 1).is_quiet


def test_the_robber_on_ones_own_hex_touches_one() -> None:
    before = quiet()
    here = next(h for h in range(19) if 0 in seats_on_hex(before, h) and not before.hexes[h].robber)
    hexes = tuple(replace(one, robber=h == here) for h, one in enumerate(before.hexes))
    after = replace(before, hexes=hexes)
    assert found(before, after)[f"h{here}"].concerns_reader
    stranger = next(s for s in range(4) if s not in seats_on_hex(before, here))
    assert not found(before, after, reader=stranger)[f"h{here}"].concerns_reader


def test_where_nothing_changed_the_hexes_that_brought_something_are_shown() -> None:
    hexes = tuple(HexView("fields", 5 if h in (0, 9, 18) else 4) for h in range(19))
    view = quiet(hexes=hexes, buildings=(BuildingView(0, 0, False), BuildingView(53, 1, False)), knights=())
    at = [h for h in (0, 9, 18) if seats_on_hex(view, h)]
    roll = ("catan.dice.rolled", {"seat": 1, "red": 1, "white": 4, "n": 5})
    told = find_turn_changes(view, view, [roll], 0, 1)
    assert told.is_quiet
    assert list(told.producing_hexes) == at
    assert all(0 in seats_on_hex(view, c.number) for c in told.changes)
    assert {c.number for c in find_turn_changes(view, view, [roll], 3, 1).changes} == set(at)
    seven = find_turn_changes(view, view, [("catan.dice.rolled", {"seat": 1, "red": 3, "white": 4, "n": 7})], 0, 1)
    assert seven.producing_hexes == ()
    assert (seven.changes[0].kind, seven.changes[0].number) == ("v", 53)  # something of whose turn it was


def test_a_knight_that_acted_and_looks_as_before_is_seen() -> None:
    view = quiet(knights=(KnightView(4, 1, 2, True),))
    chased = ("catan.knight.chased", {"seat": 1, "corner": "v4"})
    assert "v4" in found(view, view, chased)
    assert "v4" not in found(view, view)


def test_what_others_build_in_a_turn_is_known_as_theirs() -> None:
    before = quiet(buildings=(BuildingView(7, 2, True),))
    after = replace(before, buildings=(BuildingView(7, 2, True, wall=True),))
    wall = ("catan.build.wall", {"seat": 2, "corner": "v7"})
    assert find_turn_changes(before, after, [wall], 0, 1).built_by_others == (("v", 7, 2),)
    assert find_turn_changes(before, after, [wall], 0, 2).built_by_others == ()


def test_the_robber_that_came_to_the_reader_is_told_by_its_number() -> None:
    before = quiet()
    at = next(h for h in range(19) if before.hexes[h].token and seats_on_hex(before, h) and not before.hexes[h].robber)
    hexes = [replace(one, robber=n == at) for n, one in enumerate(before.hexes)]
    after = replace(before, hexes=tuple(hexes))
    mine = seats_on_hex(after, at)
    for seat in range(4):
        assert token_of_new_robber_hex(before, after, seat) == (before.hexes[at].token if seat in mine else 0)
    assert token_of_new_robber_hex(after, after, min(mine)) == 0
