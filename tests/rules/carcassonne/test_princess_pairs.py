"""Dragon, fairy, princess and portal among the figures and places of other modules: carcassonne.md 18, T38, T41, T53,
T64, T82."""

from __future__ import annotations

import pytest

from rules.core import IllegalMove

from .lairs import asks_step, at, den, fairy, meadow, name, steps, summon, wake
from .table import BLUE, RED, Table
from .test_portal import refused


def legal(t: Table, start: str) -> list[str]:
    return [line for line in t.legal if line.startswith(start)]


def moved(t: Table) -> list[str]:
    return [e.params["cell"] for e in t.events if "forced" in e.params]


# Builder and pig.


def test_T38_the_builder_goes_with_the_last_knight() -> None:
    t = Table("princess", "trade", seats=2)
    t.lay("base-G", "M49")
    t.lay("base-G", "M48")
    t.put(BLUE, "M49.city-N")
    t.put(BLUE, "M48.city-N", "builder")
    t.hold("princess-cccf-princess", RED)
    t.play("place M47 0")
    assert t.legal == ["princess M49.city-N"]  # the builder is no knight
    told = t.play("princess M49.city-N")
    assert [e.key for e in told[:2]] == ["carc.princess.sent", "carc.figure.alone"]
    assert t.s.supply_of_seat(BLUE)["builder"] == 1
    assert t.s.figures == []


def test_the_builder_stays_with_another_knight() -> None:
    t = Table("princess", "trade", seats=2)
    t.lay("base-G", "M49")
    t.lay("base-G", "M48")
    t.put(BLUE, "M50.city-N")
    t.put(BLUE, "M49.city-N")
    t.put(BLUE, "M48.city-N", "builder")
    t.hold("princess-cccf-princess", RED)
    t.play("place M47 0")
    t.play("princess M49.city-N")
    assert t.s.supply_of_seat(BLUE)["builder"] == 0


def test_T41_the_pig_leaves_with_the_last_farmer() -> None:
    t = Table("princess", "trade", seats=2)
    meadow(t, "T60", "U60", "V60", "W60")
    t.put(BLUE, "U60.field-NNW")
    t.put(BLUE, "W60.field-NNW")
    t.put(BLUE, "V60.field-NNW", "pig")
    summon(t, "T60")
    fairy(t, "V60")
    wake(t, RED)
    assert moved(t) == ["U60"]
    assert t.s.supply_of_seat(BLUE)["pig"] == 0  # another farmer is left
    fairy(t, "M50")
    summon(t, "V60")  # and eats nothing there
    assert t.s.supply_of_seat(BLUE)["pig"] == 0
    t.hold("princess-rrff-dragon", BLUE)
    t.play("place O50 180")
    t.play("pass figure")
    told = [e for e in t.play("dragon W60") if e.key.startswith(("carc.dragon", "carc.figure.alone"))]
    assert [e.key for e in told[:2]] == ["carc.dragon.eats", "carc.figure.alone"]
    assert t.s.supply_of_seat(BLUE)["pig"] == 1


def test_the_dragon_eats_builder_and_pig_themselves() -> None:
    t = Table("princess", "trade", seats=2)
    t.lay("base-U", "U60")
    meadow(t, "V60")
    t.lay("base-U", "U59")
    t.put(BLUE, "U59.road-N")
    t.put(BLUE, "U60.road-N", "builder")
    fairy(t, "U59")
    summon(t, "V60")
    wake(t, RED)
    assert moved(t)[:1] == ["U60"]
    assert t.s.supply_of_seat(BLUE)["builder"] == 1
    assert t.left(BLUE) == 6


def test_an_earned_second_part_stays_when_the_builder_is_eaten() -> None:
    t = Table("princess", "trade", seats=2)
    t.put(RED, "M50.road-E")
    t.lay("base-U", "L50", 90)
    t.put(RED, "L50.road-E", "builder")
    meadow(t, "L51")
    summon(t, "L51")
    t.hold("princess-rfrf-dragon", RED)
    t.play("place N50 90")
    t.play("pass figure")
    if asks_step(t):
        steps(t, "L50")
    while asks_step(t):
        t.play(t.legal[0])
    assert t.s.supply_of_seat(RED)["builder"] == 1
    assert t.s.active == RED
    assert t.s.hand >= 0


