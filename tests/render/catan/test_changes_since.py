"""What is outlined in Catan: all that was built or moved since an earlier position, and the dice as they last fell."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageChops

from render.catan.board import draw_board
from render.catan.changes_since import mark_new_pieces
from render.catan.island_plan import plan_island
from render.catan.turn_changes import seats_on_hex
from rules.catan.view import BuildingView, CatanView, KnightView
from tests.render.catan.scenes import scene
from tests.render.looks import look


def quiet(**changes: object) -> CatanView:
    return scene(4, True, phase="before", dice=(), rolled=(), event="", changed=(), **changes)


def test_all_that_was_built_is_outlined_not_what_stood() -> None:
    before = quiet()
    free = next(e for e in range(70) if e not in dict(before.roads))
    first, *others = before.buildings
    razed = replace(first, city=not first.city, metropolis="", wall=False)
    now = replace(before, roads=tuple(sorted((*before.roads, (free, 1)))), buildings=(razed, *others))
    assert set(mark_new_pieces(before, now).changed) == {f"e{free}", f"v{first.corner}"}
    assert mark_new_pieces(now, now).changed == ()


def test_a_wall_is_news_of_its_city() -> None:
    before = quiet()
    at = next(i for i, b in enumerate(before.buildings) if b.city and not b.wall)
    walled = [replace(b, wall=True) if i == at else b for i, b in enumerate(before.buildings)]
    assert mark_new_pieces(before, replace(before, buildings=tuple(walled))).changed == (
        f"v{before.buildings[at].corner}",
    )


def test_knights_that_came_or_woke_are_outlined_not_those_that_fell_asleep() -> None:
    a, b, c, d = (KnightView(v, 0, 1, False) for v in (1, 2, 3, 4))
    before = quiet(knights=(a, b, replace(c, active=True)))
    now = quiet(knights=(replace(a, active=True), replace(b, level=2), c, d))
    assert mark_new_pieces(before, now).changed == ("v1", "v2", "v4")


def test_robber_merchant_and_number_are_outlined_where_they_came() -> None:
    before = quiet()
    robber = next(h for h, one in enumerate(before.hexes) if one.robber)
    hexes = [replace(one, robber=h == 0, merchant=2 if h == 1 else -1) for h, one in enumerate(before.hexes)]
    hexes[2] = replace(hexes[2], token=hexes[2].token + 1)
    assert robber != 0
    assert mark_new_pieces(before, replace(before, hexes=tuple(hexes))).changed == ("h0", "h1", "h2")


def test_the_places_of_the_last_move_stay_outlined() -> None:
    now = quiet()
    assert mark_new_pieces(now, replace(now, changed=("v3", "h2"))).changed == ("v3", "h2")


def test_the_dice_lie_as_they_last_fell_until_the_next_roll() -> None:
    told = [
        ("catan.dice.rolled", {"seat": 1, "red": 2, "white": 6, "n": 8}),
        ("catan.dice.event", {"event": "ship"}),
        ("catan.dice.rolled", {"seat": 3, "red": 5, "white": 4, "n": 9}),
        ("catan.dice.event", {"event": "trade"}),
        ("catan.turn.ended", {"seat": 3}),
    ]
    before = quiet()
    shown = mark_new_pieces(before, before, told)
    assert (shown.dice, shown.event, shown.rolled_by) == ((5, 4), "trade", 3)
    nines = [h for h, one in enumerate(before.hexes) if one.token == 9 and not one.robber and seats_on_hex(before, h)]
    assert nines
    assert list(shown.rolled) == nines
    kept = ("catan.production.robbed", {"seats": [1], "hex": f"h{nines[0]}", "token": 9})
    assert list(mark_new_pieces(before, before, [*told, kept]).rolled) == nines[1:]
    rolled = replace(before, phase="main", dice=(1, 1), event="ship")
    assert mark_new_pieces(before, rolled, told) == rolled  # those of the turn that is going on


def test_the_picture_shows_them() -> None:
    """White about the new road and settlement, the dice with who rolled; nothing else differs."""
    before, seen = quiet(), look(4)
    layout = plan_island(before.board, 4, True)
    road, corner = before.roads[0], before.buildings[0]
    younger = replace(before, roads=before.roads[1:], buildings=before.buildings[1:])
    assert isinstance(corner, BuildingView)
    outlined = mark_new_pieces(younger, before, [("catan.dice.rolled", {"seat": 3, "red": 5, "white": 4, "n": 9})])
    plain, marked = (draw_board(view, seen).image for view in (before, outlined))
    difference = ImageChops.difference(plain, marked).convert("L")
    for x, y in (layout.path_middle(road[0]), layout.corner_point(corner.corner)):
        assert difference.crop((round(x) - 60, round(y) - 60, round(x) + 60, round(y) + 60)).getbbox() is not None
    assert difference.crop((10, layout.sea_top + 10, 210, layout.sea_top + 80)).getbbox() is not None
