"""The menu of a turn and of the special build phase, with its screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games import picker_frame
from cogs.screen import Button, Screen, cut, ids, rows_of
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
    disabled_button,
    group_button,
    hand_picture,
    kind_button,
    move_button,
)

BUILD: Final = ("build-road", "build-settlement", "build-city")
BUY: Final = "dev-buy"
OFFER: Final = TradeFirst.kind  # the default kind of offer
TRADES: Final = ("bank", "trade-first", "trade-offer", "trade-confirm", "trade-cancel")
LAST: Final = ("end", "pass")
LABEL: Final = 80  # Discord's maximum characters of a button
WIDE: Final = 5  # Discord's limit of buttons in a row
WISHES: Final = 3  # buttons for others' unfulfilled requests
TURN: Final = frozenset({"before", "main", "special"})
ALONE: Final = frozenset({"roll", "end", "pass build"})  # moves on the menu itself
DEV: Final = {"knight": "dev-knight", "roads": "dev-roads", "plenty": "dev-plenty", "monopoly": "dev-monopoly"}


async def own_turn_screen(seat_view: CatanSeatView, question: Question) -> Screen | None:
    """The screens of a seat's own turn; None for other decisions."""
    view: CatanView = seat_view.view
    if view.phase not in TURN or seat_view.seat not in view.tasks:
        return None
    if question.shape == "kinds" and not question.path.words:
        return await _menu_screen(seat_view, question)
    if question.shape == "move" and encode_move(question.moves[0]) in ALONE:
        return await _menu_screen(seat_view, question)
    for extra in expansions_in_play(seat_view):
        if (own := await extra.turn_screen(seat_view, question)) is not None:
            return own
    if question.shape == "kinds" and question.path.in_group:
        return await _development_screen(seat_view, question) if question.path.words == ("~dev",) else None
    kind = question.kind or ""
    if kind.startswith("dev-") and question.shape == "move" and kind != "dev-monopoly":
        return await _development_screen(seat_view, question) if not field_names(type(question.moves[0])) else None
    return await _bank_screen(seat_view, question) if kind == "bank" else None


def menu_order() -> tuple[str, ...]:
    """Kinds of moves in menu order."""
    builds = [kind for extra in extra_faces() for kind in extra.builds]
    return ("roll", *BUILD, *builds, BUY, *(kind for extra in extra_faces() for kind in extra.order), *TRADES)


async def _menu_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """All possible actions, impossible ones disabled; below it the hand and the costs."""
    view: CatanView = seat_view.view
    rows = _menu_rows(seat_view)
    if reasons.reasons_for_menu(seat_view, rows):
        rows[-1].append(
            Button(ids.action_custom_id(seat_view.number, seat_view.since, "why"), seat_view.say("catan.button.why"))
        )
    files = await hand_picture(seat_view)
    told = [questions.task_question(seat_view), decisions.open_offer_text(seat_view)]
    below = ""
    if not files:
        told += [describe_cards_held(seat_view.voice, view), describe_bank_rates(seat_view.voice, view)]
        below = seat_view.say(
            next((extra.costs for extra in expansions_in_play(seat_view) if extra.costs), "catan.menu.costs")
        )
    return picker_frame.frame_screen(
        seat_view, question, "\n".join(filter(None, told)), rows, files, below=below, first=True
    )


async def reasons_screen(seat_view: CatanSeatView) -> Screen | None:
    """Reasons for disabled buttons of the menu; None if there are none."""
    view: CatanView = seat_view.view
    if view.phase not in TURN or seat_view.seat not in view.tasks:
        return None
    told = reasons.reasons_for_menu(seat_view, _menu_rows(seat_view), "each")
    if not told:
        return None
    text = "\n".join([seat_view.say("catan.why.title"), *told])
    return picker_frame.frame_screen(
        seat_view, seat_view.ask(ChoicePath()), text, [], await hand_picture(seat_view), parent=ChoicePath()
    )


def _menu_rows(seat_view: CatanSeatView) -> list[list[Button]]:
    """Rows: building, other actions, open offer, end."""
    view: CatanView = seat_view.view
    kinds = set(seat_view.moves)
    legal = [move for move in seat_view.legal if encode_move(move) in ALONE]
    building = _construction_buttons(seat_view, kinds) if view.phase != "before" else []
    others = [*_offer_buttons(seat_view), *_unlisted_kind_buttons(seat_view)]
    ends = [move_button(seat_view, move) for move in legal]
    return [row for row in (building, _action_buttons(seat_view, kinds), others[:WIDE], others[WIDE:], ends) if row]


def _construction_buttons(seat_view: CatanSeatView, kinds: set[str]) -> list[Button]:
    builds = [*BUILD, *(kind for extra in expansions_in_play(seat_view) for kind in extra.builds)]
    row = [
        kind_button(seat_view, kind, seat_view.words.kind(kind), ChoicePath(seat_view.before, (kind,)))
        for kind in builds
        if kind in kinds
    ]
    if BUY in kinds:
        row.append(group_button(seat_view, "dev", seat_view.say("catan.button.developments")))
    return row


