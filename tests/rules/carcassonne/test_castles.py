"""Castles: carcassonne.md 15.3, 19.6, 20.5."""

from __future__ import annotations

import pytest

from rules.carcassonne.cells import NAMES
from rules.carcassonne.expansions.bridge.castles import NOT_SCORED, castle_surroundings, castles_in_turn
from rules.core import IllegalMove, Phrase, play
from rules.core.move import decode_move

from .bridging import castle, castles_of, crossing_road, lay, two_at_once, without_bridges
from .table import BLUE, GREEN, RED, YELLOW, Table, refused


def names(t: Table) -> list[str]:
    """The cells around the last castle."""
    return sorted(NAMES[at] for at in castle_surroundings(t.s, castles_of(t.s).built[-1]))


def test_E49_a_small_city_becomes_a_castle() -> None:
    t = Table("bridge", seats=2)
    t.turn("base-E", "M49", 180, "city-S", seat=RED)
    assert t.legal == ["castle-build M50", "castle-keep M50"]
    t.play("castle-build M50")
    assert t.scores == [0, 0]
    assert t.left(RED) == 6
    assert castles_of(t.s).left == (2, 3)
    (shown,) = t.game.view(t.s, None).extras["bridge"].castles
    assert ([str(cell) for cell in shown.cells], shown.places) == (["M50", "M49"], ("city-N", "city-S"))
    assert (shown.seat, shown.points) == (RED, None)
    city = next(f for f in t.game.view(t.s, None).features if f.kind == "city")
    assert (city.called, city.points) == ("castle", 0)
    t.audit()


def test_a_small_city_may_be_scored_as_a_city() -> None:
    t = Table("bridge", seats=2)
    t.turn("base-E", "M49", 180, "city-S", seat=RED)
    t.play("castle-keep M50")
    assert t.scores == [4, 0]
    assert t.left(RED) == 7
    assert castles_of(t.s).left == (3, 3)
    t.audit()


def test_E50_the_surroundings_of_a_castle() -> None:
    t = Table("bridge", seats=2)
    # A small city beside it is complete before the castle is: it never counts.
    lay(t, "base-E", "N49", 90)
    lay(t, "base-E", "O49", 270)
    castle(t)
    assert names(t) == ["L49", "L50", "M49", "M50", "N49", "N50"]
    assert castles_of(t.s).built[0].points == NOT_SCORED
    lay(t, "base-W", "L50", 90)
    t.turn("base-W", "N50", 90, seat=BLUE)
    assert castles_of(t.s).built[0].points == 3
    t.audit()


@pytest.mark.parametrize(("kind", "points"), [("monastery", 9), ("road", 3), ("city up", 6), ("city right", 6)])
def test_E50_what_scores_a_castle(kind: str, points: int) -> None:
    t = Table("bridge", seats=2)
    castle(t)
    if kind == "monastery":  # on cell L49
        lay(t, "base-B", "L49")
        for cell, turn in (("K48", 0), ("L48", 0), ("M48", 0), ("K49", 270)):
            lay(t, "base-E", cell, turn)
        lay(t, "bridge-ffff-bazaar", "K50")
        t.turn("base-V", "L50", 90, seat=BLUE)
    elif kind == "road":
        crossing_road(t)
    elif kind == "city up":  # M49 has no city upward: a city on L49 that goes up
        lay(t, "base-E", "L49")
        lay(t, "base-G", "L48")
        t.turn("base-E", "L47", 180, seat=BLUE)
    else:
        lay(t, "base-E", "N49", 90)
        lay(t, "base-G", "O49", 90)
        t.turn("base-E", "P49", 270, seat=BLUE)
    assert t.scores == [points, 0]
    assert castles_of(t.s).built[0].points == points
    assert t.left(RED) == 7
    (told,) = t.told("carc.castle.scored")
    assert told.params["points"] == points == told.params["worth"]
    assert told.params["returned"] == [["follower", RED, "M49.city-S"]]
    t.audit()


