"""Choosing a cell for the tile in hand: on one image, or by sector on a big board."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath, NoSuchChoice, Question, unique_items
from cogs.games import picker_frame
from cogs.screen import BUTTONS, SELECT, Button, Choice, Row, Screen, cut, rows_of
from render.carcassonne.sectors import Sector, fits_one_picture, split_into_sectors
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.carcassonne.outcomes import Outcome, Touched, best_outcome_per_cell
from rules.core import Move, encode_move, field_names

from .expansions import extra_faces
from .places import CarcSeatView, board_picture, join_lines, preview_table

PLAIN: Final = field_names(Place)
FIRST: Final = 10  # cells with a button on the overview
FEW: Final = 6  # up to so many sectors, all of these buttons fit
WORDY: Final = 20  # up to so many cells of a sector, a select fits too
LABEL: Final = 100  # Discord's maximum characters of an option
TOLD: Final = 3  # features told per lay


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Sectors of a big board, with the outcomes of lays."""

    sectors: tuple[Sector, ...]
    lays: tuple[Outcome, ...]  # outcomes per lay; lays with extras only for cells without plain ones
    best: Mapping[Cell, Outcome]


def plain_lays(seat_view: CarcSeatView) -> list[Place]:
    """Lays of the tile alone."""
    return [move for move in seat_view.legal if type(move) is Place]


def lays_needing_more(seat_view: CarcSeatView, cell: Cell | None = None) -> list[Place]:
    """Lays that need an extra, such as a bridge; of `cell`, or all."""
    return [m for m in seat_view.legal if isinstance(m, Place) and type(m) is not Place and cell in (None, m.cell)]


def needed_field(move: Move) -> str:
    """The field that such a lay has beyond plain ones."""
    return next(name for name in field_names(type(move)) if name not in PLAIN)


def beside_cells() -> dict[str, str]:
    """Kinds of moves offered beside the cells -> key of their button."""
    return {kind: key for extra in extra_faces() for kind, key in extra.beside_cells.items()}


def _alternative_buttons(seat_view: CarcSeatView) -> list[Button]:
    """Buttons for moves in place of laying the tile."""
    found = beside_cells()
    return [
        seat_view.commit([encode_move(m)], seat_view.say(found[m.kind])) for m in seat_view.legal if m.kind in found
    ]


async def plan_board(seat_view: CarcSeatView) -> BoardPlan | None:
    """The sectors of the board for the tile in hand; None if one image shows all cells."""
    lays = [*plain_lays(seat_view), *lays_needing_more(seat_view)]
    cells = frozenset(move.cell for move in lays)
    aside = len(_alternative_buttons(seat_view))

    def divided() -> BoardPlan | None:
        if len(cells) + aside <= BUTTONS and fits_one_picture(seat_view.view, cells):
            return None
        as_it_is = {move.cell for move in lays if type(move) is Place}
        seen = [o for o in preview_table(seat_view).lays if type(o.move) is Place or o.move.cell not in as_it_is]
        return BoardPlan(split_into_sectors(cells), tuple(seen), best_outcome_per_cell(seen))

    return await asyncio.to_thread(divided)  # in a thread, because it tries many divisions and lays


