"""Finds the differences between two positions, and the seats that caused them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Feature

from .expansions import extras_in_view
from .news import Event, FigureNews, MovedFigure, News, RemovedFigure, Scored, Way

PLACE_PARAMS: Final = ("spot", "cell")  # parameters with the place of a scoring; the first one present counts


def mark_new_tiles(before: CarcassonneView, view: CarcassonneView) -> CarcassonneView:
    """The view with all cells marked as changed that have a new tile, figure or module piece."""
    laid, pieces = set(before.laid), set(before.pieces)
    changed = [tile.cell for tile in view.laid if tile not in laid]
    changed += [piece.cell for piece in view.pieces if piece not in pieces]
    changed += _new_module_cells(before, view)
    return replace(view, changed=tuple(dict.fromkeys((*changed, *view.changed))))


def collect_news(before: CarcassonneView, view: CarcassonneView, events: Iterable[Event] = ()) -> News:
    """The news of the view since `before`. `events`: keys and parameters of the public events since, oldest first;
    without them nobody is named as the owner of a new tile."""
    event_list = list(events)
    layers, builders = _find_acting_seats(event_list)
    laid = set(before.laid)
    module_news = _read_module_news(view, event_list)
    movers = {news.kind: news.seat for news in module_news if isinstance(news, MovedFigure)}
    return News(
        laid={tile.cell: layers.get(tile.cell) for tile in view.laid if tile not in laid},
        built={cell: builders.get(cell) for cell in _new_module_cells(before, view)},
        moved=_find_moved_figures(before, view, movers),
        scored=_collect_scored(view, event_list),
        ways=tuple(news for news in module_news if isinstance(news, Way)),
        gone=tuple(news for news in module_news if isinstance(news, RemovedFigure)),
        gained=tuple(now - then for now, then in zip(view.scores, before.scores, strict=True)),
    )


def news_of_view(view: CarcassonneView) -> News:
    """The news that the view itself contains: the tile just laid and its effects."""
    return News(
        laid={view.just_laid: view.active} if view.just_laid is not None else {},
        ways=tuple(news for news in _read_module_news(view, ()) if isinstance(news, Way)),
    )


def _read_module_news(view: CarcassonneView, events: Sequence[Event]) -> list[FigureNews]:
    return [news for extra, seen in extras_in_view(view) for news in extra.read_figure_news(seen, events)]


def _new_module_cells(before: CarcassonneView, view: CarcassonneView) -> list[Cell]:
    """The cells with new module pieces."""
    known_pieces = {extra: set(extra.pieces_on_tiles(seen)) for extra, seen in extras_in_view(before)}
    return [
        cell
        for extra, seen in extras_in_view(view)
        for piece_name, cell in extra.pieces_on_tiles(seen)
        if (piece_name, cell) not in known_pieces.get(extra, ())
    ]


def _find_acting_seats(events: Sequence[Event]) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """Cell -> seat that laid a tile there; cell -> seat that last did something else there."""
    layers: dict[Cell, int] = {}
    builders: dict[Cell, int] = {}
    for _, params in events:
        seat, place = params.get("seat"), params.get("cell")
        if seat is not None and place is not None:
            seat_of_cell = layers if "turn" in params else builders
            for cell in (place, *params.get("tiles", ())):
                seat_of_cell[Cell.parse(cell)] = seat
    return layers, builders


def _find_moved_figures(
    before: CarcassonneView, view: CarcassonneView, movers: Mapping[str, int]
) -> dict[int, int | None]:
    """Index of each figure in a new place -> the seat that moved it; a seat moves its own figures. `movers`: figure
    kind -> seat, for neutral figures."""
    unmatched = list(before.pieces)
    moved: dict[int, int | None] = {}
    for index, piece in enumerate(view.pieces):
        if piece in unmatched:
            unmatched.remove(piece)
        else:
            moved[index] = piece.seat if piece.seat is not None else movers.get(piece.kind)
    return moved


# --- points


def _collect_scored(view: CarcassonneView, events: Sequence[Event]) -> tuple[Scored, ...]:
    """The scorings, one for each feature. After the end of the game only those of completed features, because the final
    scoring covers the whole board."""
    scorings: dict[Any, Scored] = {}
    occupied = {piece.cell for piece in view.pieces}
    for _, params in events:
        seats, points = params.get("seats"), params.get("points")
        if not points or not seats or "category" not in params or (view.over and not params.get("complete")):
            continue
        feature = _feature_of_spot(view, params.get("spot") or "")
        cell = next((_parse_cell(params[param]) for param in PLACE_PARAMS if params.get(param)), None)
        if cell is None:
            continue
        # Scorings of one feature are joined, as are those of one cell without a feature.
        key: Any = feature.places[0] if feature is not None else cell
        if feature is None and cell not in occupied:
            continue  # no figure is left there for a number
        earlier = scorings.get(key)
        points_by_seat = dict(earlier.points) if earlier is not None else {}
        for seat in seats:
            points_by_seat[seat] = points_by_seat.get(seat, 0) + points
        places = feature.places if feature is not None else ()
        scorings[key] = Scored(earlier.cell if earlier is not None else cell, points_by_seat, places)
    return tuple(scorings.values())


def _parse_cell(text: str) -> Cell:
    return Cell.parse(text.partition(".")[0])


def _feature_of_spot(view: CarcassonneView, spot: str) -> Feature | None:
    name, dot, place = spot.partition(".")
    if not dot:
        return None
    segment = (Cell.parse(name), place)
    return next((feature for feature in view.features if segment in feature.places), None)