def test_T53_a_volcano_counts_for_the_builder() -> None:
    t = Table("princess", "trade", seats=2)
    t.lay("base-N", "M49", 90)
    t.put(RED, "M50.city-N")
    t.put(RED, "M49.city-E", "builder")
    t.hold("princess-ccff-x2-volcano", RED)
    t.play("place N49 180")
    assert t.legal == ["fairy M50", "pass figure"]  # neither follower nor builder nor pig
    t.play("pass figure")
    assert t.s.active == RED


def test_T64_builder_and_pig_only_onto_the_tile_just_laid() -> None:
    t = Table("princess", "trade", seats=2)
    t.lay("base-U", "L50", 90)
    t.put(RED, "M50.road-E")
    t.put(RED, "M50.field-ESE")
    t.hold("princess-cfrr-portal", RED)
    t.play("place N50 0")
    assert legal(t, "deploy builder") == ["deploy builder N50.road-S"]
    assert legal(t, "deploy pig") == ["deploy pig N50.field-SSW"]
    assert refused(t, "deploy builder L50.road-E") == "not_here"
    assert refused(t, "deploy pig L50.field-ENE") == "not_here"
    assert any("L50.field" in line for line in legal(t, "deploy follower"))


# Followers of other modules.


def test_T82_a_wagon_goes_home_without_moving() -> None:
    t = Table("princess", "abbey", seats=2)
    meadow(t, "T60")
    t.lay("base-W", "U60", 0)
    t.put(BLUE, "U60.road-E", "wagon")
    summon(t, "T60")
    wake(t, RED)
    assert moved(t) == ["U60"]
    assert t.s.supply_of_seat(BLUE)["wagon"] == 1
    assert t.s.active == BLUE
    t = Table("princess", "abbey", seats=2)
    t.lay("base-G", "M49")
    t.put(BLUE, "M49.city-N", "wagon")
    t.put(RED, "M50.city-N", "mayor")
    t.hold("princess-cccf-princess", RED)
    t.play("place M48 0")
    assert t.legal == ["princess M49.city-N", "princess M50.city-N"]
    t.play("princess M49.city-N")
    assert t.s.supply_of_seat(BLUE)["wagon"] == 1
    assert t.s.active == BLUE


def test_a_mayor_and_a_large_follower_are_eaten_alike() -> None:
    t = Table("princess", "abbey", "inns", seats=2)
    t.lay("base-E", "T60", 180)
    meadow(t, "U60")
    t.put(BLUE, "T60.city-S", "mayor")
    t.put(RED, "T60.field-NNW", "large")
    summon(t, "U60")
    wake(t, RED)
    assert (t.s.supply_of_seat(BLUE)["mayor"], t.s.supply_of_seat(RED)["large"]) == (1, 1)


def test_mayor_and_wagon_through_the_portal_within_their_limits() -> None:
    t = Table("princess", "abbey", seats=2)
    meadow(t, "T60")
    t.lay("base-U", "L50", 90)
    t.hold("princess-cfrr-portal", RED)
    t.play("place N50 0")
    assert {line.split(".")[1].partition("-")[0] for line in legal(t, "deploy mayor")} == {"city"}
    assert {line.split(".")[1].partition("-")[0] for line in legal(t, "deploy wagon")} == {"road", "city", "monastery"}
    assert "deploy mayor M50.city-N" in t.legal
    assert "deploy wagon T60.monastery" in t.legal
    assert not legal(t, "deploy barn")


