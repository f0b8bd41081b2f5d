"""The menu of a turn and of the special build phase, with its screens."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, Screen, ids, split_into_rows, truncate_text
from rules.catan.moves import Bank, TradeCancel, TradeConfirm, TradeFirst
from rules.catan.view import CatanView
from rules.core import encode_move, field_names

from . import decisions, questions, reasons
from .expansions import expansions_in_play, extra_faces
from .parts import (
    CatanSeatView,
    card_button,
    describe_bank_rates,
    describe_cards_held,
    group_button,
    kind_button,
    move_button,
)

BUILD_KINDS: Final = ("build-road", "build-settlement", "build-city")
BUY_KIND: Final = "dev-buy"
OFFER_KIND: Final = TradeFirst.kind  # the default kind of offer
TRADE_KINDS: Final = ("bank", "trade-first", "trade-offer", "trade-confirm", "trade-cancel")
LAST_KINDS: Final = ("end", "pass")
MAX_LABEL_LENGTH: Final = 80  # Discord's limit, in characters
MAX_ROW_BUTTONS: Final = 5  # Discord's limit
MAX_WISH_BUTTONS: Final = 3  # for offers that others asked for in vain
TURN_PHASES: Final = frozenset({"before", "main", "special"})
MENU_MOVES: Final = frozenset({"roll", "end", "pass build"})  # moves on the menu itself
KIND_BY_CARD: Final = {"knight": "dev-knight", "roads": "dev-roads", "plenty": "dev-plenty", "monopoly": "dev-monopoly"}


async def own_turn_screen(seat_view: CatanSeatView, question: Question) -> Screen | None:
    """The screens of a seat's own turn; None for other decisions."""
    view: CatanView = seat_view.view
    if view.phase not in TURN_PHASES or seat_view.seat not in view.tasks:
        return None
    if question.shape == "kinds" and not question.path.words:
        return await _menu_screen(seat_view, question)
    if question.shape == "move" and encode_move(question.moves[0]) in MENU_MOVES:
        return await _menu_screen(seat_view, question)
    for extra in expansions_in_play(seat_view):
        if (own_screen := await extra.turn_screen(seat_view, question)) is not None:
            return own_screen
    if question.shape == "kinds" and question.path.is_kind_group:
        return await _development_screen(seat_view, question) if question.path.words == ("~dev",) else None
    kind = question.kind or ""
    if kind.startswith("dev-") and question.shape == "move" and kind != "dev-monopoly":
        return await _development_screen(seat_view, question) if not field_names(type(question.moves[0])) else None
    return await _bank_screen(seat_view, question) if kind == "bank" else None


def menu_order() -> tuple[str, ...]:
    """Kinds of moves in menu order."""
    built = [kind for extra in extra_faces() for kind in extra.building_kinds]
    others = [kind for extra in extra_faces() for kind in extra.kinds_before_trades]
    return ("roll", *BUILD_KINDS, *built, BUY_KIND, *others, *TRADE_KINDS)


async def _menu_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """All possible actions, impossible ones disabled; below it the hand and the costs."""
    view: CatanView = seat_view.view
    rows = _menu_rows(seat_view)
    if reasons.reasons_for_menu(seat_view, rows):
        custom_id = ids.action_custom_id(seat_view.table_id, seat_view.table_seq, "why")
        rows[-1].append(Button(custom_id, seat_view.say("catan.button.why")))
    files = await seat_view.draw_hand_picture()
    text_lines = [questions.task_question(seat_view), decisions.open_offer_text(seat_view)]
    below = ""
    if not files:
        text_lines += [describe_cards_held(seat_view.voice, view), describe_bank_rates(seat_view.voice, view)]
        costs_keys = [extra.costs_key for extra in expansions_in_play(seat_view) if extra.costs_key]
        below = seat_view.say((*costs_keys, "catan.menu.costs")[0])
    return frame_screen(seat_view, question, "\n".join(filter(None, text_lines)), rows, files, below=below, first=True)


