"""Pigs and goods: carcassonne.md 11.3, 11.4, 9.4, with the worked examples and tricky cases."""

from __future__ import annotations

import pytest

from rules.carcassonne.expansions.trade.goods import GOODS
from rules.carcassonne.expansions.trade.stock import set_stock
from rules.carcassonne.turn import ABBEY, FIGURE
from rules.core.chance import Chance
from rules.core.game import Context

from .table import BLUE, KEY, RED, YELLOW, Table
from .test_fields import two_cities


def goods(t: Table, seat: int) -> dict[str, int]:
    """The tokens of a seat that has any."""
    return {good: n for good, n in t.game.view(t.s, None).extras["trade"].goods[seat].items() if n}


def deal(t: Table, *tokens: tuple[int, int, int]) -> None:
    """Give each seat its wine, grain and cloth."""
    set_stock(t.s, goods=tuple(n for row in tokens for n in row), earned=False, second=False)


def test_E31_a_pig_helps_only_the_majority() -> None:
    t = Table("trade", seats=2)
    two_cities(t)
    for spot, figure in (("M47.field-ENE", "follower"), ("M48.field-NNW", "follower"), ("L47.field-NNW", "pig")):
        t.put(BLUE, spot, figure)
    t.put(RED, "L48.field-NNW")
    t.lay("base-B", "K48")
    t.put(RED, "K48.field-NNW", "pig")
    t.finish()
    assert t.scores == [0, 8]
    (told,) = t.told("carc.field.scored")
    assert (told.key, told.params["each"], told.params["n"]) == ("carc.field.scored_each", 4, 2)
    assert told.params["strength"] == [1, 2]


def test_T40_each_tied_player_uses_his_own_pig() -> None:
    t = Table("trade", seats=3)
    two_cities(t)
    t.put(BLUE, "M47.field-ENE")
    t.put(BLUE, "L47.field-NNW", "pig")
    t.put(RED, "M48.field-NNW")
    view = t.game.view(t.s, None)
    (field,) = (f for f in view.features if f.kind == "field" and f.owners)
    assert (field.points, field.owners) == (8, (RED, BLUE))  # at most
    t.finish()
    assert t.scores == [6, 8, 0]
    assert [(e.params["seats"], e.params["points"], e.params["each"]) for e in t.told("carc.field.scored")] == [
        ([BLUE], 8, 4),
        ([RED], 6, 3),
    ]


def herded(t: Table) -> None:
    """A field with a herd that borders one complete city."""
    t.lay("river2-ffww-pigherd", "T60")
    t.lay("base-E", "T59", 0)
    t.lay("base-E", "T58", 180)


@pytest.mark.parametrize(("farmers", "alone", "with_pig"), [("per_field", 4, 5), ("per_city", 5, 6)])
def test_E58_a_herd_of_pigs(farmers: str, alone: int, with_pig: int) -> None:
    t = Table("trade", "river2", seats=2, farmers=farmers)
    herded(t)
    t.put(BLUE, "T60.field-NNW")
    t.finish()
    assert t.scores == [0, alone]
    t = Table("trade", "river2", seats=2, farmers=farmers)
    herded(t)
    t.put(BLUE, "T60.field-NNW")
    t.put(BLUE, "T59.field-ENE", "pig")
    t.finish()
    assert t.scores == [0, with_pig]


def test_a_pig_goes_only_beside_an_own_farmer() -> None:
    t = Table("trade", seats=2)
    t.turn("base-E", "M51", 180, "field-NNW", RED)
    t.hold("base-E", RED)
    t.play("place L51 180")
    assert t.figure_places("pig") == ["field-NNW"]
    assert t.figure_places() == ["city-S"]
    t.play("deploy pig L51.field-NNW")
    t.hold("base-E", BLUE)
    t.play("place N51 180")
    assert t.figure_places("pig") == []
    t.audit()