async def cell_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The screen for the cell of the tile."""
    divided = await plan_board(seat_view)
    if divided is None:
        return await _board_screen(seat_view, question)
    word = question.path.words[1] if len(question.path.words) > 1 else ""
    if not word.startswith("~"):
        return await _map_screen(seat_view, question, divided)
    shown = next((sector for sector in divided.sectors if sector.name == word[1:]), None)
    if shown is None:
        raise NoSuchChoice(str(question.path))
    return await _sector_screen(seat_view, question, divided, shown)


async def path_to_sector(seat_view: CarcSeatView, question: Question, cell: Cell) -> ChoicePath | None:
    """The path of Back from questions about a cell of a big board: its sector. None: the default."""
    back = picker_frame.previous_path(seat_view, question)
    if back is None or back.lines or len(back.words) > 1:
        return None
    divided = await plan_board(seat_view)
    if divided is None:
        return None
    here = next((sector for sector in divided.sectors if cell in sector.cells), None)
    return _sector_path(seat_view, here) if here is not None and len(here.cells) > 1 else ChoicePath()


def _sector_path(seat_view: CarcSeatView, sector: Sector) -> ChoicePath:
    """The path to a sector, covering all lays there."""
    kinds = unique_items(
        move.kind for move in (*plain_lays(seat_view), *lays_needing_more(seat_view)) if move.cell in sector.cells
    )
    return ChoicePath((), (kinds[0] if len(kinds) == 1 else OPEN, f"~{sector.name}"))


# --- the whole board on one image


async def _board_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """A button for every cell, including those that need an extra."""
    ways = [move for move in question.moves if isinstance(move, Place)]
    cells = unique_items(move.cell for move in ways if type(move) is Place)
    others = {move.cell: move for move in reversed(ways) if move.cell not in cells}
    shown = sorted([*cells, *others], key=lambda cell: (cell.y, cell.x))
    only = next(iter(others.values())) if not cells else None
    files = await board_picture(seat_view, f"cells {question.kind}" if only else "cells", shown)
    rows = rows_of(
        [*(_cell_button(seat_view, cell, others.get(cell)) for cell in shown), *_alternative_buttons(seat_view)]
    )
    key = f"carc.pick.cell_{needed_field(only)}" if only else "carc.pick.cell"
    first = next(iter(others.values()), None)
    told = seat_view.say(f"carc.pick.{needed_field(first)}_too") if first is not None and cells else ""
    parent = ChoicePath() if only and question.path.words and plain_lays(seat_view) else None
    return picker_frame.frame_screen(
        seat_view, question, join_lines(seat_view.say(key), told), rows, files, parent=parent
    )


def _cell_button(seat_view: CarcSeatView, cell: Cell, other: Place | None, does: str = "") -> Button:
    """`other`: the lay with an extra on this cell; `does`: the effect of a lay there."""
    said = (
        seat_view.say(f"carc.pick.cell_with_{needed_field(other)}", cell=str(cell)) if other is not None else str(cell)
    )
    path = ChoicePath((), (other.kind if other is not None else Place.kind, str(cell)))
    return seat_view.onward(path, seat_view.say("carc.pick.does", lay=said, does=does) if does else said)


def _special_lay(outcome: Outcome) -> Place | None:
    return outcome.move if type(outcome.move) is not Place else None


# --- a big board


async def _map_screen(seat_view: CarcSeatView, question: Question, divided: BoardPlan) -> Screen:
    """A button per sector, preceded by the most valuable cells."""
    found = sorted(divided.best.items(), key=lambda item: (*(-n for n in item[1].rank), item[0].y, item[0].x))
    notable = [(cell, outcome) for cell, outcome in found if any(outcome.rank)]
    files = await seat_view.picture(
        "map", lambda renderer, view, look: renderer.sectors(view, look, divided.sectors, divided.best)
    )
    few = len(divided.sectors) <= FEW
    cells = [
        _cell_button(seat_view, cell, _special_lay(outcome), _effect_on_button(seat_view, outcome))
        for cell, outcome in notable[: FIRST if few else FIRST // 2]
    ]
    letters = [
        seat_view.onward(
            _sector_path(seat_view, sector), seat_view.say("carc.pick.area", area=sector.letter, n=len(sector.cells))
        )
        for sector in divided.sectors
    ]
    rows: list[Row] = [*rows_of(cells), *rows_of(letters, 3 if few else 5), *rows_of(_alternative_buttons(seat_view))]
    if notable:
        rows.append(_lay_select(seat_view, [outcome for _, outcome in notable[:SELECT]], "carc.pick.notable"))
    key = "carc.pick.map" if plain_lays(seat_view) else f"carc.pick.map_{needed_field(lays_needing_more(seat_view)[0])}"
    told = seat_view.say("carc.pick.map_first") if notable else ""
    return picker_frame.frame_screen(seat_view, question, join_lines(seat_view.say(key), told), rows, files)


async def _sector_screen(seat_view: CarcSeatView, question: Question, divided: BoardPlan, shown: Sector) -> Screen:
    """A button per cell of a sector, with the effects of lays in words."""
    files = await seat_view.picture(
        f"sector {shown.name}",
        lambda renderer, view, look: renderer.sector(view, look, divided.sectors, shown, divided.best),
    )
    ways = {move.cell: move for move in reversed((*plain_lays(seat_view), *lays_needing_more(seat_view)))}
    others = {cell: ways[cell] for cell in shown.cells if type(ways[cell]) is not Place}
    rows: list[Row] = [*rows_of([_cell_button(seat_view, cell, others.get(cell)) for cell in shown.cells])]
    lays = [outcome for outcome in divided.lays if outcome.move.cell in shown.cells]
    if len(lays) > SELECT:
        lays = [divided.best[cell] for cell in shown.cells if cell in divided.best]
    if lays and len(shown.cells) <= WORDY:
        rows.append(_lay_select(seat_view, sorted(lays, key=lambda o: [-n for n in o.rank]), "carc.pick.in_area"))
    told = seat_view.say(f"carc.pick.{needed_field(next(iter(others.values())))}_too") if others else ""
    text = join_lines(seat_view.say("carc.pick.sector", area=shown.letter, n=len(shown.cells)), told)
    return picker_frame.frame_screen(seat_view, question, text, rows, files, parent=ChoicePath())


def _lay_select(seat_view: CarcSeatView, found: Sequence[Outcome], key: str) -> Row:
    """A select of lays in words; a choice skips the screen of rotations."""
    choices: dict[str, Choice] = {}
    for outcome in found:
        move = outcome.move
        path = str(ChoicePath((), (move.kind, str(move.cell), str(move.turn))))
        more = "" if type(move) is Place else f"_{needed_field(move)}"
        said = seat_view.say(f"carc.pick.cell_turn{more}", cell=str(move.cell), turn=int(move.turn))
        does = _effect_in_list(seat_view, outcome)
        said = seat_view.say("carc.pick.does", lay=said, does=does) if does else said
        choices.setdefault(path, Choice(path, cut(said, LABEL)))
    kind = next(iter(choices)).partition(" ")[0]
    return seat_view.select(0, ChoicePath((), (kind,)), list(choices.values())[:SELECT], seat_view.say(key))


# --- effects of a lay


def _effect_on_button(seat_view: CarcSeatView, outcome: Outcome) -> str:
    if outcome.gain:
        return seat_view.say("carc.fit.gains", points=outcome.gain)
    if not outcome.completed:
        return seat_view.say("carc.fit.continues")
    owners = sorted({seat for one in outcome.completed for seat in one.owners})
    return seat_view.say("carc.fit.completes_for", seats=owners) if owners else seat_view.say("carc.fit.completes")


def _effect_in_list(seat_view: CarcSeatView, outcome: Outcome) -> str:
    """What it completes, then what it continues."""
    said = [_describe_completion(seat_view, one) for one in outcome.completed]
    said += [seat_view.say("carc.fit.continues_yours", feature=o.feature, n=o.tiles) for o in outcome.continued]
    return seat_view.voice.enumerate(said[:TOLD])


def _describe_completion(seat_view: CarcSeatView, one: Touched) -> str:
    key = "completes_yours" if seat_view.seat in one.owners else "completes_of" if one.owners else "completes_free"
    named = {"feature": one.feature, "n": one.tiles, "points": one.points, "seats": list(one.owners)}
    return seat_view.say(f"carc.fit.{key}", **named)
