"""Marks on tiles: each belongs to a module, which also has the words for it."""

from __future__ import annotations

import pytest

from rules.carcassonne.base import Base
from rules.carcassonne.describe import describe_printed_tile
from rules.carcassonne.expansion import Expansion
from rules.carcassonne.game import MARKS, MODULES
from rules.carcassonne.marks import UnknownMark, mark_words, marks_on
from rules.carcassonne.tiles import EDGE_NAMES, TILES, mark_lane, pack_marks
from rules.carcassonne.tiles import MARKS as NUMBERED

from .table import make
from .test_words import VOICE


def test_every_mark_on_a_tile_belongs_to_one_module() -> None:
    owned = [mark for module in MODULES.all for mark in module.marks]
    assert len(set(owned)) == len(owned)
    assert {mark for tile in TILES for mark in marks_on(tile)} == set(owned)
    assert set(NUMBERED) <= set(owned)


def test_every_mark_has_its_words() -> None:
    assert all(VOICE.has(key) for key in MARKS.values())
    for tile in TILES:
        told = describe_printed_tile(tile.id).params.get("extras", [])
        assert {mark for mark in marks_on(tile) if mark not in EDGE_NAMES.values()} <= set(told)


def test_saved_marks_stay() -> None:
    # A new mark anywhere but at the end of the list would change what saved games mean.
    assert NUMBERED[:9] == ("shield", "inn", "cathedral", "princess", "wine", "grain", "cloth", "pig_herd", "wall")


def test_a_mark_of_no_module_is_refused_by_name() -> None:
    class Relics(Expansion):
        key = "relics"
        order = 99
        marks = ("relic",)

    assert mark_words((*MODULES.all, Relics))["relic"] == "carc.mark.relic"
    with pytest.raises(UnknownMark, match=r"river2-ffww-pigherd .* 'pig_herd'"):
        mark_words(module for module in MODULES.all if module.key != "river2")
    with pytest.raises(UnknownMark, match=r"'(volcano|dragon|portal)'"):
        mark_words(module for module in MODULES.all if module.key != "princess")
    assert mark_words([Base], [tile for tile in TILES if tile.set == "base"]) == {"shield": "carc.mark.shield"}


def test_a_word_that_is_no_mark_is_refused() -> None:
    assert pack_marks(["cap", "2", "shields", "wine"]) == 2 + (mark_lane("wine") // 255)
    with pytest.raises(ValueError, match="'relic' is not among the marks"):
        pack_marks(["relic"])


@pytest.mark.parametrize(
    ("modules", "option", "counts"),
    [
        (("river2",), "with_trade", False),
        (("river2",), "always", True),
        (("river2", "trade"), "with_trade", True),
        (("trade",), "with_trade", False),
    ],
)
def test_the_herd_counts_beside_pigs_only(modules: tuple[str, ...], option: str, counts: bool) -> None:
    assert ("pig_herd" in make(*modules, pig_herd=option).hooks.marks) == counts
