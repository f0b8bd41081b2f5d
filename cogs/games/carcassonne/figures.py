"""What is put on the tile just laid: followers on green buttons, everything else one step further."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.choose.picker import Path, Question, unique
from cogs.games import picker_frame
from cogs.screen import BUTTONS, LISTED, Button, Screen, rows_of
from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import PASS_FIGURE, Deploy, Place
from rules.core import Move, encode

from .expansions import Extra, extras
from .places import (
    CarcRoom,
    board,
    cell_rows,
    just,
    lines,
    numbers,
    place_marks,
    places_of,
    put_at,
    put_on,
    spot_marks,
    tile,
    told_without,
)
from .supply import FOLLOWER

ENDS: Final = ("carc.preview.ends_turn", "carc.preview.ends_only")
INLINE: Final = 15  # other figures on buttons of their own
OTHERS: Final = Path((), ("*",))


def asks_figure(room: CarcRoom) -> bool:
    """Whether a figure for the tile just laid is what is asked now."""
    return PASS_FIGURE in room.legal


def beside() -> dict[str, Extra[Any]]:
    """Kinds that may come in place of a figure, with the expansion that has a screen for each."""
    return {kind: extra for extra in extras() for kind in extra.beside_figure}


def is_asked(room: CarcRoom, kinds: Collection[str]) -> bool:
    """Whether moves of these kinds are asked for here."""
    if asks_figure(room):
        return {"deploy", "pass", *beside()}.issuperset(kinds)
    return len(kinds) == 1 and {kind for extra in extras() for kind in extra.at_any_time}.issuperset(kinds)


async def screen(room: CarcRoom, question: Question) -> Screen | None:
    """The next step of putting a figure."""
    kind, shape = question.kind, question.shape
    plain = [move for move in room.legal if isinstance(move, Deploy) and _plain(move, just(room))]
    if kind == "deploy" and [*question.moves] == plain and shape != "move":
        return await choose(room, question, room, room.say("carc.pick.figure", cell=str(just(room))), [], [])
    if question.path.again or (kind == "deploy" and question.field == "figure" and shape == "values"):
        return await _others(room, question)
    if not question.path.words:
        told = [room.say("carc.pick.figure", cell=str(just(room)))]
        return await choose(room, question, room, told[0], [], [])
    if kind == "deploy":
        return await _spots(room, question)
    if kind in (own := beside()):
        return await own[kind].further(room, question)
    if kind == "pass":
        return await choose(room, question, room, room.say("carc.pick.figure", cell=str(just(room))), [], [])
    return None


# --- followers


async def choose(
    room: CarcRoom,
    question: Question,
    here: CarcRoom,
    head: str,
    told: Sequence[str],
    more: Sequence[Button],
    parent: Path | None = None,
) -> Screen:
    """Followers on the tile just laid, nobody, or another figure. `here`: the table once the tile lies."""
    before = here.before
    places = places_of(here)
    known = numbers(places)
    marks = place_marks(here, places)
    files = await tile(here, "figure", just(here), marks)
    laid = any(_lays(here, line.split(" ")[0]) for line in before)
    bare = "carc.pick.lay_bare" if laid else "carc.pick.bare"
    puts = [info for info in places if FOLLOWER in info.figures]
    buttons = [here.commit([*before, encode(PASS_FIGURE)], here.say(bare))]
    buttons += [
        here.commit(
            [*before, encode(Deploy(FOLLOWER, info.spot))], put_at(here, FOLLOWER, info, known[info.spot.place])
        )
        for info in puts
    ]
    only = lone(here)
    if only is not None:
        path = Path(before, (only,))
        buttons.append(Button(here.pick_id(path), here.say(f"carc.pick.more.{only}")))
    elif others(here):
        path = Path(before, OTHERS.words)
        buttons.append(Button(here.pick_id(path), here.say("carc.pick.other")))
    done = here.effects(PASS_FIGURE)
    said = [*told, *(here.voice.phrase(phrase) for phrase in done if phrase.key not in ENDS)]
    ends = _ends(here, [PASS_FIGURE, *(Deploy(FOLLOWER, info.spot) for info in puts)])
    text = lines(head, *unique(said), *told_without(here, files, marks), ends)
    return picker_frame.framed(room, question, text, rows_of([*buttons, *more]), files, parent=parent)


def _ends(room: CarcRoom, moves: Sequence[Move]) -> str:
    """What every green button does beside its figure, if it is so of all: what was drawn cannot be put back. In a
    course what leads nowhere is not done at all."""
    if room.guided:
        return ""
    keys = [{phrase.key for phrase in room.effects(move)} for move in moves]
    for end in ENDS:
        if all(end in one for one in keys):
            return room.say(f"carc.pick.{end.rpartition('.')[2]}")
    return ""


def _lays(room: CarcRoom, kind: str) -> bool:
    return issubclass(room.moves[kind], Place) or any(kind in extra.lays for extra in extras())


def others(room: CarcRoom) -> list[Move]:
    """What is to choose beside a follower for the tile just laid."""
    cell = just(room)
    return [move for move in room.legal if move != PASS_FIGURE and not _plain(move, cell)]


def lone(room: CarcRoom) -> str | None:
    """The kind of move that is all there is to choose beside a follower, if it has a screen of its own."""
    found = {move.kind for move in others(room)}
    return found.pop() if len(found) == 1 and found <= beside().keys() else None


def _plain(move: Move, cell: Cell) -> bool:
    """A follower on that tile."""
    return isinstance(move, Deploy) and (move.figure, move.spot.cell) == (FOLLOWER, cell)


# --- everything else


async def _others(room: CarcRoom, question: Question) -> Screen:
    """Other figures for the tile just laid on green buttons; what needs a further picture leads on."""
    cell = just(room)
    places = places_of(room)
    known = numbers(places)
    found = others(room)
    puts = [move for move in found if isinstance(move, Deploy)]
    own = [move for move in puts if move.spot.cell == cell]
    buttons: list[Button] = []
    if len(own) <= INLINE:
        at = {info.spot.place: info for info in places}
        buttons = [
            room.commit([*room.before, encode(m)], put_at(room, m.figure, at[m.spot.place], known[m.spot.place]))
            for m in own
        ]
    else:
        for figure in unique(move.figure for move in own):
            path = Path(room.before, ("deploy", figure, f"~{cell}"))
            buttons.append(room.onward(path, room.say("carc.pick.figure_more", who=figure)))
    for figure in unique(move.figure for move in puts if move.spot.cell != cell):
        path = Path(room.before, ("deploy", figure))
        buttons.append(room.onward(path, room.say("carc.pick.elsewhere", who=figure)))
    for kind in beside():
        of_kind = [move for move in found if move.kind == kind]
        if of_kind:
            buttons.append(room.onward(Path(room.before, (kind,)), room.say(f"carc.pick.more.{kind}")))
    here = {move.spot.place for move in own}
    marks = place_marks(room, [info for info in places if info.spot.place in here])
    marks = tuple(replace(mark, token=str(known[mark.place.partition(".")[2]])) for mark in marks)
    files = await tile(room, "others", cell, marks)
    told = told_without(room, files, marks)
    about = [room.say(f"carc.about.{figure}") for figure in unique(m.figure for m in own) if figure != FOLLOWER]
    text = lines(room.say("carc.pick.others", cell=str(cell)), *told, *about)
    return picker_frame.framed(room, question, text, rows_of(buttons), files, parent=_first(room))


def _first(room: CarcRoom) -> Path:
    """The screen with the followers."""
    if not room.before:
        return Path()
    *before, last = room.before
    return Path(tuple(before), tuple(last.split(" ")))


def parent(room: CarcRoom) -> Path:
    """The screen from which other figures are reached."""
    return _first(room) if lone(room) is not None else Path(room.before, OTHERS.words)


async def _spots(room: CarcRoom, question: Question) -> Screen | None:
    """Where that figure goes: on one tile, else first which tile."""
    puts = [move for move in question.moves if isinstance(move, Deploy)]
    figure = puts[0].figure
    cells = sorted(unique(move.spot.cell for move in puts), key=lambda cell: (cell.y, cell.x))
    if len(cells) == 1:
        marks = spot_marks(room, (move.spot for move in puts))
        files = await tile(room, f"spots {figure}", cells[0], marks)
        buttons = [
            room.commit([*room.before, encode(move)], put_on(room, figure, move.spot, n))
            for n, move in enumerate(puts, 1)
        ]
        told = told_without(room, files, marks)
        text = lines(room.say("carc.pick.place_on", cell=str(cells[0]), who=figure), *told)
        back = Path(room.before, ("deploy", figure))
        everywhere = {m.spot.cell for m in room.legal if isinstance(m, Deploy) and m.figure == figure}
        if cells[0] == just(room) or len(everywhere) == 1:
            back = parent(room)
        return picker_frame.framed(room, question, text, rows_of(buttons), files, parent=back)
    if len(cells) > LISTED:
        return None
    paths = [(cell, Path(room.before, ("deploy", figure, f"~{cell}"))) for cell in cells]
    files = await board(room, f"tiles {figure}", cells)
    few = len(cells) <= BUTTONS
    rows = rows_of([room.onward(path, str(cell)) for cell, path in paths]) if few else cell_rows(room, paths)
    text = room.say("carc.pick.which_tile", who=figure)
    return picker_frame.framed(room, question, text, rows, files, parent=parent(room))
