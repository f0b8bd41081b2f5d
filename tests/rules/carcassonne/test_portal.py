"""Magic portals: carcassonne.md 12.6, T61-T63."""

from __future__ import annotations

import pytest

from rules.core import IllegalMove

from .lairs import meadow, summon
from .table import BLUE, RED, Table


def spots(t: Table) -> list[str]:
    return [line.split()[2] for line in t.legal if line.startswith("deploy follower")]


def refused(t: Table, move: str) -> str:
    with pytest.raises(IllegalMove) as no:
        t.play(move)
    return no.value.key.removeprefix("carc.error.")


def through(t: Table) -> None:
    """Red lays a portal east of the start tile: a road from west to south."""
    t.hold("princess-cfrr-portal", RED)
    t.play("place N50 0")


def test_anywhere_on_the_board() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60")
    t.put(BLUE, "M50.road-E")
    through(t)
    assert spots(t)[0].startswith("N50.")
    assert {"M50.city-N", "T60.monastery", "T60.field-NNW"} <= set(spots(t))
    assert "M50.road-E" not in spots(t)
    assert len(set(spots(t))) == len(spots(t))
    told = t.play("deploy follower T60.monastery")
    assert told[0].params == {
        "seat": RED,
        "figure": "follower",
        "spot": "T60.monastery",
        "cell": "T60",
        "place": "monastery",
        "feature": "monastery",
    }
    assert t.s.board.held[t.root("T60.monastery")]
    assert t.s.active == BLUE


def test_only_with_a_portal() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60")
    t.hold("base-K", RED)
    t.play("place N50 0")
    assert all(spot.startswith("N50.") for spot in spots(t))
    assert refused(t, "deploy follower T60.monastery") == "not_here"


def test_why_not_there() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "T59")
    t.lay("base-E", "Q40")
    t.lay("base-E", "Q39", 180)
    t.put(BLUE, "T60.monastery")
    summon(t, "T59")
    through(t)
    assert refused(t, "deploy follower T60.monastery") == "occupied"
    assert refused(t, "deploy follower Q40.city-N") == "complete_elsewhere"  # T63: completed earlier and empty
    assert refused(t, "deploy follower T59.monastery") == "dragon_here"
    assert refused(t, "deploy follower Z99.monastery") == "no_tile"
    assert refused(t, "deploy follower T60.road-N") == "no_place"
    assert not {"T60.monastery", "Q40.city-N", "T59.monastery"} & set(spots(t))
    assert {"T60.field-NNW", "Q40.field-ENE"} <= set(spots(t))  # a field is never complete


def test_T61_a_road_that_the_portal_completes() -> None:
    t = Table("princess", seats=2)
    t.lay("base-X", "L50")
    t.hold("princess-rrrf-portal", RED)
    t.play("place N50 180")
    assert t.complete("N50.road-W")
    assert "N50.road-W" in spots(t)
    assert not {"M50.road-E", "L50.road-E"} & set(spots(t))
    assert "L50.road-N" in spots(t)
    assert refused(t, "deploy follower M50.road-E") == "complete_elsewhere"
    t.play("deploy follower N50.road-W")
    assert t.scores == [3, 0]


def test_T62_a_monastery_that_the_portal_surrounds() -> None:
    t = Table("princess", seats=2)
    t.lay("base-U", "L50", 90)
    meadow(t, "M51", "L51", "N51", "L52", "M52", "N52")
    t.hold("princess-rrrf-portal", RED)
    t.play("place N50 270")
    assert t.complete("M51.monastery")
    assert "L51.monastery" in spots(t)
    assert "M51.monastery" not in spots(t)
    assert refused(t, "deploy follower M51.monastery") == "complete_elsewhere"


def test_T63_a_feature_completed_earlier() -> None:
    t = Table("princess", seats=2)
    t.turn("base-E", "M49", 180, None, BLUE)
    assert t.complete("M50.city-N")
    through(t)
    assert refused(t, "deploy follower M50.city-N") == "complete_elsewhere"
    assert refused(t, "deploy follower M49.city-S") == "complete_elsewhere"


def test_an_older_volcano_is_open_again() -> None:
    t = Table("princess", seats=2)
    t.lay("princess-rfrf-volcano", "T60")
    meadow(t, "U60")
    summon(t, "T60")
    through(t)
    assert "T60.road-N" not in spots(t)
    t.play("pass figure")
    summon(t, "U60")
    t.hold("princess-crrf-portal", RED)
    t.play("place M49 180")
    assert "T60.road-N" in spots(t)
    assert "U60.monastery" not in spots(t)


def test_asked_though_the_tile_itself_has_no_room() -> None:
    t = Table("princess", seats=2)
    t.put(BLUE, "M50.road-E")
    t.put(BLUE, "M50.field-ESE")
    through(t)
    assert t.asks_figure
    assert spots(t)


def test_no_follower_left() -> None:
    t = Table("princess", seats=2)
    meadow(t, *(f"{column}{row}" for column in "TUVW" for row in (60, 62)))
    for spot in [f"{column}{row}.monastery" for column in "TUVW" for row in (60, 62)][:7]:
        t.put(RED, spot)
    through(t)
    assert spots(t) == []
    assert refused(t, "deploy follower W62.monastery") == "no_figure"
