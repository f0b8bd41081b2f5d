"""The panel of a turn of Citadels and its screens."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, Question
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, Row, Screen, split_into_rows
from rules.citadels.hooks import ROLES, Character
from rules.citadels.moves import Build
from rules.citadels.view import CitadelsView
from rules.core import encode_move, field_names

from .buttons import end_power_view, end_turn_buttons, move_button, move_label
from .parts import CitadelsSeatView, colour_selects

MAX_BUILD_BUTTONS: Final = 15


async def build_turn_panel(seat_view: CitadelsSeatView, question: Question) -> Screen:
    """The panel: action, building, income, power, districts, end."""
    view: CitadelsView = seat_view.view
    turn = view.turn
    assert turn is not None
    legal = {encode_move(move): move for move in seat_view.legal}
    rows: list[Row] = []
    action_buttons = [
        seat_view.play_button([line], move_label(seat_view, legal[line])) for line in ("gold", "cards") if line in legal
    ]
    if action_buttons:
        rows.append(action_buttons)
    rows += _district_rows(seat_view)
    last_row: list[Button] = []
    if "income" in legal:
        last_row.append(seat_view.play_button(["income"], seat_view.say("cit.button.income", n=turn.income_left)))
    last_row += _power_buttons(seat_view)
    district_moves = [move for move in seat_view.legal if move.group == "district"]
    fieldless = [move for move in district_moves if not field_names(type(move))]
    if len(district_moves) == len(fieldless) == 1:
        last_row.append(move_button(seat_view, district_moves[0]))
    elif district_moves:
        last_row.append(
            seat_view.next_screen_button(ChoicePath((), ("~district",)), seat_view.say("cit.button.districts"))
        )
    last_row.append(_end_button(seat_view))
    rows.append(last_row)
    at_once = [move for move in seat_view.legal if isinstance(move, Build) or encode_move(move) in ("gold", "income")]
    rows += split_into_rows(end_turn_buttons(seat_view, [*at_once, *fieldless]))
    gold = view.players[seat_view.seat].gold
    text_lines = [seat_view.say("cit.panel.as", character=turn.character, gold=gold)]
    if turn.bewitched:
        text_lines = [seat_view.say("cit.panel.taken_over", character=turn.character, gold=gold)]
    text_lines.append(seat_view.say("cit.panel.does", does=seat_view.say(f"pic.citadels.does.{turn.character}")))
    key = "first"
    if turn.acted:
        key = "builds" if turn.builds_left else "built"
    text_lines.append(seat_view.say(f"cit.panel.{key}", n=turn.builds_left))
    if "income" in legal and "end" in legal:
        text_lines.append(seat_view.say("cit.panel.income", n=turn.income_left))
    return frame_screen(seat_view, question, "\n".join(text_lines), rows, await seat_view.draw_hand_picture())


def _district_rows(seat_view: CitadelsSeatView) -> list[Row]:
    """Cards in hand as buttons, cheapest first; disabled if they cannot be built."""
    price_by_card = {card: _district_price(seat_view, card) for card in seat_view.view.hand}
    legal = {move.district: move for move in seat_view.legal if isinstance(move, Build)}
    cards = sorted(price_by_card, key=lambda card: (price_by_card[card], seat_view.value_label("district", card)))
    if len(cards) > MAX_BUILD_BUTTONS:
        unbuildable = [card for card in reversed(cards) if card not in legal]
        left_out = set(unbuildable[: len(cards) - MAX_BUILD_BUTTONS])
        cards = [card for card in cards if card not in left_out]
    if len(cards) > MAX_BUILD_BUTTONS:
        return colour_selects(seat_view, seat_view.question_at_path(ChoicePath((), ("build",))))
    buttons = []
    for index, card in enumerate(cards):
        label = seat_view.say("cit.button.build", district=card, n=price_by_card[card])
        if card in legal:
            buttons.append(seat_view.play_button([encode_move(legal[card])], label))
        else:
            buttons.append(seat_view.disabled_button(str(index), label))
    return split_into_rows(buttons)


def _district_price(seat_view: CitadelsSeatView, card: str) -> int:
    """The cost of building a card."""
    price = seat_view.preview(Build(card))
    assert isinstance(price, int), "the rules know the price"
    return price


def _power_buttons(seat_view: CitadelsSeatView) -> list[Button]:
    """The button of the character's power, disabled while impossible; none for characters without one."""
    powers = [move for move in seat_view.legal if move.group == "power"]
    label = seat_view.say("cit.button.power")
    if len(powers) == 1 and not field_names(type(powers[0])):
        return [move_button(seat_view, powers[0])]
    if powers:
        return [seat_view.next_screen_button(ChoicePath((), ("~power",)), label)]
    if end_power_view(seat_view) is not None:
        return [seat_view.next_screen_button(ChoicePath(("end",), ()), label)]
    turn = seat_view.view.turn
    assert turn is not None, "the panel is that of a turn"
    role = type(ROLES[turn.character])
    if role.list_powers is Character.list_powers and role.steps_at_turn_end is Character.steps_at_turn_end:
        return []
    return [seat_view.disabled_button("power", label)]


def _end_button(seat_view: CitadelsSeatView) -> Button:
    """The button that ends the turn, passing a remaining power."""
    if not any(move.kind == "end" for move in seat_view.legal):
        return seat_view.disabled_button("end", seat_view.say("cit.button.end"))
    if end_power_view(seat_view) is not None:
        return seat_view.play_button(["end", "pass power"], seat_view.say("cit.button.end_bare"))
    return seat_view.play_button(["end"], seat_view.say("cit.button.end"))


async def district_screen(seat_view: CitadelsSeatView, question: Question) -> Screen:
    """The choice among usable districts."""
    buttons = []
    for choice in question.choices:
        move = next(move for move in question.moves if move.kind == choice.token)
        label = seat_view.say("cit.button.more", what=seat_view.vocabulary.kind_name(choice.token))
        buttons.append(
            move_button(seat_view, move)
            if choice.line == choice.token
            else seat_view.next_screen_button(choice.path, label)
        )
    return frame_screen(
        seat_view,
        question,
        seat_view.say("cit.ask.districts"),
        split_into_rows(buttons),
        await seat_view.draw_hand_picture(),
    )
