"""The changes of one turn for recaps: parts of the board to show, and figures returned without points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Piece

from .changes_since import collect_news
from .cutout import CutoutItem, Part
from .expansions import EXTRAS, extras_in_view
from .news import Event, News, Scored, Way

# Weights of what is worth seeing.
TILE_WEIGHT, BUILT_WEIGHT, LOST_WEIGHT = 100, 58, 95
SCORED_WEIGHT, NEAR_WEIGHT = 45, 75  # a whole scored feature; its tile nearest to a new one
WAY_WEIGHT, WAY_END_WEIGHT = 50, 60
PUT_WEIGHT, MOVED_WEIGHT = 65, 30  # a seat's figure; a neutral one
STEP_PARAMS: Final = frozenset({"old", "cell", "step"})  # parameters of a step of a way
GAME_BEGUN_KEY: Final = "carc.game.begun"
READER_WEIGHT: Final = 40  # extra weight of items that concern the reader


@dataclass(frozen=True, slots=True)
class TurnChanges:
    """The changes of a turn on the board."""

    view: CarcassonneView
    news: News
    lost: tuple[Piece, ...]  # figures returned without points, and neutral figures taken from the reader
    reader: int | None
    seat: int | None = None  # the seat whose turn it was


def compute_turn_changes(
    before: CarcassonneView,
    after: CarcassonneView,
    events: Sequence[Event],
    reader: int | None,
    seat: int | None = None,
) -> TurnChanges:
    """The changes of a turn from the views `before` and `after` it and the events in between."""
    news = collect_news(before, after, events)
    if events:  # tiles of other seats before this turn are not part of it
        laid_cells = {laid.cell for laid in after.laid}
        news = replace(news, laid={cell: seat for cell, seat in _list_laid_tiles(events) if cell in laid_cells})
        news = replace(news, ways=tuple(_ways_since(news.ways, events)))
    lost = _find_lost_figures(before, after, events)
    if reader is not None:
        lost += [piece for extra in EXTRAS.values() for piece in extra.find_figures_taken(events, reader)]
    return TurnChanges(after, news, tuple(lost), reader, seat)


def _ways_since(ways: Sequence[Way], events: Sequence[Event]) -> Iterator[Way]:
    """The ways without the steps before these events: the view keeps the whole last way."""
    steps = 0  # steps of the last way
    for _, params in events:
        if params.keys() >= STEP_PARAMS:
            steps = 1 if params["step"] == 1 else steps + 1
    if steps:
        yield from ways[:-1]
        yield from (replace(way, cells=way.cells[-steps - 1 :]) for way in ways[-1:])


def _list_laid_tiles(events: Sequence[Event]) -> Iterator[tuple[Cell, int]]:
    """(cell, seat) of each laid tile."""
    for key, params in events:
        if {"tile", "cell", "turn"} <= params.keys() and key != GAME_BEGUN_KEY:
            yield Cell.parse(params["cell"]), params["seat"]


def list_cutout_items(turn: TurnChanges) -> list[CutoutItem]:
    """The parts of the board worth seeing; never empty."""
    news, view, reader = turn.news, turn.view, turn.reader
    items = [CutoutItem(part_of_cell(cell), TILE_WEIGHT) for cell in news.laid]
    items += [CutoutItem(part_of_cell(cell), BUILT_WEIGHT) for cell in news.built]
    for piece in turn.lost:
        items.append(_cutout_item(part_of_cell(piece.cell), LOST_WEIGHT, piece.seat in (reader, None)))
    for scoring in news.scored:
        concerns_reader = reader in scoring.points
        items.append(_cutout_item(_part_of_cells(scoring.cells), SCORED_WEIGHT, concerns_reader))
        items.append(_cutout_item(part_of_cell(_nearest_laid_tile(scoring, news.laid)), NEAR_WEIGHT, concerns_reader))
    for way in news.ways:
        items += [
            CutoutItem(_part_of_cells(way.cells), WAY_WEIGHT),
            CutoutItem(part_of_cell(way.cells[-1]), WAY_END_WEIGHT),
        ]
    way_ends = {way.cells[-1] for way in news.ways}
    off_places = {
        index: position
        for extra, seen in extras_in_view(view)
        for index, position in extra.figure_positions(seen, view).items()
    }
    for index in news.moved:
        piece = view.pieces[index]
        if piece.cell not in news.laid and piece.cell not in way_ends:
            x, y = off_places.get(index, (piece.cell.x + 0.5, piece.cell.y + 0.5))
            part = (x - 0.5, y - 0.5, x + 0.5, y + 0.5)
            items.append(CutoutItem(part, PUT_WEIGHT if piece.seat is not None else MOVED_WEIGHT))
    return items or [CutoutItem(part_of_cell(view.laid[-1].cell), TILE_WEIGHT)]


def _cutout_item(part: Part, weight: int, concerns_reader: bool) -> CutoutItem:
    return CutoutItem(part, weight + READER_WEIGHT * concerns_reader, concerns_reader)


def part_of_cell(cell: Cell) -> Part:
    """The part of the board that is one cell."""
    return cell.x, cell.y, cell.x + 1, cell.y + 1


def _part_of_cells(cells: Sequence[Cell]) -> Part:
    return (
        min(cell.x for cell in cells),
        min(cell.y for cell in cells),
        max(cell.x for cell in cells) + 1,
        max(cell.y for cell in cells) + 1,
    )


def _nearest_laid_tile(scoring: Scored, laid: Collection[Cell]) -> Cell:
    """The tile of a scored feature nearest to a new tile."""

    def distance_to_laid(cell: Cell) -> int:
        return min((abs(cell.x - laid_cell.x) + abs(cell.y - laid_cell.y) for laid_cell in laid), default=0)

    return min(scoring.cells, key=distance_to_laid)


# --- figures returned without points


def _find_lost_figures(before: CarcassonneView, after: CarcassonneView, events: Sequence[Event]) -> list[Piece]:
    """The seats' figures that were returned without points, including those deployed in the same turn."""
    missing = Counter(piece for piece in before.pieces if piece.seat is not None)
    missing.subtract(after.pieces)
    paid, unpaid = _find_returned_figures(events)
    for piece in paid:
        missing[piece] -= 1
    lost = list((+missing).elements())
    lost += [piece for piece in unpaid if piece not in lost]
    travel_keys = {key for extra in EXTRAS.values() for key in extra.figure_move_keys}
    for key, params in events:
        if key in travel_keys:
            moved = [piece for piece in lost if (piece.kind, piece.seat) == (params["figure"], params["seat"])]
            if moved:
                lost.remove(moved[0])
    return [piece for piece in lost if any(laid.cell == piece.cell for laid in after.laid)]


def _find_returned_figures(events: Sequence[Event]) -> tuple[list[Piece], list[Piece]]:
    """Returned figures by event: with points for their seat, and without."""
    scoring_seats_of_spot: dict[Any, set[int]] = {}
    for _, params in events:
        if params.get("points") and params.get("spot"):
            scoring_seats_of_spot.setdefault(params["spot"], set()).update(params.get("seats", ()))
    paid: list[Piece] = []
    unpaid: list[Piece] = []
    for _, params in events:
        for kind, seat, spot in params.get("returned", ()):
            name, _, place = spot.partition(".")
            scored = seat in scoring_seats_of_spot.get(params.get("spot"), ())
            (paid if scored else unpaid).append(Piece(kind, seat, Cell.parse(name), place))
    return paid, unpaid
