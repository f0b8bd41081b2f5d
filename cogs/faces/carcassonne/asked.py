"""Every other decision: its answers as buttons, with the board on which they are marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from cogs.choose import screens
from cogs.choose.picker import Path, Question, unique
from cogs.screen import Button, Screen, rows_of
from rules.carcassonne.cells import STEPS, Cell, Spot
from rules.carcassonne.expansions.abbey.moves import LayAbbey, MoveWagon
from rules.carcassonne.expansions.bridge.moves import CastleBuild, CastlePick
from rules.carcassonne.expansions.count.moves import EnterCity, MoveCount, SendOut
from rules.carcassonne.expansions.princess.moves import MoveDragon, SendHome
from rules.core import Move, Phrase, encode, field_names

from . import laying
from .places import board, feature_at, lines, spot_line

if TYPE_CHECKING:
    from cogs.choose.room import Room

MOST: Final = 24  # answers as buttons
DIRECTIONS: Final = dict(zip(STEPS, ("north", "east", "south", "west"), strict=True))


async def screen(room: Room, question: Question) -> Screen | None:
    """The screen of a decision that is neither a lay nor a figure."""
    kinds = unique(move.kind for move in question.moves if move.kind != "pass")
    first = kinds[0] if kinds else "pass"
    if first == "abbey":
        return await _abbey(room, question)
    if len(question.moves) > MOST and question.shape == "kinds":
        return await _narrowed(room, question)
    if len(question.moves) > MOST or first not in TELL:
        return None
    return await _answers(room, question, first)


async def _answers(room: Room, question: Question, kind: str) -> Screen:
    """Every answer a green button."""
    moves = [move for move in question.moves if move.kind != "pass"]
    more = [move for move in question.moves if move.kind == "pass"]
    files = await board(room, f"asked {question.path}", [mark for move in moves for mark in marked(room, move)])
    buttons = [commit(room, move) for move in moves if move.kind != "bridge-build"]
    if any(move.kind == "bridge-build" for move in moves):
        buttons.append(room.onward(Path(room.before, ("bridge-build",)), room.say("carc.pick.more.bridge-build")))
    buttons += [commit(room, move) for move in more]
    text = lines(*unique(TELL[kind](room, moves)))
    return screens.framed(room, question, text, rows_of(buttons), files)


async def _narrowed(room: Room, question: Question) -> Screen | None:
    """Too many answers for one screen: who leaves which quarter first, then where to."""
    moves = [move for move in question.moves if isinstance(move, SendOut)]
    groups = unique((move.figure, move.quarter) for move in moves)
    if len(groups) < 2:
        path = Path(room.before, ("count-send",))
        buttons = [room.onward(path, room.say("carc.pick.send_on", who=moves[0].figure, quarter=moves[0].quarter))]
    else:
        buttons = [
            room.onward(
                Path(room.before, ("count-send", figure, quarter)),
                room.say("carc.pick.send_on", who=figure, quarter=quarter),
            )
            for figure, quarter in groups
        ]
    buttons += [commit(room, move) for move in question.moves if move.kind == "pass"]
    files = await board(room, "leaving", unique(quarter for _, quarter in groups))
    return screens.framed(room, question, room.say("carc.ask.count-send"), rows_of(buttons), files)


# --- the abbey


async def _abbey(room: Room, question: Question) -> Screen:
    """The abbey into a hole, or a tile as usual; of a hole the preview with the monk."""
    if question.shape == "move":
        return await laying.lay(room, question, question.moves[0])
    cells = [move.cell for move in room.legal if isinstance(move, LayAbbey)]
    files = await board(room, "holes", cells)
    passing = [commit(room, move) for move in room.legal if move.kind == "pass"]
    buttons = [
        room.onward(Path((), ("abbey", str(cell))), room.say("carc.pick.abbey", cell=str(cell))) for cell in cells
    ]
    last = room.view.tasks[room.seat].key.endswith("last_abbey")
    key = "carc.ask.last_abbey" if last else "carc.ask.abbey"
    return screens.framed(room, question, room.say(key), rows_of([*passing, *buttons]), files)


# --- answers


def commit(room: Room, move: Move) -> Button:
    return room.commit([*room.before, encode(move)], answer(room, move))


def answer(room: Room, move: Move) -> str:
    """A move on a button."""
    values = ((name, getattr(move, name)) for name in field_names(type(move)))
    told: dict[str, Any] = {name: value if isinstance(value, (int, str)) else str(value) for name, value in values}
    key = move.kind
    if move.kind == "pass":
        key = f"pass_{told['step']}"
        if room.view.tasks[room.seat].key.endswith(f"last_{told['step']}"):
            key = f"pass_last_{told['step']}"
    spot = getattr(move, "spot", None)
    if isinstance(spot, Spot):
        told |= {"cell": str(spot.cell), "place": spot.place, "spot": ""}
    if "figure" in told:
        told["who"] = told["figure"]
    if isinstance(move, MoveDragon):
        told["direction"] = direction(room.view, move.cell)
    elif isinstance(move, SendHome):
        told |= _knight(room.view, move.spot)
    elif isinstance(move, MoveCount) and move.quarter == room.view.extras["count"].count:
        key = "count-stays"
    elif isinstance(move, CastlePick):
        told |= _source(room, move.spot)
    return room.say(f"carc.button.{key}", **told)


def direction(view: Any, cell: Cell) -> str:
    """Which way the dragon flies to that cell."""
    dragon = view.extras["princess"].dragon
    return DIRECTIONS[cell.x - dragon.x, cell.y - dragon.y]


def _knight(view: Any, spot: Spot) -> dict[str, Any]:
    """Whose knight stands there."""
    piece = next(p for p in view.pieces if (p.cell, p.place) == (spot.cell, spot.place) and p.seat is not None)
    return {"seat": piece.seat, "figure": piece.kind}


def _source(room: Room, spot: Spot) -> dict[str, Any]:
    """What a castle may score there, and for how much."""
    found = feature_at(room.view, spot)
    points = found.points if found is not None else 0
    name = (found.called or found.kind) if found is not None else "city"
    for castle in room.view.extras["bridge"].castles:
        if any(at == (spot.cell, spot.place) for at in zip(castle.cells, castle.places, strict=True)):
            points, name = castle.points or 0, "castle"
    return {"points": points, "feature": name}


def marked(room: Room, move: Move) -> list[str]:
    """Where on the board an answer lies."""
    if isinstance(move, (MoveDragon, LayAbbey)):
        return [str(move.cell)]
    if isinstance(move, (SendHome, MoveWagon, CastlePick)):
        return [str(move.spot)]
    if isinstance(move, SendOut):
        return [str(move.spot)]
    if isinstance(move, (EnterCity, MoveCount)):
        return [move.quarter]
    if isinstance(move, CastleBuild):
        return [str(cell) for cell in _small_city(room, move.castle)]
    return []


def _small_city(room: Room, cell: Cell) -> Sequence[Cell]:
    """The tiles of the small city that is named by that cell."""
    found = next(
        (
            f
            for f in room.view.features
            if f.kind == "city" and f.complete and not f.scored and len(f.tiles) == 2 and f.places[0][0] == cell
        ),
        None,
    )
    return found.tiles if found is not None else (cell,)


# --- what is told of them


def _told_dragon(room: Room, moves: Sequence[Move]) -> list[str]:
    seen = room.view.extras["princess"]
    told = [room.say("carc.ask.dragon", n=seen.left)]
    for move in moves:
        if isinstance(move, MoveDragon):
            prey = [p for p in room.view.pieces if p.cell == move.cell and p.seat is not None and p.place != "tile"]
            key = "carc.ask.dragon_eats" if prey else "carc.ask.dragon_free"
            way = direction(room.view, move.cell)
            told.append(room.say(key, cell=str(move.cell), direction=way, seats=unique(p.seat for p in prey)))
    return told


def _told_princess(room: Room, moves: Sequence[Move]) -> list[str]:
    return [room.say("carc.ask.princess")]


def _told_wagon(room: Room, moves: Sequence[Move]) -> list[str]:
    spots = [move.spot for move in moves if isinstance(move, MoveWagon)]
    return [room.say("carc.ask.wagon"), *_items(room, spots)]


def _items(room: Room, spots: Sequence[Spot]) -> list[str]:
    return [room.say("carc.pick.item", token=str(spot), text=spot_line(room, spot)) for spot in unique(spots)]


def _told_castle(room: Room, moves: Sequence[Move]) -> list[str]:
    cell = next(move.castle for move in moves if isinstance(move, CastleBuild))
    tiles = set(_small_city(room, cell))
    city = next((f for f in room.view.features if f.kind == "city" and set(f.tiles) == tiles), None)
    return [
        room.say("carc.ask.castle", cell=str(cell), points=city.points if city is not None else 0),
        room.say("carc.about.castle"),
    ]


def _told_pick(room: Room, moves: Sequence[Move]) -> list[str]:
    castle = next(move.castle for move in moves if isinstance(move, CastlePick))
    return [room.say("carc.ask.castle-pick", cell=str(castle))]


def _told_enter(room: Room, moves: Sequence[Move]) -> list[str]:
    seen = room.view.extras["count"]
    told = [room.say("carc.ask.count-enter", quarter=seen.count)]
    for quarter in seen.quarters:
        seats = unique(seat for _, seat in quarter.followers)
        key = "carc.ask.quarter_held" if seats else "carc.ask.quarter"
        told.append(room.say(key, token=quarter.name, quarter=quarter.name, feature=quarter.helps, seats=seats))
    return told


def _told_count(room: Room, moves: Sequence[Move]) -> list[str]:
    return [room.say("carc.ask.count-move", quarter=room.view.extras["count"].count)]


def _told_send(room: Room, moves: Sequence[Move]) -> list[str]:
    last = room.view.tasks[room.seat].key.endswith("last_send")
    spots = [move.spot for move in moves if isinstance(move, SendOut)]
    return [room.say("carc.ask.last_send" if last else "carc.ask.count-send"), *_items(room, spots)]


TELL: Final[dict[str, Callable[[Any, Sequence[Move]], list[str]]]] = {
    "dragon": _told_dragon,
    "princess": _told_princess,
    "wagon": _told_wagon,
    "castle-build": _told_castle,
    "castle-pick": _told_pick,
    "count-enter": _told_enter,
    "count-move": _told_count,
    "count-send": _told_send,
}


def task_of(view: Any, seat: int) -> str:
    """The last word of what is asked of a seat."""
    task: Phrase | None = view.tasks.get(seat)
    return task.key.rpartition(".")[2] if task is not None else ""