def _action_buttons(seat_view: CatanSeatView, kinds: set[str]) -> list[Button]:
    view: CatanView = seat_view.view
    main = view.phase == "main"
    row = [button for extra in expansions_in_play(seat_view) for button in extra.menu(seat_view)]
    if view.phase == "before" and BUY in kinds and any(move.group == "dev" for move in seat_view.legal):
        row.append(group_button(seat_view, "dev", seat_view.say("catan.button.developments")))
    if main:
        row.append(
            kind_button(seat_view, "bank", seat_view.say("catan.button.bank"), ChoicePath(seat_view.before, ("bank",)))
        )
        said = seat_view.say("catan.button.trade")
        offers = OFFER in seat_view.composable
        row.append(
            seat_view.onward(ChoicePath(seat_view.before, (OFFER,)), said)
            if offers
            else disabled_button(seat_view, "trade", said)
        )
    return row


def _unlisted_kind_buttons(seat_view: CatanSeatView) -> list[Button]:
    """Buttons for kinds of expansions without a package here."""
    known = {*menu_order(), *LAST}
    groups = {"dev", *(name for extra in expansions_in_play(seat_view) for name in extra.groups)}
    kinds = unique_items(move.kind for move in seat_view.legal if move.kind not in known and move.group not in groups)
    return [seat_view.onward(ChoicePath(seat_view.before, (kind,)), seat_view.words.kind(kind)) for kind in kinds]


def _offer_buttons(seat_view: CatanSeatView) -> list[Button]:
    """Buttons for the open offer."""
    view: CatanView = seat_view.view
    found = []
    answers = {answer.seat: answer for answer in view.offer.answers} if view.offer is not None else {}
    for move in seat_view.legal:
        if isinstance(move, TradeConfirm):
            answer, name = answers[move.player], seat_view.table.seats[move.player].name
            key = "take_counter" if answer.kind == "counter" else "trade_with"
            said = seat_view.say(f"catan.button.{key}", name=name, give=list(answer.give), want=list(answer.want))
            found.append(seat_view.commit([*seat_view.before, encode_move(move)], cut(said, LABEL)))
        elif isinstance(move, TradeCancel):
            found.append(move_button(seat_view, move))
    return [*found, *_wish_buttons(seat_view)[:WISHES]]


def _wish_buttons(seat_view: CatanSeatView) -> list[Button]:
    """Buttons that offer what others asked for in vain, if the hand has it."""
    view: CatanView = seat_view.view
    found = []
    for wish in view.wishes:
        move = TradeFirst(wish.want, wish.give, (wish.seat,))
        wanted = view.phase == "main" and seat_view.seat in wish.whom and not _is_already_offered(view, move)
        if wanted and seat_view.refusal(move) is None:
            name = seat_view.table.seats[wish.seat].name
            said = seat_view.say("catan.button.wish", name=name, give=list(wish.want), want=list(wish.give))
            found.append(seat_view.commit([*seat_view.before, encode_move(move)], cut(said, LABEL)))
    return found


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
    if view.phase == "main" or BUY in legal:
        buttons.append(card_button(seat_view, BUY, BUY in legal))
    for card, kind in DEV.items():
        if card in view.developments:
            buttons.append(card_button(seat_view, kind, kind in legal))
    told = [seat_view.say("catan.ask.developments"), seat_view.face.hand(view, seat_view.seat, seat_view.voice)]
    for card in unique_items(view.developments):
        told.append(seat_view.say(f"catan.topic.{card}"))
        if card in DEV and DEV[card] not in legal and (why := reasons.why_not(seat_view, DEV[card])):
            told.append(seat_view.say("catan.ask.why_not", reason=why))
    told += reasons.reasons_for_menu(
        seat_view, [[button for button in buttons if button.label == seat_view.words.kind(BUY)]]
    )
    return picker_frame.frame_screen(
        seat_view, question, "\n".join(told), rows_of(buttons), await hand_picture(seat_view)
    )


# --- the bank


async def _bank_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """The card to give, then the card to take; each button shows the rate."""
    view: CatanView = seat_view.view
    mine = dict(zip(view.cards, view.players[seat_view.seat].rates, strict=True))
    buttons: list[Button] = []
    if question.shape == "values" and question.field == "give":
        for choice in question.choices:
            said = seat_view.say("catan.button.bank_give", n=mine[choice.token], card=choice.token)
            path = choice.path
            buttons.append(seat_view.onward(path, said))
        text = seat_view.say("catan.ask.give")
    else:
        trades = [move for move in question.moves if isinstance(move, Bank)]
        given = trades[0].give
        for move in trades:
            said = seat_view.say("catan.button.bank_take", n=mine[given], give=given, take=move.take)
            buttons.append(seat_view.commit([*seat_view.before, encode_move(move)], said))
        text = seat_view.say("catan.ask.take", n=mine[given], card=given)
    told: Sequence[str] = (text, describe_cards_held(seat_view.voice, view))
    return picker_frame.frame_screen(
        seat_view, question, "\n".join(told), rows_of(buttons), await hand_picture(seat_view)
    )