async def reasons_screen(seat_view: CatanSeatView) -> Screen | None:
    """Reasons for disabled buttons of the menu; None if there are none."""
    view: CatanView = seat_view.view
    if view.phase not in TURN_PHASES or seat_view.seat not in view.tasks:
        return None
    reason_lines = reasons.reasons_for_menu(seat_view, _menu_rows(seat_view), "each")
    if not reason_lines:
        return None
    text = "\n".join([seat_view.say("catan.why.title"), *reason_lines])
    return frame_screen(
        seat_view,
        seat_view.question_at_path(ChoicePath()),
        text,
        [],
        await seat_view.draw_hand_picture(),
        parent=ChoicePath(),
    )


def _menu_rows(seat_view: CatanSeatView) -> list[list[Button]]:
    """Rows: building, other actions, open offer, end."""
    view: CatanView = seat_view.view
    kinds = set(seat_view.moves)
    legal = [move for move in seat_view.legal if encode_move(move) in MENU_MOVES]
    building = _construction_buttons(seat_view, kinds) if view.phase != "before" else []
    others = [*_offer_buttons(seat_view), *_unlisted_kind_buttons(seat_view)]
    ends = [move_button(seat_view, move) for move in legal]
    actions = _action_buttons(seat_view, kinds)
    first_row, second_row = others[:MAX_ROW_BUTTONS], others[MAX_ROW_BUTTONS:]
    return [row for row in (building, actions, first_row, second_row, ends) if row]


def _construction_buttons(seat_view: CatanSeatView, kinds: set[str]) -> list[Button]:
    """Buttons for what can be built, and for development cards."""
    building_kinds = [*BUILD_KINDS, *(kind for extra in expansions_in_play(seat_view) for kind in extra.building_kinds)]
    buttons = [
        kind_button(seat_view, kind, seat_view.vocabulary.kind_name(kind), seat_view.path_to(kind))
        for kind in building_kinds
        if kind in kinds
    ]
    if BUY_KIND in kinds:
        buttons.append(group_button(seat_view, "dev", seat_view.say("catan.button.developments")))
    return buttons


def _action_buttons(seat_view: CatanSeatView, kinds: set[str]) -> list[Button]:
    """Buttons of expansions, the bank and offers."""
    view: CatanView = seat_view.view
    buttons = [button for extra in expansions_in_play(seat_view) for button in extra.menu_buttons(seat_view)]
    if view.phase == "before" and BUY_KIND in kinds and any(move.group == "dev" for move in seat_view.legal):
        buttons.append(group_button(seat_view, "dev", seat_view.say("catan.button.developments")))
    if view.phase == "main":
        buttons.append(kind_button(seat_view, "bank", seat_view.say("catan.button.bank"), seat_view.path_to("bank")))
        label = seat_view.say("catan.button.trade")
        if OFFER_KIND in seat_view.composable_kinds:
            buttons.append(seat_view.next_screen_button(seat_view.path_to(OFFER_KIND), label))
        else:
            buttons.append(seat_view.disabled_button("trade", label))
    return buttons


def _unlisted_kind_buttons(seat_view: CatanSeatView) -> list[Button]:
    """Buttons for kinds of expansions without a package here."""
    known_kinds = {*menu_order(), *LAST_KINDS}
    groups = {"dev", *(name for extra in expansions_in_play(seat_view) for name in extra.menu_groups)}
    kinds = unique_items(
        move.kind for move in seat_view.legal if move.kind not in known_kinds and move.group not in groups
    )
    return [
        seat_view.next_screen_button(seat_view.path_to(kind), seat_view.vocabulary.kind_name(kind)) for kind in kinds
    ]


