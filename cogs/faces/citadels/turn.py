"""The panel of a turn of Citadels, and what its buttons open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.choose import screens
from cogs.choose.picker import Path, Question
from cogs.screen import Button, Row, Screen, ids, rows_of
from rules.citadels import effects
from rules.citadels.characters.magician import Redraw
from rules.citadels.hooks import ROLES, Character
from rules.citadels.moves import Build
from rules.citadels.view import CitadelsView
from rules.core import encode

from .parts import by_colour, commit, hand_picture, label

if TYPE_CHECKING:
    from cogs.choose.room import Room

BUILDS: Final = 15  # buttons of the panel for building


async def panel(room: Room, question: Question) -> Screen:
    """The panel of a turn: action, building, income, power, districts, end."""
    view: CitadelsView = room.view
    turn = view.turn
    assert turn is not None
    legal = {encode(move): move for move in room.legal}
    rows: list[Row] = []
    action = [room.commit([line], label(room, legal[line])) for line in ("gold", "cards") if line in legal]
    if action:
        rows.append(action)
    rows += _builds(room)
    last: list[Button] = []
    if "income" in legal:
        last.append(room.commit(["income"], room.say("cit.button.income", n=turn.income_left)))
    last += _power(room)
    district = [move for move in room.legal if move.group == "district"]
    if len(district) == 1 and encode(district[0]) == district[0].kind:
        last.append(room.commit([encode(district[0])], label(room, district[0])))
    elif district:
        last.append(room.onward(Path((), ("~district",)), room.say("cit.button.districts")))
    last.append(_end(room))
    rows.append(last)
    told = [room.say("cit.panel.as", character=turn.character, gold=view.players[room.seat].gold)]
    if turn.bewitched:
        told = [room.say("cit.panel.witch", character=turn.character, gold=view.players[room.seat].gold)]
    told.append(room.say("cit.panel.does", does=room.say(f"pic.citadels.does.{turn.character}")))
    key = "first" if not turn.acted else "builds" if turn.builds_left else "built"
    told.append(room.say(f"cit.panel.{key}", n=turn.builds_left))
    return screens.framed(room, question, "\n".join(told), rows, await hand_picture(room))


def _builds(room: Room) -> list[Row]:
    """The cards in hand as buttons, cheapest first; what cannot be built now is grey."""
    state, view = room.state, room.view
    prices = {card: effects.cost(state, room.seat, card) for card in view.hand}
    legal = {move.district: move for move in room.legal if isinstance(move, Build)}
    cards = sorted(prices, key=lambda card: (prices[card], room.label("district", card)))
    if len(cards) > BUILDS:
        spare = [card for card in reversed(cards) if card not in legal]
        gone = set(spare[: len(cards) - BUILDS])
        cards = [card for card in cards if card not in gone]
    if len(cards) > BUILDS:
        return by_colour(room, room.ask(Path((), ("build",))))
    buttons = []
    for n, card in enumerate(cards):
        said = room.say("cit.button.build", district=card, n=prices[card])
        if card in legal:
            buttons.append(room.commit([encode(legal[card])], said))
        else:
            buttons.append(Button(ids.other(room.number, room.since, "grey", str(n)), said, "grey", disabled=True))
    return rows_of(buttons)


def _power(room: Room) -> list[Button]:
    """The way to what the character can do; grey while it cannot."""
    powers = [move for move in room.legal if move.group == "power"]
    said = room.say("cit.button.power")
    if len(powers) == 1 and encode(powers[0]) == powers[0].kind:
        return [room.commit([encode(powers[0])], label(room, powers[0]))]
    if powers:
        return [room.onward(Path((), ("~power",)), said)]
    if _left_at_end(room) is not None:
        return [room.onward(Path(("end",), ()), said)]
    role = type(ROLES[room.view.turn.character])
    if role.powers is Character.powers and role.end_power is Character.end_power:
        return []
    return [Button(ids.other(room.number, room.since, "grey", "power"), said, "grey", disabled=True)]


def _left_at_end(room: Room) -> Room | None:
    """The room of the power that is used when the turn ends, if there is one now."""
    if not any(move.kind == "end" for move in room.legal):
        return None
    onward = room.after("end")
    return onward if onward is not None and any(move.group == "power" for move in onward.legal) else None


def _end(room: Room) -> Button:
    """The end of the turn; a power left for it is let go by, in one act."""
    if not any(move.kind == "end" for move in room.legal):
        return Button(ids.other(room.number, room.since, "grey", "end"), room.say("cit.button.end"), disabled=True)
    if _left_at_end(room) is not None:
        return room.commit(["end", "pass power"], room.say("cit.button.end_bare"))
    return room.commit(["end"], room.say("cit.button.end"))


async def magician(room: Room, question: Question) -> Screen:
    """Both powers of one character on one screen: players to swap with, cards to replace."""
    moves = question.moves
    rows: list[Row] = [*rows_of([commit(room, move) for move in moves if move.kind == "power-swap"])]
    redraw = room.ask(Path((), ("power-redraw",)))
    whole = max((move for move in redraw.moves if isinstance(move, Redraw)), key=lambda move: len(move.districts))
    said = room.say("cit.button.redraw_all", n=len(room.view.hand))
    rows.append([room.commit([encode(whole)], said)])
    if redraw.shape == "set":
        rows.append(screens.set_row(room, redraw))
    return screens.framed(room, question, room.say("cit.ask.magician"), rows, await hand_picture(room))


async def districts(room: Room, question: Question) -> Screen:
    """Several districts can be used: which?"""
    buttons = []
    for choice in question.choices:
        move = next(move for move in question.moves if move.kind == choice.token)
        more = room.say("cit.button.more", what=room.words.kind(choice.token))
        buttons.append(commit(room, move) if choice.line == choice.token else room.onward(choice.path, more))
    return screens.framed(room, question, room.say("cit.ask.districts"), rows_of(buttons), await hand_picture(room))