def test_E51_a_city_worth_twenty() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    for tile, cell, turn in (
        ("base-E", "N49", 0),
        ("base-F", "N47", 0),
        ("base-F", "N46", 0),
        ("bridge-cfcf-bazaar", "N45", 0),
        ("base-M", "N44", 90),
        ("base-E", "O44", 270),
    ):
        lay(t, tile, cell, turn)
    t.put(BLUE, "N46.city-N")
    t.turn("base-G", "N48", seat=BLUE)
    assert t.scores == [20, 20]
    assert t.left(RED) == t.left(BLUE) == 7
    assert castles_of(t.s).built[0].points == 20
    assert [event.key for event in t.events if "points" in event.params] == [
        "carc.feature.scored_shields",
        "carc.castle.scored",
    ]
    t.audit()
    # The castle stays and never scores again.
    lay(t, "base-W", "L50", 90)
    t.turn("base-W", "N50", 90, seat=BLUE)
    assert t.scores == [20, 20]


def second_castle(t: Table, seat: int) -> None:
    """A castle on N48 and N49, whose surroundings do not touch the start tile."""
    lay(t, "base-E", "N49")
    t.turn("base-E", "N48", 180, "city-S", seat=seat)
    t.play("castle-build N49")


def test_E52_castles_score_one_another() -> None:
    t = Table("bridge", seats=3)
    castle(t)
    second_castle(t, YELLOW)
    assert names(t) == ["M48", "M49", "N48", "N49", "O48", "O49"]
    crossing_road(t)
    assert t.scores == [3, 0, 3]
    assert [c.points for c in castles_of(t.s).built] == [3, 3]
    first, second = t.told("carc.castle.scored")
    assert (first.params["source"], second.params["source"]) == ("road", "castle")
    assert second.params["source_tiles"] == ["M50", "M49"]
    t.audit()


def test_T96_a_chain_of_castles() -> None:
    t = Table("bridge", seats=4)
    castle(t)
    second_castle(t, YELLOW)
    lay(t, "base-E", "O48")
    t.turn("base-E", "O47", 180, "city-S", seat=GREEN)
    t.play("castle-build O48")
    crossing_road(t)
    assert t.scores == [3, 0, 3, 3]
    assert [c.round for c in castles_of(t.s).built] == [1, 2, 3]
    assert [told.params["points"] for told in t.told("carc.castle.scored")] == [3, 3, 3]
    t.audit()


def test_T90_the_owner_decides_whoever_completes_the_city() -> None:
    t = Table("bridge", seats=2)
    t.put(RED, "M50.city-N")
    t.hold("base-E", BLUE)
    t.play("place M49 180")
    t.play("pass figure")
    assert list(t.game.waiting(t.s)) == [RED]
    assert t.s.active == BLUE
    t.play("castle-build M50")
    assert t.s.active == RED
    t.audit()


def test_T91_a_small_city_without_a_follower() -> None:
    t = Table("bridge", seats=2)
    t.turn("base-E", "M49", 180, seat=RED)
    assert t.s.active == BLUE
    assert castles_of(t.s).built == ()


def test_no_castle_for_two_followers() -> None:
    t = Table("bridge", seats=2)
    t.put(RED, "M50.city-N")
    t.hold("base-E", BLUE)
    t.play("place M49 180")
    t.put(BLUE, "M49.city-S")
    t.play("pass figure")
    assert t.scores == [4, 4]
    assert castles_of(t.s).built == ()


def test_no_castle_without_a_token() -> None:
    t = Table("bridge", seats=2)
    castles_of(t.s).left = (0, 3)
    t.turn("base-E", "M49", 180, "city-S", seat=RED)
    assert t.scores == [4, 0]


def test_no_castle_of_a_pointed_cap() -> None:
    t = Table("bridge", seats=2)
    t.put(RED, "M50.city-N")
    t.turn("bridge-cfrf", "M49", 180, seat=BLUE)  # its city is no half-circle
    assert t.scores == [4, 0]
    assert castles_of(t.s).built == ()


def test_owners_of_small_cities_are_asked_clockwise_from_the_active_player() -> None:
    t = Table("bridge", seats=3)
    without_bridges(t)
    t.lay("base-E", "T59", 180)
    t.lay("base-E", "T61")
    t.put(RED, "T59.city-S")
    t.put(YELLOW, "T61.city-N")
    t.turn("base-H", "T60", seat=BLUE)
    assert t.legal == ["castle-build T61", "castle-keep T61"]
    assert refused(t, "pass figure") == "move.illegal"
    t.play("castle-build T61")
    assert t.legal == ["castle-build T59", "castle-keep T59"]