def test_a_pig_alone_keeps_nobody_out() -> None:
    """A pig is no follower: what counts is the farmer beside it."""
    t = Table("trade", seats=2)
    t.turn("base-E", "M51", 180, "field-NNW", RED)
    t.turn("base-E", "L51", 180, "field-NNW", RED, figure="pig")
    (feature,) = (f for f in t.game.view(t.s, None).features if f.owners)
    assert feature.strength == (1, 0)
    assert [(p.kind, p.seat) for p in t.game.view(t.s, None).pieces] == [("follower", RED), ("pig", RED)]
    assert t.game.view(t.s, None).supply[RED] == {"follower": 6, "builder": 1, "pig": 0}


def city_of_goods(t: Table) -> None:
    """All of a city worth 10 but for N47, with two grain and a wine."""
    t.lay("trade-cfcf-wine", "M49")
    t.lay("trade-crcf-grain", "M48")
    t.lay("trade-ccff-grain", "M47", 90)


def test_E32_the_goods_go_to_whoever_completes_the_city() -> None:
    t = Table("trade", seats=2)
    city_of_goods(t)
    t.put(BLUE, "M49.city-N")
    t.turn("base-E", "N47", 270, seat=RED)
    assert t.scores == [0, 10]
    assert goods(t, RED) == {"wine": 1, "grain": 2}
    assert goods(t, BLUE) == {}
    (told,) = t.told("carc.goods.taken")
    assert (told.params["seat"], told.params["goods"]) == (RED, ["wine", "grain", "grain"])
    assert told.params["counts"] == {"wine": 1, "grain": 2, "cloth": 0}


def test_T42_goods_of_a_city_without_knights() -> None:
    t = Table("trade", seats=2)
    city_of_goods(t)
    t.turn("base-E", "N47", 270, seat=BLUE)
    assert t.scores == [0, 0]
    assert goods(t, BLUE) == {"wine": 1, "grain": 2}
    assert not t.told("carc.feature.scored")


def test_E33_most_goods_at_the_end() -> None:
    t = Table("trade", seats=2)
    deal(t, (4, 3, 2), (4, 3, 1))
    t.finish()
    assert t.scores == [30, 20]
    assert [e.params["good"] for e in t.told("carc.goods.final")] == list(GOODS)
    assert t.s.hooks.tally[-1] == "goods"
    assert t.s.tally[-2:] == [30, 20]


def test_T43_tie_for_most_cloth() -> None:
    t = Table("trade", seats=3)
    deal(t, (0, 0, 2), (0, 0, 2), (0, 0, 1))
    t.finish()
    assert t.scores == [10, 10, 0]


def test_T44_nobody_has_cloth() -> None:
    t = Table("trade", seats=3)
    deal(t, (0, 0, 0), (1, 0, 0), (0, 0, 0))
    t.finish()
    assert t.scores == [0, 10, 0]
    assert len(t.told("carc.goods.final")) == 1


def abbey_for_yellow(t: Table) -> None:
    """Yellow closes the city of goods with their abbey."""
    city_of_goods(t)
    t.lay("base-B", "O47")
    t.lay("base-B", "N46")
    t.lay("base-U", "N48", 90)
    s = t.s
    s.active, s.hand = YELLOW, -1
    s.agenda[-1:] = reversed(s.hooks.steps_between_ranks(ABBEY, FIGURE))  # the turn begins anew
    Context(s, Chance(KEY)).run_until_decision()
    t.play("abbey N47")
    t.play("pass figure")


def test_goods_and_the_abbey() -> None:
    """Section 18: closing a city of goods with the abbey gives its tokens to the player of the abbey."""
    t = Table("trade", "abbey", seats=3)
    abbey_for_yellow(t)
    assert goods(t, YELLOW) == {"wine": 1, "grain": 2}


def test_the_abbey_is_no_work_for_a_builder() -> None:
    """Section 18: an abbey beside the builder's city only closes it."""
    t = Table("trade", "abbey", seats=3)
    t.put(YELLOW, "M50.city-N")
    t.put(YELLOW, "M50.city-N", "builder")
    abbey_for_yellow(t)
    assert t.scores == [0, 0, 8]
    assert t.left(YELLOW, "builder") == 1
    assert not t.told("carc.builder.again")
    assert t.s.active == RED
