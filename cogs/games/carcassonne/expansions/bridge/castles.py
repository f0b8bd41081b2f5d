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
    found = next(
        (
            f
            for f in seat_view.view.features
            if f.kind == "city" and f.complete and not f.scored and len(f.tiles) == 2 and f.places[0][0] == cell
        ),
        None,
    )
    return found.tiles if found is not None else (cell,)


def describe_castle_choice(seat_view: CarcSeatView, moves: Sequence[Move]) -> list[str]:
    cell = next(move.castle for move in moves if isinstance(move, CastleBuild))
    tiles = set(small_city(seat_view, cell))
    city = next((f for f in seat_view.view.features if f.kind == "city" and set(f.tiles) == tiles), None)
    return [
        seat_view.say("carc.ask.castle", cell=str(cell), points=city.points if city is not None else 0),
        seat_view.say("carc.about.castle"),
    ]


def describe_source_choice(seat_view: CarcSeatView, moves: Sequence[Move]) -> list[str]:
    castle = next(move.castle for move in moves if isinstance(move, CastlePick))
    return [seat_view.say("carc.ask.castle-pick", cell=str(castle))]


def castle_source_params(seat_view: CarcSeatView, seen: BridgeView, spot: Spot) -> dict[str, str | int]:
    """Name and points of the feature a castle may score at `spot`."""
    found = feature_at(seat_view.view, spot)
    points = found.points if found is not None else 0
    name = (found.called or found.kind) if found is not None else "city"
    for castle in seen.castles:
        if any(at == (spot.cell, spot.place) for at in zip(castle.cells, castle.places, strict=True)):
            points, name = castle.points or 0, "castle"
    return {"points": points, "feature": name}
