"""Placing a figure on the tile just laid: followers as green buttons, other figures on a second screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.screen import MAX_BUTTONS, MAX_LISTED, Button, Screen, split_into_rows
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import PASS_FIGURE, Deploy, Place
from rules.core import Move

from .expansions import CarcExpansionFace, extra_faces
from .places import (
    CarcSeatView,
    board_picture,
    cell_rows,
    join_lines,
    just_laid_cell,
    just_laid_places,
    legend_without_picture,
    number_places,
    place_button_text,
    place_marks,
    spot_button_text,
    spot_marks,
    tile_picture,
)
from .supply import FOLLOWER

TURN_END_EFFECTS: Final = ("carc.preview.ends_turn", "carc.preview.ends_only")
MAX_OTHER_BUTTONS: Final = 15  # other figures; more are grouped by figure
OTHERS_PATH: Final = ChoicePath((), ("*",))


def asks_figure(seat_view: CarcSeatView) -> bool:
    """Whether the current decision is a figure for the tile just laid."""
    return PASS_FIGURE in seat_view.legal


def figure_alternatives() -> dict[str, CarcExpansionFace[Any]]:
    """Kinds in place of a figure -> the expansion with their screen."""
    return {kind: extra for extra in extra_faces() for kind in extra.kinds_instead_of_figure}


def is_figure_decision(seat_view: CarcSeatView, kinds: Collection[str]) -> bool:
    """Whether these kinds of moves belong to the figure decision."""
    if asks_figure(seat_view):
        return {"deploy", "pass", *figure_alternatives()}.issuperset(kinds)
    return len(kinds) == 1 and {kind for extra in extra_faces() for kind in extra.kinds_before_any_decision}.issuperset(
        kinds
    )


async def figure_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The next step of placing a figure."""
    kind, shape = question.kind, question.shape
    deployments = [move for move in seat_view.legal if isinstance(move, Deploy)]
    followers = [move for move in deployments if _is_follower_here(move, just_laid_cell(seat_view))]
    chooses_follower = kind == "deploy" and [*question.moves] == followers and shape != "move"
    if not question.path.words or kind == "pass" or chooses_follower:
        head = seat_view.say("carc.pick.figure", cell=str(just_laid_cell(seat_view)))
        return await follower_screen(seat_view, question, seat_view, head)
    if question.path.is_any_kind or (kind == "deploy" and question.field == "figure" and shape == "values"):
        return await _others_screen(seat_view, question)
    if kind == "deploy":
        return await _spot_screen(seat_view, question)
    if kind in (alternatives := figure_alternatives()):
        return await alternatives[kind].figure_alternative_screen(seat_view, question)
    return None


# --- followers


async def follower_screen(
    seat_view: CarcSeatView,
    question: Question,
    laid_view: CarcSeatView,
    head: str,
    notes: Sequence[str] = (),
    extra_buttons: Sequence[Button] = (),
    parent: ChoicePath | None = None,
) -> Screen:
    """Followers on the tile just laid, no figure, or other figures.

    `laid_view`: the view with the tile laid; `notes`: lines below the head.
    """
    places = just_laid_places(laid_view)
    numbers = number_places(places)
    marks = place_marks(laid_view, places)
    files = await tile_picture(laid_view, "figure", just_laid_cell(laid_view), marks)
    lays_tile = any(_lays_tile(laid_view, line.split(" ")[0]) for line in laid_view.chosen_lines)
    pass_key = "carc.pick.lay_bare" if lays_tile else "carc.pick.bare"
    follower_places = [place for place in places if FOLLOWER in place.figures]
    buttons = [laid_view.move_button(PASS_FIGURE, laid_view.say(pass_key))]
    deployments = [Deploy(FOLLOWER, place.spot) for place in follower_places]
    for place, move in zip(follower_places, deployments, strict=True):
        label = place_button_text(laid_view, FOLLOWER, place, numbers[place.spot.place])
        buttons.append(laid_view.move_button(move, label))
    sole_kind = sole_other_kind(laid_view)
    if sole_kind is not None:
        label = laid_view.say(f"carc.pick.more.{sole_kind}")
        buttons.append(Button(laid_view.picker_custom_id(laid_view.path_to(sole_kind)), label))
    elif moves_beside_follower(laid_view):
        path = laid_view.path_to(*OTHERS_PATH.words)
        buttons.append(Button(laid_view.picker_custom_id(path), laid_view.say("carc.pick.other")))
    pass_effects = [phrase for phrase in laid_view.known_effects(PASS_FIGURE) if phrase.key not in TURN_END_EFFECTS]
    effect_lines = [*notes, *map(laid_view.voice.phrase, pass_effects)]
    turn_end = _describe_turn_end(laid_view, [PASS_FIGURE, *deployments])
    text = join_lines(head, *unique_items(effect_lines), *legend_without_picture(laid_view, files, marks), turn_end)
    return frame_screen(seat_view, question, text, split_into_rows([*buttons, *extra_buttons]), files, parent=parent)


def _describe_turn_end(seat_view: CarcSeatView, moves: Sequence[Move]) -> str:
    """The effect common to all green buttons, such as the end of the turn; empty in guided lessons."""
    if seat_view.is_guided:
        return ""
    keys_by_move = [{phrase.key for phrase in seat_view.known_effects(move)} for move in moves]
    for end in TURN_END_EFFECTS:
        if all(end in keys for keys in keys_by_move):
            return seat_view.say(f"carc.pick.{end.rpartition('.')[2]}")
    return ""


