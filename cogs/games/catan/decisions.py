"""Other decisions: setup, robber, discards, answers to offers, and those of expansions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.choose.unlisted import counts_word
from cogs.games import picker_screens
from cogs.games.picker_frame import frame_screen, previous_path
from cogs.screen import Button, Row, Screen, split_into_rows
from rules.catan.moves import Discard, Robber
from rules.catan.trading import ACCEPT, DECLINE
from rules.catan.view import CatanView

from . import offers, places, questions, reasons, robber
from .expansions import expansions_in_play
from .parts import CatanSeatView, describe_cards_held, describe_move_cost, move_button

ANSWERS: Final = {"trade-accept": ACCEPT, "trade-decline": DECLINE}


async def decision_screen(seat_view: CatanSeatView, question: Question) -> Screen | None:
    """The screen of a decision; None for several kinds of moves, or if only a pass is left."""
    view: CatanView = seat_view.view
    if seat_view.seat in view.invited and view.offer is not None:
        return await _offer_answer_screen(seat_view, question)
    answers = [move for move in question.moves if move.kind != "pass"]
    pass_buttons = [move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
    kinds = unique_items(move.kind for move in answers)
    asked = question
    if question.shape == "kinds" and len(kinds) == 1 and answers:
        asked = replace(seat_view.question_at_path(seat_view.path_to(kinds[0])), first=True)
    if not answers or asked.shape == "kinds":
        return None
    parents = [extra.back_path(seat_view, asked) for extra in expansions_in_play(seat_view)]
    parent = next((path for path in parents if path is not None), None)
    if parent is not None and previous_path(seat_view, asked) == seat_view.path_to():
        asked = replace(asked, parent=parent)
    text = questions.question_text(seat_view, asked)
    give_words = {Discard.kind: "discard"}
    for extra in expansions_in_play(seat_view):
        give_words |= extra.card_giving_kinds
    if asked.kind in give_words:
        return await _give_cards_screen(seat_view, asked, text, pass_buttons, give_words[asked.kind])
    for extra in expansions_in_play(seat_view):
        if (own_screen := await extra.decision_screen(seat_view, asked, text, pass_buttons)) is not None:
            return own_screen
    if asked.shape == "move":
        return await _last_move_screen(seat_view, asked, text, pass_buttons)
    if asked.kind == Robber.kind and asked.field == "hex" and asked.shape == "values":
        return await robber.robber_screen(seat_view, asked, text)
    if asked.field in places.PLACES and asked.shape in ("values", "set"):
        return await places.place_screen(seat_view, asked, text, pass_buttons)
    marks = places.marks_for_moves(asked.moves)
    files = await (places.island_picture(seat_view, asked, marks) if marks else seat_view.draw_hand_picture())
    if asked.fits_buttons:
        buttons = picker_screens.choice_buttons(seat_view, asked)
        return frame_screen(seat_view, asked, text, split_into_rows([*buttons, *pass_buttons]), files)
    rows = picker_screens.group_selects(seat_view, asked)
    if asked.shape == "set":
        rows = [picker_screens.set_select(seat_view, asked)]
    return frame_screen(seat_view, asked, text, [*rows, *split_into_rows(list(pass_buttons))], files)


async def _last_move_screen(
    seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button]
) -> Screen:
    """The screen for a single remaining move."""
    if places.marks_for_moves(question.moves):
        return await places.last_place_screen(seat_view, question, text, pass_buttons)
    move = question.moves[0]
    full_text = "\n".join(filter(None, (text, describe_move_cost(seat_view, move))))
    rows = split_into_rows([move_button(seat_view, move), *pass_buttons])
    return frame_screen(seat_view, question, full_text, rows, await seat_view.draw_hand_picture())


async def _give_cards_screen(
    seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button], word: str
) -> Screen:
    """Cards to give: a select of the exact number, then a button whose key ends with `word`."""
    text_lines = [text, describe_cards_held(seat_view.voice, seat_view.view)]
    rows: list[Row]
    if question.shape == "set":
        rows = [picker_screens.set_select(seat_view, question)]
    elif question.shape == "move":
        move = question.moves[0]
        cards: Sequence[str] = getattr(move, question.crumbs[-1][0])
        text_lines.append(seat_view.say("catan.held.chosen", cards=list(cards)))
        label = seat_view.say(f"catan.button.{word}", n=len(cards))
        rows = [[seat_view.move_button(move, label)]]
    else:
        buttons = picker_screens.choice_buttons(seat_view, question)
        if question.shape == "counts":
            item = seat_view.value_label(question.field or "", question.item or "")
            text_lines.append(seat_view.say("pick.how_many", item=item))
        rows = split_into_rows(buttons)
    files = await seat_view.draw_hand_picture()
    return frame_screen(
        seat_view, question, "\n".join(text_lines), [*rows, *split_into_rows(list(pass_buttons))], files
    )


# --- offers


def open_offer_text(seat_view: CatanSeatView) -> str:
    """The open offer with its answers."""
    return offers.describe_offer_state(seat_view.view.offer, seat_view.voice)


async def _offer_answer_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """Accept, decline or counter-offer; answers can be changed until the offer closes."""
    legal = {move.kind: move for move in seat_view.legal}
    buttons: list[Button] = []
    own_answer = offers.answer_of_seat(seat_view.view.offer, seat_view.seat)
    for kind, answer in ANSWERS.items():
        if kind in legal:
            button = move_button(seat_view, legal[kind])
            if own_answer:
                button = replace(button, label=seat_view.say(f"catan.button.{kind}_instead"), tone="grey")
            buttons.append(button)
        else:
            label = (
                seat_view.say(f"catan.button.{kind}_said")
                if own_answer == answer
                else seat_view.vocabulary.kind_name(kind)
            )
            buttons.append(seat_view.disabled_button(kind, label))
    if "trade-counter" in seat_view.composable_kinds:
        buttons.append(
            seat_view.next_screen_button(_counter_offer_path(seat_view), seat_view.say("catan.button.counter"))
        )
    text_lines = [
        questions.task_question(seat_view),
        open_offer_text(seat_view),
        describe_cards_held(seat_view.voice, seat_view.view),
        *reasons.reasons_for_answers(seat_view, legal),
    ]
    return frame_screen(
        seat_view, question, "\n".join(filter(None, text_lines)), [buttons], await seat_view.draw_hand_picture()
    )


def _counter_offer_path(seat_view: CatanSeatView) -> ChoicePath:
    """The path to a counter-offer, prefilled with the offer reversed, as far as the hand allows."""
    offer = seat_view.view.offer
    assert offer is not None, "it is answered"
    items = seat_view.field_items("give")
    can_give = not Counter(offer.want) - Counter(seat_view.view.hand)
    words = (counts_word(items, offer.want) if can_give else OPEN, counts_word(items, offer.give))
    return seat_view.path_to("trade-counter", str(offer.number), *words)
