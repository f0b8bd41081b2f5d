"""Stories of Carcassonne: tiles by what lies on them, where figures stand, who goes home, auctions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.games import face_for
from cogs.screen import turns
from rules.core import Event
from service.state.model import StoredEvent
from service.store.codec import to_stored_events
from tests.rules.carcassonne.table import Table
from words import Voice

LOOK = face_for("carcassonne")
VOICE = Voice("en", ["Ann", "Ben", "Cid"], called=partial(LOOK.name_in_story, SimpleNamespace(public_view=None)))


def happened(key: str, **params: Any) -> StoredEvent:
    return StoredEvent(f"carc.{key}", params)


def told(events: Sequence[StoredEvent], seat: int = 0) -> str:
    """As a line of a message."""
    return turns.describe_turn(seat, LOOK.join_events(events), VOICE, VOICE.phrase)


def of_rules(events: Sequence[Event]) -> list[StoredEvent]:
    return [event for event in to_stored_events(events) if event.key not in LOOK.omitted_keys]


def put(place: str, **params: Any) -> StoredEvent:
    there = {"cell": "N50", "spot": f"N50.{place}", "place": place, "feature": place.partition("-")[0]}
    return happened("figure.deployed", seat=0, figure="follower", **there, **params)


# --- tiles and figures


@pytest.mark.parametrize(
    ("tile", "figure", "said"),
    [
        ("base-D", put("road-E", n=2), "its road of 2 tiles"),
        ("base-D", put("road-E", n=1), "its road"),
        ("base-H", put("city-S", n=3), "its city (south) of 3 tiles"),
        ("base-H", put("city-S", n=1), "its city (south)"),
        ("base-D", put("field-SSE", cities=0), "its field without a city"),
        ("base-D", put("field-NNE", cities=1), "its field with 1 city"),
        ("base-D", put("field-NNE", cities=4), "its field with 4 cities"),
        ("base-B", put("monastery"), "its monastery"),
        ("cult-ffff-shrine", put("monastery"), "its shrine"),
        ("base-D", put("field-NNE"), "its field"),  # of an entry that does not say what it touches
        ("base-B", put("bridge", n=3), "its bridge of 3 tiles"),
    ],
)
def test_where_a_figure_stands_on_the_tile_just_laid(tile: str, figure: StoredEvent, said: str) -> None:
    if figure.params["place"] == "bridge":
        figure = StoredEvent(figure.key, {**figure.params, "feature": "road"})
    laid = happened("tile.laid", seat=0, tile=tile, cell="N50", turn=90)
    assert told([laid, figure]).endswith(f" and put a follower on {said}.")


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (put("road-E", n=5), "the road at N50 (5 tiles)"),
        (put("city-E", n=1), "the city at N50"),
        (put("field-NNE", cities=2), "the field at N50 with 2 cities"),
        (put("field-NNE", cities=0), "the field at N50 without a city"),
        (put("field-NNE"), "the field at N50"),
    ],
)
def test_where_a_figure_stands_elsewhere(figure: StoredEvent, said: str) -> None:
    assert told([figure]) == f"**Ann**: put a follower on {said}."


def test_the_rules_say_how_big_it_is() -> None:
    t = Table(seats=2)
    assert told(of_rules(t.turn("base-E", "M49", 180, "field-NNW"))[:2]) == (
        "**Ann**: laid a city tile at M49 and put a follower on its field with 1 city."
    )
    assert told(of_rules(t.turn("base-U", "N50", 90, "road-E"))[:2], 1) == (
        "**Ben**: laid a road tile at N50 and put a follower on its road of 2 tiles."
    )


def test_no_turn_and_no_sixteenth_of_the_compass_in_a_story() -> None:
    laid = happened("tile.laid", seat=0, tile="base-D", cell="N50", turn=270)
    farmer = put("field-SSW", cities=1)
    there = {**farmer.params, "owner_seat": 1, "quarter": "market"}
    for event in (farmer, happened("princess.sent", **there), happened("count.sent", **there)):
        said = told([laid, event])
        assert "with 1 city" in said
        assert not any(word in said for word in ("°", "half", "SSW"))
    drove = happened("wagon.moved", **{**put("road-W", n=2).params, "left": "N50.road-E"})
    assert told([drove]) == "**Ann**: drove the wagon on to the road at N50 (2 tiles)."


def test_the_abbey_and_its_monk_are_one_sentence() -> None:
    laid = happened("abbey.laid", seat=0, tile="abbey-tile", cell="N50", turn=0)
    assert told([laid, put("monastery")]) == "**Ann**: laid the abbey at N50 and put a follower on it."


# --- who goes home


def test_whose_figures_the_dragon_sends_home() -> None:
    eaten = [["follower", 1, "N50.road-E"], ["follower", 1, "N50.city-N"], ["wagon", 0, "N50.road-W"]]
    step = {"seat": 2, "cell": "N50", "n": 3, "seats": [0, 1], "returned": eaten}
    (event,) = LOOK.join_events([happened("dragon.eats", **step)])
    said = "Cid moved the dragon to N50. It sends home the wagon of Ann; 2 followers of Ben."
    assert VOICE.phrase(event) == said
    assert set(LOOK.losing_seats(event)) == {0, 1}
    moved = happened("dragon.moved", seat=0, cell="N51", n=0, seats=[], returned=[])
    (event,) = LOOK.join_events([moved, happened("dragon.goes_eats", **step, forced=True)])
    said = "The dragon went to N51 (Ann's step) and N50 and sent home the wagon of Ann; 2 followers of Ben."
    assert VOICE.phrase(event) == said
    assert set(LOOK.losing_seats(event)) == {0, 1}


def test_whose_farmers_a_barn_sends_home() -> None:
    scored = {"cell": "N50", "n": 2, "each": 3, "points": 6, "seats": [1], "tiles": ["N50"]}
    event = happened("barn.farmers", **scored, returned=[["follower", 1, "N50.field-NNE"], ["pig", 0, "N50.field-NNE"]])
    (joined,) = LOOK.join_events([event])
    said = VOICE.phrase(joined)
    assert said.endswith("6 points for Ben, and its farmers go home. Going home: 1 pig of Ann; 1 follower of Ben.")
    assert LOOK.weigh_event(joined) == LOOK.weigh_event(event)


# --- auctions


def lot(key: str, seat: int, **params: Any) -> StoredEvent:
    return happened(f"bazaar.{key}", seat=seat, lot=params.pop("number", 2), tile="inns-rfrf-inn", **params)


def test_an_auction_is_told_by_how_it_ended() -> None:
    opened = [lot("opened", 1, bid=0), lot("bid", 2, bid=3), lot("passed", 0)]
    deal = {"price": 3, "points": 3, "seats": [1], "category": "auctions"}
    sold = [lot("bought", 1, other_seat=2, **deal), lot("paid", 2, other_seat=1, **deal)]
    assert (
        told([*opened, *sold])
        == "**Ann**'s turn: Ben paid Cid 3 points for tile 2 of the bazaar (a road tile with an inn)."
    )
    kept = [*opened[:1], lot("passed", 2), lot("passed", 0), lot("free", 1)]
    assert told(kept) == "**Ann**'s turn: Ben got tile 2 of the bazaar (a road tile with an inn) for nothing."
    other = lot("free", 0, number=1)
    assert told([*opened, *sold, other]).endswith(
        "(a road tile with an inn). Ann got tile 1 of the bazaar (a road tile with an inn) for nothing."
    )


def test_an_auction_that_goes_on_is_told_by_its_last_bid() -> None:
    going = [lot("opened", 1, bid=0), lot("bid", 2, bid=3), lot("passed", 0)]
    assert told(going) == "**Ann**'s turn: Cid bids 3 for tile 2 (a road tile with an inn)."
    assert told(going[:1]) == "**Ann**'s turn: Ben puts tile 2 (a road tile with an inn) up for auction and bids 0."


# --- one name for one thing


def test_a_small_city_has_one_name_where_it_is_asked_for_built_and_scored() -> None:
    t = Table("bridge", seats=2)
    t.turn("base-E", "M49", 180, "city-S")
    (task,) = t.game.view(t.s, None).tasks.values()
    assert VOICE.phrase(task) == "castle or city at M49–M50"
    built = [event for event in to_stored_events(t.play("castle-build M50")) if event.key.startswith("carc.castle")]
    assert told(built) == "**Ann**: turned the small city at M49–M50 into a castle with the follower as its lord."
    castle = {"cell": "M50", "tiles": ["M50", "M49"], "source": "road", "points": 3, "seats": [0]}
    scored = happened("castle.scored", **castle, source_cell="N50", source_tiles=["N50", "P50", "O50"])
    assert VOICE.phrase(scored).startswith("The castle at M49–M50 scores what the road at N50–P50 is worth")
