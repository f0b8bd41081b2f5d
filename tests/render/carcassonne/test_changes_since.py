"""What is outlined in Carcassonne: all that was laid, put or built since an earlier position."""

from __future__ import annotations

from dataclasses import replace

from render.carcassonne.changes_since import mark_new_tiles
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions.bridge.view import BridgeSeen
from rules.carcassonne.view import Piece
from tests.render.carcassonne.modules import whole
from tests.render.carcassonne.scenes import scene, tile


def test_tiles_laid_and_figures_put_are_outlined_not_those_that_went_home() -> None:
    before = replace(scene(), changed=())
    new = tile("P50", "base-U", 90)
    stayed = before.pieces[1:]
    now = replace(
        before,
        laid=(*before.laid, new),
        pieces=(*stayed, Piece("wagon", 1, Cell.parse("N50"), "road-W")),
    )
    assert mark_new_tiles(before, now).changed == (Cell.parse("P50"), Cell.parse("N50"))
    assert mark_new_tiles(now, now).changed == ()
    assert mark_new_tiles(before, replace(now, changed=(Cell.parse("M50"),))).changed[-1] == Cell.parse("M50")


def test_a_bridge_is_outlined_where_it_was_built() -> None:
    now = replace(whole(), changed=())
    seen = now.extras["bridge"]
    assert seen.bridges
    newest = seen.bridges[-1]
    assert isinstance(newest, BridgeSeen)
    before = replace(now, extras={**now.extras, "bridge": replace(seen, bridges=seen.bridges[:-1])})
    assert mark_new_tiles(before, now).changed == (newest.cell,)