def test_lords_are_asked_clockwise_from_the_active_player() -> None:
    t = Table("bridge", seats=3)
    castle(t)
    second_castle(t, YELLOW)
    t.hold("base-B", BLUE)
    t.play("place M51 0")
    assert [castles_of(t.s).built[number].seat for number in castles_in_turn(t.s)] == [YELLOW, RED]


def test_T92_what_the_same_tile_completes_does_not_count() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-X", "L49")
    t.put(BLUE, "L49.road-E")
    t.turn("base-L", "M49", 180, "city-S", seat=RED)
    t.play("castle-build M50")
    assert t.scores == [0, 2]
    assert castles_of(t.s).built[0].points == NOT_SCORED
    t.turn("base-W", "N49", 180, seat=BLUE)
    assert t.scores == [2, 2]
    t.audit()


def test_T93_a_feature_nobody_owns_counts_in_full() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    crossing_road(t)
    assert t.scores == [3, 0]
    assert not t.told("carc.feature")


def test_T94_a_monastery_outside_the_six_cells() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    for tile, cell, turn in (
        ("base-U", "L50", 90),
        ("base-U", "N50", 90),
        ("base-B", "M51", 0),
        ("base-E", "L51", 270),
        ("base-E", "N51", 90),
        ("base-B", "L52", 0),
        ("bridge-ffff-bazaar", "M52", 0),
    ):
        lay(t, tile, cell, turn)
    t.put(BLUE, "M51.monastery")
    t.turn("base-B", "N52", seat=BLUE)
    assert t.scores == [0, 9]
    assert castles_of(t.s).built[0].points == NOT_SCORED
    t.audit()


@pytest.mark.parametrize(("pick", "points"), [("M50.road-E", 3), ("N49.city-S", 4)])
def test_T95_a_lord_chooses(pick: str, points: int) -> None:
    t = Table("bridge", seats=2)
    castle(t)
    two_at_once(t)
    assert list(t.game.waiting(t.s)) == [RED]
    assert sorted(t.legal) == ["castle-pick M50 M50.road-E", "castle-pick M50 N49.city-S"]
    assert t.game.view(t.s, None).tasks == {
        RED: Phrase("carc.task.pick", {"cell": "M50", "spot": "M50.city-N", "tiles": ["M50", "M49"]})
    }
    assert refused(t, "pass figure") == "move.illegal"
    with pytest.raises(IllegalMove):
        play(t.game, t.s, RED, decode_move("castle-pick M50 L50.road-E", t.game.moves))
    with pytest.raises(IllegalMove) as other:  # another castle than the one asked about
        play(t.game, t.s, RED, decode_move("castle-pick N49 M50.road-E", t.game.moves))
    assert (other.value.key, other.value.params) == ("carc.error.castle_asked", {"castle": "N49", "cell": "M50"})
    t.play(f"castle-pick M50 {pick}")
    assert t.scores == [points, 0]
    t.audit()


def test_what_a_castle_is_going_to_score_is_told_before() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    lay(t, "base-W", "L50", 90)
    t.hold("base-W", BLUE)
    t.play("place N50 90")
    told = t.game.describe_effects(t.s, BLUE, decode_move("pass figure", t.game.moves))
    (said,) = (phrase for phrase in told if phrase.key == "carc.preview.castle")
    assert said.params == {"cell": "M50", "seat": RED, "points": 3}
    t = Table("bridge", seats=2)
    castle(t)
    lay(t, "base-W", "L50", 90)
    lay(t, "base-E", "N49", 180)
    t.hold("base-L", BLUE)
    t.play("place N50 0")
    told = t.game.describe_effects(t.s, BLUE, decode_move("pass figure", t.game.moves))
    assert [phrase.params["points"] for phrase in told if phrase.key == "carc.preview.castle_choice"] == [4]


def test_T97_a_castle_at_the_end() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    t.finish()
    assert t.scores == [0, 0]
    assert t.left(RED) == 7
    assert t.told("carc.castle.final")