def _lays_tile(seat_view: CarcSeatView, kind: str) -> bool:
    return issubclass(seat_view.moves[kind], Place) or any(kind in extra.tile_laying_kinds for extra in extra_faces())


def moves_beside_follower(seat_view: CarcSeatView) -> list[Move]:
    """Moves besides followers on the tile just laid."""
    cell = just_laid_cell(seat_view)
    return [move for move in seat_view.legal if move != PASS_FIGURE and not _is_follower_here(move, cell)]


def sole_other_kind(seat_view: CarcSeatView) -> str | None:
    """The only kind among `moves_beside_follower`, if it has its own screen."""
    kinds = {move.kind for move in moves_beside_follower(seat_view)}
    return kinds.pop() if len(kinds) == 1 and kinds <= figure_alternatives().keys() else None


def _is_follower_here(move: Move, cell: Cell) -> bool:
    return isinstance(move, Deploy) and (move.figure, move.spot.cell) == (FOLLOWER, cell)


# --- other figures


async def _others_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """Other figures for the tile just laid as green buttons; further choices lead on."""
    cell = just_laid_cell(seat_view)
    places = just_laid_places(seat_view)
    numbers = number_places(places)
    other_moves = moves_beside_follower(seat_view)
    deployments = [move for move in other_moves if isinstance(move, Deploy)]
    own_tile = [move for move in deployments if move.spot.cell == cell]
    buttons: list[Button] = []
    if len(own_tile) <= MAX_OTHER_BUTTONS:
        place_by_name = {place.spot.place: place for place in places}
        buttons = [
            seat_view.move_button(
                move,
                place_button_text(seat_view, move.figure, place_by_name[move.spot.place], numbers[move.spot.place]),
            )
            for move in own_tile
        ]
    else:
        for figure in unique_items(move.figure for move in own_tile):
            path = seat_view.path_to("deploy", figure, f"~{cell}")
            buttons.append(seat_view.next_screen_button(path, seat_view.say("carc.pick.figure_more", who=figure)))
    for figure in unique_items(move.figure for move in deployments if move.spot.cell != cell):
        path = seat_view.path_to("deploy", figure)
        buttons.append(seat_view.next_screen_button(path, seat_view.say("carc.pick.elsewhere", who=figure)))
    for kind in figure_alternatives():
        of_kind = [move for move in other_moves if move.kind == kind]
        if of_kind:
            buttons.append(
                seat_view.next_screen_button(seat_view.path_to(kind), seat_view.say(f"carc.pick.more.{kind}"))
            )
    places_here = {move.spot.place for move in own_tile}
    marks = place_marks(seat_view, [place for place in places if place.spot.place in places_here])
    marks = tuple(replace(mark, token=str(numbers[mark.place.partition(".")[2]])) for mark in marks)
    files = await tile_picture(seat_view, "others", cell, marks)
    legend = legend_without_picture(seat_view, files, marks)
    other_figures = unique_items(move.figure for move in own_tile if move.figure != FOLLOWER)
    explanations = [seat_view.say(f"carc.about.{figure}") for figure in other_figures]
    text = join_lines(seat_view.say("carc.pick.others", cell=str(cell)), *legend, *explanations)
    return frame_screen(
        seat_view, question, text, split_into_rows(buttons), files, parent=_path_to_followers(seat_view)
    )


def _path_to_followers(seat_view: CarcSeatView) -> ChoicePath:
    """The path to the screen of followers."""
    if not seat_view.chosen_lines:
        return ChoicePath()
    *earlier, last_line = seat_view.chosen_lines
    return ChoicePath(tuple(earlier), tuple(last_line.split(" ")))


def path_to_others(seat_view: CarcSeatView) -> ChoicePath:
    """The path to the screen from which other figures are reached."""
    if sole_other_kind(seat_view) is not None:
        return _path_to_followers(seat_view)
    return seat_view.path_to(*OTHERS_PATH.words)


async def _spot_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The place of a figure: on one tile, else first the tile."""
    deployments = [move for move in question.moves if isinstance(move, Deploy)]
    figure = deployments[0].figure
    cells = sorted(unique_items(move.spot.cell for move in deployments), key=lambda cell: (cell.y, cell.x))
    if len(cells) == 1:
        marks = spot_marks(seat_view, (move.spot for move in deployments))
        files = await tile_picture(seat_view, f"spots {figure}", cells[0], marks)
        buttons = [
            seat_view.move_button(move, spot_button_text(seat_view, figure, move.spot, n))
            for n, move in enumerate(deployments, 1)
        ]
        legend = legend_without_picture(seat_view, files, marks)
        text = join_lines(seat_view.say("carc.pick.place_on", cell=str(cells[0]), who=figure), *legend)
        back_path = seat_view.path_to("deploy", figure)
        all_cells = {move.spot.cell for move in seat_view.legal if isinstance(move, Deploy) and move.figure == figure}
        if cells[0] == just_laid_cell(seat_view) or len(all_cells) == 1:
            back_path = path_to_others(seat_view)
        return frame_screen(seat_view, question, text, split_into_rows(buttons), files, parent=back_path)
    if len(cells) > MAX_LISTED:
        return None
    paths = [(cell, seat_view.path_to("deploy", figure, f"~{cell}")) for cell in cells]
    files = await board_picture(seat_view, f"tiles {figure}", cells)
    if len(cells) <= MAX_BUTTONS:
        rows = split_into_rows([seat_view.next_screen_button(path, str(cell)) for cell, path in paths])
    else:
        rows = cell_rows(seat_view, paths)
    text = seat_view.say("carc.pick.which_tile", who=figure)
    return frame_screen(seat_view, question, text, rows, files, parent=path_to_others(seat_view))
