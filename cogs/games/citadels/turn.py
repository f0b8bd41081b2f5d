"""The panel of a turn of Citadels, and what its buttons open."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, Question
from cogs.games import picker_frame
from cogs.screen import Button, Row, Screen, ids, rows_of
from rules.citadels.hooks import ROLES, Character
from rules.citadels.moves import Build
from rules.citadels.view import CitadelsView
from rules.core import encode_move

from .buttons import end_power_view, end_turn_buttons, move_button, move_label
from .parts import CitadelsSeatView, colour_selects, hand_picture

BUILDS: Final = 15  # buttons of the panel for building


async def build_turn_panel(room: CitadelsSeatView, question: Question) -> Screen:
    """The panel of a turn: action, building, income, power, districts, end."""
    view: CitadelsView = room.view
    turn = view.turn
    assert turn is not None
    legal = {encode_move(move): move for move in room.legal}
    rows: list[Row] = []
    action = [room.commit([line], move_label(room, legal[line])) for line in ("gold", "cards") if line in legal]
    if action:
        rows.append(action)
    rows += _district_rows(room)
    last: list[Button] = []
    if "income" in legal:
        last.append(room.commit(["income"], room.say("cit.button.income", n=turn.income_left)))
    last += _power_buttons(room)
    district = [move for move in room.legal if move.group == "district"]
    if len(district) == 1 and encode_move(district[0]) == district[0].kind:
        last.append(room.commit([encode_move(district[0])], move_label(room, district[0])))
    elif district:
        last.append(room.onward(ChoicePath((), ("~district",)), room.say("cit.button.districts")))
    last.append(_end_button(room))
    rows.append(last)
    at_once = [move for move in room.legal if isinstance(move, Build) or encode_move(move) in ("gold", "income")]
    rows += rows_of(end_turn_buttons(room, [*at_once, *(move for move in district if encode_move(move) == move.kind)]))
    told = [room.say("cit.panel.as", character=turn.character, gold=view.players[room.seat].gold)]
    if turn.bewitched:
        told = [room.say("cit.panel.taken_over", character=turn.character, gold=view.players[room.seat].gold)]
    told.append(room.say("cit.panel.does", does=room.say(f"pic.citadels.does.{turn.character}")))
    key = "first" if not turn.acted else "builds" if turn.builds_left else "built"
    told.append(room.say(f"cit.panel.{key}", n=turn.builds_left))
    if "income" in legal and "end" in legal:
        told.append(room.say("cit.panel.income", n=turn.income_left))
    return picker_frame.frame_screen(room, question, "\n".join(told), rows, await hand_picture(room))


def _district_rows(room: CitadelsSeatView) -> list[Row]:
    """The cards in hand as buttons, cheapest first; what cannot be built now is grey."""
    prices = {card: _district_price(room, card) for card in room.view.hand}
    legal = {move.district: move for move in room.legal if isinstance(move, Build)}
    cards = sorted(prices, key=lambda card: (prices[card], room.label("district", card)))
    if len(cards) > BUILDS:
        spare = [card for card in reversed(cards) if card not in legal]
        gone = set(spare[: len(cards) - BUILDS])
        cards = [card for card in cards if card not in gone]
    if len(cards) > BUILDS:
        return colour_selects(room, room.ask(ChoicePath((), ("build",))))
    buttons = []
    for n, card in enumerate(cards):
        said = room.say("cit.button.build", district=card, n=prices[card])
        if card in legal:
            buttons.append(room.commit([encode_move(legal[card])], said))
        else:
            buttons.append(
                Button(ids.action_custom_id(room.number, room.since, "grey", str(n)), said, "grey", disabled=True)
            )
    return rows_of(buttons)


def _district_price(room: CitadelsSeatView, card: str) -> int:
    """What it costs to build that card."""
    found = room.preview(Build(card))
    assert isinstance(found, int), "the rules know the price"
    return found


def _power_buttons(room: CitadelsSeatView) -> list[Button]:
    """The way to what the character can do; grey while it cannot."""
    powers = [move for move in room.legal if move.group == "power"]
    said = room.say("cit.button.power")
    if len(powers) == 1 and encode_move(powers[0]) == powers[0].kind:
        return [room.commit([encode_move(powers[0])], move_label(room, powers[0]))]
    if powers:
        return [room.onward(ChoicePath((), ("~power",)), said)]
    if end_power_view(room) is not None:
        return [room.onward(ChoicePath(("end",), ()), said)]
    turn = room.view.turn
    assert turn is not None, "the panel is that of a turn"
    role = type(ROLES[turn.character])
    if role.powers is Character.powers and role.end_power is Character.end_power:
        return []
    return [Button(ids.action_custom_id(room.number, room.since, "grey", "power"), said, "grey", disabled=True)]


def _end_button(room: CitadelsSeatView) -> Button:
    """The end of the turn; a power left for it is let go by, in one act."""
    if not any(move.kind == "end" for move in room.legal):
        return Button(
            ids.action_custom_id(room.number, room.since, "grey", "end"), room.say("cit.button.end"), disabled=True
        )
    if end_power_view(room) is not None:
        return room.commit(["end", "pass power"], room.say("cit.button.end_bare"))
    return room.commit(["end"], room.say("cit.button.end"))


async def district_screen(room: CitadelsSeatView, question: Question) -> Screen:
    """Several districts can be used: which?"""
    buttons = []
    for choice in question.choices:
        move = next(move for move in question.moves if move.kind == choice.token)
        more = room.say("cit.button.more", what=room.words.kind(choice.token))
        buttons.append(move_button(room, move) if choice.line == choice.token else room.onward(choice.path, more))
    return picker_frame.frame_screen(
        room, question, room.say("cit.ask.districts"), rows_of(buttons), await hand_picture(room)
    )
