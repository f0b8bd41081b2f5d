"""The princess: carcassonne.md 12.5, T58-T60, T65."""

from __future__ import annotations

import pytest

from rules.core import IllegalMove

from .lairs import den, fairy, meadow
from .table import BLUE, RED, Table

LARGE = "princess-cccf-princess"


def city_with_knights(t: Table, *knights: tuple[int, str]) -> None:
    """An open city of three tiles above the start tile, with these knights."""
    t.lay("base-G", "M49")
    t.lay("base-G", "M48")
    for seat, cell in knights:
        t.put(seat, f"{cell}.city-N")


def test_a_knight_goes_home_and_nothing_is_put() -> None:
    t = Table("princess", seats=2)
    city_with_knights(t, (RED, "M49"), (BLUE, "M48"))
    t.hold(LARGE, RED)
    t.play("place M47 0")
    assert t.legal == ["princess M49.city-N", "princess M48.city-N"]
    assert t.game.view(t.s, None).tasks[RED].key == "carc.task.princess"
    assert str(t.game.view(t.s, None).just_laid) == "M47"
    told = t.play("princess M48.city-N")
    assert (told[0].key, told[0].params) == (
        "carc.princess.sent",
        {
            "seat": RED,
            "figure": "follower",
            "owner_seat": BLUE,
            "spot": "M48.city-N",
            "cell": "M48",
            "place": "city-N",
            "feature": "city",
            "n": 4,
            "returned": [["follower", BLUE, "M48.city-N"]],
        },
    )
    assert (t.left(RED), t.left(BLUE)) == (6, 7)
    assert t.s.active == BLUE
    assert not t.asks_figure


def test_T58_only_own_knights() -> None:
    t = Table("princess", seats=2)
    city_with_knights(t, (RED, "M49"))
    t.hold(LARGE, RED)
    t.play("place M47 0")
    assert t.legal == ["princess M49.city-N"]
    for move in ("pass figure", "pass princess", "deploy follower M47.field-WSW", "fairy M49"):
        with pytest.raises(IllegalMove) as refused:
            t.play(move)
        assert refused.value.key == "carc.error.must_princess"
    with pytest.raises(IllegalMove) as refused:
        t.play("princess M48.city-N")
    assert refused.value.key == "carc.error.princess_knight"


def test_T59_only_the_city_with_the_princess() -> None:
    # The cap in the north is the princess's; the city with the shield runs over east and south.
    t = Table("princess", seats=2)
    t.lay("base-G", "M49")
    t.put(RED, "M49.city-N")
    t.hold("princess-cccf-x2-shield-princess", RED)
    t.play("place M48 0")  # the princess's cap faces north, the other city joins that of Red
    assert "pass figure" in t.legal
    assert not any(line.startswith("princess") for line in t.legal)
    t = Table("princess", seats=2)
    t.lay("base-G", "M49")
    t.put(RED, "M49.city-N")
    t.hold("princess-cccf-x2-shield-princess", RED)
    t.play("place M48 180")
    assert t.legal == ["princess M49.city-N"]


def test_T60_nothing_on_road_or_field_either() -> None:
    t = Table("princess", seats=2)
    city_with_knights(t, (BLUE, "M49"))
    t.hold("princess-ccrr-princess", RED)
    t.play("place M47 90")
    assert t.legal == ["princess M49.city-N"]
    with pytest.raises(IllegalMove) as refused:
        t.play("deploy follower M47.road-N")
    assert refused.value.key == "carc.error.must_princess"
    t.play("princess M49.city-N")
    assert t.s.active == BLUE
    assert t.s.figures == []


def test_without_knights_an_ordinary_tile() -> None:
    t = Table("princess", seats=2)
    city_with_knights(t)
    t.hold(LARGE, RED)
    t.play("place M47 0")
    assert "deploy follower M47.city-N" in t.legal
    with pytest.raises(IllegalMove) as refused:
        t.play("princess M49.city-N")
    assert refused.value.key == "carc.error.princess_idle"
    t.play("deploy follower M47.city-N")
    assert t.left(RED) == 6


