"""What of a turn is shown to whoever comes back: what has to be seen of the board, and who went home for nothing."""

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

TILE, LOST, SCORED, NEAR, END, WAY, PUT, MOVED, BUILT = 100, 95, 45, 75, 60, 50, 65, 30, 58  # weights
STEP: Final = frozenset({"old", "cell", "step"})  # parameters of a step of somebody's way
BEGUN: Final = "carc.game.begun"
MINE: Final = 40  # what touches the reader weighs so much more


@dataclass(frozen=True, slots=True)
class TurnChanges:
    """A turn on the board: all that is new, and the figures that went home without points, where they stood."""

    view: CarcassonneView
    news: News
    lost: tuple[Piece, ...]  # those of nobody's were taken from the reader
    reader: int | None
    seat: int | None = None  # whose turn it was


def compute_turn_changes(
    before: CarcassonneView,
    after: CarcassonneView,
    events: Sequence[Event],
    reader: int | None,
    seat: int | None = None,
) -> TurnChanges:
    """What a turn brought. `before` and `after`: the views around it, `events` in between; `seat`: whose it was."""
    new = collect_news(before, after, events)
    if events:  # what others laid before their turns began is no part of this one
        lies = {laid.cell for laid in after.laid}
        new = replace(new, laid={cell: seat for cell, seat in _list_laid_tiles(events) if cell in lies})
        new = replace(new, ways=tuple(_ways_since(new.ways, events)))
    lost = _find_lost_figures(before, after, events)
    if reader is not None:
        lost += [piece for extra in EXTRAS.values() for piece in extra.taken(events, reader)]
    return TurnChanges(after, new, tuple(lost), reader, seat)


def _ways_since(ways: Sequence[Way], events: Sequence[Event]) -> Iterator[Way]:
    """The ways without the steps before these events: the view keeps the last way whole, or an earlier one."""
    steps = 0  # of the last way
    for _, params in events:
        if params.keys() >= STEP:
            steps = 1 if params["step"] == 1 else steps + 1
    if steps:
        yield from ways[:-1]
        yield from (replace(way, cells=way.cells[-steps - 1 :]) for way in ways[-1:])


def _list_laid_tiles(events: Sequence[Event]) -> Iterator[tuple[Cell, int]]:
    """Where tiles were laid, and by whom."""
    for key, params in events:
        if {"tile", "cell", "turn"} <= params.keys() and key != BEGUN:
            yield Cell.parse(params["cell"]), params["seat"]


def list_cutout_items(turn: TurnChanges) -> list[CutoutItem]:
    """What has to be seen of it; never empty."""
    new, view, reader = turn.news, turn.view, turn.reader
    found = [CutoutItem(part_of_cell(cell), TILE) for cell in new.laid]
    found += [CutoutItem(part_of_cell(cell), BUILT) for cell in new.built]
    for piece in turn.lost:
        found.append(_cutout_item(part_of_cell(piece.cell), LOST, piece.seat in (reader, None)))
    for one in new.scored:
        mine = reader in one.points
        found.append(_cutout_item(_part_of_cells(one.cells), SCORED, mine))
        found.append(_cutout_item(part_of_cell(_nearest_laid_tile(one, new.laid)), NEAR, mine))
    for way in new.ways:
        found += [CutoutItem(_part_of_cells(way.cells), WAY), CutoutItem(part_of_cell(way.cells[-1]), END)]
    ends = {way.cells[-1] for way in new.ways}
    apart = {number: at for extra, seen in extras_in_view(view) for number, at in extra.stands(seen, view).items()}
    for number in new.moved:
        piece = view.pieces[number]
        if piece.cell not in new.laid and piece.cell not in ends:
            x, y = apart.get(number, (piece.cell.x + 0.5, piece.cell.y + 0.5))
            part = (x - 0.5, y - 0.5, x + 0.5, y + 0.5)
            found.append(CutoutItem(part, PUT if piece.seat is not None else MOVED))
    return found or [CutoutItem(part_of_cell(view.laid[-1].cell), TILE)]


def _cutout_item(part: Part, weight: int, mine: bool) -> CutoutItem:
    return CutoutItem(part, weight + MINE * mine, mine)


def part_of_cell(cell: Cell) -> Part:
    """A cell as a part of the board."""
    return cell.x, cell.y, cell.x + 1, cell.y + 1


def _part_of_cells(cells: Sequence[Cell]) -> Part:
    return (
        min(cell.x for cell in cells),
        min(cell.y for cell in cells),
        max(cell.x for cell in cells) + 1,
        max(cell.y for cell in cells) + 1,
    )


def _nearest_laid_tile(one: Scored, laid: Collection[Cell]) -> Cell:
    """The tile of what scored that is nearest to where something was laid."""

    def far(cell: Cell) -> int:
        return min((abs(cell.x - at.x) + abs(cell.y - at.y) for at in laid), default=0)

    return min(one.cells, key=far)


# --- who went home for nothing


def _find_lost_figures(before: CarcassonneView, after: CarcassonneView, events: Sequence[Event]) -> list[Piece]:
    """The figures of seats that went home without points; also those that came and went within the turn."""
    absent = Counter(piece for piece in before.pieces if piece.seat is not None)
    absent.subtract(after.pieces)
    paid, unpaid = _find_returned_figures(events)
    for piece in paid:
        absent[piece] -= 1
    gone = list((+absent).elements())
    gone += [piece for piece in unpaid if piece not in gone]
    travels = {key for extra in EXTRAS.values() for key in extra.travels}
    for key, params in events:
        if key in travels:
            moved = next((p for p in gone if (p.kind, p.seat) == (params["figure"], params["seat"])), None)
            if moved is not None:
                gone.remove(moved)
    return [piece for piece in gone if any(laid.cell == piece.cell for laid in after.laid)]


def _find_returned_figures(events: Sequence[Event]) -> tuple[list[Piece], list[Piece]]:
    """Those who went home, as far as that is told: with points for their seat, and without."""
    owners: dict[Any, set[int]] = {}
    for _, params in events:
        if params.get("points") and params.get("spot"):
            owners.setdefault(params["spot"], set()).update(params.get("seats", ()))
    paid: list[Piece] = []
    unpaid: list[Piece] = []
    for _, params in events:
        for kind, seat, spot in params.get("returned", ()):
            name, _, place = spot.partition(".")
            scored = seat in owners.get(params.get("spot"), ())
            (paid if scored else unpaid).append(Piece(kind, seat, Cell.parse(name), place))
    return paid, unpaid
