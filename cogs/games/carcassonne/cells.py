"""Choosing a cell for the tile in hand: on one image, or by sector on a big board."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath, NoSuchChoice, Question, unique_items
from cogs.games.picker_frame import frame_screen, previous_path
from cogs.screen import MAX_BUTTONS, MAX_OPTIONS, Button, Choice, Row, Screen, split_into_rows, truncate_text
from render.carcassonne.sectors import Sector, fits_one_picture, split_into_sectors
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.carcassonne.outcomes import Outcome, Touched, best_outcome_per_cell
from rules.core import Move, encode_move, field_names

from .expansions import extra_faces
from .places import CarcSeatView, board_picture, join_lines, preview_table

PLAIN_FIELDS: Final = field_names(Place)
MAX_CELL_BUTTONS: Final = 10  # on the map of sectors
FEW_SECTORS: Final = 6  # up to so many, all cell buttons fit beside those of the sectors
MAX_CELLS_WITH_SELECT: Final = 20  # cells of a sector whose buttons leave room for a select
MAX_OPTION_LENGTH: Final = 100  # Discord's limit, in characters
MAX_FEATURES_TOLD: Final = 3  # per lay


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
    lays = [move for move in seat_view.legal if isinstance(move, Place) and type(move) is not Place]
    return lays if cell is None else [move for move in lays if move.cell == cell]


def needed_field(move: Move) -> str:
    """The field of the extra that a lay needs: the one that plain lays lack."""
    return next(name for name in field_names(type(move)) if name not in PLAIN_FIELDS)


def kinds_beside_cells() -> dict[str, str]:
    """Kinds of moves offered beside the cells -> key of their button."""
    return {kind: key for extra in extra_faces() for kind, key in extra.kinds_beside_cells.items()}


def _alternative_buttons(seat_view: CarcSeatView) -> list[Button]:
    """Buttons for moves in place of laying the tile."""
    label_keys = kinds_beside_cells()
    moves = [move for move in seat_view.legal if move.kind in label_keys]
    return [seat_view.play_button([encode_move(move)], seat_view.say(label_keys[move.kind])) for move in moves]


async def plan_board(seat_view: CarcSeatView) -> BoardPlan | None:
    """The sectors of the board for the tile in hand; None if one image shows all cells."""
    lays = [*plain_lays(seat_view), *lays_needing_more(seat_view)]
    cells = frozenset(move.cell for move in lays)
    button_count = len(_alternative_buttons(seat_view))

    def build_plan() -> BoardPlan | None:
        if len(cells) + button_count <= MAX_BUTTONS and fits_one_picture(seat_view.view, cells):
            return None
        plain_cells = {move.cell for move in lays if type(move) is Place}
        all_outcomes = preview_table(seat_view).lays
        outcomes = [o for o in all_outcomes if type(o.move) is Place or o.move.cell not in plain_cells]
        return BoardPlan(split_into_sectors(cells), tuple(outcomes), best_outcome_per_cell(outcomes))

    return await asyncio.to_thread(build_plan)  # in a thread, because it tries many divisions and lays


async def cell_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The screen for the cell of the tile."""
    plan = await plan_board(seat_view)
    if plan is None:
        return await _board_screen(seat_view, question)
    word = question.path.words[1] if len(question.path.words) > 1 else ""
    if not word.startswith("~"):
        return await _map_screen(seat_view, question, plan)
    sector = next((sector for sector in plan.sectors if sector.name == word[1:]), None)
    if sector is None:
        raise NoSuchChoice(str(question.path))
    return await _sector_screen(seat_view, question, plan, sector)


async def path_to_sector(seat_view: CarcSeatView, question: Question, cell: Cell) -> ChoicePath | None:
    """The path of Back from questions about a cell of a big board: its sector. None: the default."""
    previous = previous_path(seat_view, question)
    if previous is None or previous.lines or len(previous.words) > 1:
        return None
    plan = await plan_board(seat_view)
    if plan is None:
        return None
    cell_sector = next((sector for sector in plan.sectors if cell in sector.cells), None)
    if cell_sector is None or len(cell_sector.cells) == 1:
        return ChoicePath()
    return _sector_path(seat_view, cell_sector)


