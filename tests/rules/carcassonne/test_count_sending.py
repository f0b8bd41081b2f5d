"""Followers who leave the City when something is scored: carcassonne.md 16.4, 16.6, E54, T106-T108."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.carcassonne import KIND
from rules.carcassonne.expansions.count.moves import PASS_SEND
from rules.carcassonne.expansions.count.sending import list_sendings
from rules.carcassonne.expansions.count.state import QUARTERS
from rules.core import Choices, Phrase, record

from .counting import close_road, count_goes, inside, open_road, settle_in
from .lairs import fairy, summon
from .table import BLUE, RED, YELLOW, Table, refused

# Coming out: 16.4.


def test_E54_nobody_leaves_the_quarter_of_the_count() -> None:
    t = Table("count", seats=2)
    t.lay("base-E", "T59", 180)
    t.put(BLUE, "T59.city-S")
    settle_in(t, RED, "castle")
    t.hold("base-E", RED)
    t.play("place T60 0")
    t.play("pass figure")
    assert t.scores == [0, 4]  # nobody was asked
    assert inside(t, "castle") == [("follower", RED)]


def test_T106_left_of_the_active_player_first() -> None:
    t = Table("count", seats=3)
    open_road(t, 60, YELLOW)
    for seat in (RED, BLUE, YELLOW):
        settle_in(t, seat, "smithy")
    settle_in(t, BLUE, "smithy")
    close_road(t, 60, BLUE)
    assert list(t.game.waiting(t.s)) == [YELLOW]
    seen: Any = t.game.view(t.s, None)
    assert seen.extras["count"].sending == (YELLOW, RED, BLUE)
    assert seen.tasks == {YELLOW: Phrase("carc.task.send")}
    assert t.legal == ["count-send follower smithy T60.road-E", "pass send"]
    assert t.game.standing_answer_moves(t.s, YELLOW) == {"never_march": PASS_SEND}
    assert t.play("pass send")[0].key == "carc.count.stayed"
    assert list(t.game.waiting(t.s)) == [RED]
    (sent, *_) = t.play("count-send follower smithy T60.road-E")
    assert (sent.key, sent.params["feature"], sent.params["quarter"]) == ("carc.count.sent", "road", "smithy")
    assert list(t.game.waiting(t.s)) == [BLUE]  # last, and they have seen it all
    road = next(f for f in t.game.view(t.s, None).features if f.complete and f.kind == "road" and not f.scored)
    assert road.strength == (1, 0, 1)
    t.play("count-send follower smithy T60.road-E")
    assert list(t.game.waiting(t.s)) == [BLUE]  # any number
    told = t.play("count-send follower smithy T60.road-E")
    (scored,) = [event for event in told if event.key == "carc.feature.scored"]
    assert scored.params["strength"] == [1, 2, 1]
    assert scored.params["returned"] == [["follower", seat, "T60.road-E"] for seat in (YELLOW, RED, BLUE, BLUE)]
    assert t.scores == [0, 3, 0]
    assert [t.left(seat) for seat in range(3)] == [7, 7, 6]
    assert inside(t, "smithy") == [("follower", YELLOW)]


def test_T106_the_last_of_three_stays_inside() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, BLUE, "smithy")
    settle_in(t, BLUE, "smithy")
    close_road(t, 60)
    t.play("count-send follower smithy T60.road-E")
    t.play("pass send")
    assert inside(t, "smithy") == [("follower", BLUE)]
    assert t.left(BLUE) == 6


def test_T107_a_feature_where_the_player_had_nothing() -> None:
    t = Table("count", seats=2)
    open_road(t, 60)  # nobody at all
    settle_in(t, RED, "smithy")
    close_road(t, 60)
    t.play("count-send follower smithy T60.road-E")
    assert t.scores == [3, 0]
    assert t.left(RED) == 7


def test_each_quarter_helps_its_kind_only() -> None:
    t = Table("count", seats=2)
    count_goes(t, "market")
    t.lay("base-E", "T59", 180)
    t.lay("base-A", "S60", 90)
    t.lay("base-A", "U60", 270)
    for cell in ("T61", "S61", "U61", "S62", "T62", "U62"):
        t.lay("base-B", cell)
    for quarter in QUARTERS:
        settle_in(t, RED, quarter)
    t.hold("base-D", RED)
    t.play("place T60 0")
    t.play("pass figure")
    assert t.legal == [
        "count-send follower castle T59.city-S",
        "count-send follower smithy S60.road-E",
        "count-send follower cathedral T61.monastery",
        "pass send",
    ]
    t.play("count-send follower cathedral T61.monastery")
    t.play("count-send follower castle T59.city-S")
    t.play("count-send follower smithy S60.road-E")
    assert t.scores == [9 + 4 + 3, 0]
    assert t.left(RED) == 6
    assert inside(t, "market") == [("follower", RED)]


def test_T108_the_market_waits_for_the_end() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.put(BLUE, "N49.field-NNW")
    settle_in(t, RED, "market")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert "pass enter" in t.legal  # scored, nobody asked before
    assert t.scores == [0, 3]


def test_the_market_also_helps_a_barn_if_so_chosen() -> None:
    t = Table("count", "abbey", seats=2, count_market="also_barn")
    t.lay("base-B", "N49")
    t.put(BLUE, "N49.field-NNW")
    settle_in(t, RED, "market")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert t.legal == ["count-send follower market M50.field-NNW", "pass send"]
    t.play("count-send follower market M50.field-NNW")
    assert t.scores == [3, 3]
    assert t.left(RED) == 7


def test_the_market_helps_a_barn_in_a_field_without_farmers() -> None:
    t = Table("count", "abbey", seats=2, count_market="also_barn")
    t.lay("base-B", "N49")
    settle_in(t, BLUE, "market")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert list(t.game.waiting(t.s)) == [BLUE]
    t.play("count-send follower market M50.field-NNW")
    assert t.scores == [0, 3]


def test_refused_sendings() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy")
    settle_in(t, RED, "castle")
    close_road(t, 60)
    assert refused(t, "count-send follower moat T60.road-E") == "carc.error.no_quarter"
    assert refused(t, "count-send follower cathedral T60.road-E") == "carc.error.not_inside"
    assert refused(t, "count-send follower castle T60.road-E") == "carc.error.count_keeps"
    assert refused(t, "count-send follower smithy M50.road-W") == "carc.error.not_helped"
    assert refused(t, "count-move market") == "move.illegal"


def test_a_building_on_the_tile_of_the_dragon_gets_no_help() -> None:
    t = Table("count", "princess", seats=2)
    t.lay("base-B", "T60")
    for cell in ("S59", "T59", "U59", "S60", "U60", "S61", "T61"):
        t.lay("base-B", cell)
    summon(t, "T60")
    settle_in(t, RED, "cathedral")
    t.hold("base-B", RED)
    t.play("place U61 0")
    if t.asks_figure:
        t.play("pass figure")
    assert t.s.active == BLUE
    assert inside(t, "cathedral") == [("follower", RED)]


def lonely_field(lair: str) -> Table:
    """The dragon is on a tile whose field has met no other one."""
    t = Table("count", "princess", seats=2, count_lair=lair)
    t.lay("base-B", "T60")
    summon(t, "T60")
    return t


def market_goes(t: Table) -> set[str]:
    settle_in(t, BLUE, "market")
    return {str(move) for move in list_sendings(t.s, BLUE, final=True)}


def test_a_field_on_the_tile_of_the_dragon_alone_gets_no_help() -> None:
    lonely = "count-send follower market T60.field-NNW"
    assert lonely not in market_goes(lonely_field("barred"))
    assert lonely in market_goes(lonely_field("fields_open"))
    t = lonely_field("barred")
    t.lay("base-B", "T63")
    summon(t, "T63")  # it has flown on
    assert lonely in market_goes(t)


def test_a_field_that_runs_beyond_the_tile_of_the_dragon_is_helped() -> None:
    t = Table("count", "princess", seats=2)
    t.lay("base-B", "T60")
    t.lay("base-B", "U60")
    summon(t, "T60")
    assert "count-send follower market T60.field-NNW" in market_goes(t)


def test_a_record_older_than_the_option_is_played_as_it_was() -> None:
    old = record.parse_record("game carcassonne\nwith princess count\nseats 2\n")
    assert dict(old.choices.options) == {"count_lair": "fields_open"}
    new = replace(old, choices=KIND.normalize_choices(Choices(("princess", "count"))))
    assert "option count_lair barred" in record.format_record(new)
    assert record.parse_record(record.format_record(new)) == new
    assert record.parse_record(record.format_record(old)) == old
    without = record.parse_record("game carcassonne\nwith princess\nseats 2\n")
    assert without.choices.options == ()


# What they weigh: 16.6.


@pytest.mark.parametrize(
    ("figure", "strength", "weight"),
    [
        ("large", "two", 2),
        ("mayor", "two", 2),
        ("wagon", "two", 2),
        ("large", "usual", 2),
        ("mayor", "usual", 1),
        ("wagon", "usual", 1),
    ],
)
def test_what_comes_out_of_the_castle(figure: str, strength: str, weight: int) -> None:
    t = Table("count", "abbey", "inns", seats=2, count_special_strength=strength)
    count_goes(t, "market")
    t.lay("base-F", "T59")
    t.lay("base-E", "T58", 180)
    t.put(BLUE, "T59.city-N")
    settle_in(t, RED, "castle", figure)
    t.hold("base-E", BLUE)
    t.play("place T60 0")
    t.play("pass figure")
    told = t.play(f"count-send {figure} castle T59.city-N")
    (scored,) = [event for event in told if event.key.startswith("carc.feature.scored")]
    assert scored.params["strength"] == [weight, 1]
    assert t.s.supply_of_seat(RED)[figure] == 1


def test_a_wagon_from_the_city_drives_on() -> None:
    t = Table("count", "abbey", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy", "wagon")
    close_road(t, 60, BLUE)
    t.play("count-send wagon smithy T60.road-E")
    assert t.scores == [3, 0]
    assert t.legal == ["wagon T60.monastery", "wagon V60.monastery", "pass wagon"]
    t.play("wagon V60.monastery")
    assert t.s.supply_of_seat(RED)["wagon"] == 0
    # Blue completed the road and got nothing.
    assert "pass enter" in t.legal


def test_it_drives_from_anywhere_in_the_feature_when_wagons_drive_nearby() -> None:
    t = Table("count", "abbey", seats=2, wagon_move="nearby")
    open_road(t, 60, BLUE)
    t.lay("base-E", "S60", 270)  # beside one end
    t.lay("base-E", "W60", 90)  # beside the other
    settle_in(t, RED, "smithy", "wagon")
    close_road(t, 60, RED)
    t.play("count-send wagon smithy T60.road-E")
    assert {"wagon S60.city-W", "wagon W60.city-E"} <= set(t.legal)


def test_a_guest_earns_no_fairy_bonus() -> None:
    t = Table("count", "princess", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy")
    fairy(t, "T60")
    close_road(t, 60, RED)
    t.play("count-send follower smithy T60.road-E")
    assert t.scores == [3, 6]