def _offer_buttons(seat_view: CatanSeatView) -> list[Button]:
    """Buttons for the open offer."""
    view: CatanView = seat_view.view
    buttons = []
    answers = {answer.seat: answer for answer in view.offer.answers} if view.offer is not None else {}
    for move in seat_view.legal:
        if isinstance(move, TradeConfirm):
            answer, name = answers[move.player], seat_view.table.seats[move.player].name
            key = "take_counter" if answer.kind == "counter" else "trade_with"
            label = seat_view.say(f"catan.button.{key}", name=name, give=list(answer.give), want=list(answer.want))
            buttons.append(seat_view.move_button(move, truncate_text(label, MAX_LABEL_LENGTH)))
        elif isinstance(move, TradeCancel):
            buttons.append(move_button(seat_view, move))
    return [*buttons, *_wish_buttons(seat_view)[:MAX_WISH_BUTTONS]]


def _wish_buttons(seat_view: CatanSeatView) -> list[Button]:
    """Buttons that offer what others asked for in vain, if the hand has it."""
    view: CatanView = seat_view.view
    buttons = []
    for wish in view.wishes:
        move = TradeFirst(wish.want, wish.give, (wish.seat,))
        is_possible = view.phase == "main" and seat_view.seat in wish.whom and not _is_already_offered(view, move)
        if is_possible and seat_view.refusal(move) is None:
            name = seat_view.table.seats[wish.seat].name
            label = seat_view.say("catan.button.wish", name=name, give=list(wish.want), want=list(wish.give))
            buttons.append(seat_view.move_button(move, truncate_text(label, MAX_LABEL_LENGTH)))
    return buttons


def _is_already_offered(view: CatanView, move: TradeFirst) -> bool:
    """Whether the open offer is the same."""
    offer = view.offer
    return offer is not None and (offer.give, offer.want, offer.whom) == (move.give, move.want, move.whom)


# --- development cards


async def _development_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """Buy a development card, or play one."""
    view: CatanView = seat_view.view
    legal = unique_items(move.kind for move in seat_view.legal if move.group == "dev")
    buttons: list[Button] = []
    if view.phase == "main" or BUY_KIND in legal:
        buttons.append(card_button(seat_view, BUY_KIND, BUY_KIND in legal))
    for card, kind in KIND_BY_CARD.items():
        if card in view.developments:
            buttons.append(card_button(seat_view, kind, kind in legal))
    text_lines = [
        seat_view.say("catan.ask.developments"),
        seat_view.face.describe_hand(view, seat_view.seat, seat_view.voice),
    ]
    for card in unique_items(view.developments):
        text_lines.append(seat_view.say(f"catan.topic.{card}"))
        if (
            card in KIND_BY_CARD
            and KIND_BY_CARD[card] not in legal
            and (why := reasons.why_kind_impossible(seat_view, KIND_BY_CARD[card]))
        ):
            text_lines.append(seat_view.say("catan.ask.why_not", reason=why))
    buy_buttons = [button for button in buttons if button.label == seat_view.vocabulary.kind_name(BUY_KIND)]
    text = "\n".join([*text_lines, *reasons.reasons_for_menu(seat_view, [buy_buttons])])
    return frame_screen(seat_view, question, text, split_into_rows(buttons), await seat_view.draw_hand_picture())


# --- the bank


async def _bank_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """The card to give, then the card to take; each button shows the rate."""
    view: CatanView = seat_view.view
    rate_by_card = dict(zip(view.cards, view.players[seat_view.seat].rates, strict=True))
    buttons: list[Button] = []
    if question.shape == "values" and question.field == "give":
        for choice in question.choices:
            label = seat_view.say("catan.button.bank_give", n=rate_by_card[choice.token], card=choice.token)
            buttons.append(seat_view.next_screen_button(choice.path, label))
        text = seat_view.say("catan.ask.give")
    else:
        trades = [move for move in question.moves if isinstance(move, Bank)]
        given_card = trades[0].give
        for move in trades:
            label = seat_view.say("catan.button.bank_take", n=rate_by_card[given_card], give=given_card, take=move.take)
            buttons.append(seat_view.move_button(move, label))
        text = seat_view.say("catan.ask.take", n=rate_by_card[given_card], card=given_card)
    text = f"{text}\n{describe_cards_held(seat_view.voice, view)}"
    return frame_screen(seat_view, question, text, split_into_rows(buttons), await seat_view.draw_hand_picture())
