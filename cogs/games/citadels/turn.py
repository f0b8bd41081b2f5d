"""The panel of a turn of Citadels and its screens."""

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

BUILDS: Final = 15  # build buttons on the panel


async def build_turn_panel(seat_view: CitadelsSeatView, question: Question) -> Screen:
    """The panel: action, building, income, power, districts, end."""
    view: CitadelsView = seat_view.view
    turn = view.turn
    assert turn is not None
    legal = {encode_move(move): move for move in seat_view.legal}
    rows: list[Row] = []
    action = [
        seat_view.commit([line], move_label(seat_view, legal[line])) for line in ("gold", "cards") if line in legal
    ]
    if action:
        rows.append(action)
    rows += _district_rows(seat_view)
    last: list[Button] = []
    if "income" in legal:
        last.append(seat_view.commit(["income"], seat_view.say("cit.button.income", n=turn.income_left)))
    last += _power_buttons(seat_view)
    district = [move for move in seat_view.legal if move.group == "district"]
    if len(district) == 1 and encode_move(district[0]) == district[0].kind:
        last.append(seat_view.commit([encode_move(district[0])], move_label(seat_view, district[0])))
    elif district:
        last.append(seat_view.onward(ChoicePath((), ("~district",)), seat_view.say("cit.button.districts")))
    last.append(_end_button(seat_view))
    rows.append(last)
    at_once = [move for move in seat_view.legal if isinstance(move, Build) or encode_move(move) in ("gold", "income")]
    rows += rows_of(
        end_turn_buttons(seat_view, [*at_once, *(move for move in district if encode_move(move) == move.kind)])
    )
    told = [seat_view.say("cit.panel.as", character=turn.character, gold=view.players[seat_view.seat].gold)]
    if turn.bewitched:
        told = [seat_view.say("cit.panel.taken_over", character=turn.character, gold=view.players[seat_view.seat].gold)]
    told.append(seat_view.say("cit.panel.does", does=seat_view.say(f"pic.citadels.does.{turn.character}")))
    key = "first" if not turn.acted else "builds" if turn.builds_left else "built"
    told.append(seat_view.say(f"cit.panel.{key}", n=turn.builds_left))
    if "income" in legal and "end" in legal:
        told.append(seat_view.say("cit.panel.income", n=turn.income_left))
    return picker_frame.frame_screen(seat_view, question, "\n".join(told), rows, await hand_picture(seat_view))


def _district_rows(seat_view: CitadelsSeatView) -> list[Row]:
    """Cards in hand as buttons, cheapest first; disabled if they cannot be built."""
    prices = {card: _district_price(seat_view, card) for card in seat_view.view.hand}
    legal = {move.district: move for move in seat_view.legal if isinstance(move, Build)}
    cards = sorted(prices, key=lambda card: (prices[card], seat_view.label("district", card)))
    if len(cards) > BUILDS:
        spare = [card for card in reversed(cards) if card not in legal]
        gone = set(spare[: len(cards) - BUILDS])
        cards = [card for card in cards if card not in gone]
    if len(cards) > BUILDS:
        return colour_selects(seat_view, seat_view.ask(ChoicePath((), ("build",))))
    buttons = []
    for n, card in enumerate(cards):
        said = seat_view.say("cit.button.build", district=card, n=prices[card])
        if card in legal:
            buttons.append(seat_view.commit([encode_move(legal[card])], said))
        else:
            buttons.append(
                Button(
                    ids.action_custom_id(seat_view.number, seat_view.since, "grey", str(n)), said, "grey", disabled=True
                )
            )
    return rows_of(buttons)


def _district_price(seat_view: CitadelsSeatView, card: str) -> int:
    """The cost of building a card."""
    found = seat_view.preview(Build(card))
    assert isinstance(found, int), "the rules know the price"
    return found


def _power_buttons(seat_view: CitadelsSeatView) -> list[Button]:
    """The button of the character's power, disabled while impossible; none for characters without one."""
    powers = [move for move in seat_view.legal if move.group == "power"]
    said = seat_view.say("cit.button.power")
    if len(powers) == 1 and encode_move(powers[0]) == powers[0].kind:
        return [seat_view.commit([encode_move(powers[0])], move_label(seat_view, powers[0]))]
    if powers:
        return [seat_view.onward(ChoicePath((), ("~power",)), said)]
    if end_power_view(seat_view) is not None:
        return [seat_view.onward(ChoicePath(("end",), ()), said)]
    turn = seat_view.view.turn
    assert turn is not None, "the panel is that of a turn"
    role = type(ROLES[turn.character])
    if role.powers is Character.powers and role.end_power is Character.end_power:
        return []
    return [
        Button(ids.action_custom_id(seat_view.number, seat_view.since, "grey", "power"), said, "grey", disabled=True)
    ]


def _end_button(seat_view: CitadelsSeatView) -> Button:
    """The button that ends the turn, passing a remaining power."""
    if not any(move.kind == "end" for move in seat_view.legal):
        return Button(
            ids.action_custom_id(seat_view.number, seat_view.since, "grey", "end"),
            seat_view.say("cit.button.end"),
            disabled=True,
        )
    if end_power_view(seat_view) is not None:
        return seat_view.commit(["end", "pass power"], seat_view.say("cit.button.end_bare"))
    return seat_view.commit(["end"], seat_view.say("cit.button.end"))


async def district_screen(seat_view: CitadelsSeatView, question: Question) -> Screen:
    """The choice among usable districts."""
    buttons = []
    for choice in question.choices:
        move = next(move for move in question.moves if move.kind == choice.token)
        more = seat_view.say("cit.button.more", what=seat_view.words.kind(choice.token))
        buttons.append(
            move_button(seat_view, move) if choice.line == choice.token else seat_view.onward(choice.path, more)
        )
    return picker_frame.frame_screen(
        seat_view, question, seat_view.say("cit.ask.districts"), rows_of(buttons), await hand_picture(seat_view)
    )