def test_the_city_is_scored_without_the_knight() -> None:
    t = Table("princess", seats=2)
    t.lay("base-G", "M49")
    t.put(RED, "M49.city-N")
    t.put(BLUE, "M50.city-N")
    t.hold("princess-crrr-princess", RED)
    t.play("place M48 180")
    told = t.play("princess M50.city-N")
    assert [e.key for e in told[:2]] == ["carc.princess.sent", "carc.feature.scored"]
    assert t.scores == [6, 0]
    assert told[1].params["returned"] == [["follower", RED, "M49.city-N"]]


def test_a_city_left_empty_is_not_scored() -> None:
    t = Table("princess", seats=2)
    t.lay("base-G", "M49")
    t.put(BLUE, "M50.city-N")
    t.hold("princess-crrr-princess", RED)
    t.play("place M48 180")
    t.play("princess M50.city-N")
    assert t.scores == [0, 0]


def test_she_may_be_declined_with_the_option() -> None:
    t = Table("princess", seats=2, princess_action="may")
    city_with_knights(t, (BLUE, "M49"))
    t.put(RED, "M50.road-E")
    t.hold("princess-ccrr-princess", RED)
    t.play("place M47 90")
    assert t.legal == ["princess M49.city-N", "pass princess"]
    with pytest.raises(IllegalMove) as refused:
        t.play("deploy follower M47.road-N")
    assert refused.value.key == "carc.error.ask_princess"
    told = t.play("pass princess")
    assert [e.key for e in told] == ["carc.princess.declined"]
    assert t.asks_figure
    assert {"deploy follower M47.road-N", "fairy M50", "pass figure"} <= set(t.legal)
    assert t.game.view(t.s, None).tasks[RED].key == "carc.task.figure"
    with pytest.raises(IllegalMove) as refused:
        t.play("princess M49.city-N")
    assert refused.value.key == "carc.error.princess_idle"
    t.play("deploy follower M47.road-N")
    assert t.s.active == BLUE
    t.turn("base-U", "N50", 90)
    assert not den(t).declined


def test_sending_home_with_the_option() -> None:
    t = Table("princess", seats=2, princess_action="may")
    city_with_knights(t, (BLUE, "M49"))
    t.hold(LARGE, RED)
    t.play("place M47 0")
    t.play("princess M49.city-N")
    assert t.left(BLUE) == 7
    assert t.s.active == BLUE


def test_the_fairy_does_not_keep_a_knight_from_the_princess() -> None:
    t = Table("princess", seats=2)
    city_with_knights(t, (BLUE, "M49"))
    fairy(t, "M49")
    t.hold(LARGE, RED)
    t.play("place M47 0")
    assert t.legal == ["princess M49.city-N"]


def test_T65_monastery_in_a_city() -> None:
    t = Table("princess", seats=2)
    t.lay("base-G", "M49")
    t.lay("princess-cccf-cloister-dragon", "M48", 0)
    t.put(RED, "M48.city-N")
    assert not t.same("M48.city-N", "M48.monastery")
    t.put(BLUE, "M48.monastery")
    meadow(t, "L47", "N47", "L48", "L49", "N49")
    t.lay("base-E", "N48", 270)
    assert not t.complete("M48.monastery")
    t.lay("base-G", "M47")
    assert t.complete("M48.monastery")
    assert not t.complete("M48.city-N")
    t.score("M48.monastery")
    assert t.scores == [0, 9]
    assert (t.left(RED), t.left(BLUE)) == (6, 7)


def test_T08_a_road_through_a_tunnel_is_not_cut() -> None:
    t = Table("princess", seats=2)
    t.lay("princess-crcr-dragon-tunnel", "M49")
    t.lay("base-X", "L49")
    assert t.same("L49.road-E", "M49.road-E")
    assert not t.complete("L49.road-E")
    t.lay("base-W", "N49", 180)
    assert t.complete("L49.road-E")
    assert t.s.board.count_tiles(t.root("L49.road-E")) == 3
    assert t.same("M49.city-N", "M50.city-N")
