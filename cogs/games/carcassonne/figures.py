"""Placing a figure on the tile just laid: followers as green buttons, other figures on a second screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games import picker_frame
from cogs.screen import BUTTONS, LISTED, Button, Screen, rows_of
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import PASS_FIGURE, Deploy, Place
from rules.core import Move, encode_move

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

ENDS: Final = ("carc.preview.ends_turn", "carc.preview.ends_only")
INLINE: Final = 15  # other figures with buttons of their own
OTHERS: Final = ChoicePath((), ("*",))


def asks_figure(seat_view: CarcSeatView) -> bool:
    """Whether the current decision is a figure for the tile just laid."""
    return PASS_FIGURE in seat_view.legal


def figure_alternatives() -> dict[str, CarcExpansionFace[Any]]:
    """Kinds in place of a figure -> the expansion with their screen."""
    return {kind: extra for extra in extra_faces() for kind in extra.beside_figure}


def is_figure_decision(seat_view: CarcSeatView, kinds: Collection[str]) -> bool:
    """Whether these kinds of moves belong to the figure decision."""
    if asks_figure(seat_view):
        return {"deploy", "pass", *figure_alternatives()}.issuperset(kinds)
    return len(kinds) == 1 and {kind for extra in extra_faces() for kind in extra.at_any_time}.issuperset(kinds)


async def figure_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The next step of placing a figure."""
    kind, shape = question.kind, question.shape
    plain = [
        move
        for move in seat_view.legal
        if isinstance(move, Deploy) and _is_follower_here(move, just_laid_cell(seat_view))
    ]
    if kind == "deploy" and [*question.moves] == plain and shape != "move":
        return await follower_screen(
            seat_view,
            question,
            seat_view,
            seat_view.say("carc.pick.figure", cell=str(just_laid_cell(seat_view))),
            [],
            [],
        )
    if question.path.again or (kind == "deploy" and question.field == "figure" and shape == "values"):
        return await _others_screen(seat_view, question)
    if not question.path.words:
        told = [seat_view.say("carc.pick.figure", cell=str(just_laid_cell(seat_view)))]
        return await follower_screen(seat_view, question, seat_view, told[0], [], [])
    if kind == "deploy":
        return await _spot_screen(seat_view, question)
    if kind in (own := figure_alternatives()):
        return await own[kind].further(seat_view, question)
    if kind == "pass":
        return await follower_screen(
            seat_view,
            question,
            seat_view,
            seat_view.say("carc.pick.figure", cell=str(just_laid_cell(seat_view))),
            [],
            [],
        )
    return None


# --- followers


async def follower_screen(
    seat_view: CarcSeatView,
    question: Question,
    here: CarcSeatView,
    head: str,
    told: Sequence[str],
    more: Sequence[Button],
    parent: ChoicePath | None = None,
) -> Screen:
    """Followers on the tile just laid, no figure, or other figures. `here`: the view with the tile laid."""
    before = here.before
    places = just_laid_places(here)
    known = number_places(places)
    marks = place_marks(here, places)
    files = await tile_picture(here, "figure", just_laid_cell(here), marks)
    laid = any(_lays_tile(here, line.split(" ")[0]) for line in before)
    bare = "carc.pick.lay_bare" if laid else "carc.pick.bare"
    puts = [info for info in places if FOLLOWER in info.figures]
    buttons = [here.commit([*before, encode_move(PASS_FIGURE)], here.say(bare))]
    buttons += [
        here.commit(
            [*before, encode_move(Deploy(FOLLOWER, info.spot))],
            place_button_text(here, FOLLOWER, info, known[info.spot.place]),
        )
        for info in puts
    ]
    only = sole_other_kind(here)
    if only is not None:
        path = ChoicePath(before, (only,))
        buttons.append(Button(here.pick_id(path), here.say(f"carc.pick.more.{only}")))
    elif moves_beside_follower(here):
        path = ChoicePath(before, OTHERS.words)
        buttons.append(Button(here.pick_id(path), here.say("carc.pick.other")))
    done = here.effects(PASS_FIGURE)
    said = [*told, *(here.voice.phrase(phrase) for phrase in done if phrase.key not in ENDS)]
    ends = _describe_turn_end(here, [PASS_FIGURE, *(Deploy(FOLLOWER, info.spot) for info in puts)])
    text = join_lines(head, *unique_items(said), *legend_without_picture(here, files, marks), ends)
    return picker_frame.frame_screen(seat_view, question, text, rows_of([*buttons, *more]), files, parent=parent)


def _describe_turn_end(seat_view: CarcSeatView, moves: Sequence[Move]) -> str:
    """The effect common to all green buttons, such as the end of the turn; empty in guided lessons."""
    if seat_view.guided:
        return ""
    keys = [{phrase.key for phrase in seat_view.effects(move)} for move in moves]
    for end in ENDS:
        if all(end in one for one in keys):
            return seat_view.say(f"carc.pick.{end.rpartition('.')[2]}")
    return ""


def _lays_tile(seat_view: CarcSeatView, kind: str) -> bool:
    return issubclass(seat_view.moves[kind], Place) or any(kind in extra.lays for extra in extra_faces())