def _sector_path(seat_view: CarcSeatView, sector: Sector) -> ChoicePath:
    """The path to a sector, covering all lays there."""
    lays = (*plain_lays(seat_view), *lays_needing_more(seat_view))
    kinds = unique_items(move.kind for move in lays if move.cell in sector.cells)
    return ChoicePath((), (kinds[0] if len(kinds) == 1 else OPEN, f"~{sector.name}"))


# --- the whole board on one image


async def _board_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """A button for every cell, including those that need an extra."""
    lays = [move for move in question.moves if isinstance(move, Place)]
    cells = unique_items(move.cell for move in lays if type(move) is Place)
    special_lays = {move.cell: move for move in reversed(lays) if move.cell not in cells}
    shown = sorted([*cells, *special_lays], key=lambda cell: (cell.y, cell.x))
    sole_special = next(iter(special_lays.values())) if not cells else None
    files = await board_picture(seat_view, f"cells {question.kind}" if sole_special else "cells", shown)
    cell_buttons = [_cell_button(seat_view, cell, special_lays.get(cell)) for cell in shown]
    rows = split_into_rows([*cell_buttons, *_alternative_buttons(seat_view)])
    key = f"carc.pick.cell_{needed_field(sole_special)}" if sole_special else "carc.pick.cell"
    first_special = next(iter(special_lays.values()), None)
    note = seat_view.say(f"carc.pick.{needed_field(first_special)}_too") if first_special is not None and cells else ""
    parent = ChoicePath() if sole_special and question.path.words and plain_lays(seat_view) else None
    return frame_screen(seat_view, question, join_lines(seat_view.say(key), note), rows, files, parent=parent)


def _cell_button(seat_view: CarcSeatView, cell: Cell, special_lay: Place | None, effect: str = "") -> Button:
    """A button to the lays on a cell. `special_lay`: one with an extra, if needed; `effect`: of a lay there."""
    kind, label = Place.kind, str(cell)
    if special_lay is not None:
        kind = special_lay.kind
        label = seat_view.say(f"carc.pick.cell_with_{needed_field(special_lay)}", cell=str(cell))
    label = seat_view.say("carc.pick.does", lay=label, does=effect) if effect else label
    return seat_view.next_screen_button(ChoicePath((), (kind, str(cell))), label)


def _special_lay(outcome: Outcome) -> Place | None:
    """The lay of an outcome if it needs an extra; else None."""
    return outcome.move if type(outcome.move) is not Place else None


# --- a big board


