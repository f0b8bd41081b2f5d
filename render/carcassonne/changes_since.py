"""What lies or stands otherwise than in an earlier position, and who did it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Feature

from .expansions import extras_in_view
from .news import Event, Gone, Moved, News, Scored, Told, Way

NAMED: Final = ("spot", "cell")  # parameters that say where something was scored; the first that is known


def mark_new_tiles(before: CarcassonneView, view: CarcassonneView) -> CarcassonneView:
    """The view with all cells among its changed ones on which a tile, a figure or a thing of a module is new."""
    laid, pieces = set(before.laid), set(before.pieces)
    found = [tile.cell for tile in view.laid if tile not in laid]
    found += [piece.cell for piece in view.pieces if piece not in pieces]
    found += _new_module_cells(before, view)
    return replace(view, changed=tuple(dict.fromkeys((*found, *view.changed))))


def collect_news(before: CarcassonneView, view: CarcassonneView, events: Iterable[Event] = ()) -> News:
    """What is new in the view since `before`. `events`: keys and parameters of what everybody was told since, the
    oldest first; without them nobody knows who laid a tile."""
    told = list(events)
    doers = _find_doers(told)
    laid = set(before.laid)
    read = _read_module_news(view, told)
    movers = {one.kind: one.seat for one in read if isinstance(one, Moved)}
    return News(
        laid={tile.cell: doers.get((tile.cell, True)) for tile in view.laid if tile not in laid},
        built={cell: doers.get((cell, False)) for cell in _new_module_cells(before, view)},
        moved=_find_moved_figures(before, view, movers),
        scored=_collect_scored(view, told),
        ways=tuple(one for one in read if isinstance(one, Way)),
        gone=tuple(one for one in read if isinstance(one, Gone)),
        gained=tuple(now - then for now, then in zip(view.scores, before.scores, strict=True)),
    )


def news_of_view(view: CarcassonneView) -> News:
    """What the view alone says: the tile that was laid a moment ago, and what it caused."""
    return News(
        laid={view.just_laid: view.active} if view.just_laid is not None else {},
        ways=tuple(one for one in _read_module_news(view, ()) if isinstance(one, Way)),
    )


def _read_module_news(view: CarcassonneView, events: Sequence[Event]) -> list[Told]:
    return [one for extra, seen in extras_in_view(view) for one in extra.read(seen, events)]


def _new_module_cells(before: CarcassonneView, view: CarcassonneView) -> list[Cell]:
    """The cells of what modules built."""
    known = {extra: set(extra.cells(seen)) for extra, seen in extras_in_view(before)}
    return [
        cell
        for extra, seen in extras_in_view(view)
        for thing, cell in extra.cells(seen)
        if (thing, cell) not in known.get(extra, ())
    ]


def _find_doers(events: Sequence[Event]) -> dict[tuple[Cell, bool], int]:
    """Who laid a tile on a cell (True), and who did something else there (False), the last of them."""
    found = {}
    for _, params in events:
        seat, at = params.get("seat"), params.get("cell")
        if seat is not None and at is not None:
            for cell in (at, *params.get("tiles", ())):
                found[Cell.parse(cell), "turn" in params] = seat
    return found


def _find_moved_figures(
    before: CarcassonneView, view: CarcassonneView, movers: Mapping[str, int]
) -> dict[int, int | None]:
    """Figures that stand where they did not: a seat moves its own."""
    left = list(before.pieces)
    found: dict[int, int | None] = {}
    for number, piece in enumerate(view.pieces):
        if piece in left:
            left.remove(piece)
        else:
            found[number] = piece.seat if piece.seat is not None else movers.get(piece.kind)
    return found


# --- points


def _collect_scored(view: CarcassonneView, events: Sequence[Event]) -> tuple[Scored, ...]:
    """What gave points, each feature once. At the end of a game only what was completed: else all of the board."""
    found: dict[Any, Scored] = {}
    occupied = {piece.cell for piece in view.pieces}
    for _, params in events:
        seats, points = params.get("seats"), params.get("points")
        if not points or not seats or "category" not in params or (view.over and not params.get("complete")):
            continue
        feature = _feature_of_spot(view, params.get("spot") or "")
        cell = next((_parse_cell(params[name]) for name in NAMED if params.get(name)), None)
        if cell is None:
            continue
        # Two ways to score one feature are one; so is what happens again on one cell.
        key: Any = feature.places[0] if feature is not None else cell
        if feature is None and cell not in occupied:
            continue  # nothing is there any more that a number could stand beside
        known = found.get(key)
        total = dict(known.points) if known is not None else {}
        for seat in seats:
            total[seat] = total.get(seat, 0) + points
        places = feature.places if feature is not None else ()
        found[key] = Scored(known.cell if known is not None else cell, total, places)
    return tuple(found.values())


def _parse_cell(text: str) -> Cell:
    return Cell.parse(text.partition(".")[0])


def _feature_of_spot(view: CarcassonneView, spot: str) -> Feature | None:
    name, dot, place = spot.partition(".")
    if not dot:
        return None
    at = (Cell.parse(name), place)
    return next((feature for feature in view.features if at in feature.places), None)