def test_a_wagon_does_not_move_onto_the_dragons_tile() -> None:
    t = Table("princess", "abbey", seats=2)
    t.lay("base-X", "L50")
    t.lay("base-U", "N50", 90)
    t.put(RED, "N50.road-E", "wagon")
    summon(t, "L50")
    t.hold("base-W", RED)
    t.play("place O50 180")
    if t.asks_figure:
        t.play("pass figure")
    assert not [line for line in legal(t, "wagon") if line.startswith("wagon L50")]
    assert legal(t, "wagon O50")


def test_a_barn_stays_where_the_dragon_passes() -> None:
    t = Table("princess", "abbey", seats=2)
    meadow(t, "T60", "U60", "T61")
    t.hold("base-B", RED)
    t.play("place U61 0")
    t.play("barn NW")
    before = t.game.view(t.s, None).pieces
    summon(t, "T60")
    wake(t, BLUE)
    steps(t, "U60")
    while asks_step(t):
        t.play(t.legal[0])
    assert len(den(t).path) == 4
    after = t.game.view(t.s, None).pieces
    assert [p for p in before if p.kind == "barn"] == [p for p in after if p.kind == "barn"] != []


def test_no_figure_and_yet_a_barn_on_a_new_volcano() -> None:
    t = Table("princess", "abbey", seats=2)
    meadow(t, "T60", "U60", "T61")
    t.hold("princess-ffff-volcano", RED)
    t.play("place U61 0")
    assert legal(t, "barn") == ["barn NW"]
    assert not legal(t, "deploy")


def test_fields_with_a_barn_are_out_of_reach_of_the_portal() -> None:
    t = Table("princess", "abbey", seats=2)
    meadow(t, "T60", "U60", "T61", "X60")
    t.hold("base-B", RED)
    t.play("place U61 0")
    t.play("barn NW")
    t.hold("princess-cfrr-portal", BLUE)
    t.play("place N50 0")
    assert "deploy follower X60.field-NNW" in t.legal
    assert "deploy follower T60.monastery" in t.legal
    assert "deploy follower T60.field-NNW" not in t.legal
    assert refused(t, "deploy follower T60.field-NNW") != ""


# The fairy and what features are worth elsewhere.


def test_the_fairy_with_a_large_follower_does_not_double() -> None:
    t = Table("princess", "inns", seats=2)
    t.lay("base-X", "L50")
    t.lay("base-U", "N50", 90)
    t.put(RED, "M50.road-E", "large")
    fairy(t, "M50")
    t.turn("base-E", "M51", 180, None, BLUE)
    assert t.scores == [1, 0]
    t.lay("base-W", "O50", 180)
    t.score("N50.road-E")
    assert t.scores == [1 + 4 + 3, 0]


def test_an_open_road_with_an_inn_gives_nothing_but_the_fairy() -> None:
    t = Table("princess", "inns", seats=2)
    t.lay("inns-rfrf-inn", "N50", 90)
    t.put(RED, "N50.road-E")
    fairy(t, "N50")
    t.finish()
    assert t.scores == [3, 0]


@pytest.mark.parametrize(("cell", "gift"), [("U60", 0), ("T60", 3)], ids=["loser", "winner"])
def test_a_lost_duel_gives_nothing_of_the_fairy(cell: str, gift: int) -> None:
    t = Table("princess", "cult", seats=2)
    t.lay("cult-ffff-shrine", "T60")
    meadow(t, "U60")
    for beside, turn in (("S59", 0), ("T59", 0), ("U59", 0), ("S60", 270), ("S61", 180), ("T61", 180)):
        t.lay("base-E", beside, turn)
    t.put(RED, "T60.monastery")
    t.put(BLUE, "U60.monastery")
    fairy(t, cell)
    t.hold("base-E", RED)
    t.play("place U61 180")
    t.play("pass figure")
    assert t.told("carc.duel.lost")
    assert t.scores == [9 + gift, 0]
    assert (t.left(RED), t.left(BLUE)) == (7, 7)


# Castles and the City.


