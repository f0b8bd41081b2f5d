"""Other decisions: setup, robber, discards, answers to offers, and those of expansions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.choose.unlisted import counts_word
from cogs.games import picker_frame, picker_screens
from cogs.screen import Button, Row, Screen, rows_of
from rules.catan.moves import Discard, Robber
from rules.catan.trading import ACCEPT, DECLINE
from rules.catan.view import CatanView
from rules.core import encode_move

from . import offers, places, questions, reasons, robber
from .expansions import expansions_in_play
from .parts import CatanSeatView, describe_cards_held, describe_move_cost, disabled_button, hand_picture, move_button

ANSWERS: Final = {"trade-accept": ACCEPT, "trade-decline": DECLINE}


async def decision_screen(seat_view: CatanSeatView, question: Question) -> Screen | None:
    """The screen of a decision; None for several kinds of moves, or if only a pass is left."""
    view: CatanView = seat_view.view
    if seat_view.seat in view.invited and view.offer is not None:
        return await _offer_answer_screen(seat_view, question)
    others = [move for move in question.moves if move.kind != "pass"]
    spare = [move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
    kinds = unique_items(move.kind for move in others)
    asked = question
    if question.shape == "kinds" and len(kinds) == 1 and others:
        asked = replace(seat_view.ask(ChoicePath(seat_view.before, (kinds[0],))), first=True)
    if not others or (asked.shape == "kinds"):
        return None
    parent = next(
        (path for extra in expansions_in_play(seat_view) if (path := extra.parent(seat_view, asked)) is not None), None
    )
    if parent is not None and picker_frame.previous_path(seat_view, asked) == ChoicePath(seat_view.before):
        asked = replace(asked, parent=parent)
    text = questions.question_text(seat_view, asked)
    gives = {
        Discard.kind: "discard",
        **{kind: word for extra in expansions_in_play(seat_view) for kind, word in extra.gives.items()},
    }
    if asked.kind in gives:
        return await _give_cards_screen(seat_view, asked, text, spare, gives[asked.kind])
    for extra in expansions_in_play(seat_view):
        if (own := await extra.decision(seat_view, asked, text, spare)) is not None:
            return own
    if asked.shape == "move":
        return await _last_move_screen(seat_view, asked, text, spare)
    if asked.kind == Robber.kind and asked.field == "hex" and asked.shape == "values":
        return await robber.robber_screen(seat_view, asked, text)
    if asked.field in places.PLACES and asked.shape in ("values", "set"):
        return await places.place_screen(seat_view, asked, text, spare)
    marks = places.plates_for_moves(asked.moves)
    files = await (places.island_picture(seat_view, asked, marks) if marks else hand_picture(seat_view))
    if asked.as_buttons:
        buttons = [picker_screens.choice_button(seat_view, asked, choice) for choice in asked.choices]
        return picker_frame.frame_screen(seat_view, asked, text, rows_of([*buttons, *spare]), files)
    rows = (
        [picker_screens.set_select(seat_view, asked)]
        if asked.shape == "set"
        else picker_screens.group_selects(seat_view, asked)
    )
    return picker_frame.frame_screen(seat_view, asked, text, [*rows, *rows_of(list(spare))], files)


async def _last_move_screen(seat_view: CatanSeatView, question: Question, text: str, spare: Sequence[Button]) -> Screen:
    """The screen for a single remaining move."""
    if places.plates_for_moves(question.moves):
        return await places.last_place_screen(seat_view, question, text, spare)
    move = question.moves[0]
    told = "\n".join(part for part in (text, describe_move_cost(seat_view, move)) if part)
    return picker_frame.frame_screen(
        seat_view, question, told, rows_of([move_button(seat_view, move), *spare]), await hand_picture(seat_view)
    )


async def _give_cards_screen(
    seat_view: CatanSeatView, question: Question, text: str, spare: Sequence[Button], word: str
) -> Screen:
    """Cards to give: a select of the exact number, then a button whose key ends with `word`."""
    told = [text, describe_cards_held(seat_view.voice, seat_view.view)]
    rows: list[Row]
    if question.shape == "set":
        rows = [picker_screens.set_select(seat_view, question)]
    elif question.shape == "move":
        move = question.moves[0]
        kinds: Sequence[str] = getattr(move, question.crumbs[-1][0])
        told.append(seat_view.say("catan.held.chosen", cards=list(kinds)))
        said = seat_view.say(f"catan.button.{word}", n=len(kinds))
        rows = [[seat_view.commit([*seat_view.before, encode_move(move)], said)]]
    else:
        buttons = [picker_screens.choice_button(seat_view, question, choice) for choice in question.choices]
        if question.shape == "counts":
            item = seat_view.label(question.field or "", question.item or "")
            told.append(seat_view.say("pick.how_many", item=item))
        rows = rows_of(buttons)
    files = await hand_picture(seat_view)
    return picker_frame.frame_screen(seat_view, question, "\n".join(told), [*rows, *rows_of(list(spare))], files)


# --- offers


def open_offer_text(seat_view: CatanSeatView) -> str:
    """The open offer with its answers."""
    return offers.describe_offer_state(seat_view.view.offer, seat_view.voice)


async def _offer_answer_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """Accept, decline or counter-offer; answers can be changed until the offer closes."""
    legal = {move.kind: move for move in seat_view.legal}
    row: list[Button] = []
    said = offers.answer_of_seat(seat_view.view.offer, seat_view.seat)
    for kind, answer in ANSWERS.items():
        if kind in legal:
            button = move_button(seat_view, legal[kind])
            row.append(
                replace(button, label=seat_view.say(f"catan.button.{kind}_instead"), tone="grey") if said else button
            )
        else:
            given = seat_view.say(f"catan.button.{kind}_said") if said == answer else seat_view.words.kind(kind)
            row.append(disabled_button(seat_view, kind, given))
    if "trade-counter" in seat_view.composable:
        row.append(seat_view.onward(_counter_offer_path(seat_view), seat_view.say("catan.button.counter")))
    told = [
        questions.task_question(seat_view),
        open_offer_text(seat_view),
        describe_cards_held(seat_view.voice, seat_view.view),
        *reasons.reasons_for_answers(seat_view, legal),
    ]
    return picker_frame.frame_screen(
        seat_view, question, "\n".join(filter(None, told)), [row], await hand_picture(seat_view)
    )


def _counter_offer_path(seat_view: CatanSeatView) -> ChoicePath:
    """The path to a counter-offer, prefilled with the offer reversed, as far as the hand allows."""
    offer = seat_view.view.offer
    assert offer is not None, "it is answered"
    things = seat_view.things("give")
    able = not Counter(offer.want) - Counter(seat_view.view.hand)
    words = (counts_word(things, offer.want) if able else OPEN, counts_word(things, offer.give))
    return ChoicePath(seat_view.before, ("trade-counter", str(offer.number), *words))
