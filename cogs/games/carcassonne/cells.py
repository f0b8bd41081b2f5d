"""On which cell the tile in hand goes: on one picture, or on a big board first in which sector of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import NoSuchChoice, Path, Question, unique
from cogs.games import picker_frame
from cogs.screen import BUTTONS, SELECT, Button, Choice, Row, Screen, cut, rows_of
from render.carcassonne.sectors import Sector, sectors, whole
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.carcassonne.outcomes import Outcome, Touched, best
from rules.core import Move, encode, field_names

from .expansions import extras
from .places import CarcRoom, board, lines, preview

PLAIN: Final = field_names(Place)
FIRST: Final = 10  # cells with a button on the map
FEW: Final = 6  # sectors that leave room for as many
WORDY: Final = 20  # cells of a sector beside whose buttons there is room for a list
LABEL: Final = 100  # characters of an option
TOLD: Final = 3  # features of a lay


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody with a tile in hand is shown of a big board."""

    sectors: tuple[Sector, ...]
    lays: tuple[Outcome, ...]  # what lays of each cell do: those that need nothing more, where there are such
    best: Mapping[Cell, Outcome]


def plain(room: CarcRoom) -> list[Place]:
    """Lays that need nothing but the tile."""
    return [move for move in room.legal if type(move) is Place]


def needing(room: CarcRoom, cell: Cell | None = None) -> list[Place]:
    """Lays that need something more, such as a bridge; of one cell."""
    return [m for m in room.legal if isinstance(m, Place) and type(m) is not Place and cell in (None, m.cell)]


def need(move: Move) -> str:
    """What such a lay needs: its field beside those of every lay."""
    return next(name for name in field_names(type(move)) if name not in PLAIN)


def beside_cells() -> dict[str, str]:
    """Kinds that stand beside the cells, each with the key of its button."""
    return {kind: key for extra in extras() for kind, key in extra.beside_cells.items()}


def _aside(room: CarcRoom) -> list[Button]:
    """What may be done in place of laying the tile."""
    found = beside_cells()
    return [room.commit([encode(m)], room.say(found[m.kind])) for m in room.legal if m.kind in found]


async def plan(room: CarcRoom) -> Plan | None:
    """How the board is divided for whoever lays the tile in hand; None: it is not."""
    lays = [*plain(room), *needing(room)]
    cells = frozenset(move.cell for move in lays)
    aside = len(_aside(room))

    def divided() -> Plan | None:
        if len(cells) + aside <= BUTTONS and whole(room.view, cells):
            return None
        as_it_is = {move.cell for move in lays if type(move) is Place}
        seen = [o for o in preview(room).lays if type(o.move) is Place or o.move.cell not in as_it_is]
        return Plan(sectors(cells), tuple(seen), best(seen))

    return await asyncio.to_thread(divided)  # so many cuts and lays are tried that others would wait for it


async def screen(room: CarcRoom, question: Question) -> Screen:
    """Where the tile goes."""
    divided = await plan(room)
    if divided is None:
        return await _table(room, question)
    word = question.path.words[1] if len(question.path.words) > 1 else ""
    if not word.startswith("~"):
        return await _map(room, question, divided)
    shown = next((sector for sector in divided.sectors if sector.name == word[1:]), None)
    if shown is None:
        raise NoSuchChoice(str(question.path))
    return await _sector(room, question, divided, shown)


async def home(room: CarcRoom, question: Question, cell: Cell) -> Path | None:
    """Where Back leads from the questions about a cell of a big board: to its sector. None: as everywhere."""
    back = picker_frame.back(room, question)
    if back is None or back.lines or len(back.words) > 1:
        return None
    divided = await plan(room)
    if divided is None:
        return None
    here = next((sector for sector in divided.sectors if cell in sector.cells), None)
    return _way(room, here) if here is not None and len(here.cells) > 1 else Path()


def _way(room: CarcRoom, sector: Sector) -> Path:
    """The path to a sector: all that may be laid there."""
    kinds = unique(move.kind for move in (*plain(room), *needing(room)) if move.cell in sector.cells)
    return Path((), (kinds[0] if len(kinds) == 1 else OPEN, f"~{sector.name}"))


# --- the whole table on one picture


async def _table(room: CarcRoom, question: Question) -> Screen:
    """Every cell with a button. Those that need something more stand among the others."""
    ways = [move for move in question.moves if isinstance(move, Place)]
    cells = unique(move.cell for move in ways if type(move) is Place)
    others = {move.cell: move for move in reversed(ways) if move.cell not in cells}
    shown = sorted([*cells, *others], key=lambda cell: (cell.y, cell.x))
    only = next(iter(others.values())) if not cells else None
    files = await board(room, f"cells {question.kind}" if only else "cells", shown)
    rows = rows_of([*(_cell(room, cell, others.get(cell)) for cell in shown), *_aside(room)])
    key = f"carc.pick.cell_{need(only)}" if only else "carc.pick.cell"
    first = next(iter(others.values()), None)
    told = room.say(f"carc.pick.{need(first)}_too") if first is not None and cells else ""
    parent = Path() if only and question.path.words and plain(room) else None
    return picker_frame.framed(room, question, lines(room.say(key), told), rows, files, parent=parent)


