"""The panel of a turn of Citadels, and what its buttons open."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Path, Question
from cogs.games import picker_frame
from cogs.screen import Button, Row, Screen, ids, rows_of
from rules.citadels.hooks import ROLES, Character
from rules.citadels.moves import Build
from rules.citadels.view import CitadelsView
from rules.core import encode

from .buttons import commit, ending, label, left_at_end
from .parts import CitadelsRoom, by_colour, hand_picture

BUILDS: Final = 15  # buttons of the panel for building


async def panel(room: CitadelsRoom, question: Question) -> Screen:
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
    at_once = [move for move in room.legal if isinstance(move, Build) or encode(move) in ("gold", "income")]
    rows += rows_of(ending(room, [*at_once, *(move for move in district if encode(move) == move.kind)]))
    told = [room.say("cit.panel.as", character=turn.character, gold=view.players[room.seat].gold)]
    if turn.bewitched:
        told = [room.say("cit.panel.taken_over", character=turn.character, gold=view.players[room.seat].gold)]
    told.append(room.say("cit.panel.does", does=room.say(f"pic.citadels.does.{turn.character}")))
    key = "first" if not turn.acted else "builds" if turn.builds_left else "built"
    told.append(room.say(f"cit.panel.{key}", n=turn.builds_left))
    if "income" in legal and "end" in legal:
        told.append(room.say("cit.panel.income", n=turn.income_left))
    return picker_frame.framed(room, question, "\n".join(told), rows, await hand_picture(room))


def _builds(room: CitadelsRoom) -> list[Row]:
    """The cards in hand as buttons, cheapest first; what cannot be built now is grey."""
    prices = {card: _price(room, card) for card in room.view.hand}
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


def _price(room: CitadelsRoom, card: str) -> int:
    """What it costs to build that card."""
    found = room.preview(Build(card))
    assert isinstance(found, int), "the rules know the price"
    return found


def _power(room: CitadelsRoom) -> list[Button]:
    """The way to what the character can do; grey while it cannot."""
    powers = [move for move in room.legal if move.group == "power"]
    said = room.say("cit.button.power")
    if len(powers) == 1 and encode(powers[0]) == powers[0].kind:
        return [room.commit([encode(powers[0])], label(room, powers[0]))]
    if powers:
        return [room.onward(Path((), ("~power",)), said)]
    if left_at_end(room) is not None:
        return [room.onward(Path(("end",), ()), said)]
    turn = room.view.turn
    assert turn is not None, "the panel is that of a turn"
    role = type(ROLES[turn.character])
    if role.powers is Character.powers and role.end_power is Character.end_power:
        return []
    return [Button(ids.other(room.number, room.since, "grey", "power"), said, "grey", disabled=True)]


def _end(room: CitadelsRoom) -> Button:
    """The end of the turn; a power left for it is let go by, in one act."""
    if not any(move.kind == "end" for move in room.legal):
        return Button(ids.other(room.number, room.since, "grey", "end"), room.say("cit.button.end"), disabled=True)
    if left_at_end(room) is not None:
        return room.commit(["end", "pass power"], room.say("cit.button.end_bare"))
    return room.commit(["end"], room.say("cit.button.end"))


async def districts(room: CitadelsRoom, question: Question) -> Screen:
    """Several districts can be used: which?"""
    buttons = []
    for choice in question.choices:
        move = next(move for move in question.moves if move.kind == choice.token)
        more = room.say("cit.button.more", what=room.words.kind(choice.token))
        buttons.append(commit(room, move) if choice.line == choice.token else room.onward(choice.path, more))
    return picker_frame.framed(
        room, question, room.say("cit.ask.districts"), rows_of(buttons), await hand_picture(room)
    )