def castle(*modules: str) -> Table:
    """Red is lord of a castle on M49 and M50."""
    t = Table("princess", "bridge", *modules, seats=2)
    t.put(RED, "M50.city-N")
    t.hold("base-E", BLUE)
    t.play("place M49 180")
    if t.asks_figure:
        t.play("pass figure")
    t.play("castle-build M50")
    assert t.left(RED) == 6
    return t


def test_a_lord_is_safe_from_the_dragon() -> None:
    t = castle()
    meadow(t, "M51")
    summon(t, "M51")
    wake(t, RED)
    while asks_step(t):
        t.play("dragon M49" if "dragon M49" in t.legal else t.legal[0])
    assert at("M50") in den(t).path
    assert t.left(RED) == 6


@pytest.mark.parametrize("cell", ["M49", "M50"])
def test_the_fairy_on_either_tile_of_a_castle(cell: str) -> None:
    t = castle()
    t.hold("base-U", RED)
    t.play("place L50 90")
    assert legal(t, "fairy") == ["fairy M49", "fairy M50"]
    t.play(f"fairy {cell}")
    t.turn("base-E", "M48", 0, None, BLUE)
    assert t.scores == [1, 0]  # at the start of Red's turn
    t.put(BLUE, "L50.road-E")
    t.lay("base-X", "K50")
    t.hold("base-W", RED)
    t.play("place N50 180")  # a road beside the castle is complete
    t.play("pass figure")
    (told,) = t.told("carc.castle.scored")
    (bonus,) = t.told("carc.fairy.scored")
    assert (bonus.params["seats"], bonus.params["feature"]) == ([RED], "castle")
    assert t.scores[RED] == 1 + told.params["points"] + 3


def test_the_portal_does_not_lead_into_a_castle() -> None:
    t = castle()
    t.hold("princess-cfrr-portal", RED)
    t.play("place N50 0")
    assert not [line for line in t.legal if "M50.city" in line or "M49.city" in line]


def test_the_dragon_keeps_out_of_the_City() -> None:
    t = Table("princess", "count", seats=2)
    meadow(t, "M49", "M48")
    summon(t, "M49")
    wake_beside_the_city(t)
    assert moved(t) == ["M48"]
    t = Table("princess", "count", seats=2, dragon_count="avoid_inner")
    meadow(t, "M49", "M48")
    summon(t, "M49")
    wake_beside_the_city(t)
    assert t.legal == ["dragon M48", "dragon M50"]
    t.play("dragon M50")
    inner = {name(at(cell)) for cell in ("N51", "O51")}
    assert not inner & {line.split()[1] for line in legal(t, "dragon")}
    while asks_step(t):
        t.play(t.legal[0])
    assert not inner & set(map(name, den(t).path))


def wake_beside_the_city(t: Table) -> None:
    t.hold("princess-rfrf-dragon", RED)
    t.play("place L50 90")
    if t.asks_figure:
        t.play("pass figure")


def test_why_not_into_the_City() -> None:
    t = Table("princess", "count", seats=2)
    meadow(t, "M49", "M48", "L49")
    summon(t, "M49")
    t.hold("princess-rfrf-dragon", RED)
    t.play("place L50 90")
    if t.asks_figure:
        t.play("pass figure")
    with pytest.raises(IllegalMove) as no:
        t.play("dragon M50")
    assert no.value.key == "carc.error.dragon_closed"


def test_the_portal_leads_to_the_landscape_of_the_City() -> None:
    t = Table("princess", "count", seats=2)
    t.hold("princess-cfrr-portal", RED)
    t.play("place L50 180")  # its road runs up to the western road of the City
    reached = {line.split()[2] for line in legal(t, "deploy follower")}
    assert "P50.road-N" in reached
    assert not [spot for spot in reached if spot.startswith(("N51", "O51"))]


# The pile.


def test_the_bazaar_reveals_no_dragon_before_the_first_volcano() -> None:
    t = Table("princess", "bridge", seats=2)
    assert len(den(t).away) == 12
    assert not set(t.s.pile) & set(den(t).away)
