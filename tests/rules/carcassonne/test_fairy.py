"""The fairy: carcassonne.md 12.4, T54-T57."""

from __future__ import annotations

import pytest

from rules.carcassonne.expansions.princess.view import build_lair_view
from rules.core import IllegalMove

from .lairs import asks_step, at, den, fairy, meadow, summon, wake
from .table import BLUE, RED, YELLOW, Table


def points(t: Table, key: str) -> list[tuple[list[int], int]]:
    return [(e.params["seats"], e.params["points"]) for e in t.told(f"carc.fairy.{key}")]


def gifts(t: Table) -> list[int]:
    return t.s.tally[t.s.hooks.tally.index("fairy") * t.s.seats :][: t.s.seats]


def test_the_fairy_is_moved_instead_of_deploying() -> None:
    t = Table("princess", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.turn("base-E", "M51", 180, "city-S", BLUE)
    t.hold("base-U", RED)
    t.play("place L50 90")
    # To a tile with an own follower only; T57: instead of a figure, not after it.
    assert [line for line in t.legal if line.startswith("fairy")] == ["fairy N50"]
    t.play("fairy N50")
    assert t.s.active == BLUE
    assert not t.asks_figure
    assert den(t).fairy == at("N50")
    (came,) = t.told("carc.fairy")
    assert (came.key, came.params) == ("carc.fairy.came", {"seat": RED, "cell": "N50", "old": None})
    # She has to change her tile.
    t.turn("base-E", "L51", 180)
    t.hold("base-U", RED)
    t.play("place K50 90")
    assert [line for line in t.legal if line.startswith("fairy")] == []
    for move, reason in (("fairy N50", "fairy_there"), ("fairy M51", "fairy_alone"), ("fairy Z99", "fairy_alone")):
        with pytest.raises(IllegalMove) as refused:
            t.play(move)
        assert refused.value.key == f"carc.error.{reason}"
    t.audit()


def test_who_loses_her_company_is_told_and_seen() -> None:
    t = Table("princess", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.turn("base-E", "M51", 180, "city-S", BLUE)
    t.hold("base-U", RED)
    t.play("place L50 90")
    t.play("fairy N50")
    assert build_lair_view(t.s).graced == (RED,)
    t.hold("base-U", BLUE)
    t.play("place K50 90")
    t.play("fairy M51")
    taken = t.told("carc.fairy")[-1]
    assert (taken.key, taken.params["left_seats"]) == ("carc.fairy.taken", [RED])
    assert build_lair_view(t.s).graced == (BLUE,)


def test_T57_not_after_deploying() -> None:
    t = Table("princess", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    assert t.s.active == BLUE
    t.put(BLUE, "M50.field-ESE")
    with pytest.raises(IllegalMove) as refused:
        t.play("fairy M50")
    assert refused.value.key == "move.illegal"


def test_no_reason_about_the_fairy_before_the_tile_lies() -> None:
    t = Table("princess", seats=2)
    with pytest.raises(IllegalMove) as refused:
        t.play("fairy A1")
    assert refused.value.key == "move.illegal"  # what is asked is the tile


def test_a_point_at_the_start_of_the_turn() -> None:
    t = Table("princess", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    fairy(t, "N50")
    t.turn("base-E", "M51", 180)
    assert points(t, "turn") == [([RED], 1)]
    assert t.scores == [1, 0]
    t.turn("base-E", "L51", 180)
    assert points(t, "turn") == []  # only the player whose turn begins
    t.turn("base-E", "N51", 180)
    assert t.scores == [2, 0]
    assert gifts(t) == [2, 0]


def test_T54_followers_of_two_players_with_the_fairy() -> None:
    t = Table("princess", seats=2)
    t.lay("base-A", "T60")
    t.put(RED, "T60.road-N")
    t.put(RED, "T60.field-NNW")
    t.put(BLUE, "T60.monastery")
    fairy(t, "T60")
    t.turn("base-U", "N50", 90, None, RED)
    assert points(t, "turn") == [([BLUE], 1)]
    t.turn("base-U", "O50", 90)
    assert points(t, "turn") == [([RED], 1)]  # one point, though two of them stand there
    assert t.scores == [1, 1]


def test_T55_three_points_without_the_majority() -> None:
    t = Table("princess", seats=2)
    t.lay("base-G", "M49")
    t.lay("base-H", "M48")
    t.put(RED, "M50.city-N")
    t.put(BLUE, "M49.city-N")
    t.put(RED, "M48.city-S")
    fairy(t, "M49")
    told = t.score("M49.city-N")
    assert [e.key for e in told] == ["carc.feature.scored", "carc.fairy.scored"]
    assert told[1].params == {
        "seats": [BLUE],
        "cell": "M49",
        "points": 3,
        "feature": "city",
        "spot": "M50.city-N",
        "category": "fairy",
        "rule": "fairy",
        "returned": [],
    }
    assert t.scores == [6, 3]
    assert gifts(t) == [0, 3]
    assert t.left(BLUE) == 7
    assert den(t).fairy == at("M49")  # she stays when the follower leaves


def test_three_points_once_for_a_player_and_feature() -> None:
    t = Table("princess", seats=3)
    t.lay("base-N", "M51", 90)
    t.lay("base-N", "N51", 180)
    t.lay("base-N", "N52", 270)
    t.lay("base-I", "M52")
    t.put(RED, "M52.city-N")
    t.put(RED, "M52.city-E")
    t.put(BLUE, "M51.city-E")
    t.put(YELLOW, "M52.field-SSE")
    fairy(t, "M52")
    t.score("M52.city-N")
    assert t.scores == [8 + 3, 0, 0]  # Yellow stands with her, but not in the city


def test_both_players_on_her_tile_get_three() -> None:
    t = Table("princess", seats=2)
    t.lay("base-N", "M51", 90)
    t.lay("base-N", "N51", 180)
    t.lay("base-N", "N52", 270)
    t.lay("base-I", "M52")
    t.put(RED, "M52.city-N")
    t.put(BLUE, "M52.city-E")
    fairy(t, "M52")
    t.score("M52.city-N")
    assert t.scores == [11, 11]


def test_T56_alone_she_gives_nothing_and_still_blocks_the_dragon() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "U60", "S60", "R60")
    fairy(t, "U60")
    summon(t, "T60")
    wake(t, RED)
    assert not asks_step(t)
    assert [e.params["cell"] for e in t.events if "forced" in e.params] == ["S60", "R60"]
    assert t.scores == [0, 0]


def test_followers_with_the_fairy_are_safe() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "U60", "S60")
    t.put(BLUE, "U60.monastery")
    fairy(t, "U60")
    summon(t, "T60")
    wake(t, RED)
    assert t.left(BLUE) == 6


def test_three_points_at_the_end_also_for_what_is_worth_nothing() -> None:
    t = Table("princess", seats=2)
    t.lay("base-U", "N50", 90)
    t.put(RED, "N50.road-E")
    t.lay("base-A", "T60")
    t.put(BLUE, "T60.field-NNW")
    fairy(t, "N50")
    t.finish()
    assert t.scores == [2 + 3, 0]
    t = Table("princess", seats=2)
    t.lay("base-A", "T60")
    t.put(BLUE, "T60.field-NNW")  # borders no city at all
    fairy(t, "T60")
    t.finish()
    assert t.scores == [0, 3]
    assert [e.key for e in t.events[:1]] == ["carc.fairy.scored"]


@pytest.mark.parametrize(("farmers", "field"), [("per_field", 3), ("per_city", 4)])
def test_three_points_for_a_farmer(farmers: str, field: int) -> None:
    t = Table("princess", seats=2, farmers=farmers)
    t.lay("base-E", "M49", 180)
    t.put(RED, "M49.field-NNW")
    t.put(BLUE, "M50.field-ENE")
    fairy(t, "M49")
    t.finish()
    assert t.scores == [field + 3, field]
    assert gifts(t) == [3, 0]
    (told,) = t.told("carc.fairy.scored")
    assert (told.params["feature"], told.params["spot"]) == ("field", t.first("M49.field-NNW"))


def test_the_fairy_turns_up_in_the_sheet_of_points() -> None:
    t = Table("princess", seats=2)
    assert t.game.view(t.s, None).tally["fairy"] == (0, 0)
    fairy(t, "M50")
    t.put(RED, "M50.road-E")
    t.turn("base-U", "N50", 90, None, BLUE)
    assert t.game.view(t.s, None).tally["fairy"] == (1, 0)