async def _map_screen(seat_view: CarcSeatView, question: Question, plan: BoardPlan) -> Screen:
    """A button per sector, preceded by the most valuable cells."""
    ranked = sorted(
        plan.best.items(), key=lambda item: (*(-number for number in item[1].importance), item[0].y, item[0].x)
    )
    notable = [(cell, outcome) for cell, outcome in ranked if any(outcome.importance)]
    files = await seat_view.draw_picture(
        "map", lambda renderer, view, look: renderer.sectors(view, look, plan.sectors, plan.best)
    )
    has_few_sectors = len(plan.sectors) <= FEW_SECTORS
    max_cells, row_length = (MAX_CELL_BUTTONS, 3) if has_few_sectors else (MAX_CELL_BUTTONS // 2, 5)
    cell_buttons = [
        _cell_button(seat_view, cell, _special_lay(outcome), _effect_on_button(seat_view, outcome))
        for cell, outcome in notable[:max_cells]
    ]
    sector_buttons = []
    for sector in plan.sectors:
        label = seat_view.say("carc.pick.area", area=sector.letter, n=len(sector.cells))
        sector_buttons.append(seat_view.next_screen_button(_sector_path(seat_view, sector), label))
    rows: list[Row] = [*split_into_rows(cell_buttons), *split_into_rows(sector_buttons, row_length)]
    rows += split_into_rows(_alternative_buttons(seat_view))
    if notable:
        rows.append(_lay_select(seat_view, [outcome for _, outcome in notable[:MAX_OPTIONS]], "carc.pick.notable"))
    key = "carc.pick.map" if plain_lays(seat_view) else f"carc.pick.map_{needed_field(lays_needing_more(seat_view)[0])}"
    note = seat_view.say("carc.pick.map_first") if notable else ""
    return frame_screen(seat_view, question, join_lines(seat_view.say(key), note), rows, files)


async def _sector_screen(seat_view: CarcSeatView, question: Question, plan: BoardPlan, sector: Sector) -> Screen:
    """A button per cell of a sector, with the effects of lays in words."""
    files = await seat_view.draw_picture(
        f"sector {sector.name}",
        lambda renderer, view, look: renderer.draw_sector(view, look, plan.sectors, sector, plan.best),
    )
    lay_by_cell = {move.cell: move for move in reversed((*plain_lays(seat_view), *lays_needing_more(seat_view)))}
    special_lays = {cell: lay_by_cell[cell] for cell in sector.cells if type(lay_by_cell[cell]) is not Place}
    rows: list[Row] = [
        *split_into_rows([_cell_button(seat_view, cell, special_lays.get(cell)) for cell in sector.cells])
    ]
    lays = [outcome for outcome in plan.lays if outcome.move.cell in sector.cells]
    if len(lays) > MAX_OPTIONS:
        lays = [plan.best[cell] for cell in sector.cells if cell in plan.best]
    if lays and len(sector.cells) <= MAX_CELLS_WITH_SELECT:
        lays = sorted(lays, key=lambda outcome: [-n for n in outcome.importance])
        rows.append(_lay_select(seat_view, lays, "carc.pick.in_area"))
    note = seat_view.say(f"carc.pick.{needed_field(next(iter(special_lays.values())))}_too") if special_lays else ""
    text = join_lines(seat_view.say("carc.pick.sector", area=sector.letter, n=len(sector.cells)), note)
    return frame_screen(seat_view, question, text, rows, files, parent=ChoicePath())


def _lay_select(seat_view: CarcSeatView, outcomes: Sequence[Outcome], key: str) -> Row:
    """A select of lays in words; a choice skips the screen of rotations."""
    choices: dict[str, Choice] = {}
    for outcome in outcomes:
        move = outcome.move
        path = str(ChoicePath((), (move.kind, str(move.cell), str(move.turn))))
        suffix = "" if type(move) is Place else f"_{needed_field(move)}"
        label = seat_view.say(f"carc.pick.cell_turn{suffix}", cell=str(move.cell), turn=int(move.turn))
        effect = _effect_in_list(seat_view, outcome)
        label = seat_view.say("carc.pick.does", lay=label, does=effect) if effect else label
        choices.setdefault(path, Choice(path, truncate_text(label, MAX_OPTION_LENGTH)))
    kind = next(iter(choices)).partition(" ")[0]
    return seat_view.choice_select(0, ChoicePath((), (kind,)), list(choices.values())[:MAX_OPTIONS], seat_view.say(key))


# --- effects of a lay


def _effect_on_button(seat_view: CarcSeatView, outcome: Outcome) -> str:
    """The effect of a lay, short enough for a button."""
    if outcome.gain:
        return seat_view.say("carc.fit.gains", points=outcome.gain)
    if not outcome.completed:
        return seat_view.say("carc.fit.continues")
    owners = sorted({seat for feature in outcome.completed for seat in feature.owners})
    return seat_view.say("carc.fit.completes_for", seats=owners) if owners else seat_view.say("carc.fit.completes")


def _effect_in_list(seat_view: CarcSeatView, outcome: Outcome) -> str:
    """What it completes, then what it continues."""
    effects = [_describe_completion(seat_view, feature) for feature in outcome.completed]
    for feature in outcome.continued:
        effects.append(seat_view.say("carc.fit.continues_yours", feature=feature.feature, n=feature.tiles))
    return seat_view.voice.join_with_semicolons(effects[:MAX_FEATURES_TOLD])


def _describe_completion(seat_view: CarcSeatView, feature: Touched) -> str:
    """The sentence about a feature that a lay completes: the reader's, others' or nobody's."""
    key = "completes_of" if feature.owners else "completes_free"
    if seat_view.seat in feature.owners:
        key = "completes_yours"
    params = {"feature": feature.feature, "n": feature.tiles, "points": feature.points, "seats": list(feature.owners)}
    return seat_view.say(f"carc.fit.{key}", **params)
