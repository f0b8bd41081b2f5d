"""The menu of a turn and of the special build phase, and what its buttons open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cogs.choose import screens
from cogs.choose.picker import Path, Question, of_kind, unique
from cogs.screen import Button, Row, Screen, rows_of
from rules.catan.moves import Bank, TradeCancel, TradeConfirm
from rules.catan.view import CatanView
from rules.core import encode, field_names

from . import decisions, places, questions, reasons
from .parts import commit, costs, grey, hand_picture, held, label, rates, way_to_cards

if TYPE_CHECKING:
    from cogs.choose.room import Room

BUILD: Final = ("build-road", "build-settlement", "build-city", "build-wall")
BUY: Final = "dev-buy"
ORDER: Final = ("roll", *BUILD, BUY, "improve", "bank", "trade-offer", "trade-confirm", "trade-cancel")
LAST: Final = ("end", "pass")
TURN: Final = frozenset({"before", "main", "special"})
ALONE: Final = frozenset({"roll", "end", "pass build"})  # moves that stand on the menu itself
MOST: Final = 20  # moves of knights as buttons of one screen
DEV: Final = {"knight": "dev-knight", "roads": "dev-roads", "plenty": "dev-plenty", "monopoly": "dev-monopoly"}


async def screen(room: Room, question: Question) -> Screen | None:
    """The screens of somebody whose turn it is; None where something else is asked."""
    view: CatanView = room.view
    if view.phase not in TURN or room.seat not in view.tasks:
        return None
    if question.shape == "kinds" and not question.path.words:
        return await _menu(room, question)
    if question.shape == "move" and encode(question.moves[0]) in ALONE:
        return await _menu(room, question)
    if question.shape == "kinds" and question.path.again:
        return await _cards(room, question)
    if question.shape == "kinds" and question.path.in_group:
        group = question.path.words[0][1:]
        made = {"dev": _developments, "card": _cards, "knight": _knights}.get(group)
        return await made(room, question) if made is not None else None
    kind = question.kind or ""
    if kind.startswith("dev-") and question.shape == "move" and kind != "dev-monopoly":
        return await _developments(room, question) if not field_names(type(question.moves[0])) else None
    if kind == "bank":
        return await _bank(room, question)
    if kind == "improve":
        return await _improve(room, question)
    return None


async def _menu(room: Room, question: Question) -> Screen:
    """Everything that can be done, what cannot be done in grey."""
    view: CatanView = room.view
    kinds = set(room.game.moves)
    legal = {encode(move): move for move in room.legal if encode(move) in ALONE}
    rows: list[Row] = []
    if view.phase != "before":
        rows.append(_building(room, kinds))
    more = _more(room, kinds)
    if more:
        rows.append(more)
    rows += rows_of(_trading(room))
    ends: list[Button] = [commit(room, move) for move in legal.values()]
    rows.append(ends)
    told = [
        questions.heading(room),
        decisions.offer(room),
        held(room.voice, view),
        rates(room.voice, view),
        *reasons.of_menu(room, rows),
    ]
    below = room.say("catan.menu.costs_knights" if "build-wall" in kinds else "catan.menu.costs")
    return screens.framed(
        room,
        question,
        "\n".join(filter(None, told)),
        rows,
        await hand_picture(room),
        below=below if view.phase != "before" else "",
    )


def _building(room: Room, kinds: set[str]) -> list[Button]:
    row = [_way(room, kind, room.words.kind(kind), Path(room.before, (kind,))) for kind in BUILD if kind in kinds]
    if BUY in kinds:
        row.append(_group(room, "dev", room.say("catan.button.developments")))
    return row


def _more(room: Room, kinds: set[str]) -> list[Button]:
    view: CatanView = room.view
    main = view.phase == "main"
    row: list[Button] = []
    if "knight-recruit" in kinds and view.phase != "before":
        row.append(_group(room, "knight", room.say("catan.button.knights")))
        row.append(_way(room, "improve", room.say("catan.button.improvements"), Path(room.before, ("improve",))))
    if view.phase == "before" and BUY in kinds and any(move.group == "dev" for move in room.legal):
        row.append(_group(room, "dev", room.say("catan.button.developments")))
    if "card-crane" in kinds and view.phase != "special":
        row.append(_cards_way(room))
    if main:
        row.append(_way(room, "bank", room.say("catan.button.bank"), Path(room.before, ("bank",))))
        said = room.say("catan.button.trade")
        offers = "trade-offer" in room.composable
        row.append(room.onward(Path(room.before, ("trade-offer",)), said) if offers else grey(room, "trade", said))
    return row


def _way(room: Room, kind: str, said: str, path: Path) -> Button:
    return room.onward(path, said) if of_kind(room.legal, kind) else grey(room, kind, said)


def _group(room: Room, group: str, said: str) -> Button:
    """The way to the kinds of a group; where there is only one, to that."""
    kinds = unique(move.kind for move in room.legal if move.group == group)
    return room.onward(Path(room.before, (f"~{group}",)), said) if kinds else grey(room, group, said)


def _cards_way(room: Room) -> Button:
    """The way to the progress cards: to the list of them; a single card that can be played is shown at once."""
    said = room.say("catan.button.cards")
    cards = unique(room.view.progress)
    if len(cards) == 1 and of_kind(room.legal, f"card-{cards[0]}"):
        return room.onward(Path(room.before, ("~card",)), said)
    path = way_to_cards(room)
    return room.onward(path, said) if path is not None else grey(room, "card", said)


def _trading(room: Room) -> list[Button]:
    """What can be done with the open offer."""
    view: CatanView = room.view
    found = []
    answers = {answer.seat: answer for answer in view.offer.answers} if view.offer is not None else {}
    for move in room.legal:
        if isinstance(move, TradeConfirm):
            answer, name = answers[move.player], room.table.seats[move.player].name
            key = "take_counter" if answer.kind == "counter" else "trade_with"
            said = room.say(f"catan.button.{key}", name=name, give=list(answer.give), want=list(answer.want))
            found.append(room.commit([*room.before, encode(move)], said[:80]))
        elif isinstance(move, TradeCancel):
            found.append(commit(room, move))
    return found


# --- development cards


async def _developments(room: Room, question: Question) -> Screen:
    """Buy, or play one of those in hand."""
    view: CatanView = room.view
    legal = unique(move.kind for move in room.legal if move.group == "dev")
    buttons: list[Button] = []
    if view.phase == "main" or BUY in legal:
        buttons.append(_card_button(room, BUY, BUY in legal))
    for card, kind in DEV.items():
        if card in view.developments:
            buttons.append(_card_button(room, kind, kind in legal))
    told = [room.say("catan.ask.developments"), room.face.hand(view, room.seat, room.voice)]
    for card in unique(view.developments):
        told.append(room.say(f"catan.topic.{card}"))
        if card in DEV and DEV[card] not in legal and (why := reasons.why_not(room, DEV[card])):
            told.append(room.say("catan.ask.why_not", reason=why))
    told += reasons.of_menu(room, [[button for button in buttons if button.label == room.words.kind(BUY)]])
    return screens.framed(room, question, "\n".join(told), rows_of(buttons), await hand_picture(room))


def _card_button(room: Room, kind: str, may: bool) -> Button:
    """A card: green if it plays at once, blue if something is still to be named."""
    said = room.words.kind(kind)
    if not may:
        return grey(room, kind, said)
    moves = of_kind(room.legal, kind)
    if len(moves) == 1 and not field_names(type(moves[0])):
        return room.commit([*room.before, encode(moves[0])], said)
    return room.onward(Path(room.before, (kind,)), said)


# --- Cities & Knights


async def _cards(room: Room, question: Question) -> Screen:
    """The progress cards in hand, each with its line; those without effect now are grey."""
    view: CatanView = room.view
    legal = {move.kind for move in room.legal}
    buttons, told = [], [room.say("catan.ask.cards")]
    for card in unique(view.progress):
        kind = f"card-{card}"
        buttons.append(_card_button(room, kind, kind in legal))
        told.append(room.say(f"catan.topic.{card}"))
        if kind not in legal and (why := reasons.why_not(room, kind)):
            told.append(room.say("catan.ask.why_not", reason=why))
    return screens.framed(room, question, "\n".join(told), rows_of(buttons), await hand_picture(room))


async def _knights(room: Room, question: Question) -> Screen:
    """Everything knights can do, with the corners on the picture."""
    moves = [move for move in question.moves if move.group == "knight"]
    buttons = [commit(room, move) for move in moves]
    if len(moves) > MOST:
        buttons = []
        for kind in unique(move.kind for move in moves):
            buttons.append(room.onward(Path(room.before, (kind,)), room.words.kind(kind)))
    told = [room.say("catan.ask.knights"), held(room.voice, room.view), room.say("catan.menu.costs_of_knights")]
    files = await places.picture(room, question, places.marks(moves))
    return screens.framed(room, question, "\n".join(told), rows_of(buttons), files)


async def _improve(room: Room, question: Question) -> Screen:
    """The tracks, each with its next level and what that costs."""
    told = [room.say("catan.ask.improve"), held(room.voice, room.view)]
    told += [f"{label(room, move)}: {costs(room, move)}".replace("\n", " ") for move in question.moves]
    rows = rows_of([commit(room, move) for move in question.moves])
    return screens.framed(room, question, "\n".join(told), rows, await hand_picture(room))


# --- the bank


async def _bank(room: Room, question: Question) -> Screen:
    """What is given, then what is taken; each button says the rate."""
    view: CatanView = room.view
    mine = dict(zip(view.cards, view.players[room.seat].rates, strict=True))
    buttons: list[Button] = []
    if question.shape == "values" and question.field == "give":
        for choice in question.choices:
            said = room.say("catan.button.bank_give", n=mine[choice.token], card=choice.token)
            path = choice.path
            buttons.append(room.onward(path, said))
        text = room.say("catan.ask.give")
    else:
        trades = [move for move in question.moves if isinstance(move, Bank)]
        given = trades[0].give
        for move in trades:
            said = room.say("catan.button.bank_take", n=mine[given], give=given, take=move.take)
            buttons.append(room.commit([*room.before, encode(move)], said))
        text = room.say("catan.ask.take", n=mine[given], card=given)
    told: Sequence[str] = (text, held(room.voice, view))
    return screens.framed(room, question, "\n".join(told), rows_of(buttons), await hand_picture(room))
