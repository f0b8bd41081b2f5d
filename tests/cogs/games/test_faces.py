"""What the face of Carcassonne makes of events and views."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

from cogs.games import face_for
from rules.core import Choices, registry, start_game
from service.state.model import StoredEvent
from words import Voice

LAID = StoredEvent("carc.tile.laid", {"seat": 0, "tile": "base-D", "cell": "N50", "turn": 90}, None, False)
PUT = StoredEvent(
    "carc.figure.deployed",
    {"seat": 0, "figure": "follower", "spot": "N50.road-E", "cell": "N50", "place": "road-E", "feature": "road"},
)
OTHER = StoredEvent("carc.figure.deployed", {**PUT.params, "cell": "N51"})


def voice(*names: str) -> Voice:
    """The voice of a table of Carcassonne."""
    return Voice("en", names, called=partial(face_for("carcassonne").name_in_story, SimpleNamespace(public_view=None)))


def test_a_tile_and_its_figure_are_one_sentence() -> None:
    (told,) = face_for("carcassonne").join_events([LAID, PUT])
    assert voice("Ann").phrase(told) == "Ann laid a city and road tile at N50 and put a follower on its road."


def test_what_does_not_belong_together_stays_apart() -> None:
    assert list(face_for("carcassonne").join_events([LAID, OTHER])) == [LAID, OTHER]
    assert list(face_for("carcassonne").join_events([PUT, LAID])) == [PUT, LAID]
    assert list(face_for("unknown").join_events([LAID, PUT])) == [LAID, PUT]


def test_the_flight_of_the_dragon_is_one_sentence() -> None:
    def step(seat: int, cell: str, *eaten: int) -> StoredEvent:
        key = "carc.dragon.eats" if eaten else "carc.dragon.moved"
        return StoredEvent(key, {"seat": seat, "cell": cell, "n": len(eaten), "seats": list(eaten)}, None, False)

    voice = Voice("en", ["Ann", "Ben"])
    (told,) = face_for("carcassonne").join_events([step(0, "N50"), step(1, "N51"), step(0, "N52")])
    assert voice.phrase(told) == "The dragon went to N50 (Ann's step), N51 (Ben's step) and N52 (Ann's step)."
    (told,) = face_for("carcassonne").join_events([step(0, "N50"), step(1, "N51", 0), step(0, "N52", 1)])
    assert voice.phrase(told) == (
        "The dragon went to N50 (Ann's step), N51 (Ben's step) and N52 (Ann's step) and sent home 2 figures of Ann and "
        "Ben."
    )
    forced = StoredEvent("carc.dragon.goes", {"seat": 1, "cell": "N51", "forced": True}, None, False)
    (told,) = face_for("carcassonne").join_events([step(0, "N50"), forced])
    assert voice.phrase(told) == "The dragon went to N50 (Ann's step) and N51.", "nobody chose that"
    assert face_for("carcassonne").join_events([step(0, "N50", 1)]) == [step(0, "N50", 1)]


def test_a_tile_its_bridge_and_its_figure_are_one_sentence() -> None:
    built = StoredEvent("carc.bridge.built", {"seat": 0, "cell": "N51", "axis": "NS", "left": 2}, None, False)
    (told,) = face_for("carcassonne").join_events([LAID, built, PUT])
    assert voice("Ann").phrase(told) == (
        "Ann laid a city and road tile at N50, built a bridge at N51, north to south, and put a follower on its road."
    )
    here = StoredEvent("carc.bridge.built", {**built.params, "cell": "N50"}, None, False)
    (told,) = face_for("carcassonne").join_events([LAID, here])
    said = "Ann laid a city and road tile at N50 and built a bridge over it, north to south."
    assert voice("Ann").phrase(told) == said


def test_a_table_that_was_closed_shows_nobody_to_move() -> None:
    game = registry.make_game("carcassonne", Choices())
    view = game.view(start_game(game, 2, bytes(32)).state, None)
    assert view.drawn is not None
    closed = face_for("carcassonne").final_view(view)
    assert (closed.drawn, closed.active, closed.tasks) == (None, None, {})
    assert closed.laid == view.laid
