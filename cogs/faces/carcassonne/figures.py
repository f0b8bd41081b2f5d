"""What is put on the tile just laid: followers on green buttons, everything else one step further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cogs.choose import screens
from cogs.choose.picker import Path, Question, unique
from cogs.screen import BUTTONS, LISTED, Button, Screen, rows_of
from render import Mark
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions.abbey.moves import PutBarn
from rules.carcassonne.expansions.bridge.moves import BridgeBuild
from rules.carcassonne.expansions.princess.moves import MoveFairy
from rules.carcassonne.moves import PASS_FIGURE, Deploy
from rules.core import Move, encode

from .places import board, cell_rows, lines, place_lines, place_marks, places_of, spot_marks, tile
from .words import FOLLOWER

if TYPE_CHECKING:
    from cogs.choose.room import Room

KINDS: Final = frozenset({"deploy", "pass", "fairy", "barn", "bridge-build"})
LAYS: Final = frozenset({"place", "bridge-place", "abbey"})
ENDS: Final = "carc.preview.ends_turn"
INLINE: Final = 15  # other figures on buttons of their own
OTHERS: Final = Path((), ("*",))
ONWARD: Final = ("fairy", "barn", "bridge-build")  # kinds with a screen of their own


def asked(room: Room) -> bool:
    """Whether a figure for the tile just laid is what is asked now."""
    return PASS_FIGURE in room.legal


def just(room: Room) -> Cell:
    cell: Cell | None = room.view.just_laid
    assert cell is not None, "a tile has just been laid"
    return cell


async def screen(room: Room, question: Question) -> Screen | None:
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
    if kind == "fairy":
        return await _fairy(room, question)
    if kind == "barn":
        return await _barn(room, question)
    if kind == "bridge-build":
        return await _bridge(room, question)
    if kind == "pass":
        return await choose(room, question, room, room.say("carc.pick.figure", cell=str(just(room))), [], [])
    return None


# --- followers


async def choose(
    room: Room, question: Question, here: Room, head: str, told: Sequence[str], more: Sequence[Button]
) -> Screen:
    """Followers on the tile just laid, nobody, or another figure. `here`: the table once the tile lies."""
    before = here.before
    places = places_of(here)
    marks = place_marks(here, places)
    files = await tile(here, "figure", just(here), marks)
    laid = any(line.split(" ")[0] in LAYS for line in before)
    bare = "carc.pick.lay_bare" if laid else "carc.pick.bare"
    buttons = [here.commit([*before, encode(PASS_FIGURE)], here.say(bare))]
    buttons += [
        here.commit([*before, encode(Deploy(FOLLOWER, info.spot))], _put(here, FOLLOWER, info.spot.place))
        for info in places
        if FOLLOWER in info.figures
    ]
    only = lone(here)
    if only is not None:
        path = Path(before, (only,))
        buttons.append(Button(here.pick_id(path), here.say(f"carc.pick.more.{only}")))
    elif others(here):
        path = Path(before, OTHERS.words)
        buttons.append(Button(here.pick_id(path), here.say("carc.pick.other")))
    done = here.game.explain(here.state, here.seat, PASS_FIGURE)
    ends = here.say("carc.pick.ends_turn") if any(phrase.key == ENDS for phrase in done) else ""
    said = [*told, *(here.voice.phrase(phrase) for phrase in done if phrase.key != ENDS)]
    text = lines(head, *unique(said), *place_lines(here, places), ends)
    return screens.framed(room, question, text, rows_of([*buttons, *more]), files)


def _put(room: Room, figure: str, place: str) -> str:
    return room.say("carc.pick.put", who=figure, place=place)


def others(room: Room) -> list[Move]:
    """What is to choose beside a follower for the tile just laid."""
    cell = just(room)
    return [move for move in room.legal if move != PASS_FIGURE and not _plain(move, cell)]


def lone(room: Room) -> str | None:
    """The kind of move that is all there is to choose beside a follower, if it has a screen of its own."""
    found = {move.kind for move in others(room)}
    return found.pop() if len(found) == 1 and found <= {*ONWARD} else None


def _plain(move: Move, cell: Cell) -> bool:
    """A follower on that tile."""
    return isinstance(move, Deploy) and (move.figure, move.spot.cell) == (FOLLOWER, cell)


# --- everything else


async def _others(room: Room, question: Question) -> Screen:
    """Other figures for the tile just laid on green buttons; what needs a further picture leads on."""
    cell = just(room)
    found = others(room)
    puts = [move for move in found if isinstance(move, Deploy)]
    own = [move for move in puts if move.spot.cell == cell]
    buttons: list[Button] = []
    if len(own) <= INLINE:
        buttons = [room.commit([*room.before, encode(m)], _put(room, m.figure, m.spot.place)) for m in own]
    else:
        for figure in unique(move.figure for move in own):
            path = Path(room.before, ("deploy", figure, f"~{cell}"))
            buttons.append(room.onward(path, room.say("carc.pick.figure_more", who=figure)))
    for figure in unique(move.figure for move in puts if move.spot.cell != cell):
        path = Path(room.before, ("deploy", figure))
        buttons.append(room.onward(path, room.say("carc.pick.elsewhere", who=figure)))
    for kind in ONWARD:
        of_kind = [move for move in found if move.kind == kind]
        if of_kind:
            buttons.append(room.onward(Path(room.before, (kind,)), room.say(f"carc.pick.more.{kind}")))
    marks = spot_marks(room, (move.spot for move in own))
    files = await tile(room, "others", cell, marks)
    told = [room.say("carc.pick.item", token=mark.token, text=mark.note) for mark in marks]
    about = [room.say(f"carc.about.{figure}") for figure in unique(m.figure for m in own) if figure != FOLLOWER]
    text = lines(room.say("carc.pick.others", cell=str(cell)), *told, *about)
    return screens.framed(room, question, text, rows_of(buttons), files, parent=_first(room))


def _first(room: Room) -> Path:
    """The screen with the followers."""
    if not room.before:
        return Path()
    *before, last = room.before
    return Path(tuple(before), tuple(last.split(" ")))


def _up(room: Room) -> Path:
    return _first(room) if lone(room) is not None else Path(room.before, OTHERS.words)


async def _spots(room: Room, question: Question) -> Screen | None:
    """Where that figure goes: on one tile, else first which tile."""
    puts = [move for move in question.moves if isinstance(move, Deploy)]
    figure = puts[0].figure
    cells = sorted(unique(move.spot.cell for move in puts), key=lambda cell: (cell.y, cell.x))
    if len(cells) == 1:
        marks = spot_marks(room, (move.spot for move in puts))
        files = await tile(room, f"spots {figure}", cells[0], marks)
        buttons = [room.commit([*room.before, encode(m)], _put(room, figure, m.spot.place)) for m in puts]
        told = [room.say("carc.pick.item", token=mark.token, text=mark.note) for mark in marks]
        text = lines(room.say("carc.pick.place_on", cell=str(cells[0]), who=figure), *told)
        parent = Path(room.before, ("deploy", figure))
        everywhere = {m.spot.cell for m in room.legal if isinstance(m, Deploy) and m.figure == figure}
        if cells[0] == just(room) or len(everywhere) == 1:
            parent = _up(room)
        return screens.framed(room, question, text, rows_of(buttons), files, parent=parent)
    if len(cells) > LISTED:
        return None
    paths = [(cell, Path(room.before, ("deploy", figure, f"~{cell}"))) for cell in cells]
    files = await board(room, f"tiles {figure}", cells)
    few = len(cells) <= BUTTONS
    rows = rows_of([room.onward(path, str(cell)) for cell, path in paths]) if few else cell_rows(room, paths)
    text = room.say("carc.pick.which_tile", who=figure)
    return screens.framed(room, question, text, rows, files, parent=_up(room))


async def _fairy(room: Room, question: Question) -> Screen:
    moves = [move for move in question.moves if isinstance(move, MoveFairy)]
    files = await board(room, "fairy", (move.cell for move in moves))
    buttons = [room.commit([*room.before, encode(m)], room.say("carc.button.fairy", cell=str(m.cell))) for m in moves]
    text = lines(room.say("carc.pick.fairy"), room.say("carc.about.fairy"))
    return screens.framed(room, question, text, rows_of(buttons), files, parent=_up(room))


async def _barn(room: Room, question: Question) -> Screen:
    moves = [move for move in question.moves if isinstance(move, PutBarn)]
    marks = tuple(Mark(m.corner, m.corner, note=room.label("corner", m.corner)) for m in moves)
    files = await tile(room, "barn", just(room), marks)
    buttons = [room.commit([*room.before, encode(m)], room.say("carc.button.barn", corner=m.corner)) for m in moves]
    text = lines(room.say("carc.pick.barn"), room.say("carc.about.barn"))
    return screens.framed(room, question, text, rows_of(buttons), files, parent=_up(room))


async def _bridge(room: Room, question: Question) -> Screen:
    """Which bridge; once that is chosen, the figures on what the board has become."""
    moves = [move for move in question.moves if isinstance(move, BridgeBuild)]
    bare = not asked(room)  # before something else that is asked first
    if question.shape == "move":
        line = encode(moves[0])
        told = room.label("bridge", str(moves[0].bridge))
        head = room.say("carc.pick.bridge_built", bridge=told)
        onward = room.after(line)
        if onward is not None and asked(onward):
            return await choose(room, question, onward, head, [], [])
        mark = Mark(str(moves[0].bridge), str(moves[0].bridge), note=told)
        files = await tile(room, f"bridge {line}", just(room), (mark,))
        rows = rows_of([room.commit([*room.before, line], room.say("carc.pick.build"))])
        parent = (
            Path(room.before, ("bridge-build",))
            if sum(m.kind == "bridge-build" for m in room.legal) > 1
            else (Path(room.before) if bare else _up(room))
        )
        return screens.framed(room, question, head, rows, files, parent=parent)
    marks = tuple(Mark(str(m.bridge), str(m.bridge), note=room.label("bridge", str(m.bridge))) for m in moves)
    files = await tile(room, "bridges", just(room), marks)
    buttons = [room.onward(choice.path, room.label("bridge", choice.token)) for choice in question.choices]
    text = lines(room.say("carc.pick.bridge"), room.say("carc.about.bridge"))
    return screens.framed(
        room, question, text, rows_of(buttons), files, parent=Path(room.before) if bare else _up(room)
    )
