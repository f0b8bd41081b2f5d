"""Windows onto the island, cut out around what changed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from PIL import Image, ImageChops

from render.catan.board import piece_sizes
from render.catan.colours import SEA
from render.catan.cutout import (
    HEX_RADII,
    choose_island_windows,
    draw_changes_cutout,
    plan_whole_island,
    surroundings_of_change,
    window_width,
)
from render.catan.island import harbour_disc_radius, token_radius
from render.catan.recap_picture import CUTOUT_HIGH
from render.catan.turn_changes import PlaceChange, TurnChanges, find_turn_changes
from render.core.look import DANGER
from render.core.recap import RecapStep
from render.core.recap_strip import FLOOR, INSIDE
from rules.catan.layout import layout_for
from rules.catan.view import BuildingView
from tests.render.catan.replays import GAMES, turns
from tests.render.catan.scenes import scene
from tests.render.looks import look

SIZE = (INSIDE, CUTOUT_HIGH)


def test_numbers_are_readable_on_a_phone() -> None:
    """800 px are shown as 400."""
    for radius in HEX_RADII:
        assert token_radius(radius) * 0.98 >= FLOOR
        assert piece_sizes(radius)["knight"] * 0.62 >= FLOOR
        assert harbour_disc_radius(radius) * 0.96 >= FLOOR


@pytest.mark.parametrize("board", ["small", "large"])
def test_one_window_where_all_can_be_seen_else_two_or_three(board: str) -> None:
    near = [PlaceChange("v", v, 2) for v in (20, *plan_whole_island(board, 70).layout.neighbour_corners[20])]
    at, found = choose_island_windows(board, near, SIZE)
    assert len(found) == 1
    assert at.radius == HEX_RADII[0]
    last = len(at.layout.drawing_points) - 1
    for count, changes in (
        (2, [PlaceChange("v", 0, 2), PlaceChange("v", last, 2)]),
        (3, [PlaceChange("v", 0, 2), PlaceChange("v", last, 2), PlaceChange("h", len(at.layout.centres) // 2, 2)]),
    ):
        at, found = choose_island_windows(board, changes, SIZE)
        assert len(found) == count
        assert frozenset().union(*(window.shown_changes for window in found)) == set(range(count))


@pytest.mark.parametrize("name", ["whole_ck_six", "whole_base_four"])
def test_what_changed_is_seen_whole(name: str) -> None:
    """In nearly all turns all of it, and always what touches the reader."""
    all_seen = 0
    steps = [s for s in turns(name, 1) if s.turn.seat is not None]
    for step in steps:
        changes = find_turn_changes(step.before, step.after, step.turn.events, 1, step.turn.seat or 0).changes
        some = sorted(changes, key=lambda change: -change.weight)[:12]
        at, found = choose_island_windows(step.after.board, changes, SIZE)
        wide = window_width(SIZE[0], len(found))
        for window in found:
            assert 0 <= window.left <= at.size[0] - wide
            assert 0 <= window.top <= at.size[1] - SIZE[1]
            for i in window.shown_changes:
                left, top, right, bottom = surroundings_of_change(at, some[i])
                assert window.left <= left + 1
                assert right - 1 <= window.left + wide
                assert window.top <= top + 1
                assert bottom - 1 <= window.top + SIZE[1]
        seen = {i for window in found for i in window.shown_changes}
        all_seen += len(seen) == len(some)
        assert all(i in seen for i, change in enumerate(some) if change.is_lost and change.concerns_reader)
    assert all_seen >= 0.95 * len(steps)


def test_what_touches_the_reader_comes_first() -> None:
    last = len(plan_whole_island("small", 70).layout.drawing_points) - 1
    for mine in (0, last):
        changes = [PlaceChange("v", v, 2, concerns_reader=v == mine) for v in (0, last)]
        _, (first, _) = choose_island_windows("small", changes, SIZE)
        some = sorted(changes, key=lambda change: -change.weight)
        assert {some[i].number for i in first.shown_changes} == {mine}


@pytest.mark.parametrize("rtl", [False, True])
def test_what_is_gone_bears_a_cross_and_what_is_new_white(rtl: bool) -> None:
    view, seen = scene(4, rolled=(), changed=(), buildings=()), look(4, rtl=rtl)
    v = view.knights[0].corner
    e = next(e for e, _ in view.roads if all(k.corner not in layout_for(4).path_ends[e] for k in view.knights))
    for change in (PlaceChange("e", e, 2), PlaceChange("v", v, 2), PlaceChange("h", 5, 2)):
        bare = draw_changes_cutout(TurnChanges(view, (change,), (), True), seen, SIZE)
        new = draw_changes_cutout(TurnChanges(view, (change,)), seen, SIZE)
        assert new.size == SIZE
        assert ImageChops.difference(bare, new).getbbox() is not None
        white, whiter = (sum(n for n, c in i.getcolors(1 << 20) or [] if min(c) > 230) for i in (bare, new))
        assert whiter > white + 100
        gone = draw_changes_cutout(
            TurnChanges(view, (PlaceChange(change.kind, change.number, 2, is_lost=True),)), seen, SIZE
        )
        reds = [sum(n for n, c in i.getcolors(1 << 20) or [] if c == DANGER) for i in (bare, gone)]
        assert reds[1] > reds[0] + 40


def test_a_knight_that_moved_has_dots_behind_it() -> None:
    view, seen = scene(4, rolled=(), changed=()), look(4)
    change = (PlaceChange("v", 20, 2),)
    plain, shown = (draw_changes_cutout(TurnChanges(view, change, ways), seen, SIZE) for ways in ((), ((24, 20),)))
    assert ImageChops.difference(plain, shown).getbbox() is not None


@pytest.mark.parametrize("name", list(GAMES))
def test_every_turn_can_be_cut_out(name: str) -> None:
    seen = look(6)
    for step, reader in product(turns(name, 1)[::9], (None, 1)):
        told = find_turn_changes(step.before, step.after, step.turn.events, reader, step.turn.seat or 0)
        assert told.changes
        assert draw_changes_cutout(told, seen, SIZE).size == SIZE


def test_who_built_in_the_turn_of_another_has_their_sign_beside_it() -> None:
    view = replace(scene(4, True, rolled=(), changed=()), buildings=(BuildingView(20, 2, True, wall=True),))
    plain = TurnChanges(view, (PlaceChange("v", 20, 4),))
    signed = draw_changes_cutout(replace(plain, built_by_others=(("v", 20, 2),)), look(4), SIZE)
    yellow = look(4).seats[2].colour.fill

    def count(image: Image.Image) -> int:
        return sum(n for n, pixel in image.getcolors(1 << 17) or () if pixel == yellow)

    assert count(signed) > count(draw_changes_cutout(plain, look(4), SIZE)) + 100


@pytest.mark.parametrize("size", [(900, 180), (2400, 1500)])
def test_a_window_may_be_larger_than_the_island(size: tuple[int, int]) -> None:
    """The only moment of a game has all the room: the island stands in its middle, in the sea."""
    step = next(step for step in turns("whole_base_three", None) if any(now > was for was, now in _points(step)))
    seen = find_turn_changes(step.before, step.after, step.turn.events, None, step.turn.seat or 0)
    at, (window, *_) = choose_island_windows(seen.view.board, seen.changes, size)
    assert window.left == (at.size[0] - size[0]) // 2 < 0
    image = draw_changes_cutout(seen, look(3), size)
    assert image.size == size
    assert image.getpixel((0, 90)) == image.getpixel((size[0] - 1, 90)) == SEA
    assert len(image.getcolors(size[0] * size[1]) or ()) > 200


def _points(step: RecapStep) -> list[tuple[int, int]]:
    return list(zip(step.before.scores, step.after.scores, strict=True))