def moves_beside_follower(seat_view: CarcSeatView) -> list[Move]:
    """Moves besides followers on the tile just laid."""
    cell = just_laid_cell(seat_view)
    return [move for move in seat_view.legal if move != PASS_FIGURE and not _is_follower_here(move, cell)]


def sole_other_kind(seat_view: CarcSeatView) -> str | None:
    """The only kind among `moves_beside_follower`, if it has its own screen."""
    found = {move.kind for move in moves_beside_follower(seat_view)}
    return found.pop() if len(found) == 1 and found <= figure_alternatives().keys() else None


def _is_follower_here(move: Move, cell: Cell) -> bool:
    return isinstance(move, Deploy) and (move.figure, move.spot.cell) == (FOLLOWER, cell)


# --- other figures


async def _others_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """Other figures for the tile just laid as green buttons; further choices lead on."""
    cell = just_laid_cell(seat_view)
    places = just_laid_places(seat_view)
    known = number_places(places)
    found = moves_beside_follower(seat_view)
    puts = [move for move in found if isinstance(move, Deploy)]
    own = [move for move in puts if move.spot.cell == cell]
    buttons: list[Button] = []
    if len(own) <= INLINE:
        at = {info.spot.place: info for info in places}
        buttons = [
            seat_view.commit(
                [*seat_view.before, encode_move(m)],
                place_button_text(seat_view, m.figure, at[m.spot.place], known[m.spot.place]),
            )
            for m in own
        ]
    else:
        for figure in unique_items(move.figure for move in own):
            path = ChoicePath(seat_view.before, ("deploy", figure, f"~{cell}"))
            buttons.append(seat_view.onward(path, seat_view.say("carc.pick.figure_more", who=figure)))
    for figure in unique_items(move.figure for move in puts if move.spot.cell != cell):
        path = ChoicePath(seat_view.before, ("deploy", figure))
        buttons.append(seat_view.onward(path, seat_view.say("carc.pick.elsewhere", who=figure)))
    for kind in figure_alternatives():
        of_kind = [move for move in found if move.kind == kind]
        if of_kind:
            buttons.append(
                seat_view.onward(ChoicePath(seat_view.before, (kind,)), seat_view.say(f"carc.pick.more.{kind}"))
            )
    here = {move.spot.place for move in own}
    marks = place_marks(seat_view, [info for info in places if info.spot.place in here])
    marks = tuple(replace(mark, token=str(known[mark.place.partition(".")[2]])) for mark in marks)
    files = await tile_picture(seat_view, "others", cell, marks)
    told = legend_without_picture(seat_view, files, marks)
    about = [
        seat_view.say(f"carc.about.{figure}") for figure in unique_items(m.figure for m in own) if figure != FOLLOWER
    ]
    text = join_lines(seat_view.say("carc.pick.others", cell=str(cell)), *told, *about)
    return picker_frame.frame_screen(
        seat_view, question, text, rows_of(buttons), files, parent=_path_to_followers(seat_view)
    )


def _path_to_followers(seat_view: CarcSeatView) -> ChoicePath:
    """The path to the screen of followers."""
    if not seat_view.before:
        return ChoicePath()
    *before, last = seat_view.before
    return ChoicePath(tuple(before), tuple(last.split(" ")))


def path_to_others(seat_view: CarcSeatView) -> ChoicePath:
    """The path to the screen from which other figures are reached."""
    return (
        _path_to_followers(seat_view)
        if sole_other_kind(seat_view) is not None
        else ChoicePath(seat_view.before, OTHERS.words)
    )


async def _spot_screen(seat_view: CarcSeatView, question: Question) -> Screen | None:
    """The place of a figure: on one tile, else first the tile."""
    puts = [move for move in question.moves if isinstance(move, Deploy)]
    figure = puts[0].figure
    cells = sorted(unique_items(move.spot.cell for move in puts), key=lambda cell: (cell.y, cell.x))
    if len(cells) == 1:
        marks = spot_marks(seat_view, (move.spot for move in puts))
        files = await tile_picture(seat_view, f"spots {figure}", cells[0], marks)
        buttons = [
            seat_view.commit([*seat_view.before, encode_move(move)], spot_button_text(seat_view, figure, move.spot, n))
            for n, move in enumerate(puts, 1)
        ]
        told = legend_without_picture(seat_view, files, marks)
        text = join_lines(seat_view.say("carc.pick.place_on", cell=str(cells[0]), who=figure), *told)
        back = ChoicePath(seat_view.before, ("deploy", figure))
        everywhere = {m.spot.cell for m in seat_view.legal if isinstance(m, Deploy) and m.figure == figure}
        if cells[0] == just_laid_cell(seat_view) or len(everywhere) == 1:
            back = path_to_others(seat_view)
        return picker_frame.frame_screen(seat_view, question, text, rows_of(buttons), files, parent=back)
    if len(cells) > LISTED:
        return None
    paths = [(cell, ChoicePath(seat_view.before, ("deploy", figure, f"~{cell}"))) for cell in cells]
    files = await board_picture(seat_view, f"tiles {figure}", cells)
    few = len(cells) <= BUTTONS
    rows = rows_of([seat_view.onward(path, str(cell)) for cell, path in paths]) if few else cell_rows(seat_view, paths)
    text = seat_view.say("carc.pick.which_tile", who=figure)
    return picker_frame.frame_screen(seat_view, question, text, rows, files, parent=path_to_others(seat_view))
