"""Places of the board on screens: what is lettered on pictures, and the line that says what a place is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cogs.choose.picker import pack, unique
from cogs.screen import Choice, File, Row
from render import Mark
from rules.carcassonne import preview
from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.view import Feature

if TYPE_CHECKING:
    from cogs.choose.picker import Path
    from cogs.choose.room import Room


def game_of(room: Room) -> CarcassonneGame:
    """The game of a table that this face is asked to show."""
    assert isinstance(room.game, CarcassonneGame)
    return room.game


def lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def places_of(room: Room) -> tuple[preview.PlaceInfo, ...]:
    """The places of the tile just laid."""
    return preview.places(game_of(room), room.state, room.seat)


# --- pictures


async def board(room: Room, name: str, tokens: Iterable[Any]) -> tuple[File, ...]:
    """The board with these cells, places, bridges or quarters marked."""
    marks = tuple(Mark(token, token) for token in unique(map(str, tokens)))
    return await room.picture(name, lambda renderer, view, look: renderer.choice(view, look, marks))


async def tile(room: Room, name: str, cell: Cell, marks: Sequence[Mark]) -> tuple[File, ...]:
    """A tile that lies on the board, large, with its places lettered."""
    return await room.picture(
        f"{name} {cell}", lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=None)
    )


def place_marks(room: Room, places: Sequence[preview.PlaceInfo]) -> tuple[Mark, ...]:
    return tuple(Mark(info.spot.place, str(info.spot), note=place_line(room, info)) for info in places if info.legal)


def spot_marks(room: Room, spots: Iterable[Spot]) -> tuple[Mark, ...]:
    """Places of one tile, each with what it belongs to."""
    return tuple(Mark(spot.place, str(spot), note=spot_line(room, spot)) for spot in unique(spots))


# --- words


def place_lines(room: Room, places: Sequence[preview.PlaceInfo]) -> list[str]:
    """The list under the picture; each line begins with the token that the picture bears."""
    return [room.say("carc.pick.item", token=info.spot.place, text=place_line(room, info)) for info in places]


def place_line(room: Room, info: preview.PlaceInfo) -> str:
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


def spot_line(room: Room, spot: Spot) -> str:
    """The same for any place of the board."""
    found = feature_at(room.view, spot)
    if found is None:
        return room.say("carc.pick.spot", cell=str(spot.cell), place=spot.place)
    held = [seat for seat, n in enumerate(found.strength) if n]
    complete = found.complete and found.kind != "field"
    done = sum(room.view.features[city].complete for city in found.cities)
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
    room: Room,
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


def feature_at(view: Any, spot: Spot) -> Feature | None:
    """The road, city, monastery or field that a place belongs to."""
    here = (spot.cell, spot.place)
    found: Feature | None = next((feature for feature in view.features if here in feature.places), None)
    return found


def cell_rows(room: Room, found: Sequence[tuple[Cell, Path]]) -> list[Row]:
    """Many cells as lists, along the rows of the board; every one leads on."""
    rows: list[Row] = []
    for slot, (run, first, last) in enumerate(pack(found, lambda item: item[0].bucket)):
        key = "carc.pick.row" if first == last and first else "carc.pick.rows"
        first, last = first or run[0][0].bucket, last or run[-1][0].bucket
        choices = [Choice(str(path), str(cell)) for cell, path in run]
        rows.append(room.select(slot, run[0][1], choices, room.say(key, n=first, m=last)))
    return rows