def _cell(room: CarcRoom, cell: Cell, other: Place | None, does: str = "") -> Button:
    """The button of a cell; `other`: the lay that needs something more there; `does`: what a lay does there."""
    said = room.say(f"carc.pick.cell_with_{need(other)}", cell=str(cell)) if other is not None else str(cell)
    path = Path((), (other.kind if other is not None else Place.kind, str(cell)))
    return room.onward(path, room.say("carc.pick.does", lay=said, does=does) if does else said)


def _other(outcome: Outcome) -> Place | None:
    return outcome.move if type(outcome.move) is not Place else None


# --- a big board


async def _map(room: CarcRoom, question: Question, divided: Plan) -> Screen:
    """A button for each sector, and before them the cells where most happens."""
    found = sorted(divided.best.items(), key=lambda item: (*(-n for n in item[1].rank), item[0].y, item[0].x))
    notable = [(cell, outcome) for cell, outcome in found if any(outcome.rank)]
    files = await room.picture(
        "map", lambda renderer, view, look: renderer.sectors(view, look, divided.sectors, divided.best)
    )
    few = len(divided.sectors) <= FEW
    cells = [
        _cell(room, cell, _other(outcome), _short(room, outcome))
        for cell, outcome in notable[: FIRST if few else FIRST // 2]
    ]
    letters = [
        room.onward(_way(room, sector), room.say("carc.pick.area", area=sector.letter, n=len(sector.cells)))
        for sector in divided.sectors
    ]
    rows: list[Row] = [*rows_of(cells), *rows_of(letters, 3 if few else 5), *rows_of(_aside(room))]
    if notable:
        rows.append(_select(room, [outcome for _, outcome in notable[:SELECT]], "carc.pick.notable"))
    key = "carc.pick.map" if plain(room) else f"carc.pick.map_{need(needing(room)[0])}"
    told = room.say("carc.pick.map_first") if notable else ""
    return picker_frame.framed(room, question, lines(room.say(key), told), rows, files)


async def _sector(room: CarcRoom, question: Question, divided: Plan, shown: Sector) -> Screen:
    """A button for each cell of a sector, and what the lays do there in words."""
    files = await room.picture(
        f"sector {shown.name}",
        lambda renderer, view, look: renderer.sector(view, look, divided.sectors, shown, divided.best),
    )
    ways = {move.cell: move for move in reversed((*plain(room), *needing(room)))}
    others = {cell: ways[cell] for cell in shown.cells if type(ways[cell]) is not Place}
    rows: list[Row] = [*rows_of([_cell(room, cell, others.get(cell)) for cell in shown.cells])]
    lays = [outcome for outcome in divided.lays if outcome.move.cell in shown.cells]
    if len(lays) > SELECT:
        lays = [divided.best[cell] for cell in shown.cells if cell in divided.best]
    if lays and len(shown.cells) <= WORDY:
        rows.append(_select(room, sorted(lays, key=lambda o: [-n for n in o.rank]), "carc.pick.in_area"))
    told = room.say(f"carc.pick.{need(next(iter(others.values())))}_too") if others else ""
    text = lines(room.say("carc.pick.sector", area=shown.letter, n=len(shown.cells)), told)
    return picker_frame.framed(room, question, text, rows, files, parent=Path())


def _select(room: CarcRoom, found: Sequence[Outcome], key: str) -> Row:
    """Lays in words: what is chosen skips the screen of turns."""
    choices: dict[str, Choice] = {}
    for outcome in found:
        move = outcome.move
        path = str(Path((), (move.kind, str(move.cell), str(move.turn))))
        more = "" if type(move) is Place else f"_{need(move)}"
        said = room.say(f"carc.pick.cell_turn{more}", cell=str(move.cell), turn=int(move.turn))
        does = _long(room, outcome)
        said = room.say("carc.pick.does", lay=said, does=does) if does else said
        choices.setdefault(path, Choice(path, cut(said, LABEL)))
    kind = next(iter(choices)).partition(" ")[0]
    return room.select(0, Path((), (kind,)), list(choices.values())[:SELECT], room.say(key))


# --- what a lay does


def _short(room: CarcRoom, outcome: Outcome) -> str:
    """On a button."""
    if outcome.gain:
        return room.say("carc.fit.gains", points=outcome.gain)
    if not outcome.completed:
        return room.say("carc.fit.continues")
    owners = sorted({seat for one in outcome.completed for seat in one.owners})
    return room.say("carc.fit.completes_for", seats=owners) if owners else room.say("carc.fit.completes")


def _long(room: CarcRoom, outcome: Outcome) -> str:
    """In a list: what it completes, then what it continues."""
    said = [_completes(room, one) for one in outcome.completed]
    said += [room.say("carc.fit.continues_yours", feature=o.feature, n=o.tiles) for o in outcome.continued]
    return room.voice.enumerate(said[:TOLD])


def _completes(room: CarcRoom, one: Touched) -> str:
    key = "completes_yours" if room.seat in one.owners else "completes_of" if one.owners else "completes_free"
    named = {"feature": one.feature, "n": one.tiles, "points": one.points, "seats": list(one.owners)}
    return room.say(f"carc.fit.{key}", **named)
