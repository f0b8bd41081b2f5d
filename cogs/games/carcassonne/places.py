"""Places of the board on screens: numbers on images, and their descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

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
MONASTERY_TILES: Final = 9  # of a complete monastery


def join_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def preview_table(seat_view: CarcSeatView, move: Move | None = None) -> Preview:
    """The table after laying a tile; `move` None: the current one."""
    preview = seat_view.preview(move)
    assert isinstance(preview, Preview), "the game of a table that this face is asked to show"
    return preview


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
    return await seat_view.draw_picture(name, lambda renderer, view, look: renderer.choice(view, look, marks))


async def tile_picture(seat_view: CarcSeatView, name: str, cell: Cell, marks: Sequence[Mark]) -> tuple[File, ...]:
    """An enlarged tile of the board with marked places."""
    return await seat_view.draw_picture(
        f"{name} {cell}", lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=None)
    )


def number_places(places: Sequence[PlaceInfo]) -> dict[str, int]:
    """Place -> number on the image, for places that can be chosen."""
    return {place.spot.place: n for n, place in enumerate((place for place in places if place.is_deployable), 1)}


def place_marks(seat_view: CarcSeatView, places: Sequence[PlaceInfo]) -> tuple[Mark, ...]:
    """Marks of free places with numbers, then of occupied ones with a dash."""
    numbers = number_places(places)
    free = [place for place in places if place.is_deployable]
    taken = [place for place in places if place.occupied_by and not place.is_deployable]
    labelled = [(str(numbers[place.spot.place]), place) for place in free] + [(TAKEN, place) for place in taken]
    return tuple(Mark(label, str(place.spot), note=place_line(seat_view, place)) for label, place in labelled)


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
    if seat_view.wants_simple_screens:
        return seat_view.say("carc.pick.put_other", number=number, who=figure, feature=info.called)
    n = info.cities if info.feature == "field" else len(info.tiles)
    return figure_button_text(seat_view, figure, number, info.called, n)


def spot_button_text(seat_view: CarcSeatView, figure: str, spot: Spot, number: int) -> str:
    """The button label for any place of the board."""
    feature = feature_at(seat_view.view, spot)
    if feature is None:
        return seat_view.say("carc.pick.put_spot", number=number, who=figure, spot=str(spot))
    n = count_complete_cities(seat_view.view, feature) if feature.kind == "field" else len(feature.tiles)
    return figure_button_text(seat_view, figure, number, feature.called or feature.kind, n)


def count_complete_cities(view: CarcassonneView, field: Feature) -> int:
    return field.beyond + sum(view.features[city].complete for city in field.cities)


def place_line(seat_view: CarcSeatView, info: PlaceInfo) -> str:
    """A place of the tile: its feature, size and current points. The image adds the owners."""
    if seat_view.wants_simple_screens and info.feature in ("road", "city", "field"):
        key = "plain_field" if info.feature == "field" else "plain"
        return seat_view.say(f"carc.info.{key}", feature=info.called, n=len(info.tiles))
    return _feature_line(seat_view, info, info.called, info.cities, info.shields, info.barred.rpartition(".")[2])


def spot_line(seat_view: CarcSeatView, spot: Spot) -> str:
    """A line for any place of the board."""
    feature = feature_at(seat_view.view, spot)
    if feature is None:
        return seat_view.say("carc.pick.spot", cell=str(spot.cell), place=spot.place)
    cities = count_complete_cities(seat_view.view, feature)
    return _feature_line(seat_view, feature, feature.called or feature.kind, cities, feature.marks.get("shield", 0))


def _feature_line(
    seat_view: CarcSeatView, feature: PlaceInfo | Feature, called: str, cities: int, shields: int, barred: str = ""
) -> str:
    """A feature with its size and current points, by its kind. `barred`: why a field takes no figure, if so."""
    kind = feature.feature if isinstance(feature, PlaceInfo) else feature.kind
    if kind == "field":
        key = barred if barred and seat_view.voice.has(f"carc.info.{barred}") else "field"
    elif kind == "monastery":
        key = "monastery"
    else:
        key = ("complete" if feature.complete else "open") + ("_shields" if shields else "")
    return seat_view.say(
        f"carc.info.{key}",
        feature=called,
        n=MONASTERY_TILES - len(feature.open_at) if kind == "monastery" else len(feature.tiles),
        shields=shields,
        points=feature.points,
        cities=cities,
        m=len(feature.open_at),
    )


def list_places(seat_view: CarcSeatView, spots: Sequence[Spot]) -> list[str]:
    """Places of the board, one line each."""
    lines = [(str(spot), spot_line(seat_view, spot)) for spot in unique_items(spots)]
    return [seat_view.say("carc.pick.item", token=token, text=line) for token, line in lines]


def feature_at(view: CarcassonneView, spot: Spot) -> Feature | None:
    """The feature of a place."""
    cell_and_place = (spot.cell, spot.place)
    return next((feature for feature in view.features if cell_and_place in feature.places), None)


def cell_rows(seat_view: CarcSeatView, path_by_cell: Sequence[tuple[Cell, ChoicePath]]) -> list[Row]:
    """Many cells as selects, by rows of the board; choices lead on."""
    rows: list[Row] = []
    for slot, (cells_run, first, last) in enumerate(pack_into_selects(path_by_cell, lambda item: item[0].bucket)):
        key = "carc.pick.row" if first == last and first else "carc.pick.rows"
        first, last = first or cells_run[0][0].bucket, last or cells_run[-1][0].bucket
        choices = [Choice(str(path), str(cell)) for cell, path in cells_run]
        rows.append(seat_view.choice_select(slot, cells_run[0][1], choices, seat_view.say(key, n=first, m=last)))
    return rows
