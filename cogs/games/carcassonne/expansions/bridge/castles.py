"""Small cities that become castles, and the points of castles."""

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.expansions.bridge.moves import CastleBuild, CastlePick
from rules.carcassonne.expansions.bridge.view import BridgeView
from rules.core import Move

from ...places import CarcSeatView, feature_at


def small_city(seat_view: CarcSeatView, cell: Cell) -> Sequence[Cell]:
    """The tiles of the small city named by `cell`."""
    city = next(
        (
            feature
            for feature in seat_view.view.features
            if feature.kind == "city"
            and feature.complete
            and not feature.scored
            and len(feature.tiles) == 2
            and feature.places[0][0] == cell
        ),
        None,
    )
    return city.tiles if city is not None else (cell,)


def describe_castle_choice(seat_view: CarcSeatView, moves: Sequence[Move]) -> list[str]:
    """The question whether a small city becomes a castle, with its points."""
    cell = next(move.castle for move in moves if isinstance(move, CastleBuild))
    tiles = set(small_city(seat_view, cell))
    cities = [feature for feature in seat_view.view.features if feature.kind == "city"]
    city = next((city for city in cities if set(city.tiles) == tiles), None)
    return [
        seat_view.say("carc.ask.castle", cell=str(cell), points=city.points if city is not None else 0),
        seat_view.say("carc.about.castle"),
    ]


def describe_source_choice(seat_view: CarcSeatView, moves: Sequence[Move]) -> list[str]:
    castle = next(move.castle for move in moves if isinstance(move, CastlePick))
    return [seat_view.say("carc.ask.castle-pick", cell=str(castle))]


def castle_source_params(seat_view: CarcSeatView, seen: BridgeView, spot: Spot) -> dict[str, str | int]:
    """Name and points of the feature a castle may score at `spot`."""
    feature = feature_at(seat_view.view, spot)
    points = feature.points if feature is not None else 0
    name = (feature.called or feature.kind) if feature is not None else "city"
    for castle in seen.castles:
        if any(castle_spot == (spot.cell, spot.place) for castle_spot in zip(castle.cells, castle.places, strict=True)):
            points, name = castle.points or 0, "castle"
    return {"points": points, "feature": name}
