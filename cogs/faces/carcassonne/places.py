"""Places of the board on screens: what is lettered on pictures, and the line that says what a place is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.choose.picker import Path, pack, unique
from cogs.choose.room import Room
from cogs.screen import Choice, File, Row
from render import Mark
from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.preview import PlaceInfo, Preview
from rules.carcassonne.view import CarcassonneView, Feature
from rules.core import Move

CarcRoom = Room[CarcassonneView]


def lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def preview(room: CarcRoom, move: Move | None = None) -> Preview:
    """The table once a tile is laid so; with no move, as it is."""
    found = room.preview(move)
    assert isinstance(found, Preview), "the game of a table that this face is asked to show"
    return found


def places_of(room: CarcRoom) -> tuple[PlaceInfo, ...]:
    """The places of the tile just laid."""
    return preview(room).places


def just(room: CarcRoom) -> Cell:
    """The tile just laid."""
    cell = room.view.just_laid
    assert cell is not None, "a tile has just been laid"
    return cell


# --- pictures


async def board(room: CarcRoom, name: str, tokens: Iterable[object]) -> tuple[File, ...]:
    """The board with these cells, places, bridges or quarters marked."""
    marks = tuple(Mark(token, token) for token in unique(map(str, tokens)))
    return await room.picture(name, lambda renderer, view, look: renderer.choice(view, look, marks))


async def tile(room: CarcRoom, name: str, cell: Cell, marks: Sequence[Mark]) -> tuple[File, ...]:
    """A tile that lies on the board, large, with its places lettered."""
    return await room.picture(
        f"{name} {cell}", lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=None)
    )


def place_marks(room: CarcRoom, places: Sequence[PlaceInfo]) -> tuple[Mark, ...]:
    return tuple(Mark(info.spot.place, str(info.spot), note=place_line(room, info)) for info in places if info.legal)


def spot_marks(room: CarcRoom, spots: Iterable[Spot]) -> tuple[Mark, ...]:
    """Places of one tile, each with what it belongs to."""
    return tuple(Mark(spot.place, str(spot), note=spot_line(room, spot)) for spot in unique(spots))


# --- words


def place_lines(room: CarcRoom, places: Sequence[PlaceInfo]) -> list[str]:
    """The list under the picture; each line begins with the token that the picture bears."""
    return [room.say("carc.pick.item", token=info.spot.place, text=place_line(room, info)) for info in places]


def place_line(room: CarcRoom, info: PlaceInfo) -> str:
    """A place of the tile: what it belongs to, how big that is, whose, and what it gives now."""
    return _line(
        room,
        info.spot,
        info.feature,
        len(info.tiles),
        info.occupied_by,
        info.complete,
        info.shields,
        info.points,
        info.cities,
        9 - len(info.open_at),
        info.barred.rpartition(".")[2],
    )


def spot_line(room: CarcRoom, spot: Spot) -> str:
    """The same for any place of the board."""
    found = feature_at(room.view, spot)
    if found is None:
        return room.say("carc.pick.spot", cell=str(spot.cell), place=spot.place)
    held = [seat for seat, n in enumerate(found.strength) if n]
    complete = found.complete and found.kind != "field"
    done = found.beyond + sum(room.view.features[city].complete for city in found.cities)
    return _line(
        room,
        spot,
        found.kind,
        len(found.tiles),
        held,
        complete,
        found.marks.get("shield", 0),
        found.points,
        done,
        9 - len(found.open_at),
    )


def _line(
    room: CarcRoom,
    spot: Spot,
    feature: str,
    n: int,
    held: Sequence[int],
    complete: bool,
    shields: int,
    points: int,
    cities: int,
    around: int,
    barred: str = "",
) -> str:
    if feature == "field":
        why = barred if barred and room.voice.has(f"carc.info.{barred}") else "field"
        key = "field_occupied" if held else why
    elif held:
        key = "held_now" if complete else "occupied"
    elif feature == "monastery":
        key, n = "monastery", around
    else:
        key = ("complete" if complete else "open") + ("_shields" if shields else "")
    return room.say(
        f"carc.info.{key}",
        place=spot.place,
        n=n,
        shields=shields,
        points=points,
        cities=cities,
        seats=list(held),
    )


def items(room: CarcRoom, spots: Sequence[Spot]) -> list[str]:
    """Places of the board, each in a line of its own."""
    return [room.say("carc.pick.item", token=str(spot), text=spot_line(room, spot)) for spot in unique(spots)]


def feature_at(view: CarcassonneView, spot: Spot) -> Feature | None:
    """The road, city, monastery or field that a place belongs to."""
    here = (spot.cell, spot.place)
    return next((feature for feature in view.features if here in feature.places), None)


def cell_rows(room: CarcRoom, found: Sequence[tuple[Cell, Path]]) -> list[Row]:
    """Many cells as lists, along the rows of the board; every one leads on."""
    rows: list[Row] = []
    for slot, (run, first, last) in enumerate(pack(found, lambda item: item[0].bucket)):
        key = "carc.pick.row" if first == last and first else "carc.pick.rows"
        first, last = first or run[0][0].bucket, last or run[-1][0].bucket
        choices = [Choice(str(path), str(cell)) for cell, path in run]
        rows.append(room.select(slot, run[0][1], choices, room.say(key, n=first, m=last)))
    return rows
