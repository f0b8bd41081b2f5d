"""Places of the board on screens: numbers on images, and their descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.choose.picker import ChoicePath, pack_into_selects, unique_items
from cogs.games.seat_view import SeatView
from cogs.screen import Choice, File, Row
from render import Mark
from render.carcassonne.numbered_places import TAKEN
from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.preview import PlaceInfo, Preview
from rules.carcassonne.view import CarcassonneView, Feature
from rules.core import Move

CarcSeatView = SeatView[CarcassonneView]


def join_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def preview_table(seat_view: CarcSeatView, move: Move | None = None) -> Preview:
    """The table after laying a tile; `move` None: the current one."""
    found = seat_view.preview(move)
    assert isinstance(found, Preview), "the game of a table that this face is asked to show"
    return found


def just_laid_places(seat_view: CarcSeatView) -> tuple[PlaceInfo, ...]:
    return preview_table(seat_view).places


def just_laid_cell(seat_view: CarcSeatView) -> Cell:
    """The cell of the tile just laid."""
    cell = seat_view.view.just_laid
    assert cell is not None, "a tile has just been laid"
    return cell


# --- images


async def board_picture(seat_view: CarcSeatView, name: str, tokens: Iterable[object]) -> tuple[File, ...]:
    """The board with these cells, places, bridges or quarters marked."""
    marks = tuple(Mark(token, token) for token in unique_items(map(str, tokens)))
    return await seat_view.picture(name, lambda renderer, view, look: renderer.choice(view, look, marks))


async def tile_picture(seat_view: CarcSeatView, name: str, cell: Cell, marks: Sequence[Mark]) -> tuple[File, ...]:
    """An enlarged tile of the board with marked places."""
    return await seat_view.picture(
        f"{name} {cell}", lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=None)
    )


def number_places(places: Sequence[PlaceInfo]) -> dict[str, int]:
    """Place -> number on the image, for places that can be chosen."""
    return {info.spot.place: n for n, info in enumerate((info for info in places if info.legal), 1)}


def place_marks(seat_view: CarcSeatView, places: Sequence[PlaceInfo]) -> tuple[Mark, ...]:
    """Marks of free places with numbers, then of occupied ones with a dash."""
    known = number_places(places)
    free = [Mark(str(known[p.spot.place]), str(p.spot), note=place_line(seat_view, p)) for p in places if p.legal]
    taken = [
        Mark(TAKEN, str(info.spot), note=place_line(seat_view, info))
        for info in places
        if info.occupied_by and not info.legal
    ]
    return (*free, *taken)


def spot_marks(seat_view: CarcSeatView, spots: Iterable[Spot]) -> tuple[Mark, ...]:
    """Numbered marks of places on one tile, each with its feature."""
    return tuple(
        Mark(str(n), str(spot), note=spot_line(seat_view, spot)) for n, spot in enumerate(unique_items(spots), 1)
    )


# --- words


def legend_without_picture(seat_view: CarcSeatView, files: Sequence[File], marks: Sequence[Mark]) -> list[str]:
    """The legend as text, if the image is missing."""
    if files:
        return []
    return [seat_view.say("carc.pick.item", token=mark.token, text=mark.note) for mark in marks]


def figure_button_text(seat_view: CarcSeatView, figure: str, number: int, feature: str, n: int) -> str:
    """The button label of a figure on a numbered place. `n`: tiles; for a field its cities."""
    kind = feature if feature in ("road", "city", "field") else "other"
    return seat_view.say(f"carc.pick.put_{kind}", number=number, who=figure, feature=feature, n=n)


def place_button_text(seat_view: CarcSeatView, figure: str, info: PlaceInfo, number: int) -> str:
    """The button label for a place of the tile just laid."""
    if seat_view.plain:
        return seat_view.say("carc.pick.put_other", number=number, who=figure, feature=info.called)
    n = info.cities if info.feature == "field" else len(info.tiles)
    return figure_button_text(seat_view, figure, number, info.called, n)


def spot_button_text(seat_view: CarcSeatView, figure: str, spot: Spot, number: int) -> str:
    """The button label for any place of the board."""
    found = feature_at(seat_view.view, spot)
    if found is None:
        return seat_view.say("carc.pick.put_spot", number=number, who=figure, spot=str(spot))
    n = count_complete_cities(seat_view.view, found) if found.kind == "field" else len(found.tiles)
    return figure_button_text(seat_view, figure, number, found.called or found.kind, n)


def count_complete_cities(view: CarcassonneView, field: Feature) -> int:
    return field.beyond + sum(view.features[city].complete for city in field.cities)


def place_line(seat_view: CarcSeatView, info: PlaceInfo) -> str:
    """A place of the tile: its feature, size and current points. The image adds the owners."""
    if seat_view.plain and info.feature in ("road", "city", "field"):
        key = "plain_field" if info.feature == "field" else "plain"
        return seat_view.say(f"carc.info.{key}", feature=info.called, n=len(info.tiles))
    return _feature_line(seat_view, info, info.called, info.cities, info.shields, info.barred.rpartition(".")[2])


def spot_line(seat_view: CarcSeatView, spot: Spot) -> str:
    """A line for any place of the board."""
    found = feature_at(seat_view.view, spot)
    if found is None:
        return seat_view.say("carc.pick.spot", cell=str(spot.cell), place=spot.place)
    cities = count_complete_cities(seat_view.view, found)
    return _feature_line(seat_view, found, found.called or found.kind, cities, found.marks.get("shield", 0))


def _feature_line(
    seat_view: CarcSeatView, what: PlaceInfo | Feature, called: str, cities: int, shields: int, barred: str = ""
) -> str:
    kind = what.feature if isinstance(what, PlaceInfo) else what.kind
    if kind == "field":
        key = barred if barred and seat_view.voice.has(f"carc.info.{barred}") else "field"
    elif kind == "monastery":
        key = "monastery"
    else:
        key = ("complete" if what.complete else "open") + ("_shields" if shields else "")
    return seat_view.say(
        f"carc.info.{key}",
        feature=called,
        n=9 - len(what.open_at) if kind == "monastery" else len(what.tiles),
        shields=shields,
        points=what.points,
        cities=cities,
        m=len(what.open_at),
    )


def list_places(seat_view: CarcSeatView, spots: Sequence[Spot]) -> list[str]:
    """Places of the board, one line each."""
    return [
        seat_view.say("carc.pick.item", token=str(spot), text=spot_line(seat_view, spot))
        for spot in unique_items(spots)
    ]


def feature_at(view: CarcassonneView, spot: Spot) -> Feature | None:
    """The feature of a place."""
    here = (spot.cell, spot.place)
    return next((feature for feature in view.features if here in feature.places), None)


def cell_rows(seat_view: CarcSeatView, found: Sequence[tuple[Cell, ChoicePath]]) -> list[Row]:
    """Many cells as selects, by rows of the board; choices lead on."""
    rows: list[Row] = []
    for slot, (run, first, last) in enumerate(pack_into_selects(found, lambda item: item[0].bucket)):
        key = "carc.pick.row" if first == last and first else "carc.pick.rows"
        first, last = first or run[0][0].bucket, last or run[-1][0].bucket
        choices = [Choice(str(path), str(cell)) for cell, path in run]
        rows.append(seat_view.select(slot, run[0][1], choices, seat_view.say(key, n=first, m=last)))
    return rows
